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
  const opened = useRef<HTMLDivElement>(null);
  const textField = useRef<HTMLTextAreaElement>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  const { lines, chosen, past } = list;
  const last = past.at(-1);

  // The line that was just opened takes the focus, since the pressed button is gone; an empty one waits for words. The
  // keyboard of a phone comes up for nothing else.
  useEffect(() => {
    if (chosen === null) return;
    if (textField.current?.value) opened.current?.focus();
    else textField.current?.focus();
  }, [chosen]);

  const problemKey = problem?.key;
  useEffect(() => {
    if (problemKey !== undefined) textField.current?.focus();
  }, [problemKey]);

  // What is said now is kept in sight, unless somebody writes.
  const [now] = current;
  useEffect(() => {
    if (now === undefined || video.current?.paused || place.current?.contains(document.activeElement)) return;
    place.current?.querySelector(`[data-row="${now}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [now, video]);

  /** Past the instant at which the line before still stands. */
  const goTo = useCallback(
    (line: Line) => {
      if (video.current) video.current.currentTime = line.start + 0.002;
    },
    [video],
  );

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
    goTo(line);
    element.addEventListener('timeupdate', stop);
    element.play().catch(() => undefined);
  }

  const choose = useCallback(
    (line: Line) => {
      stopAt.current?.();
      goTo(line);
      change({ type: 'choose', key: line.key });
    },
    [change, goTo],
  );

  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3, minHeight: 48 }}>
        <Box role="status" sx={{ color: 'text.secondary' }}>
          {last ? `${last.what}.` : lines.length === 1 ? '1 line' : `${lines.length} lines`}
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
              '&, & *': { scrollMarginTop: { xs: 'calc(32vh + 96px)', md: 8 }, scrollMarginBottom: 8 },
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
                place={opened}
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
