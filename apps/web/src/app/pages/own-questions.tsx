import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { WaitingQuestions } from '../../features/questions/components/waiting-questions.tsx';
import { openUpload } from '../../features/uploads/upload-actions.ts';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { Panel } from '../../shared/ui/panel.tsx';
import { paths } from '../paths.ts';

const QuestionMoment = lazyComponent(() => import('./question-moment.tsx'), 'QuestionMoment');

/** The questions that wait for the user, above their videos. */
export function OwnQuestions() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  return (
    <WaitingQuestions
      onRecord={({ id }) => void navigate(paths.recordPrompt(id))}
      onUpload={(prompt) => dispatch(openUpload(prompt))}
      renderMoment={(moment) => (
        <Panel isExtra>
          <QuestionMoment moment={moment} />
        </Panel>
      )}
    />
  );
}
