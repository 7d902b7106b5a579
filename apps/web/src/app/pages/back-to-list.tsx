import { watching as text } from '@kinreel/messages/en/watching';
import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { MouseEvent } from 'react';
import { createPortal } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { useIsPhone } from '../../shared/ui/use-is-phone.ts';
import { HEADER_START } from '../layout/header-styles.ts';

interface BackToListProps {
  /** Name of the list. */
  list: string;
  to: string;
  /** Whether the list is one history entry back, so that going back keeps its scroll position. */
  goesBack: boolean;
}

/** The link from the watch view back to the list. On phones it replaces the logo in the header. */
export function BackToList(props: BackToListProps) {
  const isPhone = useIsPhone();
  const header = document.getElementById(HEADER_START);
  if (isPhone && header) return createPortal(<BackLink {...props} short />, header);
  return <BackLink {...props} />;
}

/** The same link for the end of a list. */
export function BackLink({ list, to, goesBack, short = false }: BackToListProps & { short?: boolean }) {
  const navigate = useNavigate();
  function goBack(event: MouseEvent) {
    if (!goesBack || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    // The second press of a double press would go back twice, out of the app.
    if (event.detail <= 1) void navigate(-1);
  }
  return (
    <Button
      data-back
      component={Link}
      to={to}
      onClick={goBack}
      aria-label={short ? text.backTo({ list }) : undefined}
      startIcon={<ArrowBackRounded />}
      sx={{
        mx: short ? -2 : -3.5,
        minHeight: 48,
        px: short ? 2 : undefined,
        minWidth: 0,
        // The negative margins make the link wider than its parent.
        maxWidth: (theme) => `calc(100% + 2 * ${theme.spacing(short ? 2 : 3.5)})`,
      }}
    >
      {short ? (
        // A long name is truncated, to leave space for the header's buttons. The label contains the full name.
        <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {list}
        </Box>
      ) : (
        text.backTo({ list })
      )}
    </Button>
  );
}
