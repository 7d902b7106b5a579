import { compileModule, MessageFormat } from './message-format.ts';
import type { IcuMessages } from './message-types.ts';

/**
 * Source of an ES module that exports compiled messages, so that no parser is needed at run time.
 * @param language BCP 47 tag whose plural rules apply
 * @param icu ICU texts by feature and key
 * @returns the `import` lines, and an object literal with an object for each feature
 */
export function compileMessages(
  language: string,
  icu: Record<string, IcuMessages>,
): { imports: string; object: string } {
  const plain: Record<string, Record<string, string>> = {};
  for (const [feature, messages] of Object.entries(icu)) plain[feature] = { ...messages };
  const source = compileModule(new MessageFormat(language, { strict: true }), plain);
  const start = source.indexOf('export default ');
  const [imports = '', object = ''] = [source.slice(0, start), source.slice(start + 'export default '.length)];
  return {
    // Imports the plural rules of one language instead of all.
    imports: imports.replace(
      /import \{ (\w+) \} from "@messageformat\/runtime\/lib\/cardinals";\n/,
      (_line, name: string) =>
        `const ${name}_rules = new Intl.PluralRules('${language}');\nconst ${name} = (n) => ${name}_rules.select(n);\n`,
    ),
    // Text without parameters needs no function.
    object: object.replace(/\(\) => ("(?:[^"\\]|\\.)*")(,?\n)/g, '$1$2'),
  };
}
