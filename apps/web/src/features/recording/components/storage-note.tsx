import { recording as text } from '@kinreel/messages/en/recording';
import CheckRounded from '@mui/icons-material/CheckRounded';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { Take } from '../take.ts';

/** Says where the recording is stored. */
export function StorageNote({ place, children }: { place: Take['place']; children: string }) {
  if (place === 'memory') {
    return (
      <Alert severity="warning" sx={{ mt: 2 }}>
        {text.onlyInTab}
      </Alert>
    );
  }
  return (
    <Typography
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        mt: { sm: 3 },
        color: 'text.secondary',
        fontSize: { xs: '1rem', sm: 'inherit' },
      }}
    >
      <CheckRounded aria-hidden /> {children}
    </Typography>
  );
}
