import type { Permission } from '@kinreel/contracts/videos';
import LanguageRounded from '@mui/icons-material/LanguageRounded';
import MailOutlineRounded from '@mui/icons-material/MailOutlineRounded';
import PeopleOutlineRounded from '@mui/icons-material/PeopleOutlineRounded';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { FamilyIcon } from './family-icon.tsx';

export const PERMISSION_ICON: Record<Permission, ComponentType<SvgIconProps>> = {
  everyone: LanguageRounded,
  friend: PeopleOutlineRounded,
  family: FamilyIcon,
  'invite-only': MailOutlineRounded,
};
