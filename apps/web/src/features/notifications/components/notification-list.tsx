import type { Notification, NotificationKind } from '@kinreel/contracts/notifications';
import { notifications as text } from '@kinreel/messages/en/notifications';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useMemo } from 'react';
import { offerPush } from '../../../shared/offline/push-offer.ts';
import { ShowMore } from '../../../shared/ui/show-more.tsx';
import { EmptyState, FailedState } from '../../../shared/ui/states.tsx';
import { useReducedMotion } from '../../../shared/ui/use-reduced-motion.ts';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { groupNotifications } from '../notification-groups.ts';
import { groupTitle, rowTime } from '../notification-text.ts';
import { useGetNotificationsInfiniteQuery, useMarkReadMutation } from '../notifications.api.ts';
import { NotificationRow } from './notification-row.tsx';

interface NotificationListProps {
  userId: string;
  /** False while the panel is closing. Opening it again refetches the list. */
  open: boolean;
  /** Called when a notification is opened. */
  onOpen: () => void;
}

/** Kinds after which it is worth hearing of the next one on this device. */
const ANSWERS: readonly NotificationKind[] = ['question-answered', 'note', 'heart'];

/**
 * Notifications: first those that need an answer, then by day. Listed ones are marked as read on the server but stay
 * marked as new until the panel closes.
 */
export function NotificationList({ userId, open, onOpen }: NotificationListProps) {
  const query = useGetNotificationsInfiniteQuery(undefined, { skip: !open });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows), [query.data]);
  useMarkAsRead(rows);
  const hasAnswer = rows?.some(({ kind }) => ANSWERS.includes(kind)) ?? false;
  useEffect(() => {
    if (hasAnswer) offerPush();
  }, [hasAnswer]);
  const id = useId();

  if (rows === undefined) {
    if (!query.isError) return <Skeletons />;
    return <FailedState title={text.loadFailed} error={query.error} headingLevel="h3" onRetry={query.refetch} />;
  }
  if (rows.length === 0) {
    return <EmptyState title={text.noneTitle} text={text.noneText} headingLevel="h3" />;
  }
  return (
    <Box sx={{ px: 2, pb: 3 }}>
      {groupNotifications(rows).map(({ key, entries }) => (
        <Box key={key} component="section" aria-labelledby={`${id}-${key}`}>
          <Typography
            id={`${id}-${key}`}
            component="h3"
            sx={{ px: 3, pt: 3, pb: 1, fontSize: '1rem', fontWeight: 600, color: 'text.secondary' }}
          >
            {groupTitle(key)}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {entries.map((entry) => (
              <NotificationRow
                key={entry[0].id}
                entry={entry}
                time={rowTime(key, entry[0].created_at)}
                userId={userId}
                onOpen={onOpen}
              />
            ))}
          </Box>
        </Box>
      ))}
      <ShowMore query={query} failed={text.moreFailed} pt={3} />
    </Box>
  );
}

/** Marks the rows as read, once per newest row. */
function useMarkAsRead(rows: readonly Notification[] | undefined): void {
  const [markRead] = useMarkReadMutation();
  const unread = rows?.filter((row) => !row.read) ?? [];
  const upTo = unread.length > 0 ? rows?.[0]?.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the unread rows change with the newest row
  useEffect(() => {
    if (upTo) void markRead({ upTo, kinds: unread.map((row) => row.kind) });
  }, [upTo, markRead]);
}

/** Placeholders while loading. */
function Skeletons() {
  const animation = useReducedMotion() ? false : 'pulse';
  return (
    <Box role="status" sx={{ px: 5, pb: 5 }}>
      <span style={visuallyHidden}>{text.loading}</span>
      {['a', 'b', 'c'].map((key) => (
        <Box key={key} aria-hidden sx={{ display: 'flex', gap: 4, py: 3 }}>
          <Skeleton variant="circular" animation={animation} width={48} height={48} sx={{ flex: 'none' }} />
          <Box sx={{ flex: 1, alignSelf: 'center' }}>
            <Skeleton variant="rounded" animation={animation} height={20} width="90%" />
            <Skeleton variant="rounded" animation={animation} height={18} width="40%" sx={{ mt: 2 }} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
