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
import { type CueListAction, type EditableCue, formatTimestamp, NUDGE_SECONDS } from '../cue-list.ts';

interface CueEditorProps {
  cue: EditableCue;
  /** Why it cannot be saved. */
  error: string | undefined;
  canJoinNext: boolean;
  containerRef: RefObject<HTMLDivElement | null>;
  textFieldRef: RefObject<HTMLTextAreaElement | null>;
  dispatch: (action: CueListAction) => void;
  /** Current position of the video, in seconds. */
  currentTime: () => number;
  onPlay: () => void;
  onDelete: () => void;
}

/** Edits one caption: text, start and end, with play, split, join and delete. */
export function CueEditor(props: CueEditorProps) {
  const { cue, error, canJoinNext, containerRef, textFieldRef, dispatch, currentTime, onPlay, onDelete } = props;
  const { key } = cue;
  const caret = useRef<number | null>(null);
  return (
    <Box
      role="group"
      ref={containerRef}
      tabIndex={-1}
      aria-label={`Line at ${formatTimestamp(cue.start)}`}
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
        value={cue.text}
        error={error}
        ref={textFieldRef}
        inputProps={{ maxLength: MAX_CUE_LENGTH, dir: 'auto' }}
        onChange={(event) => dispatch({ type: 'set-text', key, text: event.target.value })}
        onSelect={(event) => {
          caret.current = (event.target as HTMLTextAreaElement).selectionStart;
        }}
        sx={{ '& .MuiOutlinedInput-root': { p: 0 } }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 1, mt: 2 }}>
        <TimeField
          label="Begins"
          seconds={cue.start}
          onChange={(at) => dispatch({ type: 'set-start', key, at })}
          onNow={() => dispatch({ type: 'set-start', key, at: currentTime() })}
        />
        <TimeField
          label="Ends"
          seconds={cue.end}
          onChange={(at) => dispatch({ type: 'set-end', key, at })}
          onNow={() => dispatch({ type: 'set-end', key, at: currentTime() })}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2, mx: -2, mb: -1 }}>
        <Button startIcon={<PlayArrowRounded />} onClick={onPlay} sx={action}>
          Play this line
        </Button>
        <Button
          startIcon={<CallSplitRounded />}
          onClick={() => dispatch({ type: 'split', key, at: currentTime(), caret: caret.current })}
          sx={action}
        >
          Split in two
        </Button>
        <Button
          startIcon={<MergeRounded />}
          disabled={!canJoinNext}
          onClick={() => dispatch({ type: 'join', key })}
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

interface TimeFieldProps {
  label: 'Begins' | 'Ends';
  seconds: number;
  onChange: (seconds: number) => void;
  onNow: () => void;
}

/** Start or end of a caption: move it by a tenth of a second, or to the video's position. */
function TimeField({ label, seconds, onChange, onNow }: TimeFieldProps) {
  return (
    <Box role="group" aria-label={label} sx={{ display: 'flex', alignItems: 'center' }}>
      <Box component="span" sx={{ minWidth: 62, fontWeight: 600 }}>
        {label}
      </Box>
      <IconButton
        aria-label={`${label} earlier`}
        onClick={() => onChange(seconds - NUDGE_SECONDS)}
        sx={{ width: 44, height: 44 }}
      >
        <RemoveRounded />
      </IconButton>
      <Box component="output" className="num" sx={{ minWidth: 62, textAlign: 'center' }}>
        {formatTimestamp(seconds)}
      </Box>
      <IconButton
        aria-label={`${label} later`}
        onClick={() => onChange(seconds + NUDGE_SECONDS)}
        sx={{ width: 44, height: 44 }}
      >
        <AddRounded />
      </IconButton>
      <Button aria-label={`${label} now`} onClick={onNow} sx={{ ...action, minWidth: 0 }}>
        Now
      </Button>
    </Box>
  );
}
