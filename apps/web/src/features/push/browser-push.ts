import { forgetPushDevice } from '../../shared/offline/push-device.ts';

/** Ends the subscription in this browser: a push service then refuses what is sent to it. */
export async function endSubscription(): Promise<void> {
  forgetPushDevice();
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/**
 * The subscription of this browser, a new one if there is none for this key of the server.
 * @throws Error if the browser does not subscribe
 */
export async function subscribe(
  publicKey: string,
): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new Error('no service worker');
  const earlier = await registration.pushManager.getSubscription();
  const isCurrent = earlier && keyOf(earlier) === publicKey;
  if (earlier && !isCurrent) await earlier.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const current = isCurrent ? earlier : await registration.pushManager.subscribe(options);
  const { endpoint, keys } = current.toJSON();
  return { endpoint: String(endpoint), keys: { p256dh: String(keys?.p256dh), auth: String(keys?.auth) } };
}

/** The server's key of a subscription, in base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
