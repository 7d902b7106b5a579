import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ManageLibrary } from '../../features/videos/components/manage-library.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';

/** ROUTE-12: the signed-in person's own videos, to be sorted and found. */
export function ManageLibraryPage() {
  usePageTitle('Manage Library');
  return (
    <Box sx={{ maxWidth: 1184, mx: 'auto', px: { xs: 4, md: 0 }, pt: { xs: 6, sm: 9 }, pb: { xs: 28, sm: 18 } }}>
      <Typography variant="title" component="h1">
        Manage Library
      </Typography>
      <ManageLibrary />
    </Box>
  );
}
