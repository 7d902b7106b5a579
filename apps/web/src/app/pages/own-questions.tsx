import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { WaitingQuestions } from '../../features/questions/components/waiting-questions.tsx';
import { openUpload } from '../../features/uploads/upload-actions.ts';
import { paths } from '../paths.ts';

/** The questions that wait for the user, above their videos. */
export function OwnQuestions() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  return (
    <WaitingQuestions
      onRecord={({ id }) => void navigate(paths.recordPrompt(id))}
      onUpload={(prompt) => dispatch(openUpload(prompt))}
    />
  );
}
