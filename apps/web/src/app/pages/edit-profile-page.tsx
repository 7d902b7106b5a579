import { useParams } from 'react-router';
import { useSession } from '../../features/session/use-session.ts';
import { NotYoursPage } from './not-found-page.tsx';
import { OwnProfile } from './profile-page.tsx';

/** ROUTE-09: the edit view of the user's own profile, at a separate address. For any other id it shows NotYoursPage. */
export function EditProfilePage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  if (user?.id !== id.toLowerCase()) return <NotYoursPage ownerId={id} />;
  return <OwnProfile user={user} view="edit" />;
}
