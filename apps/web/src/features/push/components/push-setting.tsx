import { push as text } from '@kinreel/messages/en/push';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { canPush } from '../../../shared/offline/push-device.ts';
import { endPushOffer } from '../../../shared/offline/push-offer.ts';
import { SettingsList, SettingsRow } from '../../../shared/ui/settings-list.tsx';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { usePush } from '../use-push.ts';

/** Whether this device tells the user of news. A change is saved at once. */
export function PushSetting({ userId }: { userId: string }) {
  const hintId = useId();
  const { query, isOn, isSaved, isSaving, turnOn, turnOff } = usePush(userId);

  if (!canPush()) return <Section hint={text.unsupported} />;
  if (query.data === undefined) {
    return query.isError ? (
      <FailedState title={text.loadFailed} error={query.error} headingLevel="h2" onRetry={query.refetch} />
    ) : (
      <LoadingState label={text.title} />
    );
  }
  const hint = Notification.permission === 'denied' ? text.blocked : text.hint;
  return (
    <>
      <span role="status" style={visuallyHidden}>
        {isSaved && !isSaving ? text.saved : ''}
      </span>
      <Section hint={hint} hintId={hintId} status={isSaved && !isSaving ? text.saved : undefined}>
        <Switch
          checked={isOn !== isSaving}
          onChange={(_event, on) => {
            if (isSaving) return;
            endPushOffer();
            void (on ? turnOn() : turnOff());
          }}
          slotProps={{ input: { role: 'switch', 'aria-label': text.turnOn, 'aria-describedby': hintId } }}
        />
      </Section>
    </>
  );
}

interface SectionProps {
  hint: string;
  hintId?: string;
  status?: string | undefined;
  children?: ReactNode;
}

function Section({ children, ...row }: SectionProps) {
  return (
    <>
      <Typography variant="h3" component="h2" sx={{ mb: 3 }}>
        {text.title}
      </Typography>
      <SettingsList label={text.title}>
        <SettingsRow title={text.turnOn} {...row}>
          {children}
        </SettingsRow>
      </SettingsList>
    </>
  );
}
