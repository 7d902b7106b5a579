import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode, Ref } from 'react';

interface SettingsListProps {
  children: ReactNode;
  /** Accessible name of the list. */
  label?: string;
  /** For code that moves the focus to the list. */
  listRef?: Ref<HTMLUListElement>;
}

/** A card with one row per setting. */
export function SettingsList({ children, label, listRef }: SettingsListProps) {
  return (
    <Card
      component="ul"
      ref={listRef}
      tabIndex={listRef ? -1 : undefined}
      aria-label={label}
      sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
    >
      {children}
    </Card>
  );
}

interface SettingsRowProps {
  title: string;
  hint: string;
  /** Id of the hint, for `aria-describedby`. */
  hintId?: string;
  /** Id of the row, for code that finds it. */
  row?: string;
  /** A word after the title, such as Saved. A live region tells it to screen readers. */
  status?: string | undefined;
  /** The controls at the end of the row. */
  children: ReactNode;
}

/** A setting with title, hint and controls. On narrow screens the controls are below. */
export function SettingsRow({ title, hint, hintId, row, status, children }: SettingsRowProps) {
  return (
    <Box
      component="li"
      data-row={row}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 6,
        rowGap: 2,
        px: { xs: 4, sm: 6 },
        py: 4,
      }}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography component="h3" variant="h4">
          {title}
          {status && (
            <Box
              component="span"
              aria-hidden
              sx={{ ml: 3, fontSize: '1rem', fontWeight: 400, color: 'text.secondary', whiteSpace: 'nowrap' }}
            >
              ✓ {status}
            </Box>
          )}
        </Typography>
        <Typography id={hintId} sx={{ color: 'text.secondary' }}>
          {hint}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}
