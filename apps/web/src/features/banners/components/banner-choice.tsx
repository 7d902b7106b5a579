import { BANNERS, type BannerName } from '@kinreel/contracts/banner-names';
import { banners as text } from '@kinreel/messages/en/banners';
import CheckRounded from '@mui/icons-material/CheckRounded';
import Box from '@mui/material/Box';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { direction } from '../../../shared/i18n/language.ts';
import { useIsPhone } from '../../../shared/ui/use-is-phone.ts';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { nextGridIndex } from '../banner-grid.ts';

interface BannerChoiceProps {
  value: BannerName;
  disabled: boolean;
  onChange: (name: BannerName) => void;
}

/** The banners as a group of radio buttons. Arrow keys move through rows and columns. */
export function BannerChoice({ value, disabled, onChange }: BannerChoiceProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const name = useId();
  const columns = useIsPhone() ? 2 : 5;

  // Scroll to the current banner when the dialog opens.
  useEffect(() => {
    group.current?.querySelector('input:checked')?.closest('label')?.scrollIntoView({ block: 'nearest' });
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    const current = BANNERS.findIndex((banner) => banner.name === value);
    const next = nextGridIndex(event.key, current, columns, BANNERS.length, direction);
    const banner = next === null ? undefined : BANNERS[next];
    if (!banner) return;
    event.preventDefault();
    onChange(banner.name);
    group.current?.querySelectorAll('input')[next ?? 0]?.focus();
  }

  return (
    <Box
      component="fieldset"
      ref={group}
      role="radiogroup"
      aria-label={text.banner}
      disabled={disabled}
      onKeyDown={onKeyDown}
      sx={{
        border: 0,
        m: 0,
        p: 0,
        // Space for the focus ring of the first row.
        pt: 2.5,
        minWidth: 0,
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(5, minmax(0, 1fr))' },
        columnGap: { xs: 3, sm: 4 },
        rowGap: { xs: 3, sm: 2.5 },
        mb: { sm: -6 },
      }}
    >
      {BANNERS.map((banner) => (
        <BannerOption
          key={banner.name}
          group={name}
          banner={banner}
          checked={banner.name === value}
          onChoose={() => onChange(banner.name)}
        />
      ))}
    </Box>
  );
}

interface BannerOptionProps {
  group: string;
  banner: { name: BannerName; url: string };
  checked: boolean;
  onChoose: () => void;
}

function BannerOption({ group, banner, checked, onChoose }: BannerOptionProps) {
  return (
    <Box
      component="label"
      sx={(theme) => ({
        cursor: 'pointer',
        // Height of the sticky preview, so that the browser does not scroll a banner below it.
        scrollMarginTop: 190,
        '&:has(:focus-visible) .picture': { outline: `3px solid ${theme.vars?.palette.focusRing}`, outlineOffset: 7 },
      })}
    >
      <input type="radio" name={group} checked={checked} onChange={onChoose} style={visuallyHidden} />
      <Box
        className="picture"
        sx={(theme) => ({
          position: 'relative',
          height: { xs: 63, sm: 68 },
          borderRadius: '12px',
          boxShadow: checked
            ? `0 0 0 4px ${theme.vars?.palette.background.paper}, 0 0 0 7px ${theme.vars?.palette.accent.main}`
            : 'none',
        })}
      >
        <Box
          component="img"
          src={banner.url}
          alt=""
          loading="lazy"
          decoding="async"
          sx={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover', borderRadius: 'inherit' }}
        />
        {checked && (
          <Box
            sx={{
              position: 'absolute',
              top: 8,
              insetInlineEnd: 8,
              width: 30,
              height: 30,
              borderRadius: '50%',
              display: 'grid',
              placeItems: 'center',
              bgcolor: 'accent.main',
              color: 'accent.contrastText',
            }}
          >
            <CheckRounded sx={{ fontSize: 22 }} aria-hidden />
          </Box>
        )}
      </Box>
      <Box
        sx={{
          mt: 1,
          marginInlineStart: 1,
          lineHeight: 1.3,
          fontSize: '1rem',
          color: checked ? 'text.primary' : 'text.secondary',
          fontWeight: checked ? 600 : 400,
        }}
      >
        {banner.name}
      </Box>
    </Box>
  );
}
