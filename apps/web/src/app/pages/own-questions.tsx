import type { Prompt } from '@kinreel/contracts/prompts';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { WeekQuestion } from '../../features/pace/components/week-question.tsx';
import { WaitingQuestions } from '../../features/questions/components/waiting-questions.tsx';
import { openUpload } from '../../features/uploads/upload-actions.ts';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { Panel } from '../../shared/ui/panel.tsx';
import { paths } from '../paths.ts';

const QuestionMoment = lazyComponent(() => import('./question-moment.tsx'), 'QuestionMoment');

/** The questions that wait for the user, with the one of the week, above their videos. */
export function OwnQuestions() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const actions = {
    onRecord: ({ id }: Prompt) => void navigate(paths.recordPrompt(id)),
    onUpload: (prompt: Prompt) => void dispatch(openUpload(prompt)),
  };
  return (
    <>
      <WaitingQuestions
        {...actions}
        renderMoment={(moment) => (
          <Panel isExtra>
            <QuestionMoment moment={moment} />
          </Panel>
        )}
      />
      <WeekQuestion {...actions} />
    </>
  );
}
