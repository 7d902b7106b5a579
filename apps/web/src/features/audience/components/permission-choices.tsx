import { PERMISSIONS, type Permission } from '@kinreel/contracts/videos';
import { audience as text } from '@kinreel/messages/en/audience';
import { videos } from '@kinreel/messages/en/videos';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import CircularProgress from '@mui/material/CircularProgress';
import { type KeyboardEvent, useRef, useState } from 'react';
import { PERMISSION_ICON } from '../../../shared/ui/permission-icon.ts';

interface PermissionChoicesProps {
  value: Permission | '';
  /** The choice that is being saved; null if none. */
  saving: Permission | null;
  /** Number of the owner's connections; null until it is known. */
  friends: number | null;
  family: number | null;
  onChoose: (permission: Permission) => void;
}

/** Enough room in the dialog for four cards whose names are on one line. */
const FOUR_COLUMNS = '@container (min-width: 52rem)';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * The four permissions as radio cards (VID-03). One tab stop. Arrow keys only move the focus, because choosing saves at
 * once; Space or Enter chooses.
 */
export function PermissionChoices({ value, saving, friends, family, onChoose }: PermissionChoicesProps) {
  const group = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<Permission | null>(null);
  const tabStop = focused ?? (value || PERMISSIONS[0]);

  function moveFocus(event: KeyboardEvent) {
    const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl' && event.key.match(/Left|Right/);
    const step = (STEPS[event.key] ?? 0) * (rightToLeft ? -1 : 1);
    if (step === 0) return;
    event.preventDefault();
    const { length } = PERMISSIONS;
    const next = PERMISSIONS[(PERMISSIONS.indexOf(tabStop) + step + length) % length] as Permission;
    setFocused(next);
    group.current?.querySelector<HTMLElement>(`[data-choice="${next}"]`)?.focus();
  }

  const hints: Record<Permission, string> = {
    everyone: text.everyoneHint,
    friend: friends === null ? text.friendHintOnly : text.friendHint({ count: friends }),
    family: family === null ? text.familyHintOnly : text.familyHint({ count: family }),
    'invite-only': text.inviteOnlyHint,
  };

  return (
    <Box
      ref={group}
      role="radiogroup"
      aria-label={text.choices}
      onKeyDown={moveFocus}
      onBlur={() => setFocused(null)}
      sx={{
        display: 'grid',
        gap: { xs: 2, md: 3 },
        '@container (min-width: 34rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
        [FOUR_COLUMNS]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      {PERMISSIONS.map((permission) => {
        const Icon = PERMISSION_ICON[permission];
        const isChosen = permission === value;
        return (
          <ButtonBase
            key={permission}
            role="radio"
            aria-checked={isChosen}
            aria-busy={saving === permission}
            data-choice={permission}
            tabIndex={permission === tabStop ? 0 : -1}
            onFocus={() => setFocused(permission)}
            onClick={() => onChoose(permission)}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'auto 1fr auto',
              gridTemplateAreas: '"icon name dot" "icon hint dot"',
              [FOUR_COLUMNS]: { gridTemplateAreas: '"icon name dot" "hint hint hint"' },
              columnGap: 3,
              rowGap: 0.5,
              alignItems: 'center',
              alignContent: 'start',
              textAlign: 'start',
              p: { xs: 2.5, md: 3 },
              minHeight: 60,
              borderRadius: '12px',
              border: '2px solid',
              borderColor: isChosen ? 'primary.main' : 'edge',
              bgcolor: isChosen ? 'tint.main' : 'transparent',
              color: isChosen ? 'tint.contrastText' : 'text.primary',
              '@media (hover: hover)': { '&:hover': { bgcolor: isChosen ? 'tint.main' : 'sunken' } },
            }}
          >
            <Icon aria-hidden sx={{ gridArea: 'icon' }} />
            <Box sx={{ gridArea: 'name', fontWeight: 600, fontSize: '1.125rem' }}>{videos[permission]}</Box>
            <Box
              sx={{
                gridArea: 'hint',
                fontSize: '1rem',
                lineHeight: 1.35,
                color: isChosen ? 'inherit' : 'text.secondary',
              }}
            >
              {hints[permission]}
            </Box>
            <Box sx={{ gridArea: 'dot', width: 24, height: 24, display: 'grid', placeItems: 'center' }}>
              {saving === permission ? (
                <CircularProgress size={22} color="inherit" aria-label={text.saving} />
              ) : (
                <Box
                  aria-hidden
                  sx={{
                    width: 24,
                    height: 24,
                    borderRadius: '50%',
                    border: isChosen ? '7px solid' : '2px solid',
                    borderColor: isChosen ? 'accent.main' : 'edge',
                  }}
                />
              )}
            </Box>
          </ButtonBase>
        );
      })}
    </Box>
  );
}
