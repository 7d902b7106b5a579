import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Spinner } from './spinner.tsx';

/** The three states that every list has besides its rows: loading, empty, failed. */

/** Something is being fetched and has no skeleton of its own. */
export function LoadingState({ label = 'Loading' }: { label?: string }) {
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: 240, p: 7 }}>
      <Spinner label={label} />
    </Box>
  );
}

interface StateProps {
  title: string;
  text?: ReactNode;
  /** Address of a picture above the words. */
  illustration?: string;
  /** The next step, usually one button. */
  action?: ReactNode;
  /** Level of the title in the page's outline. */
  headingLevel?: 'h1' | 'h2' | 'h3';
}

/** Nothing is there yet: an invitation with one next step. */
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
        <Box component="img" src={illustration} alt="" sx={{ height: { xs: 150, md: 200 }, maxWidth: '100%', mb: 2 }} />
      )}
      <Typography variant="h2" component={headingLevel}>
        {title}
      </Typography>
      {text && <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>}
      {action && <Box sx={{ mt: 3 }}>{action}</Box>}
    </Stack>
  );
}

/** Something could not be fetched: what happened, what is safe, and Retry. */
export function FailedState({ onRetry, action, ...state }: StateProps & { onRetry?: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        {...state}
        action={
          action ??
          (onRetry && (
            <Button variant="contained" onClick={onRetry}>
              Retry
            </Button>
          ))
        }
      />
    </div>
  );
}
