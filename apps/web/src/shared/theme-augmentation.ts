/**
 * The keys that the look adds to MUI's theme, known to its types everywhere: palette colours, the `question` and `title`
 * text styles, the `soft` and `live` buttons.
 */
import type {} from '@mui/material/Button';
import type {} from '@mui/material/Typography';
import type {} from '@mui/material/themeCssVarsAugmentation';
import type { CSSProperties } from 'react';

/** A ground with its hover state and the text on it. */
interface ColorRole {
  main: string;
  dark: string;
  contrastText: string;
}

interface AppPalette {
  /** Main buttons, links, ticks. */
  accent: ColorRole;
  /** Second buttons, selected rows, initials. */
  tint: ColorRole;
  /** Error alerts and what cannot be undone. */
  dangerTint: ColorRole;
  /** Warnings. */
  warningTint: ColorRole;
  /** Chips and trays over video. */
  media: ColorRole;
  /** Search box, link box, skeletons. */
  sunken: string;
  /** Menus and popovers. */
  raised: string;
  /** Borders of fields and outlined buttons. */
  edge: string;
  focusRing: string;
  scrim: string;
}

declare module '@mui/material/styles' {
  interface Palette extends AppPalette {}
  interface PaletteOptions extends Partial<AppPalette> {}
  interface TypographyVariants {
    question: CSSProperties;
    title: CSSProperties;
  }
  interface TypographyVariantsOptions {
    question?: CSSProperties;
    title?: CSSProperties;
  }
}

declare module '@mui/material/Button' {
  interface ButtonPropsColorOverrides {
    accent: true;
    tint: true;
  }
  interface ButtonPropsVariantOverrides {
    soft: true;
    danger: true;
  }
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    question: true;
    title: true;
  }
}
