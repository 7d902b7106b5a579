import type { User } from '@kinreel/contracts/profile';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded';
import MenuRounded from '@mui/icons-material/MenuRounded';
import SearchRounded from '@mui/icons-material/SearchRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { NotificationBell } from '../../features/notifications/components/notification-bell.tsx';
import { HeaderSearch } from '../../features/people/header-search.tsx';
import { fullName } from '../../shared/format/person.ts';
import { fetchOnIntent, lazyComponent } from '../../shared/lazy-component.ts';
import { Logo } from '../../shared/ui/logo.tsx';
import { PersonAvatar } from '../../shared/ui/person-avatar.tsx';
import { useEverTrue } from '../../shared/ui/use-ever-true.ts';
import { useIsPhone } from '../../shared/ui/use-is-phone.ts';
import { paths } from '../paths.ts';
import { headerStyles } from './header-styles.ts';

const loadAccountMenu = () => import('./account-menu.tsx');
const loadSearchDrawer = () => import('./search-drawer.tsx');
const AccountMenu = lazyComponent(loadAccountMenu, 'AccountMenu');
const SearchDrawer = lazyComponent(loadSearchDrawer, 'SearchDrawer');

interface SignedInHeaderProps {
  user: User;
  onUpload: () => void;
  /** How far an upload is that goes on while its dialog is closed. */
  uploadStatus?: ReactNode;
}

/** Header of a signed-in person (HEAD-02). On a phone the search is a drawer, and Upload Video the bar at the thumb. */
export function SignedInHeader({ user, onUpload, uploadStatus }: SignedInHeaderProps) {
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const [searching, setSearching] = useState(false);
  const searched = useEverTrue(searching);
  const openPerson = (personId: string) => {
    setSearching(false);
    void navigate(paths.videos(personId));
  };
  return (
    <Box component="header" sx={headerStyles}>
      <Box sx={{ mr: 'auto' }}>
        <Logo />
      </Box>
      {isPhone ? (
        <>
          <IconButton
            aria-label="Search users by name"
            aria-haspopup="dialog"
            onClick={() => setSearching(true)}
            {...fetchOnIntent(loadSearchDrawer)}
          >
            <SearchRounded />
          </IconButton>
          {searched && (
            <Suspense>
              <SearchDrawer open={searching} onClose={() => setSearching(false)} onPick={openPerson} />
            </Suspense>
          )}
        </>
      ) : (
        <Box component="search" sx={{ flex: 1, maxWidth: 440, mr: 'auto' }}>
          <HeaderSearch onPick={openPerson} />
        </Box>
      )}
      <UploadButton onUpload={onUpload} />
      {uploadStatus}
      <NotificationBell userId={user.id} />
      <AccountMenuButton user={user} />
    </Box>
  );
}

/**
 * Upload Video. On a phone it is fixed at the lower edge; it gives way while something is typed on the page, and where
 * the page says `data-upload-bar="off"` because it has that button itself. A dialog (outside #root) hides nothing: the
 * button could not take the focus back from a field of it.
 */
function UploadButton({ onUpload }: { onUpload: () => void }) {
  return (
    <Box
      sx={(theme) => ({
        [theme.breakpoints.down('sm')]: {
          position: 'fixed',
          zIndex: 'appBar',
          left: 0,
          right: 0,
          bottom: 0,
          padding: '28px 16px max(16px, env(safe-area-inset-bottom))',
          background: `linear-gradient(transparent, ${theme.vars?.palette.background.default} 42%)`,
          pointerEvents: 'none',
          '& > *': { pointerEvents: 'auto', width: '100%', minHeight: 56 },
          '#root:has(input:not([type=radio], [type=checkbox], [type=file], [type=range]):focus, textarea:focus, [data-upload-bar="off"]) &':
            { display: 'none' },
        },
      })}
    >
      <Button variant="contained" startIcon={<FileUploadOutlined />} onClick={onUpload} aria-haspopup="dialog">
        Upload Video
      </Button>
    </Box>
  );
}

/** The person's menu: below the photo on a large screen, a drawer from the right on a phone. */
function AccountMenuButton({ user }: { user: User }) {
  const isPhone = useIsPhone();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const opened = useEverTrue(anchor !== null);
  const place = useRef<HTMLDivElement>(null);
  const trigger = {
    'aria-label': 'Menu',
    'aria-haspopup': 'menu',
    'aria-expanded': Boolean(anchor),
    onClick: (event: { currentTarget: HTMLElement }) => setAnchor(event.currentTarget),
    ...fetchOnIntent(loadAccountMenu),
  } as const;
  return (
    <div ref={place}>
      {isPhone ? (
        <IconButton {...trigger}>
          <MenuRounded />
        </IconButton>
      ) : (
        <ButtonBase
          {...trigger}
          sx={{ minHeight: 48, pl: 1, pr: 2, gap: 2.5, borderRadius: 1, '&:hover': { bgcolor: 'sunken' } }}
        >
          <PersonAvatar name={fullName(user)} src={user.profile_image} />
          <KeyboardArrowDownRounded />
        </ButtonBase>
      )}
      {opened && (
        <Suspense>
          <AccountMenu user={user} anchor={anchor} container={() => place.current} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </div>
  );
}
