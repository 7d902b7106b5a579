import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { memo } from 'react';
import { formatMoment, type Line } from '../cue-list.ts';

interface CaptionRowProps {
  line: Line;
  /** It stands over the picture at this moment. */
  current: boolean;
  onChoose: (line: Line) => void;
}

/** One line of the list; pressed, it is opened and the video goes there. */
export const CaptionRow = memo(function CaptionRow({ line, current, onChoose }: CaptionRowProps) {
  return (
    <ButtonBase
      onClick={() => onChoose(line)}
      aria-current={current ? 'true' : undefined}
      sx={{
        width: '100%',
        minHeight: 52,
        px: 3,
        py: 2,
        gap: 4,
        alignItems: 'baseline',
        justifyContent: 'flex-start',
        textAlign: 'start',
        borderRadius: '12px',
        typography: 'body1',
        '&:hover': { bgcolor: 'sunken' },
        ...(current && {
          bgcolor: 'tint.main',
          color: 'tint.contrastText',
          boxShadow: 'inset 4px 0 0 currentcolor',
          '&:hover': { bgcolor: 'tint.dark' },
        }),
        '&:focus-visible': { outlineOffset: -3 },
      }}
    >
      <Box component="span" className="num" sx={{ flex: 'none', minWidth: 58, fontWeight: 600 }}>
        {formatMoment(line.start)}
      </Box>
      <Box component="span" dir="auto" sx={{ flex: 1, minWidth: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {line.text || <em>No words yet</em>}
      </Box>
    </ButtonBase>
  );
});
