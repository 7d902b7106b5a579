import type { Person } from '@kinreel/contracts/profile';
import { blocking as text } from '@kinreel/messages/en/blocking';
import { reports } from '@kinreel/messages/en/reports';
import BlockRounded from '@mui/icons-material/BlockRounded';
import FlagOutlined from '@mui/icons-material/FlagOutlined';
import MoreHorizRounded from '@mui/icons-material/MoreHorizRounded';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useRef, useState } from 'react';
import { fullName } from '../../shared/format/person.ts';
import { END } from '../../shared/i18n/language.ts';
import { fetchOnIntent, lazyComponent } from '../../shared/lazy-component.ts';
import { LazyDialog } from '../../shared/ui/lazy-dialog.tsx';
import { ON_BANNER } from '../../shared/ui/on-banner.ts';

const loadBlockDialog = () => import('../../features/blocking/components/block-dialog.tsx');
const BlockDialog = lazyComponent(loadBlockDialog, 'BlockDialog');
const ReportDialog = lazyComponent(() => import('../../features/reports/components/report-dialog.tsx'), 'ReportDialog');

interface PersonMenuProps {
  person: Pick<Person, 'id' | 'first_name' | 'last_name'>;
  /** Called after the person was blocked. */
  onBlocked: () => void;
}

/** More actions for a person, behind three dots. */
export function PersonMenu({ person, onBlocked }: PersonMenuProps) {
  const menuId = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [dialog, setDialog] = useState<'block' | 'report' | null>(null);
  const label = text.more({ name: fullName(person) });
  const show = (what: 'block' | 'report') => () => {
    setOpen(false);
    setDialog(what);
  };
  return (
    <>
      <IconButton
        ref={anchor}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        onClick={() => setOpen(true)}
        {...fetchOnIntent(loadBlockDialog)}
        sx={ON_BANNER}
      >
        <MoreHorizRounded />
      </IconButton>
      <Menu
        id={menuId}
        open={open}
        onClose={() => setOpen(false)}
        anchorEl={() => anchor.current}
        // All content must be inside a landmark.
        container={() => anchor.current?.closest('main') ?? null}
        anchorOrigin={{ vertical: 'bottom', horizontal: END }}
        transformOrigin={{ vertical: -8, horizontal: END }}
        slotProps={{
          paper: { elevation: 2, sx: { minWidth: 240, maxWidth: 'min(360px, calc(100vw - 32px))' } },
          list: {
            'aria-label': label,
            sx: { '& .MuiMenuItem-root': { minHeight: 56, gap: 3.5, whiteSpace: 'normal' } },
          },
        }}
      >
        <MenuItem onClick={show('report')}>
          <FlagOutlined aria-hidden />
          {reports.reportPerson({ name: person.first_name })}
        </MenuItem>
        <MenuItem onClick={show('block')} sx={{ color: 'error.main' }}>
          <BlockRounded aria-hidden />
          {text.block({ name: person.first_name })}
        </MenuItem>
      </Menu>
      <LazyDialog open={dialog === 'report'} onClose={() => setDialog(null)}>
        <ReportDialog
          open={dialog === 'report'}
          about="person"
          subjectId={person.id}
          name={person.first_name}
          onClose={() => setDialog(null)}
        />
      </LazyDialog>
      <LazyDialog open={dialog === 'block'} onClose={() => setDialog(null)}>
        <BlockDialog open={dialog === 'block'} person={person} onClose={() => setDialog(null)} onBlocked={onBlocked} />
      </LazyDialog>
    </>
  );
}
