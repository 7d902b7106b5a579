import type { Relationship } from '@kinreel/contracts/connections';
import PeopleOutlineRounded from '@mui/icons-material/PeopleOutlineRounded';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { FamilyIcon } from '../../../shared/ui/family-icon.tsx';

/** Labels and icon of each relationship. `plural` follows "Wants to be" and "Now". */
export const RELATIONSHIP_DISPLAY: Record<
  Relationship,
  { label: string; plural: string; connect: string; Icon: ComponentType<SvgIconProps> }
> = {
  friend: { label: 'Friend', plural: 'friends', connect: 'Connect as Friends', Icon: PeopleOutlineRounded },
  family: { label: 'Family', plural: 'family', connect: 'Connect as Family', Icon: FamilyIcon },
};
