import type { Device } from '@kinreel/contracts/devices';
import { devices as text } from '@kinreel/messages/en/devices';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { errorMessage, isApiError } from '../../../shared/api/api-error.ts';
import { formatDate } from '../../../shared/format/date.ts';
import { formatRelativeTime } from '../../../shared/format/relative-time.ts';
import { fetchOnIntent, lazyComponent } from '../../../shared/lazy-component.ts';
import { LazyDialog } from '../../../shared/ui/lazy-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { SettingsList, SettingsRow } from '../../../shared/ui/settings-list.tsx';
import { EmptyState, FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';
import { useEndAllDevicesMutation, useEndDeviceMutation, useGetDevicesQuery } from '../devices.api.ts';

const loadConfirmDialog = () => import('../../../shared/ui/confirm-dialog.tsx');
const ConfirmDialog = lazyComponent(loadConfirmDialog, 'ConfirmDialog');

/** Browser and operating system, such as Chrome on Android. */
function nameOf({ browser, system }: Device): string {
  if (browser && system) return text.browserOn({ browser, system });
  return browser ?? system ?? text.unknown;
}

interface DeviceListProps {
  /** Called after this device was logged out too. */
  onLoggedOut: () => Promise<void>;
}

/** The user's devices. One or all can be logged out. */
export function DeviceList({ onLoggedOut }: DeviceListProps) {
  const query = useGetDevicesQuery(undefined, { refetchOnMountOrArgChange: true });
  if (query.data === undefined) {
    if (!query.isError) return <LoadingState label={text.loading} />;
    // A hosted identity provider manages the devices. Retrying does not help.
    return isApiError(query.error) && query.error.code === 'devices.elsewhere' ? (
      <EmptyState title={text.elsewhereTitle} text={errorMessage(query.error)} headingLevel="h3" />
    ) : (
      <FailedState title={text.loadFailed} error={query.error} headingLevel="h3" onRetry={query.refetch} />
    );
  }
  return (
    <Box sx={{ maxWidth: 720, pt: { xs: 5, sm: 7 } }}>
      {query.data.length === 0 ? (
        <EmptyState title={text.noneTitle} text={text.noneText} headingLevel="h3" />
      ) : (
        <Devices devices={query.data} />
      )}
      <LogOutEverywhere onLoggedOut={onLoggedOut} />
    </Box>
  );
}

function Devices({ devices }: { devices: Device[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [end] = useEndDeviceMutation();
  const removal = useRemoval({
    rows: devices,
    idOf: ({ id }) => id,
    title: text.logOutTitle,
    text: (device) => text.logOutText({ device: nameOf(device) }),
    confirmLabel: text.logOut,
    action: (device) => text.logOutOf({ device: nameOf(device), time: formatRelativeTime(device.last_used_at) }),
    remove: ({ id }) => end(id).unwrap(),
    done: text.loggedOut,
    container: list,
  });
  return (
    <>
      <Typography sx={{ color: 'text.secondary', mb: 4 }}>{text.intro}</Typography>
      <SettingsList listRef={list} label={text.devices}>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} onLogOut={() => removal.ask(device)} />
        ))}
      </SettingsList>
      {removal.dialog}
    </>
  );
}

function DeviceRow({ device, onLogOut }: { device: Device; onLogOut: () => void }) {
  const name = nameOf(device);
  const lastUsed = formatRelativeTime(device.last_used_at);
  return (
    <SettingsRow
      row={device.id}
      title={name}
      hint={device.current ? text.loggedIn({ date: formatDate(device.created_at) }) : text.lastUsed({ time: lastUsed })}
    >
      {device.current ? (
        <Typography sx={{ fontWeight: 600 }}>{text.current}</Typography>
      ) : (
        <Button variant="outlined" aria-label={text.logOutOf({ device: name, time: lastUsed })} onClick={onLogOut}>
          {text.logOut}
        </Button>
      )}
    </SettingsRow>
  );
}

function LogOutEverywhere({ onLoggedOut }: DeviceListProps) {
  const notices = useNotices();
  const [open, setOpen] = useState(false);
  const [endAll, { isLoading }] = useEndAllDevicesMutation();

  async function confirm() {
    const result = await endAll();
    if (result.error) notices.failed(text.everywhere, result.error, () => void confirm());
    else await onLoggedOut();
  }

  return (
    <Box sx={{ mt: 7 }}>
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>{text.everywhereText}</Typography>
      <Button variant="outlined" onClick={() => setOpen(true)} {...fetchOnIntent(loadConfirmDialog)}>
        {text.everywhere}
      </Button>
      <LazyDialog open={open} onClose={() => setOpen(false)}>
        <ConfirmDialog
          open={open}
          busy={isLoading}
          title={text.everywhereTitle}
          text={text.everywhereText}
          confirmLabel={text.everywhere}
          onConfirm={() => void confirm()}
          onClose={() => setOpen(false)}
        />
      </LazyDialog>
    </Box>
  );
}
