import { recording as text } from '@kinreel/messages/en/recording';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { CenteredPanel } from './centered-panel.tsx';

/** Focus ring over the dark background. */
const focusRing = {
  '&:focus-visible': { outline: '3px solid #ffffff', boxShadow: '0 0 0 9px var(--mui-palette-focusRing)' },
} as const;

/** Explains the browser's permission request before the camera is turned on for the first time. */
export function SetupPanel({ onTurnOn, onUploadInstead }: { onTurnOn: () => void; onUploadInstead: () => void }) {
  return (
    <CenteredPanel>
      <Typography variant="h2" component="p">
        {text.setupTitle}
      </Typography>
      <Typography sx={{ maxWidth: '36ch' }}>{text.setupText}</Typography>
      <Button
        size="large"
        onClick={onTurnOn}
        sx={{ bgcolor: '#ffffff', color: '#1e2a21', mt: 2, '&:hover': { bgcolor: '#e9ece3' }, ...focusRing }}
      >
        {text.turnOnCamera}
      </Button>
      <Button onClick={onUploadInstead} sx={{ color: 'inherit', ...focusRing }}>
        {text.uploadInstead}
      </Button>
    </CenteredPanel>
  );
}
