import { watching as text } from '@kinreel/messages/en/watching';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatDuration } from '../../../shared/format/duration-and-size.ts';
import type { CaptionLine } from '../use-cues.ts';

interface CaptionsPanelProps {
  lines: readonly CaptionLine[];
  /** Indexes of the current lines. */
  current: readonly number[];
  onChoose: (seconds: number) => void;
}

/**
 * The captions line by line. The list follows the video until the person scrolls it. It is one tab stop; arrow keys
 * move between the lines.
 */
export function CaptionsPanel({ lines, current, onChoose }: CaptionsPanelProps) {
  const list = useRef<HTMLOListElement>(null);
  const [follows, setFollows] = useState(true);
  const [tabStop, setTabStop] = useState(0);
  const [shown] = current;
  // Between two lines, the previous line stays the position in the list.
  const place = useRef(0);
  if (shown !== undefined) place.current = shown;

  useEffect(() => {
    if (follows && shown !== undefined) scrollTo(list.current, shown);
  }, [follows, shown]);

  const leave = () => setFollows(false);
  const hasRoom = () => (list.current ? list.current.scrollHeight > list.current.clientHeight + 1 : false);

  function onKeyDown(event: KeyboardEvent) {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const button = buttons[Math.min(Math.max(0, target), buttons.length - 1)];
    leave();
    setTabStop(buttons.indexOf(button as HTMLButtonElement));
    button?.focus();
  }

  return (
    <Box
      component="section"
      aria-label={text.said}
      sx={{
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        overflow: 'hidden',
        bgcolor: 'background.paper',
        borderRadius: '20px',
        boxShadow: 1,
        // Exactly as high as the player next to it.
        height: { md: 0 },
        minHeight: { md: '100%' },
      }}
    >
      <Box sx={{ px: { xs: 4.5, sm: 6 }, pt: 5, pb: 2 }}>
        <Typography variant="h3" component="h2">
          {text.said}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
          {text.saidHint}
        </Typography>
      </Box>
      <Box
        component="ol"
        ref={list}
        onWheel={() => hasRoom() && leave()}
        onTouchMove={() => hasRoom() && leave()}
        onKeyDown={onKeyDown}
        sx={{
          position: 'relative',
          flex: 1,
          minHeight: 0,
          maxHeight: { sm: 420, md: 'none' },
          overflowY: { xs: 'visible', sm: 'auto' },
          listStyle: 'none',
          m: 0,
          px: { xs: 2, sm: 3 },
          pb: 3,
        }}
      >
        {lines.map((line, index) => {
          const isCurrent = current.includes(index);
          return (
            <li key={`${line.start} ${line.text}`}>
              <ButtonBase
                tabIndex={index === tabStop ? 0 : -1}
                aria-current={isCurrent ? 'true' : undefined}
                onFocus={() => setTabStop(index)}
                onClick={() => {
                  setFollows(true);
                  onChoose(line.start);
                }}
                sx={{
                  position: 'relative',
                  display: 'grid',
                  gridTemplateColumns: '3.25em minmax(0, 1fr)',
                  gap: 1,
                  alignItems: 'baseline',
                  width: '100%',
                  minHeight: 48,
                  px: 3,
                  py: 2.25,
                  borderRadius: 1,
                  textAlign: 'start',
                  font: 'inherit',
                  lineHeight: 1.35,
                  '&:hover': { bgcolor: 'sunken' },
                  '&:focus-visible': { outlineOffset: -3 },
                  ...(isCurrent && {
                    '&, &:hover': { bgcolor: 'tint.main', color: 'tint.contrastText', fontWeight: 600 },
                    '&::before': {
                      content: '""',
                      position: 'absolute',
                      insetInlineStart: 0,
                      insetBlock: 8,
                      width: 4,
                      borderRadius: '4px',
                      bgcolor: 'primary.main',
                    },
                    '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: -2 },
                  }),
                }}
              >
                <Box
                  component="span"
                  className="num"
                  sx={{ fontSize: '1rem', color: isCurrent ? 'inherit' : 'text.secondary' }}
                >
                  {formatDuration(line.start)}
                </Box>
                <Box component="bdi" sx={{ whiteSpace: 'pre-line' }}>
                  {line.text}
                </Box>
              </ButtonBase>
            </li>
          );
        })}
      </Box>
      {!follows && (
        <Box sx={{ display: { xs: 'none', sm: 'grid' }, p: 3, borderTop: 1, borderColor: 'divider' }}>
          <Button
            variant="soft"
            onClick={() => {
              setFollows(true);
              setTabStop(place.current);
              scrollTo(list.current, place.current);
            }}
          >
            {text.currentLine}
          </Button>
        </Box>
      )}
    </Box>
  );
}

/** Scrolls the list, not the page, so that a line is in its upper half. */
function scrollTo(list: HTMLElement | null, index: number): void {
  const row = list?.children[index];
  if (!list || !(row instanceof HTMLElement)) return;
  list.scrollTop = row.offsetTop - list.clientHeight / 3;
}
