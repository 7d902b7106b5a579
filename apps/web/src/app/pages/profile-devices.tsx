import { DeviceList } from '../../features/devices/components/device-list.tsx';
import { useLogOut } from '../../features/session/use-log-out.ts';

/** The user's devices. After all sessions were ended, this browser logs out as usual. */
export function ProfileDevices() {
  return <DeviceList onLoggedOut={useLogOut()} />;
}
