import { htmlEscape } from 'escape-goat';

/** Markup that is safe to insert into a page without escaping. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Value = Html | string | number | undefined | Value[];

/** Template tag for pages: escapes every value that is not `Html`. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(render)));
}

function render(value: Value): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map(render).join('');
  return value instanceof Html ? value.markup : htmlEscape(String(value));
}

/** Serializes a value for a script element: JSON that cannot close the element. */
export const scriptValue = (value: unknown): Html =>
  new Html(
    JSON.stringify(value).replace(
      /[<>&\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
