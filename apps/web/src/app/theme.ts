import '@fontsource/blinker/latin-300.css';
import '@fontsource/blinker/latin-400.css';
import '@fontsource/blinker/latin-600.css';
import './font-fallback.css';
import { DARK, LIGHT } from '@kinreel/brand/colors';
import { createTheme, type Theme } from '@mui/material/styles';
import '../shared/theme-augmentation.ts';
import { direction } from '../shared/i18n/language.ts';

/** Shadows of cards, menus and dialogs. The dark scheme relies more on surface colors. */
const e1 =
  '0 1px 2px light-dark(rgb(34 44 37 / .06), rgb(0 0 0 / .4)), 0 10px 28px -14px light-dark(rgb(34 44 37 / .18), rgb(0 0 0 / .6))';
const e2 =
  '0 2px 6px light-dark(rgb(34 44 37 / .08), rgb(0 0 0 / .5)), 0 18px 40px -16px light-dark(rgb(34 44 37 / .28), rgb(0 0 0 / .8))';
const e3 = '0 32px 90px -20px light-dark(rgb(34 44 37 / .5), rgb(0 0 0 / .9))';

const breakpoints = { values: { xs: 0, sm: 720, md: 1080, lg: 1280, xl: 1600 } };
const UP_MD = `@media (min-width:${breakpoints.values.md}px)`;
const FORCED_COLORS = '@media (forced-colors: active)';
const BELOW_SM = `@media (max-width:${breakpoints.values.sm - 0.05}px)`;

/** Converts CSS pixels to rem, so that text follows the browser's font size. */
function rem(pixels: number): string {
  return `${pixels / 16}rem`;
}

/** A text style with font sizes in pixels for phones and wide screens. */
function text(phone: number, wide: number, weight: number, lineHeight: number, letterSpacing: string) {
  return {
    fontSize: rem(phone),
    fontWeight: weight,
    lineHeight,
    letterSpacing,
    ...(phone === wide ? {} : { [UP_MD]: { fontSize: rem(wide) } }),
  };
}

const focusRing = (color: string) => ({ outline: `3px solid ${color}`, outlineOffset: 3 });

/** For controls whose input, which has the focus, is transparent. */
const ringAround = ({ theme }: { theme: Theme }) => ({
  '&:has(:focus-visible)': { ...focusRing(theme.vars.palette.focusRing), outlineOffset: -2 },
});

/**
 * The MUI theme. `variant="question"` is for the text of a prompt, `variant="title"` for the name of a person or page.
 */
export const theme = createTheme({
  direction,
  cssVariables: { colorSchemeSelector: 'media' },
  colorSchemes: { light: { palette: LIGHT }, dark: { palette: DARK } },
  breakpoints,
  spacing: 4,
  shape: { borderRadius: 12 },
  shadows: ['none', e1, e2, e3, ...Array<string>(21).fill('none')] as never,
  transitions: {
    duration: { shortest: 140, shorter: 140, short: 220, enteringScreen: 220, leavingScreen: 140, standard: 320 },
  },
  typography: {
    fontFamily: 'Blinker, "Blinker Fallback", "Trebuchet MS", "Segoe UI", system-ui, sans-serif',
    fontWeightLight: 300,
    fontWeightRegular: 400,
    fontWeightMedium: 600,
    fontWeightBold: 600,
    h1: text(34, 48, 600, 1.05, '-0.02em'),
    title: text(29, 38, 600, 1.1, '-0.015em'),
    h2: text(25, 30, 600, 1.15, '-0.012em'),
    h3: text(22, 23, 600, 1.2, '-0.01em'),
    h4: text(20, 20, 600, 1.25, '-0.005em'),
    h5: text(18, 18, 600, 1.3, '0'),
    h6: text(17, 17, 600, 1.3, '0'),
    question: { ...text(26, 32, 300, 1.15, '-0.01em'), textWrap: 'balance' },
    subtitle1: text(18, 20, 400, 1.45, '0'),
    subtitle2: text(17, 17, 600, 1.4, '0'),
    body1: text(17, 18, 400, 1.45, '0'),
    body2: text(16, 16, 400, 1.45, '0'),
    caption: text(16, 16, 400, 1.45, '0'),
    overline: { ...text(16, 16, 600, 1.45, '0'), textTransform: 'none' },
    button: { ...text(18, 18, 600, 1.2, '0'), textTransform: 'none' },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: (theme) => ({
        html: { scrollPaddingTop: 96 },
        // For names and other user content, which may be wider than a column. UI texts break inside a word only if it
        // is wider than its line.
        body: { minHeight: '100vh', overflowWrap: 'anywhere' },
        // Keeps focused elements above the tray of the watch view, which is fixed on phones.
        'html:has([data-watch-tray])': {
          '@media (max-width: 719.95px) and (min-height: 561px)': { scrollPaddingBottom: 260 },
        },
        '#root': { minHeight: '100vh', isolation: 'isolate' },
        ':focus-visible': focusRing(theme.vars.palette.focusRing),
        // The main heading gets the focus after a navigation so that screen readers announce it, but it is not a
        // control.
        'h1:focus, [data-route-focus]:focus': { outline: 'none' },
        '.num': { fontVariantNumeric: 'tabular-nums' },
        // In forced colors browsers replace backgrounds, and the player's bars consist only of backgrounds.
        [FORCED_COLORS]: {
          'media-time-range, media-volume-range': {
            forcedColorAdjust: 'none',
            '--media-range-track-background': 'GrayText',
            '--media-range-bar-color': 'highlight',
            '--media-range-thumb-background': 'CanvasText',
          },
        },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '0.01ms !important',
            animationIterationCount: '1 !important',
            transitionDuration: '0.01ms !important',
            scrollBehavior: 'auto !important',
          },
        },
      }),
    },
    MuiTypography: { defaultProps: { variantMapping: { question: 'p', title: 'h1', subtitle1: 'p', subtitle2: 'p' } } },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: ({ theme }) => ({
          // Browsers give buttons a different font.
          fontFamily: 'inherit',
          '&:focus-visible': focusRing(theme.vars.palette.focusRing),
        }),
      },
    },
    MuiPopover: {
      styleOverrides: {
        // During its closing animation a menu ignores presses, which would focus an element that is about to be
        // removed.
        root: { '&[aria-hidden="true"]': { pointerEvents: 'none' } },
      },
    },
    MuiButton: {
      defaultProps: { color: 'accent', disableElevation: true },
      styleOverrides: {
        root: ({ theme }) => ({
          minHeight: 48,
          overflowWrap: 'break-word',
          padding: '8px 22px',
          borderRadius: 12,
          gap: 2,
          // In forced colors a button without a border looks like plain text.
          [FORCED_COLORS]: { border: '2px solid ButtonText', '&.Mui-disabled': { borderColor: 'GrayText' } },
          transition: theme.transitions.create(['background-color', 'border-color', 'color'], { duration: 140 }),
        }),
        sizeLarge: { minHeight: 56, padding: '8px 30px', fontSize: rem(20) },
        text: { padding: '8px 14px' },
        outlined: ({ theme }) => ({
          borderWidth: 2,
          borderColor: theme.vars.palette.edge,
          color: theme.vars.palette.text.primary,
          padding: '6px 20px',
          '&:hover': {
            borderWidth: 2,
            borderColor: theme.vars.palette.edge,
            backgroundColor: theme.vars.palette.sunken,
          },
        }),
        contained: ({ theme }) => ({
          '&.Mui-disabled': {
            backgroundColor: theme.vars.palette.sunken,
            color: theme.vars.palette.text.secondary,
          },
          // The spinner replaces the label.
          '&.MuiButton-loading': { color: 'transparent' },
          '& .MuiButton-loadingIndicator': { color: theme.vars.palette.tint.contrastText },
        }),
        startIcon: { marginInlineStart: -2, '& > *:nth-of-type(1)': { fontSize: rem(24) } },
        endIcon: { '& > *:nth-of-type(1)': { fontSize: rem(20) } },
      },
      variants: [
        {
          props: { variant: 'soft' },
          style: ({ theme }) => ({
            backgroundColor: theme.vars.palette.tint.main,
            color: theme.vars.palette.tint.contrastText,
            '&:hover': { backgroundColor: theme.vars.palette.tint.dark },
          }),
        },
        {
          // For irreversible actions, such as deleting a video.
          props: { variant: 'danger' },
          style: ({ theme }) => ({
            backgroundColor: theme.vars.palette.dangerTint.main,
            color: theme.vars.palette.dangerTint.contrastText,
            '&:hover': { backgroundColor: theme.vars.palette.dangerTint.dark },
          }),
        },
      ],
    },
    MuiIconButton: {
      styleOverrides: {
        root: ({ theme }) => ({
          width: 48,
          height: 48,
          borderRadius: 12,
          color: theme.vars.palette.text.primary,
          '&:hover': { backgroundColor: theme.vars.palette.sunken },
        }),
      },
    },
    MuiLink: {
      defaultProps: { underline: 'always' },
      styleOverrides: {
        root: ({ theme }) => ({
          color: theme.vars.palette.accent.main,
          textDecorationColor: 'currentcolor',
          borderRadius: 4,
          '&:hover': { color: theme.vars.palette.accent.dark },
        }),
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: { defaultProps: { elevation: 1 }, styleOverrides: { root: { borderRadius: 20 } } },
    MuiBackdrop: {
      styleOverrides: {
        root: ({ theme }) => ({ '&:not(.MuiBackdrop-invisible)': { backgroundColor: theme.vars.palette.scrim } }),
      },
    },
    MuiDialog: {
      defaultProps: { slotProps: { paper: { elevation: 3 } } },
      styleOverrides: {
        paper: { borderRadius: 28, [BELOW_SM]: { '&.MuiDialog-paperFullScreen': { borderRadius: 0 } } },
      },
    },
    MuiMenu: {
      defaultProps: { slotProps: { paper: { elevation: 2 } } },
      styleOverrides: {
        paper: ({ theme }) => ({
          borderRadius: 12,
          backgroundColor: theme.vars.palette.raised,
          border: `1px solid ${theme.vars.palette.divider}`,
        }),
        list: { padding: 8 },
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: ({ theme }) => ({
          minHeight: 48,
          borderRadius: 8,
          padding: '8px 14px',
          gap: 12,
          whiteSpace: 'normal',
          '&:hover, &.Mui-focusVisible': { backgroundColor: theme.vars.palette.sunken },
          '&.Mui-focusVisible': { ...focusRing(theme.vars.palette.focusRing), outlineOffset: -3 },
          '&.Mui-selected, &.Mui-selected:hover, &.Mui-selected.Mui-focusVisible': {
            backgroundColor: theme.vars.palette.tint.main,
            color: theme.vars.palette.tint.contrastText,
          },
        }),
      },
    },
    MuiFormLabel: {
      styleOverrides: {
        root: ({ theme }) => ({
          color: theme.vars.palette.text.primary,
          overflowWrap: 'break-word',
          fontSize: rem(17),
          fontWeight: 600,
          lineHeight: 1.45,
          '&.Mui-focused, &.Mui-error, &.Mui-disabled': { color: theme.vars.palette.text.primary },
        }),
      },
    },
    MuiFormHelperText: {
      styleOverrides: {
        root: ({ theme }) => ({
          margin: '6px 0 0',
          fontSize: rem(16),
          lineHeight: 1.4,
          color: theme.vars.palette.text.secondary,
          '&.Mui-error': { color: theme.vars.palette.error.main },
        }),
      },
    },
    MuiOutlinedInput: {
      defaultProps: { notched: false },
      styleOverrides: {
        root: ({ theme }) => ({
          minHeight: 56,
          borderRadius: 12,
          backgroundColor: theme.vars.palette.background.paper,
          '& .MuiOutlinedInput-notchedOutline, &.Mui-focused .MuiOutlinedInput-notchedOutline': {
            borderWidth: 2,
            borderColor: theme.vars.palette.edge,
          },
          '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.text.secondary },
          '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.error.main },
          '&.Mui-focused': focusRing(theme.vars.palette.focusRing),
        }),
        input: ({ theme }) => ({
          padding: '14px 16px',
          height: 'auto',
          minHeight: 24,
          borderRadius: 'inherit',
          '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
          // The root of the field shows the focus ring.
          '&:focus-visible': { outline: 'none' },
        }),
      },
    },
    MuiRadio: { styleOverrides: { root: ringAround } },
    MuiCheckbox: { styleOverrides: { root: ringAround } },
    // MUI's sizes, which grow with the text.
    MuiSwitch: {
      styleOverrides: {
        root: (props) => ({
          ...ringAround(props),
          width: rem(58),
          height: rem(38),
          padding: rem(12),
          borderRadius: rem(12),
          '& .MuiSwitch-track': { borderRadius: rem(7) },
        }),
        switchBase: { padding: rem(9), '&&.Mui-checked': { transform: `translateX(${rem(20)})` } },
        // Off, it would be white on a white card.
        thumb: ({ theme }) => ({
          width: rem(20),
          height: rem(20),
          '.MuiSwitch-switchBase:not(.Mui-checked) > &': { backgroundColor: theme.vars.palette.text.secondary },
        }),
      },
    },
    MuiSelect: { styleOverrides: { icon: ({ theme }) => ({ color: theme.vars.palette.text.primary }) } },
    MuiNativeSelect: {
      styleOverrides: {
        icon: ({ theme }) => ({ color: theme.vars.palette.text.primary }),
        // The arrow grows with the text.
        select: { '&&&': { paddingInlineEnd: '2rem' }, textOverflow: 'ellipsis' },
      },
    },
    MuiBadge: {
      defaultProps: { max: 99, color: 'error' },
      styleOverrides: { badge: { minWidth: 28, height: 28, borderRadius: 14, fontSize: rem(16), fontWeight: 600 } },
    },
    MuiAlert: {
      styleOverrides: {
        // On narrow screens the button wraps below the text.
        root: {
          borderRadius: 12,
          fontSize: rem(17),
          lineHeight: 1.4,
          padding: '10px 16px',
          alignItems: 'flex-start',
          flexWrap: 'wrap',
        },
        message: { overflow: 'visible', overflowWrap: 'anywhere', flex: '1 1 190px' },
        action: { flex: 'none', whiteSpace: 'nowrap', paddingTop: 0 },
      },
      variants: [
        {
          props: { severity: 'error' },
          style: ({ theme }) => ({
            backgroundColor: theme.vars.palette.dangerTint.main,
            color: theme.vars.palette.dangerTint.contrastText,
            '& .MuiAlert-icon': { color: 'inherit' },
          }),
        },
        {
          props: { severity: 'warning' },
          style: ({ theme }) => ({
            backgroundColor: theme.vars.palette.warningTint.main,
            color: theme.vars.palette.warningTint.contrastText,
            '& .MuiAlert-icon': { color: 'inherit' },
          }),
        },
        {
          props: (props) => props.severity === 'success' || props.severity === 'info',
          style: ({ theme }) => ({
            backgroundColor: theme.vars.palette.tint.main,
            color: theme.vars.palette.tint.contrastText,
            '& .MuiAlert-icon': { color: 'inherit' },
          }),
        },
      ],
    },
    MuiAlertTitle: { styleOverrides: { root: { fontSize: rem(18), fontWeight: 600, margin: 0, lineHeight: 1.3 } } },
    MuiChip: { styleOverrides: { root: { borderRadius: 8, fontSize: rem(16), height: 40 } } },
    MuiTooltip: { styleOverrides: { tooltip: { fontSize: rem(16), borderRadius: 8 } } },
    MuiSkeleton: {
      styleOverrides: { root: ({ theme }) => ({ backgroundColor: theme.vars.palette.sunken }) },
    },
    MuiDrawer: {
      defaultProps: { slotProps: { paper: { elevation: 2 } } },
    },
  },
});
