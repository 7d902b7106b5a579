import type { Connection } from '@kinreel/contracts/connections';
import { pages as text } from '@kinreel/messages/en/pages';
import Box from '@mui/material/Box';
import { useNavigate } from 'react-router';
import { ConnectionsList } from '../../features/connections/components/connections-list.tsx';
import { badgeText, otherUserId } from '../../features/connections/connection-status.ts';
import { usePendingCount } from '../../features/connections/use-pending-count.ts';
import { InviteFamily } from '../../features/invitations/components/invite-family.tsx';
import { SearchBox } from '../../features/people/search-box.tsx';
import { useIsPhone } from '../../shared/ui/use-is-phone.ts';
import { paths } from '../paths.ts';
import { AskPerson } from './ask-person.tsx';
import { PersonMenu } from './person-menu.tsx';
import { ViewTabs } from './view-tabs.tsx';

/** The user's connections by type, and the pending requests with their count (ROUTE-07, PROF-02). */
export function ProfileConnections({ userId }: { userId: string }) {
  const pendingCount = usePendingCount(userId);
  const search = (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 5 }}>
      <InviteFamily variant="contained" />
      <FindPeople />
    </Box>
  );
  const lists = {
    userId,
    search,
    invite: <InviteFamily />,
    renderAction: (connection: Connection) => (
      <AskPerson person={{ id: otherUserId(connection, userId), first_name: connection.first_name }} />
    ),
  };
  return (
    <ViewTabs
      label={text.myConnections}
      tabs={[
        {
          name: 'all',
          label: text.all,
          content: <ConnectionsList {...lists} list="all" label={text.allConnections} />,
        },
        {
          name: 'friends',
          label: text.friends,
          content: <ConnectionsList {...lists} list="friends" label={text.friends} />,
        },
        {
          name: 'family',
          label: text.family,
          content: <ConnectionsList {...lists} list="family" label={text.family} />,
        },
        {
          name: 'requests',
          label: text.requests,
          badge: badgeText(pendingCount),
          content: (
            <ConnectionsList
              userId={userId}
              list="requests"
              label={text.requests}
              renderMore={(request, onRemoved) => (
                <PersonMenu person={{ ...request, id: otherUserId(request, userId) }} onBlocked={onRemoved} />
              )}
            />
          ),
        },
      ]}
    />
  );
}

/** The people search of the header, also shown below an empty list. */
function FindPeople() {
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  return (
    <Box component="search" sx={{ width: 'min(440px, calc(100vw - 64px))', textAlign: 'start' }}>
      <SearchBox inline={!isPhone} onPick={(personId) => navigate(paths.videos(personId))} />
    </Box>
  );
}
