/**
 * Types of our additions to the MUI theme: palette colors, the text styles `question` and `title`, and the button
 * variants `soft` and `danger`.
 */
import type {} from '@mui/material/Button';
import type {} from '@mui/material/Typography';
import type {} from '@mui/material/themeCssVarsAugmentation';
import type { CSSProperties } from 'react';

/** A background color with its hover state and text color. */
interface ColorRole {
  main: string;
  dark: string;
  contrastText: string;
}

interface AppPalette {
  /** Primary buttons, links, check marks. */
  accent: ColorRole;
  /** Secondary buttons, selected rows, avatars without a photo. */
  tint: ColorRole;
  /** Error alerts and buttons of irreversible actions. */
  dangerTint: ColorRole;
  /** Warnings. */
  warningTint: ColorRole;
  /** Chips and toolbars on top of a video. */
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
