import { watchers as text } from '@kinreel/messages/en/watchers';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { SwitchSetting } from '../../../shared/ui/switch-setting.tsx';
import { useGetWatchingSettingQuery, useSetWatchingShownMutation } from '../watching.api.ts';

/** Whether owners see that the user has watched their videos. A change is saved at once. */
export function WatchingSetting() {
  const notices = useNotices();
  const query = useGetWatchingSettingQuery(undefined, { refetchOnMountOrArgChange: true });
  const [setShown, { isLoading, isSuccess, originalArgs }] = useSetWatchingShownMutation();

  async function save(shown: boolean) {
    const { error } = await setShown(shown);
    if (error) notices.failed(text.setting, error, () => void save(shown));
  }

  return (
    <SwitchSetting
      title={text.setting}
      label={text.shown}
      hint={text.shownHint}
      checked={isLoading && originalArgs !== undefined ? originalArgs : query.data?.shown}
      failedTitle={text.settingFailed}
      failed={query.isError && { error: query.error, retry: query.refetch }}
      onChange={(shown) => void save(shown)}
      saved={isSuccess ? text.saved : undefined}
    />
  );
}
