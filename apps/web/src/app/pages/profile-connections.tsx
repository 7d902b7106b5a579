import Box from '@mui/material/Box';
import { useNavigate } from 'react-router';
import { ConnectionsList } from '../../features/connections/components/connections-list.tsx';
import { badgeText } from '../../features/connections/connection-status.ts';
import { usePendingCount } from '../../features/connections/use-pending-count.ts';
import { SearchBox } from '../../features/people/search-box.tsx';
import { useIsPhone } from '../../shared/ui/use-is-phone.ts';
import { paths } from '../paths.ts';
import { ViewTabs } from './view-tabs.tsx';

/** The user's connections by type, and the pending requests with their count (ROUTE-07, PROF-02). */
export function ProfileConnections({ userId }: { userId: string }) {
  const pendingCount = usePendingCount(userId);
  const search = <FindPeople />;
  return (
    <ViewTabs
      label="My Connections"
      tabs={[
        {
          name: 'all',
          label: 'All',
          content: <ConnectionsList userId={userId} list="all" label="All connections" search={search} />,
        },
        {
          name: 'friends',
          label: 'Friends',
          content: <ConnectionsList userId={userId} list="friends" label="Friends" search={search} />,
        },
        {
          name: 'family',
          label: 'Family',
          content: <ConnectionsList userId={userId} list="family" label="Family" search={search} />,
        },
        {
          name: 'requests',
          label: 'Requests',
          badge: badgeText(pendingCount),
          content: <ConnectionsList userId={userId} list="requests" label="Requests" />,
        },
      ]}
    />
  );
}

/** The people search of the header, repeated below an empty list. */
function FindPeople() {
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  return (
    <Box component="search" sx={{ width: 'min(440px, calc(100vw - 64px))', textAlign: 'left' }}>
      <SearchBox inline={!isPhone} onPick={(personId) => navigate(paths.videos(personId))} />
    </Box>
  );
}
