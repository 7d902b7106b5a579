import { MAX_CUE_LENGTH } from '@kinreel/contracts/captions';
import { captions as text } from '@kinreel/messages/en/captions';
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
import { type CueListAction, type EditableCue, formatTimestamp, type InvalidCue, NUDGE_SECONDS } from '../cue-list.ts';

interface CueEditorProps {
  cue: EditableCue;
  /** Why the caption cannot be saved. */
  problem: InvalidCue['problem'] | null;
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
  const { cue, problem, canJoinNext, containerRef, textFieldRef, dispatch, currentTime, onPlay, onDelete } = props;
  const { key } = cue;
  const caret = useRef<number | null>(null);
  return (
    <Box
      role="group"
      ref={containerRef}
      tabIndex={-1}
      aria-label={text.lineAt({ time: formatTimestamp(cue.start) })}
      sx={{
        p: { xs: 3, sm: 4 },
        borderRadius: '16px',
        border: '2px solid',
        borderColor: 'primary.main',
        bgcolor: 'background.paper',
      }}
    >
      <FormField
        label={text.words}
        multiline
        minRows={2}
        maxRows={6}
        value={cue.text}
        error={
          problem === 'empty'
            ? text.wordsMissing
            : problem === 'too-long'
              ? text.wordsTooLong({ max: MAX_CUE_LENGTH })
              : undefined
        }
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
          edge="start"
          seconds={cue.start}
          onChange={(at) => dispatch({ type: 'set-start', key, at })}
          onNow={() => dispatch({ type: 'set-start', key, at: currentTime() })}
        />
        <TimeField
          edge="end"
          seconds={cue.end}
          onChange={(at) => dispatch({ type: 'set-end', key, at })}
          onNow={() => dispatch({ type: 'set-end', key, at: currentTime() })}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2, mx: -2, mb: -1 }}>
        <Button startIcon={<PlayArrowRounded />} onClick={onPlay} sx={action}>
          {text.play}
        </Button>
        <Button
          startIcon={<CallSplitRounded />}
          onClick={() => dispatch({ type: 'split', key, at: currentTime(), caret: caret.current })}
          sx={action}
        >
          {text.split}
        </Button>
        <Button
          startIcon={<MergeRounded />}
          disabled={!canJoinNext}
          onClick={() => dispatch({ type: 'join', key })}
          sx={action}
        >
          {text.join}
        </Button>
        <Button startIcon={<DeleteOutlineRounded />} onClick={onDelete} sx={action}>
          {text.delete}
        </Button>
      </Box>
    </Box>
  );
}

const action = { px: 2, minHeight: 44, fontSize: '1.0625rem' };

interface TimeFieldProps {
  edge: 'start' | 'end';
  seconds: number;
  onChange: (seconds: number) => void;
  onNow: () => void;
}

/** Start or end of a caption. It can be moved by a tenth of a second, or to the video's position. */
function TimeField({ edge, seconds, onChange, onNow }: TimeFieldProps) {
  return (
    <Box role="group" aria-label={text[edge]} sx={{ display: 'flex', alignItems: 'center' }}>
      <Box component="span" sx={{ minWidth: 62, fontWeight: 600 }}>
        {text[edge]}
      </Box>
      <IconButton
        aria-label={text.earlier({ edge })}
        onClick={() => onChange(seconds - NUDGE_SECONDS)}
        sx={{ width: 44, height: 44 }}
      >
        <RemoveRounded />
      </IconButton>
      <Box component="output" className="num" sx={{ minWidth: 62, textAlign: 'center' }}>
        {formatTimestamp(seconds)}
      </Box>
      <IconButton
        aria-label={text.later({ edge })}
        onClick={() => onChange(seconds + NUDGE_SECONDS)}
        sx={{ width: 44, height: 44 }}
      >
        <AddRounded />
      </IconButton>
      <Button aria-label={text.atNow({ edge })} onClick={onNow} sx={{ ...action, minWidth: 0 }}>
        {text.now}
      </Button>
    </Box>
  );
}
