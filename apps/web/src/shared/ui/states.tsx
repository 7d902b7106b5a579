import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { errorMessage, errorTitle } from '../api/api-error.ts';
import { Spinner } from './spinner.tsx';

/** The states of a list without rows: loading, empty, failed. */

/** Loading state for content without a skeleton. `data-loading`: the page reserves space for it. */
export function LoadingState({ label }: { label?: string }) {
  return (
    <Box data-loading sx={{ display: 'grid', placeItems: 'center', minHeight: 240, p: 7 }}>
      <Spinner label={label} />
    </Box>
  );
}

interface StateProps {
  title: string;
  text?: ReactNode;
  /** URL of a picture shown above the title. */
  illustration?: string;
  /** Usually one button. */
  action?: ReactNode;
  /** Heading level of the title. */
  headingLevel?: 'h1' | 'h2' | 'h3' | 'h5';
}

/** Shown when there is no content yet, with one suggested action. */
export function EmptyState({ title, text, illustration, action, headingLevel = 'h2' }: StateProps) {
  return (
    <Stack
      sx={{
        alignItems: 'center',
        textAlign: 'center',
        gap: 3,
        maxWidth: 560,
        mx: 'auto',
        py: { xs: headingLevel === 'h1' ? 14 : 7, md: headingLevel === 'h1' ? 20 : 12 },
        px: 4,
        textWrap: 'balance',
      }}
    >
      {illustration && (
        <Box component="img" src={illustration} alt="" sx={{ height: { xs: 110, md: 150 }, maxWidth: '100%', mb: 2 }} />
      )}
      <Typography variant="h2" component={headingLevel}>
        {title}
      </Typography>
      {text && <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>}
      {action && <Box sx={{ mt: 3 }}>{action}</Box>}
    </Stack>
  );
}

interface FailedStateProps extends StateProps {
  /** The error. Its message is the text; without one the title is "Error" (ERR-01). */
  error?: unknown;
  onRetry?: () => void;
}

/** Shown when loading failed, with the reason and a Retry button. */
export function FailedState({ error, onRetry, action, ...state }: FailedStateProps) {
  const failure = error ? { title: errorTitle(error, state.title), text: errorMessage(error) } : {};
  return (
    <div role="alert">
      <EmptyState
        {...state}
        {...failure}
        action={
          action ??
          (onRetry && (
            <Button variant="contained" onClick={onRetry}>
              {common.retry}
            </Button>
          ))
        }
      />
    </div>
  );
}
