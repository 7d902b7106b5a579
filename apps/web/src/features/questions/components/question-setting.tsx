import { questions as text } from '@kinreel/messages/en/questions';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { SwitchSetting } from '../../../shared/ui/switch-setting.tsx';
import { useGetWaitingQuestionsQuery, useSetQuestionsTakenMutation } from '../questions.api.ts';

/** Whether people may ask the user questions. A change is saved at once. */
export function QuestionSetting() {
  const notices = useNotices();
  const query = useGetWaitingQuestionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [setTaken, { isLoading, isSuccess, originalArgs }] = useSetQuestionsTakenMutation();

  async function save(taken: boolean) {
    const { error } = await setTaken(taken);
    if (error) notices.failed(text.setting, error, () => void save(taken));
  }

  const taken = isLoading && originalArgs !== undefined ? originalArgs : query.data?.taken;
  return (
    <SwitchSetting
      title={text.setting}
      label={text.off}
      hint={text.offHint}
      checked={taken === undefined ? undefined : !taken}
      failedTitle={text.settingFailed}
      failed={query.isError && { error: query.error, retry: query.refetch }}
      onChange={(off) => void save(!off)}
      saved={isSuccess ? text.saved : undefined}
    />
  );
}
