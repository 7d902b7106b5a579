import PersonOutlineRounded from '@mui/icons-material/PersonOutlineRounded';
import Box from '@mui/material/Box';
import { useState } from 'react';

interface PersonAvatarProps {
  /** First and last name, for the initials. */
  name: string;
  /** URL of the photo; null without one. */
  src?: string | null;
  /** Diameter in pixels. */
  size?: number;
  /** Alternative text. Without it the photo is decorative, because the name is next to it. */
  alt?: string;
}

/** A person's photo. Shows the initials without a photo, and an icon if loading fails. */
export function PersonAvatar({ name, src, size = 40, alt = '' }: PersonAvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const failed = Boolean(src) && failedSrc === src;
  return (
    <Box
      role={alt ? 'img' : undefined}
      aria-label={alt || undefined}
      aria-hidden={alt ? undefined : true}
      sx={{
        width: size,
        height: size,
        borderRadius: '50%',
        overflow: 'hidden',
        flex: 'none',
        display: 'grid',
        placeItems: 'center',
        bgcolor: 'tint.main',
        color: 'tint.contrastText',
        fontWeight: 600,
        fontSize: Math.max(16, Math.round(size / 3)),
        lineHeight: 1,
        userSelect: 'none',
      }}
    >
      {src && !failed ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setFailedSrc(src)}
          style={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block' }}
        />
      ) : failed || !initials(name) ? (
        <PersonOutlineRounded sx={{ fontSize: size * 0.6 }} />
      ) : (
        // In CSS, so that screen readers do not announce the initials: the name is next to it or in the label.
        <Box component="span" data-initials={initials(name)} sx={{ '&::before': { content: 'attr(data-initials)' } }} />
      )}
    </Box>
  );
}

/** First letters of the first and last word. Does not split characters outside the BMP. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
