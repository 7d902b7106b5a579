/**
 * Keeps the screen from going dark until the answered function is called. The system takes the lock away while the tab is
 * hidden; it is asked for again when the tab is back. Browsers without it record all the same.
 */
export function holdScreenAwake(): () => void {
  let wanted = true;
  let lock: WakeLockSentinel | null = null;
  async function hold() {
    if (!wanted || document.visibilityState !== 'visible') return;
    lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
    if (!wanted) void lock?.release();
  }
  document.addEventListener('visibilitychange', hold);
  void hold();
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', hold);
    void lock?.release();
  };
}
