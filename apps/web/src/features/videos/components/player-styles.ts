import type { SxProps, Theme } from '@mui/material/styles';

/** Height of the controls' tray in pixels: subtitles move up by it while it is shown. */
const TRAY = 80;

/** Widths of the player from which there is room for more, in CSS pixels. */
const WIDE = '@container player (min-width: 560px)';
const LARGE = '@container player (min-width: 960px)';

/** When the controls are shown: at rest, while a pointer or the keyboard is about them, under an open menu. */
const shown = (part: string) =>
  `& media-controller[mediapaused] ${part}, & media-controller:not([userinactive]) ${part}, ` +
  `& media-controller:has(:focus-visible) ${part}, &[data-open] ${part}`;

/** The look of the player. The tray over the picture is dark in both schemes, for its contrast over any picture. */
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
    // What is said, in the product's letters and large enough to read on a card.
    '& video::cue': {
      backgroundColor: media.main,
      color: media.contrastText,
      fontFamily: theme.typography.fontFamily,
      fontSize: '1.125rem',
      lineHeight: 1.35,
    },
    [WIDE]: { '& video::cue': { fontSize: '1.5rem' }, '& .tray': { px: 4 } },
    [LARGE]: { '& video::cue': { fontSize: '2rem' } },
    '& video::-webkit-media-text-track-container': { transition: 'transform 220ms' },
    [shown('video::-webkit-media-text-track-container')]: { transform: `translateY(-${TRAY}px)` },
    // A preview picture has the place to itself.
    '& media-controller:has(media-time-range[mediapreviewimage]:is(:hover, [dragging]))': {
      '& video::-webkit-media-text-track-container': { opacity: 0 },
      '& ~ .sound': { opacity: 0 },
    },

    '& .tray': {
      alignSelf: 'stretch',
      px: 1.5,
      bgcolor: media.main,
    },
    [shown('.tray')]: { opacity: 1 },
    // What is not seen must not be hit by the finger that calls for it; a mouse that comes near has called already.
    '@media (hover: none)': {
      '& .tray, & .tray *': { pointerEvents: 'none' },
      [`${shown('.tray')}, ${shown('.tray *')}`]: { pointerEvents: 'auto' },
    },
    '& .line': { display: 'flex', alignItems: 'center', height: 36, px: 2, gap: 1 },
    '& media-time-display, & media-duration-display': { padding: 0, height: 36, flex: 'none' },
    // A finger finds it: the area that it can be dragged by is higher than what is drawn.
    '& media-time-range, & media-volume-range': { '--media-control-hover-background': 'transparent' },
    '& media-time-range': { flex: 1, minWidth: 0, height: 44, '--media-time-range-hover-height': '44px' },
    '& .buttons': {
      display: 'flex',
      alignItems: 'center',
      height: TRAY - 36,
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
    '& .waiting': {
      position: 'absolute',
      inset: `0 0 ${TRAY}px`,
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
    '& .sound': {
      position: 'absolute',
      left: 14,
      top: 14,
      minHeight: 44,
      px: 3,
      gap: 2,
      borderRadius: '8px',
      bgcolor: media.main,
      color: media.contrastText,
      typography: 'body2',
      fontWeight: 600,
      '&:hover': { bgcolor: media.dark },
    },
  };
};
