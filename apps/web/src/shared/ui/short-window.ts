/**
 * Media query for a window that is very low, such as at 400 % zoom (320 x 256 pixels). Bars scroll with the page there, so
 * that they do not cover most of it.
 */
export const SHORT_WINDOW = '@media (max-height: 400px)';
