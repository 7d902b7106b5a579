import type { FailedJob } from '@kinreel/contracts/jobs';
import { administration as text } from '@kinreel/messages/en/administration';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { formatRelativeTime } from '../../../shared/format/relative-time.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { SettingsList, SettingsRow } from '../../../shared/ui/settings-list.tsx';
import { EmptyState, FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useFocusAfterRemoval } from '../../../shared/ui/use-focus-after-removal.ts';
import { useGetSiteJobsQuery, useRetryAllJobsMutation, useRetryJobMutation } from '../administration.api.ts';

/** Failed background jobs with the reason and Retry. They are not attributed to people. */
export function SiteJobs() {
  const { data, error, isError, refetch } = useGetSiteJobsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!data) {
    if (!isError) return <LoadingState label={text.jobsLoading} />;
    return <FailedState headingLevel="h2" title={text.jobsFailed} error={error} onRetry={refetch} />;
  }
  const { waiting, failed, jobs } = data;
  return (
    <Box sx={{ pt: { xs: 5, sm: 7 } }}>
      <Typography sx={{ mb: 2 }}>{text.jobCounts({ waiting, failed })}</Typography>
      <Typography sx={{ color: 'text.secondary', mb: 4 }}>{text.jobsIntro}</Typography>
      <JobList jobs={jobs} />
    </Box>
  );
}

function JobList({ jobs }: { jobs: readonly FailedJob[] }) {
  const container = useRef<HTMLDivElement>(null);
  const keepFocus = useFocusAfterRemoval(jobs, idOf, container);
  const notices = useNotices();
  const [retry, { isLoading, originalArgs }] = useRetryJobMutation();
  const [retryAll, { isLoading: isRetryingAll }] = useRetryAllJobsMutation();

  async function retryOne(id: string, action: string) {
    const { error } = await retry(id);
    if (error) return notices.failed(action, error, () => void retryOne(id, action));
    keepFocus(id);
    notices.success({ title: text.jobRetried });
  }

  async function retryEach() {
    const { data, error } = await retryAll();
    if (error || !data) return notices.failed(text.retryJobs, error, () => void retryEach());
    for (const { id } of jobs.slice(0, 1)) keepFocus(id);
    notices.success({ title: text.jobsRetried({ count: data.retried }) });
  }

  return (
    <Box ref={container} tabIndex={-1}>
      {jobs.length === 0 ? (
        <EmptyState headingLevel="h2" title={text.noJobsTitle} text={text.noJobsText} />
      ) : (
        <SettingsList label={text.jobs}>
          {jobs.map(({ id, kind, failed_at, failure, attempts }) => {
            const title = text.jobKind({ kind: kind.replaceAll('-', '_') });
            const time = formatRelativeTime(failed_at);
            const action = text.retryJobOf({ job: title, time });
            return (
              <SettingsRow key={id} row={id} title={title} hint={text.jobFailed({ failure, attempts, time })}>
                <Button
                  variant="outlined"
                  aria-label={action}
                  loading={isLoading && originalArgs === id}
                  loadingPosition="start"
                  onClick={() => void retryOne(id, action)}
                >
                  {text.retryJob}
                </Button>
              </SettingsRow>
            );
          })}
        </SettingsList>
      )}
      {jobs.length > 1 && (
        <Button
          variant="outlined"
          sx={{ mt: 5 }}
          loading={isRetryingAll}
          loadingPosition="start"
          onClick={() => void retryEach()}
        >
          {text.retryJobs}
        </Button>
      )}
    </Box>
  );
}

const idOf = ({ id }: FailedJob) => id;
