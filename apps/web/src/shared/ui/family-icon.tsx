import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';

/** Icon for family: a house with a heart. */
export function FamilyIcon(props: SvgIconProps) {
  return (
    <SvgIcon {...props}>
      <g fill="none" stroke="currentColor" strokeWidth={2} strokeLinecap="round" strokeLinejoin="round">
        <path d="M4 11.5 12 5l8 6.5M6.5 10v9h11v-9" />
        <path d="M12 17c-2.5-1.6-2.5-4-.8-4 .5 0 .8.6.8.6s.3-.6.8-.6c1.7 0 1.7 2.4-.8 4z" />
      </g>
    </SvgIcon>
  );
}
