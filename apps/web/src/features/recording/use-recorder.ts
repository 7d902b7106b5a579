import { useEffect, useState, useSyncExternalStore } from 'react';
import { Recorder } from './recorder.ts';
import type { RecorderState } from './recorder-state.ts';

/** A recorder that is disposed when its page is left. Null on the first render. */
export function useRecorder(userId: string): Recorder | null {
  const [recorder, setRecorder] = useState<Recorder | null>(null);
  useEffect(() => {
    const created = new Recorder(userId);
    setRecorder(created);
    return () => created.dispose();
  }, [userId]);
  return recorder;
}

export function useRecorderState(recorder: Recorder): RecorderState {
  return useSyncExternalStore(recorder.subscribe, () => recorder.state);
}
