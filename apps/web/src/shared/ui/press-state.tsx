import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { errorMessage } from '../api/api-error.ts';
import { EmptyState } from './states.tsx';

interface PressStateProps {
  title: string;
  text: string;
  /** Label of the button. */
  label: string;
  isLoading: boolean;
  /** Error of the last press. */
  error: unknown;
  onPress: () => void;
  /** A second button, for people who do not want it. */
  other?: { label: string; onPress: () => void };
}

/** A page with one main action, which can be repeated if it fails. */
export function PressState({ title, text, label, isLoading, error, onPress, other }: PressStateProps) {
  return (
    <EmptyState
      headingLevel="h1"
      title={title}
      text={text}
      action={
        <>
          <Button variant="contained" loading={isLoading} loadingPosition="start" onClick={onPress}>
            {label}
          </Button>
          {other && <Button onClick={other.onPress}>{other.label}</Button>}
          {Boolean(error) && (
            <Alert severity="error" sx={{ mt: 5, textAlign: 'start' }}>
              {errorMessage(error)}
            </Alert>
          )}
        </>
      }
    />
  );
}
