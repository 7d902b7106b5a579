import '@fontsource/blinker/latin-300.css';
import '@fontsource/blinker/latin-400.css';
import '@fontsource/blinker/latin-600.css';
import { COLOR_PRIMARY, COLOR_SECONDARY } from '@kinreel/contracts/constants';
import { createTheme } from '@mui/material/styles';
import '../shared/theme-augmentation.ts';
import { direction } from '../shared/i18n/language.ts';

/** Colours of the light and the dark scheme. Contrast ratios: at least 4.5 for text and 3 for graphics (WCAG AA). */
const light = {
  primary: { main: COLOR_PRIMARY, dark: '#4a5f4d', light: '#c3d1b6', contrastText: '#ffffff' },
  secondary: { main: COLOR_SECONDARY, dark: '#8ea48d', light: '#c3d1b6', contrastText: '#1e2a21' },
  background: { default: '#f3f4ee', paper: '#fefefb' },
  text: { primary: '#222c25', secondary: '#51604f', disabled: '#51604f' },
  divider: '#d5dbcd',
  error: { main: '#a23d2b', dark: '#7c2a1b', light: '#fae6e0', contrastText: '#ffffff' },
  warning: { main: '#664409', dark: '#664409', light: '#f8ebcd', contrastText: '#ffffff' },
  success: { main: '#4a5f4d', dark: '#3b4e3f', light: '#e1e9d9', contrastText: '#ffffff' },
  accent: { main: '#4a5f4d', dark: '#3b4e3f', contrastText: '#ffffff' },
  tint: { main: '#e1e9d9', dark: '#d3deca', contrastText: '#2f4233' },
  dangerTint: { main: '#fae6e0', dark: '#f4d6cc', contrastText: '#7c2a1b' },
  warningTint: { main: '#f8ebcd', dark: '#f2dfb3', contrastText: '#664409' },
  media: { main: 'rgba(24, 31, 26, 0.86)', dark: 'rgba(24, 31, 26, 1)', contrastText: '#ffffff' },
  sunken: '#e9ece3',
  raised: '#fefefb',
  edge: '#7c8a79',
  focusRing: '#2c4a7c',
  scrim: 'rgba(30, 42, 34, 0.62)',
};

const dark: typeof light = {
  primary: { main: '#8ea48d', dark: '#b7caae', light: '#2e3d31', contrastText: '#17211a' },
  secondary: { main: COLOR_SECONDARY, dark: '#b7caae', light: '#2e3d31', contrastText: '#17211a' },
  background: { default: '#141a16', paper: '#1d251f' },
  text: { primary: '#edf1e8', secondary: '#b5c2b0', disabled: '#b5c2b0' },
  divider: '#364138',
  error: { main: '#f09a85', dark: '#fbd5ca', light: '#44211a', contrastText: '#38100a' },
  warning: { main: '#f2d79b', dark: '#f2d79b', light: '#3b2e12', contrastText: '#3b2e12' },
  success: { main: '#a3b899', dark: '#b7caae', light: '#2e3d31', contrastText: '#17211a' },
  accent: { main: '#a3b899', dark: '#b7caae', contrastText: '#17211a' },
  tint: { main: '#2e3d31', dark: '#394b3d', contrastText: '#d5e3cb' },
  dangerTint: { main: '#44211a', dark: '#552a21', contrastText: '#fbd5ca' },
  warningTint: { main: '#3b2e12', dark: '#4a3a18', contrastText: '#f2d79b' },
  media: { main: 'rgba(24, 31, 26, 0.86)', dark: 'rgba(24, 31, 26, 1)', contrastText: '#ffffff' },
  sunken: '#101511',
  raised: '#273029',
  edge: '#7d8d7c',
  focusRing: '#a9c8ff',
  scrim: 'rgba(0, 0, 0, 0.72)',
};

/** Shadows of cards, menus and dialogs. The dark scheme relies more on the colours of the surfaces. */
const e1 =
  '0 1px 2px light-dark(rgb(34 44 37 / .06), rgb(0 0 0 / .4)), 0 10px 28px -14px light-dark(rgb(34 44 37 / .18), rgb(0 0 0 / .6))';
const e2 =
  '0 2px 6px light-dark(rgb(34 44 37 / .08), rgb(0 0 0 / .5)), 0 18px 40px -16px light-dark(rgb(34 44 37 / .28), rgb(0 0 0 / .8))';
const e3 = '0 32px 90px -20px light-dark(rgb(34 44 37 / .5), rgb(0 0 0 / .9))';

const breakpoints = { values: { xs: 0, sm: 720, md: 1080, lg: 1280, xl: 1600 } };
const UP_MD = `@media (min-width:${breakpoints.values.md}px)`;
const BELOW_SM = `@media (max-width:${breakpoints.values.sm - 0.05}px)`;

/** Converts CSS pixels to rem, so that text follows the font size set in the browser. */
function rem(pixels: number): string {
  return `${pixels / 16}rem`;
}

/** A text style with a font size in pixels for phones and one for wide screens. */
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

/** The MUI theme. `variant="question"` is for the text of a prompt, `variant="title"` for the name of a person or page. */
export const theme = createTheme({
  direction,
  cssVariables: { colorSchemeSelector: 'media' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  breakpoints,
  spacing: 4,
  shape: { borderRadius: 12 },
  shadows: ['none', e1, e2, e3, ...Array<string>(21).fill('none')] as never,
  transitions: {
    duration: { shortest: 140, shorter: 140, short: 220, enteringScreen: 220, leavingScreen: 140, standard: 320 },
  },
  typography: {
    fontFamily: 'Blinker, "Trebuchet MS", "Segoe UI", system-ui, sans-serif',
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
        body: { minHeight: '100vh', overflowWrap: 'anywhere' },
        '#root': { minHeight: '100vh', isolation: 'isolate' },
        ':focus-visible': focusRing(theme.vars.palette.focusRing),
        // The main heading gets the focus after a navigation so that screen readers announce it. It is not a control.
        'h1:focus': { outline: 'none' },
        '.num': { fontVariantNumeric: 'tabular-nums' },
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
        root: ({ theme }) => ({ '&:focus-visible': focusRing(theme.vars.palette.focusRing) }),
      },
    },
    MuiButton: {
      defaultProps: { color: 'accent', disableElevation: true },
      styleOverrides: {
        root: ({ theme }) => ({
          minHeight: 48,
          padding: '8px 22px',
          borderRadius: 12,
          gap: 2,
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
            backgroundColor: theme.vars.palette.tint.main,
            color: theme.vars.palette.tint.contrastText,
          },
        }),
        startIcon: { marginInlineStart: -2, '& > *:nth-of-type(1)': { fontSize: 24 } },
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
          // For actions that cannot be undone, such as deleting a video.
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
    MuiSelect: { styleOverrides: { icon: ({ theme }) => ({ color: theme.vars.palette.text.primary }) } },
    MuiNativeSelect: { styleOverrides: { icon: ({ theme }) => ({ color: theme.vars.palette.text.primary }) } },
    MuiTabs: {
      styleOverrides: {
        root: ({ theme }) => ({ minHeight: 56, borderBottom: `1px solid ${theme.vars.palette.divider}` }),
      },
    },
    MuiTab: {
      styleOverrides: {
        root: ({ theme }) => ({
          minHeight: 56,
          fontSize: rem(19),
          fontWeight: 400,
          letterSpacing: 0,
          color: theme.vars.palette.text.secondary,
          [BELOW_SM]: { minHeight: 52, fontSize: rem(17.5), padding: '8px 12px', minWidth: 0 },
          '&.Mui-selected': { color: theme.vars.palette.text.primary, fontWeight: 600 },
          '&:focus-visible': { outlineOffset: -3 },
        }),
      },
    },
    MuiBadge: {
      defaultProps: { max: 99, color: 'error' },
      styleOverrides: { badge: { minWidth: 28, height: 28, borderRadius: 14, fontSize: rem(16), fontWeight: 600 } },
    },
    MuiAlert: {
      styleOverrides: {
        // If there is no room beside the text, the button wraps below it.
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
