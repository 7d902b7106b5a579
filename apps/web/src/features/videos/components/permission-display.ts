import type { Permission } from '@kinreel/contracts/videos';
import LanguageRounded from '@mui/icons-material/LanguageRounded';
import MailOutlineRounded from '@mui/icons-material/MailOutlineRounded';
import PeopleOutlineRounded from '@mui/icons-material/PeopleOutlineRounded';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { FamilyIcon } from '../../../shared/ui/family-icon.tsx';

/** Label, explanation and icon of each permission (VID-03, VID-05). */
export const PERMISSION_DISPLAY: Record<
  Permission,
  { label: string; hint: string; Icon: ComponentType<SvgIconProps> }
> = {
  everyone: { label: 'Everyone', hint: 'Anybody who is logged in', Icon: LanguageRounded },
  friend: { label: 'Friend', hint: 'Your friends', Icon: PeopleOutlineRounded },
  family: { label: 'Family', hint: 'Your family', Icon: FamilyIcon },
  'invite-only': { label: 'Invite-only', hint: 'Only people you share it with', Icon: MailOutlineRounded },
};
