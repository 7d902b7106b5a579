import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { SettingsList, SettingsRow } from './settings-list.tsx';
import { FailedState, LoadingState } from './states.tsx';
import { visuallyHidden } from './visually-hidden.ts';

interface SwitchSettingProps {
  /** Heading of the section. */
  title: string;
  label: string;
  hint: string;
  /** undefined while it loads. */
  checked: boolean | undefined;
  failedTitle: string;
  /** Set if it could not be loaded. */
  failed: { error: unknown; retry: () => void } | false;
  onChange: (checked: boolean) => void;
  /** Text after a change was saved. */
  saved: string | undefined;
}

/** A section with one switch, whose changes are saved at once. */
export function SwitchSetting({ title, label, hint, checked, failed, saved, ...props }: SwitchSettingProps) {
  const hintId = useId();
  if (checked === undefined) {
    return failed ? (
      <FailedState title={props.failedTitle} error={failed.error} headingLevel="h2" onRetry={failed.retry} />
    ) : (
      <LoadingState label={title} />
    );
  }
  return (
    <>
      <span role="status" style={visuallyHidden}>
        {saved}
      </span>
      <Typography variant="h3" component="h2" sx={{ mb: 3 }}>
        {title}
      </Typography>
      <SettingsList label={title}>
        <SettingsRow title={label} hint={hint} hintId={hintId} status={saved}>
          <Switch
            checked={checked}
            onChange={(_event, to) => props.onChange(to)}
            slotProps={{ input: { role: 'switch', 'aria-label': label, 'aria-describedby': hintId } }}
          />
        </SettingsRow>
      </SettingsList>
    </>
  );
}
