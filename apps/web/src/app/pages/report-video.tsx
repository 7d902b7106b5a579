import { reports as text } from '@kinreel/messages/en/reports';
import FlagOutlined from '@mui/icons-material/FlagOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { fetchOnIntent, lazyComponent } from '../../shared/lazy-component.ts';
import { LazyDialog } from '../../shared/ui/lazy-dialog.tsx';

const loadReportDialog = () => import('../../features/reports/components/report-dialog.tsx');
const ReportDialog = lazyComponent(loadReportDialog, 'ReportDialog');

interface ReportVideoProps {
  videoId: string;
  /** First name of the owner. */
  owner: string;
}

/** The button that reports another person's video. */
export function ReportVideo({ videoId, owner }: ReportVideoProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        startIcon={<FlagOutlined />}
        onClick={() => setOpen(true)}
        {...fetchOnIntent(loadReportDialog)}
        sx={{ color: 'text.secondary', fontSize: '1.0625rem' }}
      >
        {text.reportVideo}
      </Button>
      <LazyDialog open={open} onClose={() => setOpen(false)}>
        <ReportDialog open={open} about="video" subjectId={videoId} name={owner} onClose={() => setOpen(false)} />
      </LazyDialog>
    </>
  );
}
