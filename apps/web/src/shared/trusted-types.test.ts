import { describe, expect, it } from 'vitest';
import { allowInertHtml, allowOwnScript } from './trusted-types.ts';

const page = { href: 'https://kinreel.example/watch/1', origin: 'https://kinreel.example' } as Location;

describe('the default Trusted Types policy', () => {
  it.each([
    '<style>:host { color: red }</style><slot name="icon"></slot>',
    '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>',
  ])('allows inert HTML: %s', (html) => expect(allowInertHtml(html)).toBe(html));

  it.each([
    '<img src=x onerror=alert(1)>',
    '<svg\nonload = "x()">',
    '<script>x()</script>',
    '< SCRIPT src="/a.js">',
    '<iframe src="/"></iframe>',
    '<div srcdoc="x">',
    '<use href="javascript:x()">',
    '<base href="https://other.example">',
  ])('rejects active HTML: %s', (html) => expect(() => allowInertHtml(html)).toThrow(TypeError));

  it.each(['/service-worker.js', 'https://kinreel.example/assets/hash.js', 'blob:https://kinreel.example/0a1b'])(
    'allows own scripts: %s',
    (url) => expect(allowOwnScript(url, page)).toBe(url),
  );

  it.each([
    'https://other.example/a.js',
    '//other.example/a.js',
    'data:text/javascript,x()',
    'blob:https://other.example/1',
  ])('rejects scripts from %s', (url) => expect(() => allowOwnScript(url, page)).toThrow(TypeError));
});
