import { administration as text } from '@kinreel/messages/en/administration';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { formatDate } from '../../../shared/format/date.ts';
import { formatBytes } from '../../../shared/format/duration-and-size.ts';
import { formatNumber } from '../../../shared/format/numbers.ts';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useGetOverviewQuery } from '../administration.api.ts';
import { RegistrationChoice } from './registration-choice.tsx';

/** What needs attention, numbers about the installation, and who may register. */
export function Overview() {
  const { data, error, isError, refetch } = useGetOverviewQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!data) {
    if (!isError) return <LoadingState label={text.overviewLoading} />;
    return <FailedState headingLevel="h2" title={text.overviewFailed} error={error} onRetry={refetch} />;
  }
  const numbers = [
    [text.people, formatNumber(data.people)],
    [text.videos, formatNumber(data.videos)],
    [text.used, formatBytes(data.used_bytes)],
    [text.free, formatBytes(data.free_bytes)],
    [text.reports, formatNumber(data.open_reports)],
    [text.version, data.version],
    [text.filesChecked, data.files.checked_at ? formatDate(data.files.checked_at) : text.notYet],
    [text.waitingJobs, formatNumber(data.jobs.waiting)],
    [text.failedJobs, formatNumber(data.jobs.failed)],
  ] as const;
  const lost = data.files.missing + data.files.altered;
  return (
    <Box sx={{ pt: { xs: 5, sm: 7 } }}>
      {data.warnings.map(({ kind }) => (
        <Alert key={kind} severity="warning" sx={{ mb: 4 }}>
          {kind === 'disk'
            ? text.diskWarning({ free: formatBytes(data.free_bytes) })
            : text.filesWarning({ count: lost })}
        </Alert>
      ))}
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' },
          gap: 3,
          m: 0,
          mb: { xs: 7, sm: 9 },
        }}
      >
        {numbers.map(([label, value]) => (
          <Card key={label} sx={{ display: 'flex', flexDirection: 'column-reverse', px: 4, py: 3 }}>
            <Typography component="dt" sx={{ color: 'text.secondary' }}>
              {label}
            </Typography>
            <Typography component="dd" className="num" variant="h3" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value}
            </Typography>
          </Card>
        ))}
      </Box>
      <RegistrationChoice />
    </Box>
  );
}
