import { pages as text } from '@kinreel/messages/en/pages';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { useCaptionSearch } from '../../features/captions/use-caption-search.ts';
import { useSession } from '../../features/session/use-session.ts';
import { ManageLibrary } from '../../features/videos/components/manage-library.tsx';
import { useLibraryFilter } from '../../features/videos/use-library-filter.ts';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { paths } from '../paths.ts';

/** ROUTE-12: lists, sorts and searches the user's own videos. The search also covers captions. */
export function ManageLibraryPage() {
  usePageTitle(text.manageLibrary);
  const { user } = useSession();
  const [filter, changeFilter] = useLibraryFilter();
  const captionSearch = useCaptionSearch(filter.text);
  return (
    <Box sx={{ maxWidth: 1184, mx: 'auto', px: { xs: 4, md: 0 }, pt: { xs: 6, sm: 9 }, pb: { xs: 28, sm: 18 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 3 }}>
        <Typography variant="title" component="h1">
          {text.manageLibrary}
        </Typography>
        {user && (
          <Button component={Link} to={paths.uploads(user.id)} startIcon={<FileUploadOutlined />} sx={{ mx: -3 }}>
            {text.uploads}
          </Button>
        )}
      </Box>
      <ManageLibrary filter={filter} onFilter={changeFilter} captionSearch={captionSearch} />
    </Box>
  );
}
