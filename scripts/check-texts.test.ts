import { expect, it } from 'vitest';
import { literalTexts } from './check-texts.ts';

const found = (source: string) => literalTexts('page.tsx', source).map((line) => line.replace(/^page\.tsx:\d+: /, ''));

it.each([
  ['between tags', '<p>Share</p>', ['Share']],
  ['in each branch between tags', `<p>{busy ? 'wait' : 'send it'}</p>`, ['wait', 'send it']],
  ['after a condition between tags', `<p>{failed && 'did not work'}</p>`, ['did not work']],
  ['in a fragment', '<>or</>', ['or']],
  ['in an aria-label', '<button aria-label="share" />', ['share']],
  ['in a branch of an aria-label', `<button aria-label={open ? 'close' : text.open} />`, ['close']],
  ['in a template of an alt', '<img alt={`Photo of ${name}`} />', ['Photo of …']],
  ['in a label', '<Field label="City" />', ['City']],
  ['in a title', '<Dialog title="delete?" />', ['delete?']],
  ['in a placeholder', `<input placeholder={'search'} />`, ['search']],
  ['in a property for labels', `const tabs = [{ id: 'all', label: 'Everybody' }];`, ['Everybody']],
  ['in a function of a property for labels', `const tab = { label: () => 'My family' };`, ['My family']],
  ['in a constant', `const question = 'Choose a video';`, ['Choose a video']],
  ['of one word in a constant', `const SPEED = { 1: 'Normal' };`, ['Normal']],
  ['that a function returns', `const action = () => (busy ? 'Pending' : text.share);`, ['Pending']],
  ['in a template', 'const question = `Delete ${count} videos`;', ['Delete … videos']],
  ['in a template that begins with a value', 'const line = `${name} wants to be family`;', ['… wants to be family']],
  ['in a sum', `const line = 'Sent by ' + name;`, ['Sent by']],
  ['in a notice', `notices.success('saved now');`, ['saved now']],
  ['in the template of a notice', 'notices.error(`Not saved: ${name}`);', ['Not saved: …']],
  ['in a parameter of a hook', `useDialog({ message: failed ? 'try again' : '' });`, ['try again']],
])('finds a text %s', (_where, source, texts) => {
  expect(found(source)).toEqual(texts);
});

it('names the line', () => {
  expect(literalTexts('page.tsx', 'const a = 1;\n\nconst b = <p>Share</p>;')).toEqual(['page.tsx:3: Share']);
});

it.each([
  ['a message of the catalogue', '<p aria-label={text.share}>{text.title}</p>'],
  ['an error for developers', `throw new Error('The page has no #root');`],
  ['a log', `console.warn('This should not happen', error);`],
  ['a class name', '<div className="Player Controls wide" />'],
  ['a key and a test ID', '<li key="First item" data-testid="First item" id="First" />'],
  ['a style', `const element = <Box sx={{ font: '600 1rem Blinker', gridArea: 'Main area' }} />;`],
  ['a grid', `const layout = { gridTemplateAreas: '"head head" "list main"', transition: 'opacity 140ms ease' };`],
  ['a drawing', '<path d="M4 11.5 12 5l8 6.5" />'],
  ['a method or a header', `fetch('/api/video', { method: 'POST', headers: { Range: 'bytes=0-' } });`],
  ['a token in a header', 'const headers = { authorization: `Bearer ${token}` };'],
  ['a token in a call', "headers.set('authorization', `Bearer ${token}`);"],
  ['a key of an object', `const TEXTS = { 'Enter fullscreen mode': text.fullScreen };`],
  ['a comparison', `if (event.key === 'Escape' || name === 'Not found') close();`],
  ['a case', `switch (state) { case 'Waiting for it': close(); }`],
  ['a type', `type Label = 'Begins now' | 'Ends now';`],
  ['a tag of the cache', `const api = build({ invalidatesTags: ['Videos', 'Shares'] });`],
  ['metadata for a script', '<track kind="metadata" label="thumbnails" />'],
  ['an imported file', `import text from './Read me.txt';`],
])('allows %s', (_what, source) => {
  expect(found(source)).toEqual([]);
});
