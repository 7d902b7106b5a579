import type { Captions } from '@kinreel/contracts/captions';
import { captionEncodings } from '@kinreel/messages/en/caption-encodings';
import { captions as text } from '@kinreel/messages/en/captions';
import { common } from '@kinreel/messages/en/common';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import {
  type Answer,
  answer,
  apiError,
  connectionLost,
  heldAnswer,
  serverCalls,
} from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { CaptionsDialog } from './captions-dialog.tsx';
import type { CaptionedVideo } from './captions-workspace.tsx';

const ID = '0192f1c0-0000-7000-8000-00000000000a';
const PATH = `/api/video/${ID}/captions`;
/** A video without a file: its position stays at the start unless a test moves it. */
const VIDEO: CaptionedVideo = { id: ID, prompt: 'What was your first job?', url: null, poster_url: null };

const NONE: Captions = {
  cues: [],
  version: null,
  starts_at: 0,
  source: null,
  updated_at: null,
  draft: 'unavailable',
  draft_code: null,
  draft_params: {},
  draft_reason: null,
};

/** Captions on the server. A higher number is a newer version. */
const saved = (number: number, ...said: [start: number, end: number, text: string][]): Captions => ({
  ...NONE,
  cues: said.map(([start, end, words]) => ({ start, end, text: words })),
  version: `0192f1c0-0000-7000-8000-00000000010${number}`,
  source: 'person',
  updated_at: `2026-03-01T10:00:0${number}.000Z`,
});

/** Body of the last save request. */
const sent = () => serverCalls(`PUT ${PATH}`).at(-1)?.body;

afterEach(() => vi.restoreAllMocks());

/** A button that opens the dialog. */
function Opener() {
  const [shown, setShown] = useState<CaptionedVideo | null>(VIDEO);
  return (
    <>
      <button type="button" onClick={() => setShown(VIDEO)}>
        Open
      </button>
      <CaptionsDialog video={shown} onClose={() => setShown(null)} />
    </>
  );
}

async function open(captions: Answer = NONE) {
  answer(`GET ${PATH}`, captions);
  const screen = await renderComponent(<Opener />);
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  const dialog = screen.getByRole('dialog', { name: text.title });
  return {
    screen,
    button,
    dialog,
    words: screen.getByLabelText(text.words),
    lines: screen.getByRole('list', { name: text.lines }).getByRole('listitem'),
    question: screen.getByRole('alertdialog', { name: text.closeTitle }),
    save: async (response: Answer) => {
      answer(`PUT ${PATH}`, response);
      await button(common.save).click();
      await expect.element(dialog.getByText(text.allSaved)).toBeVisible();
    },
  };
}

/** Presses Tab until this control has the focus. It may first have to load or be enabled. */
async function tabTo(target: Locator) {
  await expect.element(target).toBeVisible();
  await expect.element(target).toBeEnabled();
  for (let stops = 0; stops < 40 && document.activeElement !== target.element(); stops += 1) await userEvent.tab();
  expect(document.activeElement).toBe(target.element());
}

test('[ROUTE-12] captions are written, corrected and saved with the keyboard only', async () => {
  const { button, dialog, words, lines, question, screen } = await open();
  await expect.element(dialog.getByRole('heading', { name: text.noneTitle })).toBeVisible();
  await expect.element(button(common.save)).toBeDisabled();
  await tabTo(button(text.addLine));
  await userEvent.keyboard('{Enter}');
  await expect.element(words).toHaveFocus();
  await userEvent.keyboard('We lived on a ferm.');
  await tabTo(button(text.later({ edge: 'start' })));
  await userEvent.keyboard('{Enter}{Enter}');
  answer(`PUT ${PATH}`, saved(1, [0.2, 3, 'We lived on a ferm.']));
  await tabTo(button(common.save));
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(text.allSaved)).toBeVisible();
  expect(sent()).toMatchObject({ version: null, cues: [{ start: 0.2, end: 3, text: 'We lived on a ferm.' }] });

  // Select a line in the list and correct it.
  answer(`GET ${PATH}`, saved(1, [0.2, 3, 'We lived on a ferm.']));
  // Save was just disabled, and the focus is moving.
  await tabTo(button(common.close));
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Open' }).click();
  await tabTo(lines.getByRole('button').first());
  await userEvent.keyboard('{Enter}');
  await tabTo(words);
  await userEvent.keyboard('{End}{Backspace}{Backspace}{Backspace}{Backspace}arm.{Escape}');
  await expect.element(question.getByRole('button', { name: common.cancel })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(question).not.toBeInTheDocument();
  answer(`PUT ${PATH}`, saved(2, [0.2, 3, 'We lived on a farm.']));
  await tabTo(button(common.save));
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(text.allSaved)).toBeVisible();
  expect(sent()).toMatchObject({ version: saved(1).version, cues: [{ text: 'We lived on a farm.' }] });
});

test('[ROUTE-12] a SubRip file can be opened, saved and downloaded as WebVTT; other files are rejected', async () => {
  const { button, dialog, lines, screen, save } = await open();
  const upload = (name: string, content: string) =>
    userEvent.upload(screen.getByLabelText(text.file, { exact: true }), new File([content], name));
  await upload('diary.srt', 'Dear diary');
  await expect.element(dialog.getByText(text.fileWithoutCaptions)).toBeVisible();
  await upload(
    'farm.srt',
    '\uFEFF1\r\n00:00:00,500 --> 00:00:01,500\r\n<i>We lived</i> on a farm.\r\n\r\n2\r\nnever --> ever\r\nx\r\n\r\n3\r\n00:00:02,000 --> 00:00:03,000\r\n我们搬到了港口\r\n',
  );
  await expect.element(dialog.getByText(text.openedPartly({ count: 2, skipped: 1 }))).toBeVisible();
  await expect.element(lines.first()).toHaveTextContent('0:00.5We lived on a farm.');
  await save(saved(1, [0.5, 1.5, 'We lived on a farm.'], [2, 3, '我们搬到了港口']));
  expect(sent()).toMatchObject({
    cues: [
      { start: 0.5, end: 1.5, text: 'We lived on a farm.' },
      { start: 2, end: 3, text: '我们搬到了港口' },
    ],
  });

  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:none';
  });
  let name = '';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    name = this.download;
  });
  await userEvent.click(button(text.download));
  await expect.poll(() => name).toBe('What was your first job.vtt');
  expect(await files[0]?.text()).toContain('00:00:00.500 --> 00:00:01.500\nWe lived on a farm.\n');
});

test('[ROUTE-12] a file in an old encoding opens as Western European, and again in the chosen language', async () => {
  const { screen, lines } = await open();
  const bytes = [...'1\n00:00:00,500 --> 00:00:01,500\n'].map((letter) => letter.charCodeAt(0));
  const privet = new Uint8Array([...bytes, 0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
  // The test runner's upload only supports text.
  const files = new DataTransfer();
  files.items.add(new File([privet], 'a.srt'));
  const field = screen.getByLabelText(text.file, { exact: true });
  await expect.element(field).toBeInTheDocument();
  const input = field.element() as HTMLInputElement;
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(lines.first()).toHaveTextContent('0:00.5Ïðèâåò');
  await userEvent.selectOptions(screen.getByLabelText(text.lettersWrong), captionEncodings['windows-1251']);
  await expect.element(lines.first()).toHaveTextContent('0:00.5Привет');
});

test('[VID-05] with two windows, the second one to save chooses between its own captions and the saved ones', async () => {
  const conflict = apiError(409, 'captions.changed', 'Changed.');
  const { button, dialog, words, lines, screen } = await open(saved(1, [0, 1, 'At first']));
  await lines.getByRole('button').first().click();
  await words.fill('Of this window');
  answer(`PUT ${PATH}`, conflict);
  answer(`GET ${PATH}`, saved(2, [0, 1, 'Of the other window']));
  await button(common.save).click();
  await expect.element(dialog.getByText(text.conflictTitle)).toBeInViewport();
  await button(text.takeTheirs).click();
  await expect.element(dialog.getByText(text.conflictTitle)).not.toBeInTheDocument();
  await expect.element(lines).toMatchTextContent(/Of the other window$/);
  await button(text.undo).click();
  await expect.element(words).toHaveValue('Of this window');

  answer(`PUT ${PATH}`, conflict);
  answer(`GET ${PATH}`, saved(3, [0, 1, 'Once more of the other']));
  await button(common.save).click();
  await expect.element(button(text.keepMine)).toBeVisible();
  answer(`PUT ${PATH}`, saved(4, [0, 1, 'Of this window']));
  await button(text.keepMine).click();
  await expect.element(dialog.getByText(text.allSaved)).toBeVisible();
  expect(sent()).toMatchObject({ version: saved(3).version, cues: [{ text: 'Of this window' }] });

  // After all lines are deleted and saved, there are no captions.
  answer(`DELETE ${PATH}`, () => new Response(null, { status: 204 }));
  answer(`GET ${PATH}`, NONE);
  await button(text.delete).click();
  await expect.element(dialog.getByText(text.lineDeleted)).toBeVisible();
  await button(common.save).click();
  await expect.element(screen.getByText(text.removed)).toBeInTheDocument();
  expect(serverCalls(`DELETE ${PATH}`)).toMatchObject([{ search: `version=${saved(4).version}` }]);
});

test('[VID-05] after a trim, lines get the new times; if lines were cut off, the person is asked first', async () => {
  const conflict = apiError(409, 'captions.changed', 'Changed.');
  const { button, dialog, words, lines, screen } = await open();
  const part = (number: number, startsAt: number, ...said: [number, number, string][]) => ({
    ...saved(number, ...said),
    starts_at: startsAt,
  });
  await userEvent.upload(
    screen.getByLabelText(text.file, { exact: true }),
    new File(['WEBVTT\n\n00:01.000 --> 00:02.000\nCut out\n\n00:11.000 --> 00:12.000\nStays'], 'x.vtt'),
  );
  await expect.element(lines).toHaveLength(2);
  answer(`GET ${PATH}`, { ...NONE, version: saved(9).version, starts_at: 10 });
  answer(`PUT ${PATH}`, () =>
    serverCalls(`PUT ${PATH}`).length === 1
      ? Response.json({ code: 'captions.changed', message: 'Changed.' }, { status: 409 })
      : Response.json(part(1, 10, [1, 2, 'Stays'])),
  );
  await button(common.save).click();
  // One of them would be lost: the dialog says so and changes nothing yet.
  await expect.element(dialog.getByText(text.cutOff({ count: 1 }))).toBeVisible();
  await expect.element(button(text.takeTheirs)).not.toBeInTheDocument();
  await expect.element(lines).toHaveLength(2);
  await button(text.keepMine).click();
  await expect.element(dialog.getByText(text.allSaved)).toBeVisible();
  expect(sent()).toEqual({ version: saved(9).version, cues: [{ start: 1, end: 2, text: 'Stays' }] });

  // The saved captions differ, and the trim changed again: the person still chooses between both.
  await lines.getByRole('button').first().click();
  await words.fill('Mine');
  answer(`PUT ${PATH}`, conflict);
  answer(`GET ${PATH}`, part(2, 0, [11, 12, 'Theirs']));
  await button(common.save).click();
  answer(`PUT ${PATH}`, part(3, 0, [11, 12, 'Mine']));
  await button(text.keepMine).click();
  await expect.element(dialog.getByText(text.allSaved)).toBeVisible();
  expect(sent()).toEqual({ version: saved(2).version, cues: [{ start: 11, end: 12, text: 'Mine' }] });
});

test('[VID-05] after a trim that loses no lines, nobody is asked', async () => {
  const { button, dialog, screen } = await open();
  await userEvent.upload(
    screen.getByLabelText(text.file, { exact: true }),
    new File(['WEBVTT\n\n00:11.000 --> 00:12.000\nStays'], 'x.vtt'),
  );
  answer(`GET ${PATH}`, { ...NONE, version: saved(9).version, starts_at: 10 });
  answer(`PUT ${PATH}`, () =>
    serverCalls(`PUT ${PATH}`).length === 1
      ? Response.json({ code: 'captions.changed', message: 'Changed.' }, { status: 409 })
      : Response.json({ ...saved(1, [1, 2, 'Stays']), starts_at: 10 }),
  );
  await button(common.save).click();
  await expect.element(dialog.getByText(text.allSaved)).toBeVisible();
  expect(sent()).toEqual({ version: saved(9).version, cues: [{ start: 1, end: 2, text: 'Stays' }] });
});

test('[VID-05] after a trim that cuts off all lines, they are removed and nothing is sent', async () => {
  const { button, dialog, lines, screen } = await open();
  await userEvent.upload(
    screen.getByLabelText(text.file, { exact: true }),
    new File(['WEBVTT\n\n00:01.000 --> 00:02.000\nCut out\n\n00:03.000 --> 00:04.000\nToo'], 'x.vtt'),
  );
  answer(`GET ${PATH}`, { ...NONE, version: saved(9).version, starts_at: 10 });
  answer(`PUT ${PATH}`, apiError(409, 'captions.changed', 'Changed.'));
  await button(common.save).click();
  await expect.element(dialog.getByText(text.trimmedTitle)).toBeVisible();
  await expect.element(dialog.getByText(text.cutOff({ count: 2 }))).toBeVisible();
  await button(text.keepMine).click();
  await expect.element(lines).toHaveLength(0);
  expect(serverCalls(`PUT ${PATH}`)).toHaveLength(1);
});

test('[ERR-02] loading and errors are shown, and no text is lost', async () => {
  const held = heldAnswer(connectionLost);
  const first = await open(held.response);
  await expect.element(first.dialog.getByRole('progressbar', { name: text.loading })).toBeInTheDocument();
  held.send();
  await expect.element(first.dialog.getByText(text.loadFailed)).toBeVisible();
  answer(`GET ${PATH}`, NONE);
  await first.button(common.retry).click();

  await first.button(text.addLine).click();
  await first.button(common.save).click();
  await expect.element(first.dialog.getByText(text.wordsMissing)).toBeVisible();
  await expect.element(first.words).toHaveFocus();
  await first.words.fill('Kept');
  answer(`PUT ${PATH}`, connectionLost);
  await first.button(common.save).click();
  await expect.element(first.dialog.getByText(text.stillHere)).toBeVisible();
  await expect.element(first.words).toHaveValue('Kept');
  // The browser asks before the page is left.
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);

  // The text is also kept when the page is reloaded.
  await first.screen.unmount();
  const again = await open();
  await expect.element(again.dialog.getByText(text.unsavedLoaded)).toBeVisible();
  await expect.element(again.lines).toMatchTextContent(/Kept/);
  await again.save(saved(1, [0, 3, 'Kept']));
  expect(sent()).toMatchObject({ cues: [{ start: 0, end: 3, text: 'Kept' }] });

  // Discarded text is not restored.
  answer(`GET ${PATH}`, saved(1, [0, 3, 'Kept']));
  await again.button(text.addLine).click();
  await again.button('Close').click();
  await again.screen.getByRole('button', { name: text.closeConfirm }).click();
  await expect.element(again.dialog).not.toBeInTheDocument();
  await again.screen.getByRole('button', { name: 'Open' }).click();
  await expect.element(again.lines).toHaveTextContent('0:00.0Kept');
  await expect.element(again.dialog.getByText(text.allSaved)).toBeVisible();
});

/** The editor polls every three seconds while a draft is made. */
const POLLED = { timeout: 60_000 };

test('[VID-05] a draft is offered if the server can make one; only the owner sees it until it is saved', async () => {
  const offered: Captions = { ...NONE, draft: 'offered' };
  const { button, dialog, lines } = await open(offered);
  answer(`POST ${PATH}/draft`, { ...offered, draft: 'working' });
  answer(`GET ${PATH}`, {
    ...offered,
    draft: 'failed',
    draft_code: 'no_speech',
    draft_reason: 'The computer heard no words in this video.',
  });
  await button(text.requestDraft).click();
  await expect.element(dialog.getByText(text.draftingTitle)).toBeVisible();
  await expect
    .element(dialog.getByRole('alert'), POLLED)
    .toMatchTextContent(/The computer heard no words in this video/);
  answer(`GET ${PATH}`, { ...saved(1, [0, 2, 'We lift on a farm.']), source: 'draft', draft: 'offered' });
  await button(text.requestDraft).click();
  await expect.element(dialog.getByText(text.draftTitle), POLLED).toBeVisible();
  await expect.element(lines).toMatchTextContent(/We lift on a farm/);
  await expect.element(button(common.save)).toBeEnabled();
});

test('[VID-05] text in captions is never executed as code', async () => {
  const corpus = [
    '<script>window.harmed = 1</script>',
    '<img src=x onerror="window.harmed = 1">',
    '"><svg onload=window.harmed=1>',
    '&lt;img src=x onerror=window.harmed=1&gt;',
    '</textarea><iframe srcdoc="<script>parent.harmed=1</script>">',
    '00:00.000 --> 00:09.000\n<v <script>window.harmed=1</script>>',
    'javascript:window.harmed=1 {{harbour}}',
  ];
  const { lines, words } = await open(
    saved(1, ...corpus.map((words, i): [number, number, string] => [i / 2, i / 2 + 0.4, words])),
  );
  await expect.element(lines.first()).toMatchTextContent(/<script>window.harmed = 1<\/script>/);
  const shown = () =>
    Array.from(document.querySelector('video')?.textTracks[0]?.cues ?? [], (cue) => (cue as VTTCue).getCueAsHTML());
  await expect.poll(() => shown().map((cue) => cue.textContent)).toEqual(corpus);
  for (const [i, expected] of corpus.entries()) {
    await lines.nth(i).getByRole('button').first().click();
    await expect.element(words).toHaveValue(expected);
  }
  expect('harmed' in window).toBe(false);
  expect(document.querySelectorAll('iframe[srcdoc], img[src="x"], svg[onload]')).toHaveLength(0);
});
