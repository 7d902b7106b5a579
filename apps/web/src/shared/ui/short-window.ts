/**
 * Media query for a very low window, such as at 400 % zoom (320 x 256 pixels). Bars are not fixed there, because they
 * would cover most of the page.
 */
export const SHORT_WINDOW = '@media (max-height: 400px)';
