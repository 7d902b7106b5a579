import Stack from '@mui/material/Stack';
import { DownloadEverything } from '../../features/archives/components/download-everything.tsx';

/** What belongs to the user's account. */
export function ProfileAccount() {
  return (
    <Stack sx={{ gap: 6, maxWidth: 720, pt: { xs: 5, sm: 7 } }}>
      <DownloadEverything />
    </Stack>
  );
}
