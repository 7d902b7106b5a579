import { captions as text } from '@kinreel/messages/en/captions';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { memo } from 'react';
import { type EditableCue, formatTimestamp } from '../cue-list.ts';

interface CueRowProps {
  cue: EditableCue;
  /** Whether the caption is shown at the current position. */
  isCurrent: boolean;
  onSelect: (cue: EditableCue) => void;
}

/** A caption in the list. Pressing it edits the caption and seeks to it. */
export const CueRow = memo(function CueRow({ cue, isCurrent, onSelect }: CueRowProps) {
  return (
    <ButtonBase
      onClick={() => onSelect(cue)}
      aria-current={isCurrent ? 'true' : undefined}
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
        ...(isCurrent && {
          bgcolor: 'tint.main',
          color: 'tint.contrastText',
          borderInlineStart: '4px solid currentcolor',
          paddingInlineStart: '8px',
          '&:hover': { bgcolor: 'tint.dark' },
        }),
        '&:focus-visible': { outlineOffset: -3 },
      }}
    >
      <Box component="span" className="num" sx={{ flex: 'none', minWidth: 58, fontWeight: 600 }}>
        {formatTimestamp(cue.start)}
      </Box>
      <Box component="span" dir="auto" sx={{ flex: 1, minWidth: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {cue.text || <em>{text.noWords}</em>}
      </Box>
    </ButtonBase>
  );
});
