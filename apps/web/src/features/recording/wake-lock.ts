/**
 * Keeps the screen on until the returned function is called. The system releases the lock while the tab is hidden; it
 * is requested again when the tab is visible. Browsers without wake locks record as well.
 */
export function keepScreenAwake(): () => void {
  let isWanted = true;
  let lock: WakeLockSentinel | null = null;
  async function request() {
    if (!isWanted || document.visibilityState !== 'visible') return;
    lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
    if (!isWanted) void lock?.release();
  }
  document.addEventListener('visibilitychange', request);
  void request();
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', request);
    void lock?.release();
  };
}
