import { useEffect, useState, useSyncExternalStore } from 'react';
import { Recorder, type RecorderState } from './recorder.ts';

/** A recorder for as long as its page is shown. Null for the first moment. */
export function useRecorder(userId: string): Recorder | null {
  const [recorder, setRecorder] = useState<Recorder | null>(null);
  useEffect(() => {
    const made = new Recorder(userId);
    setRecorder(made);
    return () => made.dispose();
  }, [userId]);
  return recorder;
}

export function useRecorderState(recorder: Recorder): RecorderState {
  return useSyncExternalStore(recorder.subscribe, () => recorder.state);
}
