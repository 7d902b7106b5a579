import { MAX_CUE_LENGTH } from '@kinreel/contracts/captions';
import AddRounded from '@mui/icons-material/AddRounded';
import CallSplitRounded from '@mui/icons-material/CallSplitRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import MergeRounded from '@mui/icons-material/MergeRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import RemoveRounded from '@mui/icons-material/RemoveRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type RefObject, useRef } from 'react';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { type Change, formatMoment, type Line, NUDGE } from '../cue-list.ts';

interface CaptionLineProps {
  line: Line;
  /** What keeps it from being saved. */
  problem: string | undefined;
  joinable: boolean;
  place: RefObject<HTMLDivElement | null>;
  textField: RefObject<HTMLTextAreaElement | null>;
  change: (change: Change) => void;
  /** Where the video stands, in seconds. */
  now: () => number;
  onPlay: () => void;
  onDelete: () => void;
}

/** The line that is worked on: its words, its time, and what else can be done with it. */
export function CaptionLine(props: CaptionLineProps) {
  const { line, problem, joinable, place, textField, change, now, onPlay, onDelete } = props;
  const { key } = line;
  const caret = useRef<number | null>(null);
  return (
    <Box
      role="group"
      ref={place}
      tabIndex={-1}
      aria-label={`Line at ${formatMoment(line.start)}`}
      sx={{
        p: { xs: 3, sm: 4 },
        borderRadius: '16px',
        border: '2px solid',
        borderColor: 'primary.main',
        bgcolor: 'background.paper',
      }}
    >
      <FormField
        label="What is said"
        multiline
        minRows={2}
        maxRows={6}
        value={line.text}
        error={problem}
        ref={textField}
        inputProps={{ maxLength: MAX_CUE_LENGTH, dir: 'auto' }}
        onChange={(event) => change({ type: 'write', key, text: event.target.value })}
        onSelect={(event) => {
          caret.current = (event.target as HTMLTextAreaElement).selectionStart;
        }}
        sx={{ '& .MuiOutlinedInput-root': { p: 0 } }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 1, mt: 2 }}>
        <Moment
          label="Begins"
          seconds={line.start}
          onMove={(at) => change({ type: 'begin', key, at })}
          onNow={() => change({ type: 'begin', key, at: now() })}
        />
        <Moment
          label="Ends"
          seconds={line.end}
          onMove={(at) => change({ type: 'end', key, at })}
          onNow={() => change({ type: 'end', key, at: now() })}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2, mx: -2, mb: -1 }}>
        <Button startIcon={<PlayArrowRounded />} onClick={onPlay} sx={action}>
          Play this line
        </Button>
        <Button
          startIcon={<CallSplitRounded />}
          onClick={() => change({ type: 'split', key, at: now(), caret: caret.current })}
          sx={action}
        >
          Split in two
        </Button>
        <Button
          startIcon={<MergeRounded />}
          disabled={!joinable}
          onClick={() => change({ type: 'join', key })}
          sx={action}
        >
          Join with the next
        </Button>
        <Button startIcon={<DeleteOutlineRounded />} onClick={onDelete} sx={action}>
          Delete this line
        </Button>
      </Box>
    </Box>
  );
}

const action = { px: 2, minHeight: 44, fontSize: '1.0625rem' };

interface MomentProps {
  label: 'Begins' | 'Ends';
  seconds: number;
  onMove: (seconds: number) => void;
  onNow: () => void;
}

/** One end of a line: a tenth of a second earlier or later, or where the video stands. */
function Moment({ label, seconds, onMove, onNow }: MomentProps) {
  return (
    <Box role="group" aria-label={label} sx={{ display: 'flex', alignItems: 'center' }}>
      <Box component="span" sx={{ minWidth: 62, fontWeight: 600 }}>
        {label}
      </Box>
      <IconButton
        aria-label={`${label} earlier`}
        onClick={() => onMove(seconds - NUDGE)}
        sx={{ width: 44, height: 44 }}
      >
        <RemoveRounded />
      </IconButton>
      <Box component="output" className="num" sx={{ minWidth: 62, textAlign: 'center' }}>
        {formatMoment(seconds)}
      </Box>
      <IconButton aria-label={`${label} later`} onClick={() => onMove(seconds + NUDGE)} sx={{ width: 44, height: 44 }}>
        <AddRounded />
      </IconButton>
      <Button aria-label={`${label} now`} onClick={onNow} sx={{ ...action, minWidth: 0 }}>
        Now
      </Button>
    </Box>
  );
}
