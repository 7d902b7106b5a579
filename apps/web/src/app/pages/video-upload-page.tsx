import { pages as text } from '@kinreel/messages/en/pages';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { UploadPanel } from '../../features/uploads/components/upload-panel.tsx';
import { clearVideo } from '../../features/uploads/upload-actions.ts';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { RecordInstead, renderPrompts } from '../layout/upload-modal.tsx';

/** ROUTE-10: the uploader as a page. */
export function VideoUploadPage() {
  usePageTitle(text.addVideo);
  const dispatch = useDispatch();
  // UP-06: opening the upload control clears the selected video.
  useEffect(() => {
    dispatch(clearVideo());
  }, [dispatch]);
  return (
    <Box
      data-upload-bar="off"
      sx={{ maxWidth: 980, mx: 'auto', px: { xs: 4, md: 0 }, pt: { xs: 6, sm: 9 }, pb: { xs: 28, sm: 18 } }}
    >
      <Typography variant="title" component="h1" sx={{ mb: { xs: 5, sm: 7 } }}>
        {text.addVideo}
      </Typography>
      <UploadPanel renderPrompts={renderPrompts} otherWay={<RecordInstead />} />
    </Box>
  );
}
