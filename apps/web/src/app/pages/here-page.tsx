import { useParams } from 'react-router';
import { SignOfLife } from '../../features/stewards/components/sign-of-life.tsx';

/** The link in the mails to somebody of whom a steward says that they can no longer be here. It needs no login. */
export function HerePage() {
  const { id = '', code = '' } = useParams();
  return <SignOfLife id={id} code={code} />;
}
