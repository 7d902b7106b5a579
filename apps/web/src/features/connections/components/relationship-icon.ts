import type { Relationship } from '@kinreel/contracts/connections';
import PeopleOutlineRounded from '@mui/icons-material/PeopleOutlineRounded';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { FamilyIcon } from '../../../shared/ui/family-icon.tsx';

export const RELATIONSHIP_ICON: Record<Relationship, ComponentType<SvgIconProps>> = {
  friend: PeopleOutlineRounded,
  family: FamilyIcon,
};
