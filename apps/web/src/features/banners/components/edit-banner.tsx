import { bannerUrl } from '@kinreel/contracts/banner-names';
import type { User } from '@kinreel/contracts/profile';
import { banners as text } from '@kinreel/messages/en/banners';
import ImageOutlined from '@mui/icons-material/ImageOutlined';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { fetchOnIntent, lazyComponent } from '../../../shared/lazy-component.ts';
import { LazyDialog } from '../../../shared/ui/lazy-dialog.tsx';
import { ON_BANNER } from '../../../shared/ui/on-banner.ts';
import { useIsPhone } from '../../../shared/ui/use-is-phone.ts';
import { bannerChosen, bannerCleared, bannerNameFromUrl, selectBanner } from '../banner.slice.ts';

const loadBannerDialog = () => import('./banner-dialog.tsx');
const BannerDialog = lazyComponent(loadBannerDialog, 'BannerDialog');

/** The Edit Banner button and its dialog (PROF-01, PROF-05). */
export function EditBanner({ user }: { user: User }) {
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const banner = useSelector(selectBanner);
  const [open, setOpen] = useState(false);

  // The refetched user contains the saved banner, so the draft is not needed any more.
  const saved = !open && banner !== '' && bannerUrl(banner) === user.banner_image;
  useEffect(() => {
    if (saved) dispatch(bannerCleared());
  }, [saved, dispatch]);

  function cancel() {
    setOpen(false);
    dispatch(bannerCleared());
  }

  return (
    <>
      <Button
        aria-label={text.editBanner}
        aria-haspopup="dialog"
        {...fetchOnIntent(loadBannerDialog)}
        startIcon={!isPhone && <ImageOutlined />}
        onClick={() => {
          dispatch(bannerChosen(banner || bannerNameFromUrl(user.banner_image)));
          setOpen(true);
        }}
        sx={{
          ...ON_BANNER,
          fontSize: '1.0625rem',
          px: { xs: 0, sm: 4.5 },
          minWidth: 48,
        }}
      >
        {isPhone ? <ImageOutlined /> : text.editBanner}
      </Button>
      <LazyDialog open={open} onClose={cancel}>
        <BannerDialog open={open} user={user} onSaved={() => setOpen(false)} onCancel={cancel} />
      </LazyDialog>
    </>
  );
}
