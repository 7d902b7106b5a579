import { Fragment, type ReactNode } from 'react';

type Tags = Record<string, (content: string) => ReactNode>;

/**
 * A message with components in it: `Read the <link>terms</link>.` with `tags={{ link: ... }}`. A translation may move
 * them but not add any.
 */
export function RichText({ text, tags }: { text: string; tags: Tags }) {
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/);
  const nodes: ReactNode[] = [];
  for (let index = 0; index < parts.length; index += 3) {
    const [plain, tag = '', content = ''] = parts.slice(index);
    nodes.push(plain, tags[tag] ? <Fragment key={index}>{tags[tag](content)}</Fragment> : content);
  }
  return nodes;
}
