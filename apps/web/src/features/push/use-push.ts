import { push as text } from '@kinreel/messages/en/push';
import { canPush, readPushDevice, savePushDevice } from '../../shared/offline/push-device.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import { endSubscription, subscribe } from './browser-push.ts';
import { useAddPushDeviceMutation, useGetPushQuery, useRemovePushDeviceMutation } from './push.api.ts';

/** Whether this device gets push messages, and how to change that. */
export function usePush(userId: string) {
  const notices = useNotices();
  const query = useGetPushQuery(undefined, { skip: !canPush(), refetchOnMountOrArgChange: true });
  const [add, adding] = useAddPushDeviceMutation();
  const [remove, removing] = useRemovePushDeviceMutation();
  const device = readPushDevice();
  const isKnown = query.data?.devices.some(({ id }) => id === device?.id) ?? false;

  /** Asks the browser first, while it still knows that the user pressed a button. @returns whether it is on */
  async function turnOn(): Promise<boolean> {
    try {
      if ((await Notification.requestPermission()) !== 'granted') {
        notices.error({ title: text.blocked });
        return false;
      }
      const { public_key } = query.data ?? (await query.refetch().unwrap());
      const { id } = await add(await subscribe(public_key)).unwrap();
      savePushDevice({ id, userId });
      return true;
    } catch (error) {
      notices.failed(text.turnOn, error, () => void turnOn());
      return false;
    }
  }

  async function turnOff(): Promise<void> {
    try {
      if (device) await remove(device.id).unwrap();
      await endSubscription();
    } catch (error) {
      notices.failed(text.title, error, () => void turnOff());
    }
  }

  return {
    query,
    isOn: canPush() && isKnown && Notification.permission === 'granted',
    isSaved: adding.isSuccess || removing.isSuccess,
    isSaving: adding.isLoading || removing.isLoading,
    turnOn,
    turnOff,
  };
}
