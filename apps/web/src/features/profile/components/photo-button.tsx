import { profile as text } from '@kinreel/messages/en/profile';
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { PhotoDialog } from './photo-dialog.tsx';

/** Opens the photo dialog. Shown instead of the banner button in the edit view (PROF-01). */
export function PhotoButton({ userId }: { userId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="contained"
        aria-haspopup="dialog"
        startIcon={<PhotoCameraOutlined />}
        onClick={() => setOpen(true)}
      >
        {text.uploadPhoto}
      </Button>
      <PhotoDialog open={open} onClose={() => setOpen(false)} userId={userId} />
    </>
  );
}
