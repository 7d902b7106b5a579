import { useParams } from 'react-router';
import { SignOfLife } from '../../features/stewards/components/sign-of-life.tsx';

/** The link in mails to an owner whose steward has requested to start: a sign of life. It needs no login. */
export function HerePage() {
  const { id = '', code = '' } = useParams();
  return <SignOfLife id={id} code={code} />;
}
