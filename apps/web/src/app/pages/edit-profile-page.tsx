import { Navigate, useParams } from 'react-router';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../paths.ts';
import { NotYoursPage } from './not-found-page.tsx';

/** ROUTE-09: redirects to the edit view of the own profile. For any other id it shows NotYoursPage. */
export function EditProfilePage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  if (user?.id !== id.toLowerCase()) return <NotYoursPage ownerId={id} />;
  return <Navigate to={paths.editProfile(user.id)} replace />;
}
