import type { Video } from '@kinreel/contracts/videos';
import { videos } from '@kinreel/messages/en/videos';
import { watching as text } from '@kinreel/messages/en/watching';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { formatDuration } from '../../../shared/format/duration-and-size.ts';
import { Poster } from '../../../shared/player/poster.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';

/** Target of a video link, with its state. */
export interface WatchLink {
  to: string;
  state: unknown;
}

interface UpNextProps {
  videos: readonly Video[];
  linkTo: (video: Video) => WatchLink;
  playsNext: boolean;
  onPlaysNext: (on: boolean) => void;
}

/** The following videos of the list, and whether the first of them starts automatically. */
export function UpNext({ videos: following, linkTo, playsNext, onPlaysNext }: UpNextProps) {
  return (
    <Box component="section" aria-labelledby="up-next">
      <Typography id="up-next" variant="h3" component="h2">
        {text.upNext}
      </Typography>
      <FormControlLabel
        control={<Switch checked={playsNext} onChange={(_event, on) => onPlaysNext(on)} />}
        label={text.playsNext}
        sx={{ minHeight: 48, mt: 1 }}
      />
      <Box
        component="ul"
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', md: 'minmax(0, 1fr)' },
          gap: { xs: 3.5, sm: 7, md: 4 },
          listStyle: 'none',
          m: 0,
          mt: 2,
          p: 0,
        }}
      >
        {following.map((video) => (
          <li key={video.id}>
            <NextCard video={video} link={linkTo(video)} />
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** A small card; the whole card is a link. */
function NextCard({ video, link }: { video: Video; link: WatchLink }) {
  const row = { xs: 'row', sm: 'column', md: 'row' } as const;
  const duration = video.duration === null ? null : formatDuration(video.duration);
  return (
    <Card sx={{ position: 'relative', display: 'flex', flexDirection: row, height: '100%', overflow: 'visible' }}>
      <Box
        sx={{
          position: 'relative',
          flex: 'none',
          width: { xs: 128, sm: 'auto', md: 150 },
          minHeight: 96,
          aspectRatio: { sm: '16 / 9', md: 'auto' },
          bgcolor: 'tint.main',
          borderStartStartRadius: 20,
          borderEndStartRadius: { xs: 20, sm: 0, md: 20 },
          borderStartEndRadius: { xs: 0, sm: 20, md: 0 },
        }}
      >
        <Poster src={video.poster_url} />
        {duration && (
          <Box
            className="num"
            sx={{
              position: 'absolute',
              insetInlineStart: 8,
              bottom: 8,
              px: 2,
              borderRadius: '8px',
              bgcolor: 'media.main',
              color: 'media.contrastText',
              fontSize: '1rem',
              fontWeight: 600,
            }}
          >
            <span style={visuallyHidden}>{videos.length({ duration })}</span>
            <span aria-hidden>{duration}</span>
          </Box>
        )}
        <Box
          aria-hidden
          sx={{
            position: 'absolute',
            insetInlineEnd: { xs: -22, sm: 18, md: -22 },
            bottom: { xs: 'calc(50% - 22px)', sm: -22, md: 'calc(50% - 22px)' },
            width: 44,
            height: 44,
            display: 'grid',
            placeItems: 'center',
            borderRadius: '50%',
            border: '4px solid',
            borderColor: 'background.paper',
            bgcolor: 'accent.main',
            color: 'accent.contrastText',
          }}
        >
          <PlayArrowRounded />
        </Box>
      </Box>
      <Box
        sx={{
          alignSelf: { xs: 'center', sm: 'stretch', md: 'center' },
          flex: 1,
          minWidth: 0,
          py: 3,
          paddingInlineStart: { xs: 8, sm: 5, md: 8 },
          paddingInlineEnd: { xs: 4, sm: 18, md: 4 },
        }}
      >
        <Typography variant="h4" component="h3" sx={{ textWrap: 'balance', fontSize: '1.1875rem' }}>
          <Box
            component={Link}
            {...link}
            // Back leads to the list, not through every watched video.
            replace
            sx={{
              color: 'inherit',
              textDecoration: 'none',
              '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '20px' },
              '&:focus-visible': { outline: 'none' },
              '&:focus-visible::after': (theme) => ({
                outline: `3px solid ${theme.vars?.palette.focusRing}`,
                outlineOffset: 3,
              }),
            }}
          >
            {video.prompt}
          </Box>
        </Typography>
      </Box>
    </Card>
  );
}
