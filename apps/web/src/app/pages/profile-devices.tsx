import { DeviceList } from '../../features/devices/components/device-list.tsx';
import { useLogOut } from '../../features/session/use-log-out.ts';

/** Where the user is logged in. After the end of all logins, this browser logs out as usual. */
export function ProfileDevices() {
  return <DeviceList onLoggedOut={useLogOut()} />;
}
