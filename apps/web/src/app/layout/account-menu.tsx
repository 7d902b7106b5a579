import { PRODUCT_NAME } from '@kinreel/contracts/constants';
import type { User } from '@kinreel/contracts/profile';
import { common } from '@kinreel/messages/en/common';
import { layout as text } from '@kinreel/messages/en/layout';
import CloseRounded from '@mui/icons-material/CloseRounded';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import LogoutRounded from '@mui/icons-material/LogoutRounded';
import PeopleOutlineRounded from '@mui/icons-material/PeopleOutlineRounded';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import TuneRounded from '@mui/icons-material/TuneRounded';
import VideoLibraryOutlined from '@mui/icons-material/VideoLibraryOutlined';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { fullName } from '../../shared/format/person.ts';
import { END } from '../../shared/i18n/language.ts';
import { PersonAvatar } from '../../shared/ui/person-avatar.tsx';
import { useIsPhone } from '../../shared/ui/use-is-phone.ts';
import { paths } from '../paths.ts';
import { useAccountActions } from './use-account-actions.ts';

interface AccountMenuProps {
  user: User;
  /** The button that opens the menu; null while the menu is closed. */
  anchor: HTMLElement | null;
  /** Parent element of the menu in the DOM (wide screens). */
  container: () => HTMLElement | null;
  onClose: () => void;
}

/** The account menu (HEAD-02): a dropdown, or a drawer on phones. */
export function AccountMenu({ user, anchor, container, onClose }: AccountMenuProps) {
  const isPhone = useIsPhone();
  const items = <AccountMenuItems user={user} onChosen={onClose} />;
  if (isPhone) {
    return (
      <Drawer
        anchor="right"
        open={Boolean(anchor)}
        onClose={onClose}
        slotProps={{ paper: { role: 'dialog', 'aria-label': text.menu, sx: { width: 'min(320px, 88vw)', p: 2 } } }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, paddingInlineStart: 3, mb: 2 }}>
          <PersonAvatar name={fullName(user)} src={user.profile_image} />
          <Box sx={{ flex: 1, fontWeight: 600, minWidth: 0 }}>{fullName(user)}</Box>
          <IconButton aria-label={common.close} onClick={onClose}>
            <CloseRounded />
          </IconButton>
        </Box>
        <MenuList autoFocusItem sx={{ '& .MuiMenuItem-root': { minHeight: 56 } }}>
          {items}
        </MenuList>
      </Drawer>
    );
  }
  return (
    <Menu
      // Rendered inside the header, because all content must be inside a landmark.
      container={container}
      disableScrollLock
      anchorEl={anchor}
      open={Boolean(anchor)}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: END }}
      transformOrigin={{ vertical: 'top', horizontal: END }}
      slotProps={{ paper: { elevation: 2, sx: { mt: 2, minWidth: 260 } }, list: { 'aria-label': text.menu } }}
    >
      {items}
    </Menu>
  );
}

/** The menu items, in the order of the specification, with two additional ones. */
function AccountMenuItems({ user, onChosen }: { user: User; onChosen: () => void }) {
  const { changePassword, logOut } = useAccountActions();
  const entries: { label: string; icon: ReactNode; to?: string; onClick?: () => void }[] = [
    { label: text.myConnections, icon: <PeopleOutlineRounded />, to: paths.connections(user.id) },
    { label: text.manageLibrary, icon: <VideoLibraryOutlined />, to: paths.manageLibrary },
    { label: text.settings, icon: <SettingsOutlined />, to: paths.notificationSettings(user.id) },
    ...(user.site_owner ? [{ label: text.lookAfterSite, icon: <TuneRounded />, to: paths.administration }] : []),
    { label: PRODUCT_NAME, icon: <InfoOutlined />, to: paths.about },
    { label: text.changePassword, icon: <LockOutlined />, onClick: () => changePassword(user.email) },
    { label: text.logOut, icon: <LogoutRounded />, onClick: logOut },
  ];
  return entries.map(({ label, icon, to, onClick }) =>
    to ? (
      <MenuItem key={label} component={RouterLink} to={to} onClick={onChosen}>
        {icon}
        {label}
      </MenuItem>
    ) : (
      <MenuItem
        key={label}
        onClick={() => {
          onChosen();
          onClick?.();
        }}
      >
        {icon}
        {label}
      </MenuItem>
    ),
  );
}
