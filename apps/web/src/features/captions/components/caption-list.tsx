import UndoRounded from '@mui/icons-material/UndoRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { type Change, type CueList, canJoin, type Line } from '../cue-list.ts';
import { CaptionLine } from './caption-line.tsx';
import { CaptionRow } from './caption-row.tsx';

interface CaptionListProps {
  list: CueList;
  change: (change: Change) => void;
  /** Keys of the lines that stand over the picture at this moment. */
  current: ReadonlySet<number>;
  /** What keeps a line from being saved. */
  problem: { key: number; words: string } | null;
  video: RefObject<HTMLVideoElement | null>;
}

/** The lines in their order; one is open and worked on. */
export function CaptionList({ list, change, current, problem, video }: CaptionListProps) {
  const place = useRef<HTMLOListElement>(null);
  const textField = useRef<HTMLTextAreaElement>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  const { lines, chosen, past } = list;
  const last = past.at(-1);

  // The line that was just opened takes the focus: it stands where the pressed button was.
  useEffect(() => {
    if (chosen !== null) textField.current?.focus();
  }, [chosen]);

  // What is said now is kept in sight, unless somebody writes.
  const [now] = current;
  useEffect(() => {
    if (now === undefined || video.current?.paused || place.current?.contains(document.activeElement)) return;
    place.current?.querySelector(`[data-row="${now}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [now, video]);

  // Plays to the end of a line and stops there.
  const stopAt = useRef<() => void>(undefined);
  function play(line: Line) {
    const element = video.current;
    if (!element) return;
    stopAt.current?.();
    const stop = () => {
      if (element.currentTime < line.end) return;
      element.pause();
      stopAt.current?.();
    };
    stopAt.current = () => element.removeEventListener('timeupdate', stop);
    element.currentTime = line.start;
    element.addEventListener('timeupdate', stop);
    element.play().catch(() => undefined);
  }

  const choose = useCallback(
    (line: Line) => {
      stopAt.current?.();
      if (video.current) video.current.currentTime = line.start;
      change({ type: 'choose', key: line.key });
    },
    [change, video],
  );

  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3, minHeight: 48 }}>
        <Box role="status" sx={{ color: 'text.secondary' }}>
          {last ? `${last.what}.` : ''}
        </Box>
        {last && (
          <Button ref={undoButton} startIcon={<UndoRounded />} onClick={() => change({ type: 'undo' })}>
            Undo
          </Button>
        )}
      </Box>
      <Box
        component="ol"
        ref={place}
        aria-label="Lines"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
      >
        {lines.map((line) => (
          <Box
            component="li"
            key={line.key}
            data-row={line.key}
            sx={{
              scrollMarginBlock: 8,
              minWidth: 0,
              // Thousands of lines cost no more than those in sight.
              ...(line.key !== chosen && { contentVisibility: 'auto', containIntrinsicSize: 'auto 52px' }),
            }}
          >
            {line.key === chosen ? (
              <CaptionLine
                line={line}
                problem={problem?.key === line.key ? problem.words : undefined}
                joinable={canJoin(list, line.key)}
                textField={textField}
                change={change}
                now={() => video.current?.currentTime ?? 0}
                onPlay={() => play(line)}
                onDelete={() => {
                  change({ type: 'delete', key: line.key });
                  requestAnimationFrame(() => undoButton.current?.focus());
                }}
              />
            ) : (
              <CaptionRow line={line} current={current.has(line.key)} onChoose={choose} />
            )}
          </Box>
        ))}
      </Box>
    </>
  );
}
