import { type BannerName, bannerUrl } from '@kinreel/contracts/banner-names';
import type { User } from '@kinreel/contracts/profile';
import { banners as text } from '@kinreel/messages/en/banners';
import { common } from '@kinreel/messages/en/common';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { fullName } from '../../../shared/format/person.ts';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import { useIsPhone } from '../../../shared/ui/use-is-phone.ts';
import { useUnsavedWork } from '../../../shared/unsaved-work.ts';
import { bannerChosen, bannerNameFromUrl, selectBanner } from '../banner.slice.ts';
import { useUpdateBannerMutation } from '../banners.api.ts';
import { BannerChoice } from './banner-choice.tsx';

interface BannerDialogProps {
  open: boolean;
  user: User;
  onSaved: () => void;
  onCancel: () => void;
}

/** "Edit Banner": a click selects a banner and updates the preview; Save Changes saves it (PROF-05). */
export function BannerDialog({ open, user, onSaved, onCancel }: BannerDialogProps) {
  const dispatch = useDispatch();
  const notices = useNotices();
  const draft = useSelector(selectBanner) || bannerNameFromUrl(user.banner_image);
  const [updateBanner, { isLoading, error, reset }] = useUpdateBannerMutation();
  useUnsavedWork(open && draft !== bannerNameFromUrl(user.banner_image));
  const saveButton = useRef<HTMLButtonElement>(null);

  // The disabled button lost the focus while loading. Restore it, so that the person can retry.
  useEffect(() => {
    if (error) saveButton.current?.focus();
  }, [error]);

  async function save() {
    const { data } = await updateBanner({ banner: draft, userId: user.id });
    if (!data) return;
    onSaved();
    notices.success({ title: text.saved });
  }

  return (
    <AppDialog
      open={open}
      title={text.editBanner}
      maxWidth={1080}
      busy={isLoading}
      onClose={() => {
        reset();
        onCancel();
      }}
      actions={
        <Box sx={{ width: '100%' }}>
          {error && (
            <Alert severity="error" sx={{ mb: 3 }}>
              {errorMessage(error)}
            </Alert>
          )}
          <Box
            sx={{
              display: 'flex',
              justifyContent: 'flex-end',
              flexWrap: 'wrap',
              gap: 3,
              '& > *': { flex: { xs: '1 0 auto', sm: 'none' } },
            }}
          >
            <Button
              disabled={isLoading}
              onClick={() => {
                reset();
                onCancel();
              }}
            >
              {common.cancel}
            </Button>
            <Button ref={saveButton} variant="contained" loading={isLoading} loadingPosition="start" onClick={save}>
              {isLoading ? common.saving : text.saveChanges}
            </Button>
          </Box>
        </Box>
      }
    >
      <Preview user={user} draft={draft} />
      <BannerChoice value={draft} disabled={isLoading} onChange={(name) => dispatch(bannerChosen(name))} />
    </AppDialog>
  );
}

/** A small preview of the profile header. Sticky, so that it stays visible while the list scrolls. */
function Preview({ user, draft }: { user: User; draft: BannerName }) {
  const isPhone = useIsPhone();
  const photo = isPhone ? 76 : 92;
  return (
    <Box
      sx={{
        position: 'sticky',
        // Covers the padding above it, so that the list is not visible there.
        top: { xs: -12, sm: -20 },
        zIndex: 1,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '672px minmax(0, 1fr)' },
        alignItems: 'center',
        columnGap: 9,
        mx: { xs: -1, sm: -2 },
        px: { xs: 1, sm: 2 },
        pt: { xs: 3, sm: 5 },
        mt: { xs: -3, sm: -5 },
        pb: 3,
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ position: 'relative' }}>
        <Box
          component="img"
          src={bannerUrl(draft)}
          alt=""
          sx={{ display: 'block', width: '100%', height: 126, objectFit: 'cover', borderRadius: '20px' }}
        />
        <Box
          sx={{
            position: 'absolute',
            insetInlineStart: { xs: '13px', sm: '28px' },
            bottom: -16,
            p: '5px',
            borderRadius: '50%',
            bgcolor: 'background.paper',
          }}
        >
          <PersonAvatar name={fullName(user)} src={user.profile_image} size={photo - 10} />
        </Box>
      </Box>
      <Box sx={{ display: { xs: 'none', md: 'block' } }}>
        <Typography variant="question" aria-hidden sx={{ fontSize: '2.375rem' }}>
          {draft}
        </Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1 }}>{text.preview}</Typography>
      </Box>
    </Box>
  );
}
