/**
 * Colors of the light scheme, in the shape of Material UI's palette. CONST-01 prescribes primary and secondary.
 * Contrast ratios: at least 4.5 for text and 3 for graphics (WCAG AA).
 */
export const LIGHT = {
  primary: { main: '#667b68', dark: '#4a5f4d', light: '#c3d1b6', contrastText: '#ffffff' },
  secondary: { main: '#a3b899', dark: '#8ea48d', light: '#c3d1b6', contrastText: '#1e2a21' },
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

/** Colors of the dark scheme. */
export const DARK: typeof LIGHT = {
  primary: { main: '#8ea48d', dark: '#b7caae', light: '#2e3d31', contrastText: '#17211a' },
  secondary: { main: '#a3b899', dark: '#b7caae', light: '#2e3d31', contrastText: '#17211a' },
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

/**
 * The colors as CSS custom properties, light or dark like the device, for pages that do not load the web app:
 * `--canvas`, `--surface`, `--ink`, `--soft`, `--edge`, `--divider`, `--action`, `--action-hover`, `--on-action`,
 * `--error`, `--focus`.
 */
export function colorProperties(): string {
  return `:root { ${properties(LIGHT)} }
@media (prefers-color-scheme: dark) {
  :root { ${properties(DARK)} }
}`;
}

function properties({ background, text, edge, divider, accent, error, focusRing }: typeof LIGHT): string {
  return Object.entries({
    canvas: background.default,
    surface: background.paper,
    ink: text.primary,
    soft: text.secondary,
    edge,
    divider,
    action: accent.main,
    'action-hover': accent.dark,
    'on-action': accent.contrastText,
    error: error.main,
    focus: focusRing,
  })
    .map(([name, color]) => `--${name}: ${color};`)
    .join(' ');
}
