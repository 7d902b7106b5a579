import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import { useIsPhone } from '../../../shared/ui/use-is-phone.ts';
import { PAGE_WIDTH } from './page-width.ts';

interface ProfileHeaderProps {
  name: string;
  place: string;
  /** Address of the photo, null before there is one. */
  photo: string | null;
  /** Address of the banner's picture; null where a button stands in its place. */
  banner: string | null;
  /** Lower, for the views in which the head is not the main thing. */
  compact?: boolean;
  /** Stands in the banner's upper right. */
  bannerAction?: ReactNode;
  /** Stands at the right of the name; on a phone beside the photo. */
  action?: ReactNode;
}

/** Heights and widths in pixels, on a phone and on a larger screen. */
const SIZES = {
  full: { banner: { xs: 140, sm: 240 }, photo: { xs: 108, sm: 168 }, rise: { xs: 52, sm: 84 } },
  compact: { banner: { xs: 96, sm: 168 }, photo: { xs: 88, sm: 128 }, rise: { xs: 40, sm: 56 } },
};

/** The head of a profile page: the banner, the photo across its lower edge, name and place (PROF-01, PROF-03). */
export function ProfileHeader(props: ProfileHeaderProps) {
  const { name, place, photo, banner, compact = false, bannerAction, action } = props;
  const isPhone = useIsPhone();
  const size = compact ? SIZES.compact : SIZES.full;
  const ring = isPhone ? 5 : compact ? 6 : 7;
  return (
    <div>
      <Box sx={{ position: 'relative', height: size.banner, bgcolor: banner ? 'secondary.main' : 'tint.main' }}>
        {banner && (
          <Box
            component="img"
            src={banner}
            alt=""
            sx={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover' }}
          />
        )}
        {bannerAction && (
          <Box sx={{ ...PAGE_WIDTH, position: 'absolute', inset: 0, pointerEvents: 'none' }}>
            <Box
              sx={{
                display: 'flex',
                justifyContent: 'flex-end',
                pt: { xs: 3, sm: 5 },
                mr: { xs: -1, sm: 0 },
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
          alignItems: 'flex-end',
          columnGap: { xs: 3.5, sm: 7 },
          pb: { sm: compact ? 0 : 1.5 },
          mt: { xs: `-${size.rise.xs}px`, sm: `-${size.rise.sm}px` },
          position: 'relative',
          pointerEvents: 'none',
          '& > *': { pointerEvents: 'auto' },
        }}
      >
        <Box
          sx={{
            flex: 'none',
            ml: { xs: '-5px', sm: 0 },
            p: `${ring}px`,
            borderRadius: '50%',
            bgcolor: 'background.default',
          }}
        >
          <PersonAvatar
            name={name}
            src={photo}
            alt={`Photo of ${name}`}
            size={(isPhone ? size.photo.xs : size.photo.sm) - 2 * ring}
          />
        </Box>
        <Box
          sx={{
            flex: { xs: '1 0 100%', sm: 1 },
            order: { xs: 3, sm: 0 },
            minWidth: 0,
            pt: { xs: 2, sm: `${size.rise.sm + 12}px` },
          }}
        >
          <Typography variant="title" component="h1">
            {name}
          </Typography>
          {place && (
            <Typography sx={{ color: 'text.secondary', fontSize: { xs: '1.125rem', sm: '1.1875rem' }, mt: 0.75 }}>
              {place}
            </Typography>
          )}
        </Box>
        {action && <Box sx={{ ml: { xs: 'auto', sm: 0 }, pb: { sm: 1 }, flex: 'none' }}>{action}</Box>}
      </Box>
    </div>
  );
}
