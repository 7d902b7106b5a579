import type { Video, VideoNote } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';

/** Number of seconds from which the text uses minutes. */
const MINUTES_FROM = 120;

/** Kinds that this version of the app has texts for; the server may be newer. */
const KNOWN: Record<VideoNote['kind'], true> = { silent: true, black: true };

/** Tells the owner what is wrong with a video, with a button to record it again. */
export function VideoNotes({ video: { notes, prompt, prompt_id: promptId } }: { video: Video }) {
  // Saved responses of earlier versions lack this field.
  const known = notes?.filter(({ kind }) => kind in KNOWN) ?? [];
  if (known.length === 0) return null;
  return (
    <Box sx={{ color: 'text.primary', fontWeight: 600 }}>
      {known.map((note) => (
        <div key={note.kind}>{noteText(note)}</div>
      ))}
      {promptId !== null && (
        <Button
          component={Link}
          to={paths.recordPrompt(promptId)}
          aria-label={text.recordAgainFor({ prompt })}
          sx={{ display: 'flex', width: 'fit-content', marginInlineStart: -3.5, minHeight: 44 }}
        >
          {text.recordAgain}
        </Button>
      )}
    </Box>
  );
}

function noteText({ kind, seconds }: VideoNote): string {
  if (seconds === null) return text[kind];
  return seconds < MINUTES_FROM
    ? text[`${kind}Seconds`]({ count: Math.round(seconds) })
    : text[`${kind}Minutes`]({ count: Math.round(seconds / 60) });
}
