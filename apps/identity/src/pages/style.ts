import { colorProperties } from '@kinreel/brand/colors';

/**
 * Styles of the pages: the product's colors, mobile first, light or dark as the device prefers. Fonts are loaded from
 * the web app if it has the same origin; otherwise the device's fonts are used.
 */
export const STYLE = `
${[400, 600].map((weight) => `@font-face { font-family: Blinker; font-weight: ${weight}; font-display: swap; src: url(/assets/blinker-latin-${weight}-normal.woff2); }`).join('\n')}
${colorProperties()}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; background: var(--canvas); color: var(--ink);
  font: 400 1.0625rem/1.45 Blinker, "Trebuchet MS", "Segoe UI", system-ui, sans-serif;
}
header {
  display: flex; align-items: center; gap: 12px; padding: 16px; background: var(--surface);
  border-bottom: 1px solid var(--divider); font-weight: 600; font-size: 1.375rem; letter-spacing: -.01em;
}
main { padding: 28px 16px 48px; max-width: 32rem; margin: 0 auto; }
h1 { margin: 0 0 12px; font-size: 2rem; line-height: 1.05; letter-spacing: -.02em; font-weight: 600; text-wrap: balance; }
p { margin: 0 0 20px; color: var(--soft); overflow-wrap: anywhere; }
form { display: grid; gap: 20px; margin: 0; }
label { display: block; margin-bottom: 8px; font-weight: 600; }
input {
  width: 100%; min-height: 56px; padding: 12px 16px; font: inherit; font-size: 1.125rem; color: var(--ink);
  background: var(--surface); border: 2px solid var(--edge); border-radius: 12px;
}
input[aria-invalid="true"] { border-color: var(--error); }
ul { margin: 8px 0 0; padding-left: 20px; color: var(--soft); font-size: 1rem; }
.problem { display: flex; gap: 8px; margin: 8px 0 0; color: var(--error); font-size: 1rem; font-weight: 600; }
.problem svg { flex: none; margin-top: 1px; }
button, .button {
  display: block; width: 100%; min-height: 56px; padding: 14px 20px; border: 0; border-radius: 12px; cursor: pointer;
  font: inherit; font-weight: 600; font-size: 1.125rem; line-height: 1.5; text-align: center; text-decoration: none;
  background: var(--action); color: var(--on-action); transition: background-color 140ms;
}
button:hover, .button:hover { background: var(--action-hover); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; }
@media (min-width: 720px) {
  header { padding: 16px 48px; }
  main {
    margin-top: 72px; padding: 48px; background: var(--surface); border-radius: 20px;
    box-shadow: 0 1px 2px rgb(34 44 37 / 6%), 0 10px 28px -14px rgb(34 44 37 / 18%);
  }
  h1 { font-size: 2.75rem; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
