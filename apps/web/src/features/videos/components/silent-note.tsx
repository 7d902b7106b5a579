import type { Video } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';

/** The user's own video has a sound track in which nothing is heard, and can be recorded again. */
export function SilentNote({ video: { silent, prompt, prompt_id: promptId } }: { video: Video }) {
  // A saved copy of an earlier version has no such field.
  if (!silent) return null;
  return (
    <Box sx={{ color: 'text.primary', fontWeight: 600 }}>
      <div>{text.silent}</div>
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
