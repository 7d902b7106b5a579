import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { endSubscription, knownDevice, rememberDevice, subscribe } from './browser-push.ts';
import { pushApi } from './push.api.ts';

/**
 * Gives the subscription of this device to the current session, so that it ends with that. If another person was told
 * here before, or the browser no longer allows it, it ends now.
 */
export async function renewPush(
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>,
  userId: string,
): Promise<void> {
  if (knownDevice()?.userId !== userId || Notification.permission !== 'granted') return endSubscription();
  const { public_key } = await dispatch(pushApi.endpoints.getPush.initiate(undefined, { subscribe: false })).unwrap();
  const subscription = await subscribe(public_key);
  const { id } = await dispatch(pushApi.endpoints.addPushDevice.initiate(subscription)).unwrap();
  rememberDevice({ id, userId });
}
