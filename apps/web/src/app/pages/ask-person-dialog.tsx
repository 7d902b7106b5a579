import { questions as text } from '@kinreel/messages/en/questions';
import { type ComponentProps, useMemo } from 'react';
import { SendYourself } from '../../features/answer-links/components/send-yourself.tsx';
import { PromptChooser } from '../../features/prompts/components/prompt-chooser.tsx';
import { AskDialog } from '../../features/questions/components/ask-dialog.tsx';
import { useGetAskedQuestionsQuery } from '../../features/questions/questions.api.ts';
import { useGetPersonVideosInfiniteQuery } from '../../features/videos/videos.api.ts';

/** Asks a connected person a question. */
export function AskPersonDialog(props: Omit<ComponentProps<typeof AskDialog>, 'renderChooser'>) {
  const { open, about, person } = props;
  const marks = useMarks(person.id, !open || about !== undefined);
  return (
    <AskDialog
      {...props}
      renderChooser={(chosen, onChange, onOwnWords) => (
        <PromptChooser
          whole
          value={chosen}
          marks={marks}
          nothingFound={{ label: text.askOwnWords, onPress: onOwnWords }}
          onChange={onChange}
        />
      )}
      renderOpen={(question) => <SendYourself question={question} name={person.first_name} />}
    />
  );
}

/** Which prompts the person has answered in a video that the user sees, and which the user has asked them. */
function useMarks(personId: string, skip: boolean): ReadonlyMap<number, string> {
  const { data: asked } = useGetAskedQuestionsQuery(personId, { skip });
  const { data: videos } = useGetPersonVideosInfiniteQuery(personId, { skip });
  return useMemo(
    () =>
      new Map([
        ...(videos?.pages ?? []).flatMap(({ rows }) =>
          rows.map((video) => [video.prompt_id ?? 0, text.answered] as const),
        ),
        ...(asked ?? []).map(({ prompt, answered }) => [prompt.id, answered ? text.answered : text.isAsked] as const),
      ]),
    [asked, videos],
  );
}
