import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { errorMessage } from '../api/api-error.ts';
import { EmptyState } from './states.tsx';

interface PressStateProps {
  title: string;
  text: string;
  /** On the button. */
  label: string;
  isLoading: boolean;
  /** Of the last press, if it failed. */
  error: unknown;
  onPress: () => void;
}

/** A page that asks for one press. The press may fail, and be repeated. */
export function PressState({ title, text, label, isLoading, error, onPress }: PressStateProps) {
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
