import type { User } from '@kinreel/contracts/profile';
import { layout as text } from '@kinreel/messages/en/layout';
import { people } from '@kinreel/messages/en/people';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded';
import MenuRounded from '@mui/icons-material/MenuRounded';
import SearchRounded from '@mui/icons-material/SearchRounded';
import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { NotificationBell } from '../../features/notifications/components/notification-bell.tsx';
import { HeaderSearch } from '../../features/people/header-search.tsx';
import { fullName } from '../../shared/format/person.ts';
import { fetchOnIntent, lazyComponent } from '../../shared/lazy-component.ts';
import { bottomBarRef } from '../../shared/ui/bottom-bar.ts';
import { LazyDialog } from '../../shared/ui/lazy-dialog.tsx';
import { Logo } from '../../shared/ui/logo.tsx';
import { PersonAvatar } from '../../shared/ui/person-avatar.tsx';
import { SHORT_WINDOW } from '../../shared/ui/short-window.ts';
import { useIsPhone } from '../../shared/ui/use-is-phone.ts';
import { paths } from '../paths.ts';
import { HEADER_START, headerStyles } from './header-styles.ts';

const loadAccountMenu = () => import('./account-menu.tsx');
const loadUploadModal = () => import('./upload-modal.tsx');
const loadSearchDrawer = () => import('./search-drawer.tsx');
const AccountMenu = lazyComponent(loadAccountMenu, 'AccountMenu');
const SearchDrawer = lazyComponent(loadSearchDrawer, 'SearchDrawer');

interface SignedInHeaderProps {
  user: User;
  onUpload: () => void;
  /** Progress of an upload whose dialog is closed. */
  uploadStatus?: ReactNode;
}

/**
 * Header for signed-in users (HEAD-02). On phones and tablets in portrait format the search is a drawer. On phones,
 * Upload Video is a bar at the bottom.
 */
export function SignedInHeader({ user, onUpload, uploadStatus }: SignedInHeaderProps) {
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  // In portrait format a tablet is too narrow for the search box and two buttons.
  const isTablet = useMediaQuery('(pointer: coarse) and (max-width: 999px)', { noSsr: true });
  const [searching, setSearching] = useState(false);
  const openPerson = (personId: string) => {
    setSearching(false);
    void navigate(paths.videos(personId));
  };
  return (
    <Box
      component="header"
      sx={{
        ...headerStyles,
        // One row, also with the upload progress. With large text the buttons wrap to a second row.
        ...(isTablet && {
          flexWrap: { sm: 'wrap' },
          columnGap: { sm: 2 },
          paddingInline: { sm: 4 },
        }),
        [SHORT_WINDOW]: { flexWrap: { xs: 'wrap', sm: 'nowrap' } },
      }}
    >
      {/* On phones, the link back from the watch view replaces the logo (app/pages/back-to-list.tsx). The selector
          after `:has()` is a class, because with other selectors the browser recalculates the styles of the whole page
          whenever an element is added to it. */}
      <Box
        id={HEADER_START}
        sx={{
          marginInlineEnd: 'auto',
          '&:has([data-back])': { minWidth: 0 },
          '&:has([data-back]) > .logo': { display: 'none' },
        }}
      >
        <div className="logo">
          <Logo />
        </div>
      </Box>
      {isPhone || isTablet ? (
        <>
          <IconButton
            aria-label={people.search}
            aria-haspopup="dialog"
            onClick={() => setSearching(true)}
            {...fetchOnIntent(loadSearchDrawer)}
          >
            <SearchRounded />
          </IconButton>
          <LazyDialog open={searching} onClose={() => setSearching(false)}>
            <SearchDrawer open={searching} onClose={() => setSearching(false)} onPick={openPerson} />
          </LazyDialog>
        </>
      ) : (
        <Box component="search" sx={{ flex: 1, maxWidth: 440, marginInlineEnd: 'auto' }}>
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
 * Upload Video. On phones and tablets Record comes first, because it is used more there.
 * On phones both are fixed to the bottom of the screen. They are hidden while a text field of the page has the focus,
 * and on pages with `data-upload-bar="off"`, which have their own main button. In a very low window they scroll with
 * the header.
 * Fields of a dialog (outside #root) do not hide them: MUI returns the focus to this button when the dialog closes, so
 * it must stay visible.
 */
function UploadButton({ onUpload }: { onUpload: () => void }) {
  const recordsFirst = useMediaQuery('(pointer: coarse)', { noSsr: true });
  return (
    <Box
      ref={bottomBarRef}
      sx={(theme) => ({
        [theme.breakpoints.down('sm')]: {
          position: 'fixed',
          zIndex: 'appBar',
          insetInline: 0,
          bottom: 0,
          padding: '28px 16px max(16px, env(safe-area-inset-bottom))',
          background: `linear-gradient(transparent, ${theme.vars?.palette.background.default} 42%)`,
          pointerEvents: 'none',
          display: 'flex',
          flexWrap: 'wrap',
          gap: '12px',
          '& > *': { pointerEvents: 'auto', flex: '1 1 auto', minHeight: 56, px: 2, whiteSpace: 'nowrap' },
          '#root:has(input:not([type=radio], [type=checkbox], [type=file], [type=range]):focus, textarea:focus, [data-upload-bar="off"]) &':
            { display: 'none' },
          [SHORT_WINDOW]: { position: 'static', order: 1, width: '100%', padding: '4px 0 12px', background: 'none' },
        },
        [theme.breakpoints.up('sm')]: {
          display: 'flex',
          flexWrap: 'wrap',
          gap: 2,
          '& > *': { whiteSpace: 'nowrap', flex: 'none' },
        },
      })}
    >
      {recordsFirst && (
        <Button component={Link} to={paths.record} variant="contained" startIcon={<VideocamOutlined />}>
          {text.record}
        </Button>
      )}
      <Button
        variant={recordsFirst ? 'soft' : 'contained'}
        startIcon={<FileUploadOutlined />}
        onClick={onUpload}
        aria-haspopup="dialog"
        {...fetchOnIntent(loadUploadModal)}
      >
        {text.uploadVideo}
      </Button>
    </Box>
  );
}

/** Opens the account menu. Shows the user's photo on wide screens and a menu icon on phones. */
function AccountMenuButton({ user }: { user: User }) {
  const isPhone = useIsPhone();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const trigger = {
    'aria-label': text.menu,
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
          sx={{
            minHeight: 48,
            paddingInlineStart: 1,
            paddingInlineEnd: 2,
            gap: 2.5,
            borderRadius: 1,
            '&:hover': { bgcolor: 'sunken' },
          }}
        >
          <PersonAvatar name={fullName(user)} src={user.profile_image} />
          <KeyboardArrowDownRounded />
        </ButtonBase>
      )}
      <LazyDialog open={anchor !== null} onClose={() => setAnchor(null)}>
        <AccountMenu user={user} anchor={anchor} container={() => place.current} onClose={() => setAnchor(null)} />
      </LazyDialog>
    </div>
  );
}
