import { captions as text } from '@kinreel/messages/en/captions';
import UndoRounded from '@mui/icons-material/UndoRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { type CueList, type CueListAction, canJoin, type EditableCue, type InvalidCue } from '../cue-list.ts';
import { CueEditor } from './cue-editor.tsx';
import { CueRow } from './cue-row.tsx';

interface CueListViewProps {
  list: CueList;
  dispatch: (action: CueListAction) => void;
  /** Keys of the cues at the current position. */
  currentKeys: ReadonlySet<number>;
  /** The first cue that cannot be saved, with the reason. */
  invalidCue: InvalidCue | null;
  video: RefObject<HTMLVideoElement | null>;
}

/** The captions in order. The selected one is shown as an editor. */
export function CueListView({ list, dispatch, currentKeys, invalidCue, video }: CueListViewProps) {
  const container = useRef<HTMLOListElement>(null);
  const editor = useRef<HTMLDivElement>(null);
  const textField = useRef<HTMLTextAreaElement>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  const { cues, selectedKey, undoStack } = list;
  const lastStep = undoStack.at(-1);

  // The editor replaces the pressed button and takes the focus. Only an empty caption focuses its text field, so that
  // phones do not open the keyboard every time.
  useEffect(() => {
    if (selectedKey === null) return;
    if (textField.current?.value) editor.current?.focus();
    else textField.current?.focus();
  }, [selectedKey]);

  const invalidKey = invalidCue?.key;
  useEffect(() => {
    if (invalidKey !== undefined) textField.current?.focus();
  }, [invalidKey]);

  // Scrolls to the current caption during playback, unless the list has the focus.
  const [currentKey] = currentKeys;
  useEffect(() => {
    if (currentKey === undefined || video.current?.paused || container.current?.contains(document.activeElement))
      return;
    container.current?.querySelector(`[data-row="${currentKey}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [currentKey, video]);

  /** Seeks just past the start, where the previous caption has ended. */
  const seekTo = useCallback(
    (cue: EditableCue) => {
      if (video.current) video.current.currentTime = cue.start + 0.002;
    },
    [video],
  );

  // Plays one caption and pauses at its end.
  const cancelStop = useRef<() => void>(undefined);
  function play(cue: EditableCue) {
    const element = video.current;
    if (!element) return;
    cancelStop.current?.();
    const stop = () => {
      if (element.currentTime < cue.end) return;
      element.pause();
      cancelStop.current?.();
    };
    cancelStop.current = () => element.removeEventListener('timeupdate', stop);
    seekTo(cue);
    element.addEventListener('timeupdate', stop);
    element.play().catch(() => undefined);
  }

  const select = useCallback(
    (cue: EditableCue) => {
      cancelStop.current?.();
      seekTo(cue);
      dispatch({ type: 'select', key: cue.key });
    },
    [dispatch, seekTo],
  );

  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3, minHeight: 48 }}>
        <Box role="status" sx={{ color: 'text.secondary' }}>
          {lastStep ? text[lastStep.change] : text.lineCount({ count: cues.length })}
        </Box>
        {lastStep && (
          <Button ref={undoButton} startIcon={<UndoRounded />} onClick={() => dispatch({ type: 'undo' })}>
            {text.undo}
          </Button>
        )}
      </Box>
      <Box
        component="ol"
        ref={container}
        aria-label={text.lines}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
      >
        {cues.map((cue) => (
          <Box
            component="li"
            key={cue.key}
            data-row={cue.key}
            sx={{
              '&, & *': { scrollMarginTop: { xs: 'calc(32vh + 96px)', md: 8 }, scrollMarginBottom: 8 },
              minWidth: 0,
              // Only visible rows are rendered, so that long lists stay fast.
              ...(cue.key !== selectedKey && { contentVisibility: 'auto', containIntrinsicSize: 'auto 52px' }),
            }}
          >
            {cue.key === selectedKey ? (
              <CueEditor
                cue={cue}
                problem={invalidCue?.key === cue.key ? invalidCue.problem : null}
                canJoinNext={canJoin(list, cue.key)}
                containerRef={editor}
                textFieldRef={textField}
                dispatch={dispatch}
                currentTime={() => video.current?.currentTime ?? 0}
                onPlay={() => play(cue)}
                onDelete={() => {
                  dispatch({ type: 'delete', key: cue.key });
                  requestAnimationFrame(() => undoButton.current?.focus());
                }}
              />
            ) : (
              <CueRow cue={cue} isCurrent={currentKeys.has(cue.key)} onSelect={select} />
            )}
          </Box>
        ))}
      </Box>
    </>
  );
}
