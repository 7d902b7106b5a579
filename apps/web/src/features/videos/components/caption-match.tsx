import type { CaptionHit } from '@kinreel/contracts/captions';
import { videos as text } from '@kinreel/messages/en/videos';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { formatDuration } from '../../../shared/format/duration-and-size.ts';
import { useWatchLink } from '../watch-link.ts';

/** A matching caption with highlighted search words. It opens the video at this position. */
export function CaptionMatch({ hit }: { hit: CaptionHit }) {
  const link = useWatchLink(hit.video_id, hit.start);
  const segments: { text: string; found: boolean; at: number }[] = [];
  const time = formatDuration(hit.start);
  let at = 0;
  for (const [from, to] of hit.marks) {
    segments.push(
      { text: hit.text.slice(at, from), found: false, at },
      { text: hit.text.slice(from, to), found: true, at: from },
    );
    at = to;
  }
  segments.push({ text: hit.text.slice(at), found: false, at });
  return (
    <Button
      aria-label={text.playMatch({ caption: hit.text, time })}
      component={Link}
      {...link}
      startIcon={<PlayArrowRounded />}
      sx={{
        marginInlineStart: -3.5,
        minHeight: 44,
        textAlign: 'start',
        fontWeight: 400,
        fontSize: '1.0625rem',
        color: 'text.primary',
      }}
    >
      <span>
        <bdi>
          {segments.map((segment) =>
            segment.found ? (
              <Box
                key={segment.at}
                component="mark"
                sx={{
                  bgcolor: 'warningTint.main',
                  color: 'warningTint.contrastText',
                  fontWeight: 600,
                  borderRadius: '4px',
                }}
              >
                {segment.text}
              </Box>
            ) : (
              segment.text
            ),
          )}
        </bdi>{' '}
        <Box component="span" className="num" sx={{ whiteSpace: 'nowrap', fontWeight: 600 }}>
          {text.matchTime({ time })}
        </Box>
      </span>
    </Button>
  );
}
