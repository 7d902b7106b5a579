import type { Video, VideoNote } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';

/** From here on, minutes say enough, in seconds. */
const MINUTES_FROM = 120;

/** Those that this app has words for: the server may be newer. */
const KNOWN: Record<VideoNote['kind'], true> = { silent: true, black: true };

/** What is wrong with the user's own video, which can be recorded again. */
export function VideoNotes({ video: { notes, prompt, prompt_id: promptId } }: { video: Video }) {
  // A saved copy of an earlier version has no such field.
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
