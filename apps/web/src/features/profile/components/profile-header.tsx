import { profile as text } from '@kinreel/messages/en/profile';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import { useIsPhone } from '../../../shared/ui/use-is-phone.ts';
import { PAGE_WIDTH } from './page-width.ts';

interface ProfileHeaderProps {
  name: string;
  /**
   * Name of the user's own page. Screen readers announce it before the person's name; sighted people see it in the
   * tabs.
   */
  view?: string;
  place: string;
  /** URL of the photo; null without one. */
  photo: string | null;
  /** URL of the banner; null in the edit view, which shows a button instead. */
  banner: string | null;
  /** Smaller version for all views except the videos. */
  compact?: boolean;
  /** Shown in the top corner of the banner. */
  bannerAction?: ReactNode;
  /** Shown next to the name. On phones it is next to the photo, and the name is below both. */
  action?: ReactNode;
}

/** Sizes in pixels, on phones and on wider screens. */
const SIZES = {
  full: { banner: { xs: 72, sm: 240 }, photo: { xs: 88, sm: 168 }, overlap: { xs: 36, sm: 84 } },
  compact: { banner: { xs: 96, sm: 168 }, photo: { xs: 88, sm: 128 }, overlap: { xs: 40, sm: 56 } },
};

/** Delay in milliseconds before a failed banner is loaded again. */
const BANNER_RETRY_MS = 5000;

/** Header of a profile: banner, photo overlapping its bottom edge, name and place (PROF-01, PROF-03). */
export function ProfileHeader(props: ProfileHeaderProps) {
  const { name, view, place, photo, banner, compact = false, bannerAction, action } = props;
  const isPhone = useIsPhone();
  const size = compact ? SIZES.compact : SIZES.full;
  const ring = isPhone ? 5 : compact ? 6 : 7;
  return (
    <div>
      <Box sx={{ position: 'relative', height: size.banner, bgcolor: banner ? 'secondary.main' : 'tint.main' }}>
        {banner && <BannerPicture src={banner} />}
        {bannerAction && (
          <Box sx={{ ...PAGE_WIDTH, position: 'absolute', inset: 0, pointerEvents: 'none' }}>
            <Box
              sx={{
                display: 'flex',
                justifyContent: 'flex-end',
                gap: 2,
                pt: { xs: 3, sm: 5 },
                marginInlineEnd: { xs: -1, sm: 0 },
                '& > *': { pointerEvents: 'auto' },
              }}
            >
              {bannerAction}
            </Box>
          </Box>
        )}
      </Box>
      <Box
        sx={{
          ...PAGE_WIDTH,
          display: 'flex',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          // A long name grows downwards, and the photo keeps its place over the edge.
          alignItems: { xs: action ? 'flex-end' : 'flex-start', sm: 'flex-start' },
          columnGap: { xs: 3.5, sm: 7 },
          pb: { sm: compact ? 0 : 1.5 },
          mt: { xs: `-${size.overlap.xs}px`, sm: `-${size.overlap.sm}px` },
          position: 'relative',
          pointerEvents: 'none',
          '& > *': { pointerEvents: 'auto' },
        }}
      >
        <Box
          sx={{
            flex: 'none',
            marginInlineStart: { xs: '-5px', sm: 0 },
            p: `${ring}px`,
            borderRadius: '50%',
            bgcolor: 'background.default',
          }}
        >
          <PersonAvatar
            name={name}
            src={photo}
            alt={text.photoOf({ name })}
            size={(isPhone ? size.photo.xs : size.photo.sm) - 2 * ring}
          />
        </Box>
        <Box
          sx={{
            flex: { xs: action ? '1 0 100%' : 1, sm: 1 },
            order: { xs: action ? 3 : 0, sm: 0 },
            minWidth: 0,
            // A margin, because padding would cover the buttons on the banner.
            mt: { xs: action ? 2 : `${size.overlap.xs + 4}px`, sm: `${size.overlap.sm + 12}px` },
          }}
        >
          <Typography variant="title" component="h1" aria-label={view && `${view}, ${name}`}>
            {name}
          </Typography>
          {place && (
            <Typography sx={{ color: 'text.secondary', fontSize: { xs: '1.125rem', sm: '1.1875rem' }, mt: 0.75 }}>
              {place}
            </Typography>
          )}
        </Box>
        {action && (
          <Box sx={{ marginInlineStart: { xs: 'auto', sm: 0 }, mt: { sm: `${size.overlap.sm + 28}px` }, flex: 'none' }}>
            {action}
          </Box>
        )}
      </Box>
    </div>
  );
}

/** While the image cannot be loaded, only its background color is visible. */
function BannerPicture({ src }: { src: string }) {
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  return (
    <Box
      key={attempt}
      component="img"
      src={src}
      alt=""
      onLoad={() => setFailed(false)}
      onError={() => {
        setFailed(true);
        setTimeout(() => setAttempt(attempt + 1), BANNER_RETRY_MS);
      }}
      sx={{ display: hasFailed ? 'none' : 'block', width: '100%', height: '100%', objectFit: 'cover' }}
    />
  );
}
