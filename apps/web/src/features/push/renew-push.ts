import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { readPushDevice, savePushDevice } from '../../shared/offline/push-device.ts';
import { endSubscription, subscribe } from './browser-push.ts';
import { pushApi } from './push.api.ts';

/**
 * Moves the subscription of this device to the current session, so that it ends with the session. If it belonged to
 * another person, or the browser no longer allows it, it is deleted.
 */
export async function renewPush(
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>,
  userId: string,
): Promise<void> {
  if (readPushDevice()?.userId !== userId || Notification.permission !== 'granted') return endSubscription();
  const { public_key } = await dispatch(pushApi.endpoints.getPush.initiate(undefined, { subscribe: false })).unwrap();
  const subscription = await subscribe(public_key);
  const { id } = await dispatch(pushApi.endpoints.addPushDevice.initiate(subscription)).unwrap();
  savePushDevice({ id, userId });
}
