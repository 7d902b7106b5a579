import { MAX_PHOTO_BYTES } from '@kinreel/contracts/constants';
import { common } from '@kinreel/messages/en/common';
import { photos } from '@kinreel/messages/en/photos';
import { profile as text } from '@kinreel/messages/en/profile';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { errorMessage, isUnreachable } from '../../../shared/api/api-error.ts';
import { formatBytes } from '../../../shared/format/duration-and-size.ts';
import { PhotoDropArea } from '../../../shared/photos/photo-drop-area.tsx';
import { imageSize, usePhotoPreview } from '../../../shared/photos/photo-preview.ts';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { useUnsavedWork } from '../../../shared/unsaved-work.ts';
import { type Crop, centeredCrop } from '../photo-crop.ts';
import { cropToFile } from '../photo-file.ts';
import { useUpdatePhotoMutation } from '../profile.api.ts';
import { PhotoCropper } from './photo-cropper.tsx';

interface PhotoDialogProps {
  open: boolean;
  onClose: () => void;
  userId: string;
}

/**
 * "Upload your Image": choose a photo, crop it to a square and upload it (PROF-06). Formats that the browser cannot
 * decode, such as HEIC outside of Safari, are rejected, because the server cannot decode them either.
 */
export function PhotoDialog({ open, onClose, userId }: PhotoDialogProps) {
  const notices = useNotices();
  const [photo, setPhoto] = useState<File | null>(null);
  const [crop, setCrop] = useState<Crop | null>(null);
  const [isCropping, setCropping] = useState(false);
  const [updatePhoto, { isLoading: isUploading, error, reset }] = useUpdatePhotoMutation();
  const saveButton = useRef<HTMLButtonElement>(null);
  const tooLarge = photo !== null && photo.size > MAX_PHOTO_BYTES;
  const picture = usePhotoPreview(tooLarge ? null : photo);
  const image = picture?.image ?? null;
  const size = image && imageSize(image);
  const currentCrop = crop ?? (size && centeredCrop(size));
  const isLoading = isCropping || isUploading;
  useUnsavedWork(photo !== null);
  const errorText = tooLarge
    ? photos.tooLarge({ max: formatBytes(MAX_PHOTO_BYTES) })
    : picture && !size
      ? photos.unreadable({ name: picture.file.name })
      : error
        ? errorMessage(error)
        : null;
  const mayRetry = !tooLarge && error !== undefined && isUnreachable(error);

  // The disabled button lost the focus while loading. Restore it, so that the person can retry.
  useEffect(() => {
    if (error) saveButton.current?.focus();
  }, [error]);

  function close() {
    setPhoto(null);
    setCrop(null);
    reset();
    onClose();
  }

  function choose(file: File) {
    reset();
    setPhoto(file);
    setCrop(null);
  }

  async function send() {
    if (!picture || !image || !currentCrop) return;
    setCropping(true);
    const square = await cropToFile(image, currentCrop).catch(() => null);
    setCropping(false);
    const { data } = await updatePhoto({ userId, photo: square ?? picture.file });
    if (!data) return;
    close();
    notices.success({ title: text.photoSavedTitle, text: text.photoSavedText });
  }

  return (
    <AppDialog
      open={open}
      onClose={close}
      busy={isLoading}
      maxWidth={520}
      title={text.photoTitle}
      actions={
        <>
          <Button onClick={close} disabled={isLoading}>
            {common.cancel}
          </Button>
          <Button
            ref={saveButton}
            variant="contained"
            disabled={!size}
            loading={isLoading}
            loadingPosition="start"
            onClick={send}
          >
            {isLoading ? text.sendingPhoto : text.savePhoto}
          </Button>
        </>
      }
    >
      {picture && size && currentCrop && (
        <PhotoCropper
          url={picture.url}
          size={size}
          crop={currentCrop}
          onCrop={(change) => setCrop((from) => change(from ?? centeredCrop(size)))}
          inert={isLoading}
        />
      )}
      <PhotoDropArea small={photo !== null} hint={text.photoHint} disabled={isLoading} onPhoto={choose} />
      {errorText && (
        <Alert severity="error" sx={{ mt: 4, overflowWrap: 'anywhere' }}>
          {errorText}
          {mayRetry && ` ${photos.stillChosen}`}
        </Alert>
      )}
    </AppDialog>
  );
}
