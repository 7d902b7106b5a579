import type { Report } from '@kinreel/contracts/reports';
import { administration as text } from '@kinreel/messages/en/administration';
import { reports } from '@kinreel/messages/en/reports';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { formatRelativeTime } from '../../../shared/format/relative-time.ts';
import { SettingsList, SettingsRow } from '../../../shared/ui/settings-list.tsx';
import { EmptyState, FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';
import { useCloseReportMutation, useGetReportsQuery } from '../administration.api.ts';

/** Reports that are still open. */
export function OpenReports() {
  const { data, error, isError, refetch } = useGetReportsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Box sx={{ pt: { xs: 5, sm: 7 } }}>
      {data ? (
        <ReportList list={data} />
      ) : isError ? (
        <FailedState headingLevel="h2" title={text.reportsFailed} error={error} onRetry={refetch} />
      ) : (
        <LoadingState label={text.reportsLoading} />
      )}
    </Box>
  );
}

function ReportList({ list }: { list: Report[] }) {
  const container = useRef<HTMLUListElement>(null);
  const [close] = useCloseReportMutation();
  const removal = useRemoval({
    rows: list,
    idOf: ({ id }) => id,
    title: text.closeReportTitle,
    text: () => text.closeReportText,
    confirmLabel: text.closeReport,
    isHarmless: true,
    action: ({ reported }) => text.closeReportOf({ name: reported.name }),
    remove: ({ id }) => close(id).unwrap(),
    done: text.reportClosed,
    container,
  });
  return (
    <>
      {list.length === 0 ? (
        <EmptyState headingLevel="h2" title={text.noReportsTitle} text={text.noReportsText} />
      ) : (
        <SettingsList listRef={container} label={text.reports}>
          {list.map((report) => (
            <SettingsRow
              key={report.id}
              row={report.id}
              title={text.reportAbout({ about: report.about, name: report.reported.name })}
              hint={describe(report)}
            >
              <Button
                variant="outlined"
                aria-label={text.closeReportOf({ name: report.reported.name })}
                onClick={() => removal.ask(report)}
              >
                {text.closeReport}
              </Button>
            </SettingsRow>
          ))}
        </SettingsList>
      )}
      {removal.dialog}
    </>
  );
}

/** Reason, reporter, date and text of a report. */
function describe({ reason, reporter, words, created_at }: Report): string {
  const parts = { reason: reports.reason({ reason }), time: formatRelativeTime(created_at) };
  const head = reporter ? text.reportBy({ ...parts, name: reporter.name }) : text.reportByNobody(parts);
  return words ? `${head}. ${text.reportWords({ words })}` : head;
}
