import { activity as text } from '@kinreel/messages/en/activity';
import { siteActivity } from '@kinreel/messages/en/site-activity';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { formatRelativeTime } from '../../../shared/format/relative-time.ts';
import { ShowMore } from '../../../shared/ui/show-more.tsx';
import { EmptyState, FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { type ActivityOf, useGetActivityInfiniteQuery } from '../activity.api.ts';
import { activityText } from '../activity-text.ts';

/** The audit log of the user, or that of the site for site owners. */
export function ActivityList({ of }: { of: ActivityOf }) {
  const isSite = of === 'site';
  const query = useGetActivityInfiniteQuery(of, { refetchOnMountOrArgChange: true });
  const entries = query.data?.pages.flatMap((page) => page.rows);
  if (entries === undefined) {
    if (!query.isError) return <LoadingState label={isSite ? siteActivity.loading : text.loading} />;
    const title = isSite ? siteActivity.loadFailed : text.loadFailed;
    return <FailedState title={title} error={query.error} headingLevel="h3" onRetry={query.refetch} />;
  }
  return (
    <Box sx={{ maxWidth: 720, pt: { xs: 5, sm: 7 } }}>
      {entries.length === 0 ? (
        <EmptyState title={text.noneTitle} text={isSite ? siteActivity.noneText : text.noneText} headingLevel="h3" />
      ) : (
        <>
          <Typography sx={{ color: 'text.secondary', mb: 4 }}>{isSite ? siteActivity.intro : text.intro}</Typography>
          <Card
            component="ul"
            aria-label={text.activity}
            sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
          >
            {entries.map((entry) => (
              <Box component="li" key={entry.id} sx={{ px: { xs: 4, sm: 6 }, py: 4, overflowWrap: 'anywhere' }}>
                <Typography>{activityText(entry, isSite)}</Typography>
                <Typography component="time" dateTime={entry.at} sx={{ color: 'text.secondary' }}>
                  {formatRelativeTime(entry.at)}
                </Typography>
              </Box>
            ))}
          </Card>
        </>
      )}
      <ShowMore query={query} failed={text.moreFailed} pt={6} />
    </Box>
  );
}
