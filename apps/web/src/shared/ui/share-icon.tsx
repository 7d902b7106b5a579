import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';

/** Icon for sharing: an outlined paper plane, which Material's icon set does not have. */
export function ShareIcon(props: SvgIconProps) {
  return (
    <SvgIcon {...props}>
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M20 4 3.5 10.5l6.5 3 3 6.5zM10 13.5l4-4"
      />
    </SvgIcon>
  );
}
