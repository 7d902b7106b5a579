import type { SxProps, Theme } from '@mui/material/styles';

/** Height of the control bar in pixels. Captions move up by it while the bar is visible. */
const CONTROL_BAR_HEIGHT = 80;

/** Container queries for larger players, in CSS pixels. */
const WIDE = '@container player (min-width: 560px)';
const LARGE = '@container player (min-width: 960px)';

/** Selector for visible controls: paused, recent pointer or keyboard use, or an open menu. */
const whenVisible = (part: string) =>
  `& media-controller[mediapaused] ${part}, & media-controller:not([userinactive]) ${part}, ` +
  `& media-controller:has(:focus-visible) ${part}, &[data-open] ${part}`;

/** Player styles. The control bar is dark in both color schemes, so that it contrasts with any picture. */
export const playerStyles: SxProps<Theme> = (theme) => {
  const { media, secondary, focusRing } = theme.vars?.palette ?? theme.palette;
  const ring = `inset 0 0 0 3px #fff, inset 0 0 0 6px ${focusRing}`;
  return {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    borderRadius: 'inherit',
    overflow: 'hidden',
    container: 'player / inline-size',
    bgcolor: '#181f1a',
    '&:fullscreen': { borderRadius: 0 },
    color: media.contrastText,
    '& media-controller': {
      width: '100%',
      height: '100%',
      '--media-primary-color': media.contrastText,
      '--media-secondary-color': 'transparent',
      '--media-background-color': 'transparent',
      '--media-control-background': 'transparent',
      '--media-control-hover-background': 'rgb(255 255 255 / .16)',
      '--media-font-family': theme.typography.fontFamily,
      '--media-font-weight': 600,
      '--media-font-size': '1rem',
      '--media-text-content-height': '24px',
      '--media-focus-box-shadow': ring,
      '--media-range-track-height': '6px',
      '--media-range-track-border-radius': '3px',
      '--media-range-track-background': 'rgb(255 255 255 / .34)',
      '--media-time-range-buffered-color': 'rgb(255 255 255 / .4)',
      '--media-range-bar-color': secondary.main,
      '--media-range-thumb-width': '18px',
      '--media-range-thumb-height': '18px',
      '--media-range-thumb-border-radius': '50%',
      '--media-preview-thumbnail-border': `2px solid ${media.contrastText}`,
      '--media-preview-border-radius': '8px',
      '--media-preview-thumbnail-min-width': '96px',
      '--media-preview-thumbnail-min-height': '54px',
      '--media-preview-thumbnail-max-height': '90px',
      '--media-preview-time-background': media.dark,
      '--media-preview-time-text-shadow': 'none',
      '--media-box-arrow-display': 'none',
    },
    '& video': { objectFit: 'contain', display: 'block' },
    // Captions use the product's font, large enough to read on a card.
    '& video::cue': {
      backgroundColor: media.main,
      color: media.contrastText,
      fontFamily: theme.typography.fontFamily,
      fontSize: '1.125rem',
      lineHeight: 1.35,
    },
    [WIDE]: { '& video::cue': { fontSize: '1.5rem' }, '& .control-bar': { px: 4 } },
    [LARGE]: { '& video::cue': { fontSize: '2rem' } },
    '& video::-webkit-media-text-track-container': { transition: 'transform 220ms' },
    [whenVisible('video::-webkit-media-text-track-container')]: { transform: `translateY(-${CONTROL_BAR_HEIGHT}px)` },
    // Hide the captions while a preview thumbnail is shown.
    '& media-controller:has(media-time-range[mediapreviewimage]:is(:hover, [dragging]))': {
      '& video::-webkit-media-text-track-container': { opacity: 0 },
    },

    '& .large-play': {
      display: 'none',
      width: 'clamp(56px, 18cqi, 96px)',
      aspectRatio: '1',
      borderRadius: '50%',
      border: '4px solid #fff',
      bgcolor: 'primary.main',
      color: 'primary.contrastText',
      '& svg': { width: '60%', height: '60%' },
    },
    '& media-controller[mediapaused] .large-play': { display: 'inline-flex' },

    '& .control-bar': {
      alignSelf: 'stretch',
      px: 1.5,
      bgcolor: media.main,
    },
    [whenVisible('.control-bar')]: { opacity: 1 },
    // A tap that reveals hidden controls must not press one of them. A mouse reveals them on hover.
    '@media (hover: none)': {
      '& .control-bar, & .control-bar *': { pointerEvents: 'none' },
      [`${whenVisible('.control-bar')}, ${whenVisible('.control-bar *')}`]: { pointerEvents: 'auto' },
    },
    '& .time-row': { display: 'flex', alignItems: 'center', height: 36, px: 2, gap: 1 },
    '& media-time-display, & media-duration-display': { padding: 0, height: 36, flex: 'none' },
    // The touch target is taller than the visible track.
    '& media-time-range, & media-volume-range': { '--media-control-hover-background': 'transparent' },
    '& media-time-range': { flex: 1, minWidth: 0, height: 44, '--media-time-range-hover-height': '44px' },
    '& .buttons': {
      display: 'flex',
      alignItems: 'center',
      height: CONTROL_BAR_HEIGHT - 36,
      '& > *': { flex: 'none' },
      '& > .space': { flex: 1 },
      '& media-play-button, & media-seek-backward-button, & media-seek-forward-button, & media-mute-button, & media-fullscreen-button, & .MuiIconButton-root':
        {
          boxSizing: 'border-box',
          width: 44,
          height: 44,
          padding: '8px',
          borderRadius: '8px',
          color: 'inherit',
          '&:hover': { bgcolor: 'rgb(255 255 255 / .16)' },
          '&:focus-visible': { outline: 'none', boxShadow: ring },
        },
      '& .MuiSvgIcon-root': { width: 28, height: 28 },
      '& media-volume-range': { display: 'none', width: 96, height: 44 },
      '& [mediafullscreenunavailable], & [mediavolumeunavailable]': { display: 'none' },
      [WIDE]: { '& media-volume-range:not([mediavolumeunavailable])': { display: 'inline-flex' } },
    },
    '& .buffering': {
      position: 'absolute',
      inset: `0 0 ${CONTROL_BAR_HEIGHT}px`,
      display: 'grid',
      placeContent: 'center',
      justifyItems: 'center',
      gap: 2,
      px: 4,
      textAlign: 'center',
      pointerEvents: 'none',
      '& > *': {
        p: 2,
        borderRadius: '8px',
        bgcolor: media.main,
        color: media.contrastText,
        typography: 'body2',
        fontWeight: 600,
      },
    },
  };
};
