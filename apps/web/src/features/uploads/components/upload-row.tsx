import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ProgressRing } from '../../../shared/ui/progress-ring.tsx';

interface UploadRowProps {
  title: string;
  /** Text with the date: "Uploaded on 11/21/2026". */
  date?: string;
  state: ReactNode;
  failed?: boolean;
  percent?: number;
  /** Whether nothing is sent until the connection is back or the person acts. */
  isInterrupted?: boolean;
  actions: ReactNode;
}

/** A row in the list of uploads: progress and buttons. */
export function UploadRow({
  title,
  date,
  state,
  failed = false,
  percent = 0,
  isInterrupted = false,
  actions,
}: UploadRowProps) {
  return (
    <Card
      component="article"
      aria-label={title}
      sx={{
        display: 'flex',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        alignItems: 'center',
        gap: { xs: 3.5, sm: 5 },
        p: { xs: 3.5, sm: 5 },
      }}
    >
      {failed ? (
        <Box
          sx={{
            width: 84,
            height: 84,
            flex: 'none',
            borderRadius: '50%',
            display: 'grid',
            placeItems: 'center',
            bgcolor: 'dangerTint.main',
            color: 'dangerTint.contrastText',
          }}
        >
          <ErrorOutlineRounded sx={{ fontSize: 40 }} aria-hidden />
        </Box>
      ) : (
        <ProgressRing value={percent} label={title} size={84} tone={isInterrupted ? 'warning' : 'brand'} />
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h3">{title}</Typography>
        <Box className="num" sx={{ mt: 1, color: failed ? 'error.main' : 'text.secondary' }}>
          {state}
        </Box>
        {date && (
          <Box className="num" sx={{ color: 'text.secondary', fontSize: '1rem' }}>
            {date}
          </Box>
        )}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          gap: 2,
          flex: { xs: '1 0 100%', sm: 'none' },
          '& > *': { flex: { xs: '1 0 auto', sm: 'none' } },
        }}
      >
        {actions}
      </Box>
    </Card>
  );
}
