import type { SiteOverview } from '@kinreel/contracts/administration';
import { administration as text } from '@kinreel/messages/en/administration';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatDate } from '../../../shared/format/date.ts';
import { formatBytes } from '../../../shared/format/duration-and-size.ts';
import { formatNumber } from '../../../shared/format/numbers.ts';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useGetOverviewQuery } from '../administration.api.ts';
import { RegistrationChoice } from './registration-choice.tsx';

/** Warnings, numbers about the installation, and who may register. */
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
    [text.expected, formatBytes(data.expected_bytes)],
    [text.lastBackup, data.backup.last_good_at ? formatDate(data.backup.last_good_at) : text.never],
    [text.backupsChecked, data.backup.verified_at ? formatDate(data.backup.verified_at) : text.notYet],
    [text.reports, formatNumber(data.open_reports)],
    [text.version, data.version],
    [text.filesChecked, data.files.checked_at ? formatDate(data.files.checked_at) : text.notYet],
    [text.waitingJobs, formatNumber(data.jobs.waiting)],
    [text.failedJobs, formatNumber(data.jobs.failed)],
  ] as const;
  const problems = attentionFor(data);
  return (
    <Box sx={{ pt: { xs: 5, sm: 7 } }}>
      {problems.length > 0 ? (
        <Box component="section" aria-label={text.attention} sx={{ mb: { xs: 5, sm: 7 } }}>
          <Typography variant="h3" component="h2" sx={{ mb: 3 }}>
            {text.attention}
          </Typography>
          <Stack sx={{ gap: 3 }}>
            {problems.map(({ severity, words }) => (
              <Alert key={words} severity={severity}>
                {words}
              </Alert>
            ))}
          </Stack>
        </Box>
      ) : (
        <Alert role="status" severity="success" sx={{ mb: { xs: 5, sm: 7 } }}>
          {text.allWell}
        </Alert>
      )}
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

/** Warnings, the most serious first. */
function attentionFor(data: SiteOverview): { severity: 'error' | 'warning' | 'info'; words: string }[] {
  const { backup, files, jobs } = data;
  const last = backup.last_good_at ? text.backupLast({ date: formatDate(backup.last_good_at) }) : text.backupNever;
  const words = {
    backup: text.backupWarning({ problem: backup.problem ?? 'other', last }),
    files: text.filesWarning({ count: files.missing + files.altered }),
    disk: text.diskWarning({ free: formatBytes(data.free_bytes) }),
  };
  // Backups are checked now, because the list of warnings is updated every hour.
  const kinds = data.warnings.map(({ kind }) => kind).filter((kind) => kind !== 'backup');
  return [
    ...(backup.problem ? (['backup', ...kinds] as const) : kinds).map((kind) => ({
      severity: 'error' as const,
      words: words[kind],
    })),
    ...(!backup.nightly && !backup.last_good_at ? [{ severity: 'warning' as const, words: text.noBackup }] : []),
    ...(data.mails_as_files ? [{ severity: 'warning' as const, words: text.mailsAsFiles }] : []),
    ...(data.sandbox === 'limits' ? [{ severity: 'info' as const, words: text.sandboxLimits }] : []),
    ...(data.open_reports > 0
      ? [{ severity: 'info' as const, words: text.reportsWarning({ count: data.open_reports }) }]
      : []),
    ...(jobs.failed > 0 ? [{ severity: 'info' as const, words: text.jobsWarning({ count: jobs.failed }) }] : []),
  ];
}
