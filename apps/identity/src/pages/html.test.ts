import { expect, it } from 'vitest';
import { html, scriptValue } from './html.ts';

it('escapes values in text and attributes', () => {
  const hostile = `"><script>alert('&')</script>`;
  const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;';
  expect(html`<p title="${hostile}">${[hostile, 7, undefined]}</p>`.markup).toBe(
    `<p title="${escaped}">${escaped}7</p>`,
  );
  expect(html`<div>${html`<b>${'<i>'}</b>`}</div>`.markup).toBe('<div><b>&lt;i&gt;</b></div>');
});

it('serializes values for scripts without closing the element, and without changing them', () => {
  const hostile = { text: '</script><!-- & \u2028' };
  const literal = scriptValue(hostile).markup;
  expect(literal).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(literal)).toEqual(hostile);
});
