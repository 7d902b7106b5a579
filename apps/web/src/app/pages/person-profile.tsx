import type { PublicProfile, User } from '@kinreel/contracts/profile';
import { pages as text } from '@kinreel/messages/en/pages';
import Box from '@mui/material/Box';
import { useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { ConnectControl } from '../../features/connections/components/connect-control.tsx';
import { IncomingRequest } from '../../features/connections/components/incoming-request.tsx';
import { useGetConnectionWithQuery } from '../../features/connections/connections.api.ts';
import { AboutMe } from '../../features/profile/components/about-me.tsx';
import { ProfileHeader } from '../../features/profile/components/profile-header.tsx';
import { useGetSearchedUserQuery } from '../../features/profile/profile.api.ts';
import type { AskedVideoProblem } from '../../features/videos/components/asked-video-alert.tsx';
import { PersonVideos } from '../../features/videos/components/person-videos.tsx';
import { isApiError } from '../../shared/api/api-error.ts';
import { formatPlace, fullName } from '../../shared/format/person.ts';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { isPushOffered, onPushOfferChange } from '../../shared/offline/push-offer.ts';
import { Panel } from '../../shared/ui/panel.tsx';
import { FailedState, LoadingState } from '../../shared/ui/states.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { paths } from '../paths.ts';
import { AskPerson } from './ask-person.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PersonMenu } from './person-menu.tsx';
import { ProfileBody } from './profile-body.tsx';
import { ViewTabs } from './view-tabs.tsx';

const PushOffer = lazyComponent(() => import('../../features/push/components/push-offer.tsx'), 'PushOffer');
const StewardNews = lazyComponent(() => import('../../features/stewards/components/steward-news.tsx'), 'StewardNews');

interface PersonProfileProps {
  user: User;
  personId: string;
  /** Why the requested video is not shown. */
  problem?: AskedVideoProblem | undefined;
}

/** Another person's profile (PROF-03). */
export function PersonProfile({ user, personId, problem }: PersonProfileProps) {
  const {
    data: person,
    error,
    isError,
    refetch,
  } = useGetSearchedUserQuery(personId, {
    refetchOnMountOrArgChange: true,
  });
  // Cached data is ignored: one of the two may have blocked the other.
  if (person === null || (isApiError(error) && [400, 404].includes(error.status))) return <NotFoundPage />;
  if (person) return <Person user={user} person={person} problem={problem} />;
  if (isError) {
    return <FailedState headingLevel="h1" title={text.personFailed} error={error} onRetry={refetch} />;
  }
  return <LoadingState />;
}

function Person({ user, person, problem }: Omit<PersonProfileProps, 'personId'> & { person: PublicProfile }) {
  usePageTitle(fullName(person));
  const navigate = useNavigate();
  const offersPush = useSyncExternalStore(onPushOfferChange, isPushOffered);
  const { data: connection } = useGetConnectionWithQuery(person.id);
  return (
    <>
      <ProfileHeader
        name={fullName(person)}
        place={formatPlace(person)}
        photo={person.profile_image}
        banner={person.banner_image}
        bannerAction={<PersonMenu person={person} onBlocked={() => void navigate(paths.videos(user.id))} />}
        action={<ConnectControl userId={user.id} person={person} />}
      />
      <ProfileBody>
        {user.steward_news && (
          <Panel>
            <StewardNews userId={user.id} ownerId={person.id} />
          </Panel>
        )}
        <IncomingRequest userId={user.id} personId={person.id} />
        <AboutMe text={person.about_me} />
        {connection && !connection.pending && (
          <Box sx={{ mt: { xs: 4, sm: 6 } }}>
            <AskPerson person={person} />
            {offersPush && (
              <Panel isExtra>
                <PushOffer userId={user.id} />
              </Panel>
            )}
          </Box>
        )}
        <ViewTabs
          label={text.videos}
          tabs={[
            {
              name: 'my-videos',
              label: text.myVideos,
              content: <PersonVideos userId={person.id} name={person.first_name} problem={problem} />,
            },
          ]}
        />
      </ProfileBody>
    </>
  );
}
