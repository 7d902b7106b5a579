import {
  MAIL_PACES,
  type MailPace,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSetting,
} from '@kinreel/contracts/notifications';
import { notifications as text } from '@kinreel/messages/en/notifications';
import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { SettingsList, SettingsRow } from '../../../shared/ui/settings-list.tsx';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { useChangeNotificationSettingMutation, useGetNotificationSettingsQuery } from '../notification-settings.api.ts';

/** Name and explanation of each kind. */
function kindTexts(kind: NotificationKind): { title: string; hint: string } {
  switch (kind) {
    case 'connection-request':
      return { title: text.requests, hint: text.requestsText };
    case 'connection-accepted':
      return { title: text.accepted, hint: text.acceptedText };
    case 'video-shared':
      return { title: text.shared, hint: text.sharedText };
    case 'video-opened':
      return { title: text.opened, hint: text.openedText };
    case 'video-ready':
      return { title: text.ready, hint: text.readyText };
    case 'video-failed':
      return { title: text.failed, hint: text.failedText };
    case 'video-gone':
      return { title: text.gone, hint: text.goneText };
    case 'archive-ready':
      return { title: text.archives, hint: text.archivesText };
    case 'archive-failed':
      return { title: text.failedArchives, hint: text.failedArchivesText };
    case 'video-given':
      return { title: text.given, hint: text.givenText };
    case 'steward-named':
      return { title: text.stewardNamedTitle, hint: text.stewardNamedText };
    case 'steward-declined':
      return { title: text.stewardDeclinedTitle, hint: text.stewardDeclinedText };
    case 'steward-asked':
      return { title: text.stewardAskedTitle, hint: text.stewardAskedText };
    case 'steward-started':
      return { title: text.stewardStartedTitle, hint: text.stewardStartedText };
    case 'steward-stopped':
      return { title: text.stewardStoppedTitle, hint: text.stewardStoppedText };
    case 'note':
      return { title: text.notes, hint: text.notesText };
    case 'heart':
      return { title: text.hearts, hint: text.heartsText };
    case 'question':
      return { title: text.questionTitle, hint: text.questionText };
    case 'week-question':
      return { title: text.weekQuestionTitle, hint: text.weekQuestionText };
    case 'question-answered':
      return { title: text.questionAnsweredTitle, hint: text.questionAnsweredText };
  }
}

const OF_PEOPLE: readonly NotificationKind[] = [
  'connection-request',
  'connection-accepted',
  'video-shared',
  'video-opened',
  'video-given',
  'video-gone',
  'question',
  'question-answered',
  'week-question',
];
const OF_STEWARDS = NOTIFICATION_KINDS.filter((kind) => kind.startsWith('steward'));
/** Kinds about the user's own videos. A new kind is one of them, unless it is added to another group. */
const OF_VIDEOS = NOTIFICATION_KINDS.filter((kind) => !OF_PEOPLE.includes(kind) && !OF_STEWARDS.includes(kind));

const GROUPS: readonly [title: string, kinds: readonly NotificationKind[]][] = [
  [text.groupPeople, OF_PEOPLE],
  [text.groupVideos, OF_VIDEOS],
  [text.groupStewards, OF_STEWARDS],
];

/** One of the settings of a kind. */
type Change = { in_app: boolean } | { mail: MailPace };

/** Which notifications the user wants in the app, and when by email. Changes are saved at once. */
export function NotificationSettings() {
  const notices = useNotices();
  const query = useGetNotificationSettingsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [change, { isSuccess, originalArgs }] = useChangeNotificationSettingMutation();

  async function save(kind: NotificationKind, setting: Change) {
    const result = await change({ kind, ...setting });
    if (!result.error) return;
    const { title } = kindTexts(kind);
    const name = 'mail' in setting ? text.byEmailOf({ kind: title }) : text.inAppOf({ kind: title });
    notices.failed(name, result.error, () => void save(kind, setting));
  }

  if (query.data === undefined) {
    return query.isError ? (
      <FailedState title={text.settingsFailed} error={query.error} headingLevel="h3" onRetry={query.refetch} />
    ) : (
      <LoadingState label={text.settingsLoading} />
    );
  }
  const settings = query.data;
  return (
    <Box sx={{ maxWidth: 720, pt: { xs: 5, sm: 7 } }}>
      <Typography sx={{ color: 'text.secondary', mb: 4 }}>{text.settingsIntro}</Typography>
      <span role="status" style={visuallyHidden}>
        {isSuccess ? text.settingsSaved : ''}
      </span>
      {GROUPS.map(([title, kinds]) => (
        <Box component="section" key={title} aria-label={title} sx={{ mb: 7 }}>
          <Typography variant="h3" component="h2" sx={{ mb: 3 }}>
            {title}
          </Typography>
          <SettingsList label={title}>
            {settings
              .filter(({ kind }) => kinds.includes(kind))
              .map((setting) => (
                <KindSetting
                  key={setting.kind}
                  setting={setting}
                  isSaved={isSuccess && originalArgs?.kind === setting.kind}
                  onChange={(to) => void save(setting.kind, to)}
                />
              ))}
          </SettingsList>
        </Box>
      ))}
    </Box>
  );
}

interface KindSettingProps {
  setting: NotificationSetting;
  /** Whether the last change was of this kind, and is saved. */
  isSaved: boolean;
  onChange: (change: Change) => void;
}

/** One kind with its switch, and when emails about it are sent. */
function KindSetting({ setting, isSaved, onChange }: KindSettingProps) {
  const hintId = useId();
  const { title, hint } = kindTexts(setting.kind);
  return (
    <SettingsRow title={title} hint={hint} hintId={hintId} status={isSaved ? text.settingsSaved : undefined}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 5, rowGap: 1, width: { sm: 390 } }}
      >
        <LabelledSwitch
          label={text.inApp}
          name={text.inAppOf({ kind: title })}
          hintId={hintId}
          checked={setting.in_app}
          onChange={(in_app) => onChange({ in_app })}
        />
        {setting.mail !== null && (
          <PaceSelect
            name={text.byEmailOf({ kind: title })}
            hintId={hintId}
            pace={setting.mail}
            onChange={(mail) => onChange({ mail })}
          />
        )}
      </Box>
    </SettingsRow>
  );
}

interface PaceSelectProps {
  /** Accessible name: the kind and the label. */
  name: string;
  hintId: string;
  pace: MailPace;
  onChange: (pace: MailPace) => void;
}

function PaceSelect({ name, hintId, pace, onChange }: PaceSelectProps) {
  return (
    <FormControlLabel
      labelPlacement="start"
      sx={{ m: 0, minHeight: 48, gap: 2 }}
      control={
        <NativeSelect
          variant="outlined"
          input={<OutlinedInput size="small" />}
          IconComponent={KeyboardArrowDownRounded}
          inputProps={{ 'aria-label': name, 'aria-describedby': hintId }}
          value={pace}
          onChange={(event) => onChange(event.target.value as MailPace)}
        >
          {MAIL_PACES.map((one) => (
            <option key={one} value={one}>
              {text[one]}
            </option>
          ))}
        </NativeSelect>
      }
      label={text.byEmail}
    />
  );
}

interface LabelledSwitchProps {
  /** Visible label. */
  label: string;
  /** Accessible name: the kind and the label. */
  name: string;
  hintId: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function LabelledSwitch({ label, name, hintId, checked, onChange }: LabelledSwitchProps) {
  return (
    <FormControlLabel
      sx={{ m: 0, minHeight: 48, minWidth: 140, gap: 2 }}
      control={
        <Switch
          checked={checked}
          onChange={(_event, to) => onChange(to)}
          slotProps={{ input: { role: 'switch', 'aria-label': name, 'aria-describedby': hintId } }}
          sx={{ marginInlineStart: -2, '@media (forced-colors: active)': FORCED_COLORS }}
        />
      }
      label={label}
    />
  );
}

/** In forced colors the browser removes backgrounds, and a switch consists only of backgrounds. */
const FORCED_COLORS = {
  '& .MuiSwitch-track': {
    forcedColorAdjust: 'none',
    bgcolor: 'canvas',
    border: '1px solid ButtonText',
    opacity: '1 !important',
  },
  '& .MuiSwitch-thumb': { forcedColorAdjust: 'none', bgcolor: 'ButtonText' },
  '& .Mui-checked .MuiSwitch-thumb': { bgcolor: 'highlight' },
};
