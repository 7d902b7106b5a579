import type { Video } from '@kinreel/contracts/videos';
import { library } from '@kinreel/messages/en/library';
import { videos as text } from '@kinreel/messages/en/videos';
import CheckRounded from '@mui/icons-material/CheckRounded';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { PERMISSION_ICON } from '../../../shared/ui/permission-icon.ts';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';

interface SelectableCardProps {
  video: Video;
  selected: boolean;
  /** True while a bulk action runs. */
  disabled: boolean;
  onToggle: () => void;
}

/** A video that can be selected. The whole card is the label of its checkbox. */
export function SelectableCard({ video, selected, disabled, onToggle }: SelectableCardProps) {
  const id = useId();
  const Icon = video.permission && PERMISSION_ICON[video.permission];
  const permission = video.permission ? text[video.permission] : text.unknown;
  return (
    <Card component="article" aria-label={video.prompt} sx={{ height: '100%', overflow: 'visible' }}>
      <Box
        component="label"
        sx={(theme) => ({
          display: 'block',
          height: '100%',
          borderRadius: 'inherit',
          cursor: disabled ? 'default' : 'pointer',
          boxShadow: `inset 0 0 0 ${selected ? 3 : 0}px ${theme.vars?.palette.accent.main}`,
          p: '3px',
          ...(selected && { bgcolor: 'tint.main', color: 'tint.contrastText' }),
          '&:has(:focus-visible)': { outline: `3px solid ${theme.vars?.palette.focusRing}`, outlineOffset: 3 },
        })}
      >
        <Box sx={{ position: 'relative', aspectRatio: '16 / 9', bgcolor: 'sunken', borderRadius: '17px 17px 0 0' }}>
          {video.poster_url && (
            <Box
              component="img"
              src={video.poster_url}
              alt=""
              loading="lazy"
              sx={{ display: 'block', width: 1, height: 1, objectFit: 'cover', borderRadius: 'inherit' }}
            />
          )}
          <Box
            component="input"
            type="checkbox"
            checked={selected}
            disabled={disabled}
            onChange={onToggle}
            aria-labelledby={`${id}prompt`}
            aria-describedby={`${id}who`}
            sx={{
              position: 'absolute',
              top: 10,
              insetInlineStart: 10,
              width: 44,
              height: 44,
              m: 0,
              opacity: 0,
              cursor: 'inherit',
              scrollMarginBlock: 200,
            }}
          />
          <Box
            aria-hidden
            sx={{
              position: 'absolute',
              top: 10,
              insetInlineStart: 10,
              width: 44,
              height: 44,
              display: 'grid',
              placeItems: 'center',
              borderRadius: '12px',
              border: '3px solid',
              borderColor: selected ? 'accent.contrastText' : 'edge',
              bgcolor: selected ? 'accent.main' : 'background.paper',
              color: 'accent.contrastText',
              pointerEvents: 'none',
            }}
          >
            {selected && <CheckRounded sx={{ fontSize: 30 }} />}
          </Box>
        </Box>
        <Box sx={{ px: 4.5, pt: 4, pb: 4.5 }}>
          <Typography id={`${id}prompt`} variant="h3" sx={{ textWrap: 'pretty' }}>
            {video.prompt}
          </Typography>
          <Box id={`${id}who`} sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 2, fontSize: '1.0625rem' }}>
            {Icon && <Icon aria-hidden />}
            <span style={visuallyHidden}>{library.whoSees({ permission })}</span>
            <span aria-hidden>{permission}</span>
          </Box>
        </Box>
      </Box>
    </Card>
  );
}
