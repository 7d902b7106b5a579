import { questions as text } from '@kinreel/messages/en/questions';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { SettingsList, SettingsRow } from '../../../shared/ui/settings-list.tsx';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { useGetWaitingQuestionsQuery, useSetQuestionsTakenMutation } from '../questions.api.ts';

/** Whether people may ask the user questions. A change is saved at once. */
export function QuestionSetting() {
  const notices = useNotices();
  const hintId = useId();
  const query = useGetWaitingQuestionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [setTaken, { isLoading, isSuccess, originalArgs }] = useSetQuestionsTakenMutation();

  async function save(taken: boolean) {
    const { error } = await setTaken(taken);
    if (error) notices.failed(text.setting, error, () => void save(taken));
  }

  if (query.data === undefined) {
    return query.isError ? (
      <FailedState title={text.settingFailed} error={query.error} headingLevel="h2" onRetry={query.refetch} />
    ) : (
      <LoadingState label={text.setting} />
    );
  }
  const taken = isLoading && originalArgs !== undefined ? originalArgs : query.data.taken;
  return (
    <>
      <span role="status" style={visuallyHidden}>
        {isSuccess ? text.saved : ''}
      </span>
      <Typography variant="h3" component="h2" sx={{ mb: 3 }}>
        {text.setting}
      </Typography>
      <SettingsList label={text.setting}>
        <SettingsRow title={text.off} hint={text.offHint} hintId={hintId} status={isSuccess ? text.saved : undefined}>
          <Switch
            checked={!taken}
            onChange={(_event, off) => void save(!off)}
            slotProps={{ input: { role: 'switch', 'aria-label': text.off, 'aria-describedby': hintId } }}
          />
        </SettingsRow>
      </SettingsList>
    </>
  );
}
