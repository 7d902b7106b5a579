import { pages } from '@kinreel/messages/en/pages';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import { direction } from '../../shared/i18n/language.ts';
import { Panel } from '../../shared/ui/panel.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import { visuallyHidden } from '../../shared/ui/visually-hidden.ts';

/** One tab of a view. */
export interface ViewTab {
  /** Value of the query parameter: `?tab=requests`. */
  name: string;
  label: string;
  /** Text of the badge with the number of pending items; empty for none. */
  badge?: string;
  content: ReactNode;
}

interface ViewTabsProps {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly [ViewTab, ...ViewTab[]];
}

/**
 * Tabs and the content of the selected one (PROF-02). The tab list is one tab stop, and arrow keys, Home and End
 * select. The URL keeps the selection; changing it drops other query parameters such as `autoplay`. MUI's tabs would be
 * 6 KiB of the first page, most of it for scrolling, which these do not.
 */
export function ViewTabs({ label, tabs }: ViewTabsProps) {
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const selected = tabs.find((tab) => tab.name === search.get('tab')) ?? tabs[0];

  function select(name: string) {
    if (name === selected.name) return;
    setSearch(name === tabs[0].name ? {} : { tab: name }, { replace: true, preventScrollReset: true });
  }

  function selectByKey(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The selection changes a moment after the focus, so quick keys go by the focus.
    const at = tabs.findIndex(({ name }) => document.activeElement?.id === `${id}-${name}`);
    const step = direction === 'rtl' ? -1 : 1;
    const next = { ArrowRight: at + step, ArrowLeft: at - step, Home: 0, End: -1 }[event.key];
    const tab = next !== undefined && tabs.at(next % tabs.length);
    if (!tab) return;
    event.preventDefault();
    document.getElementById(`${id}-${tab.name}`)?.focus();
    select(tab.name);
  }

  return (
    <>
      <Box
        sx={{
          mt: { xs: 1, sm: 4 },
          mx: { xs: -4, sm: 0 },
          paddingInlineStart: { xs: 1.5, sm: 0 },
          minHeight: 56,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box
          role="tablist"
          aria-label={label}
          onKeyDown={selectByKey}
          sx={{
            // The words of the first tab begin where the content begins.
            marginInlineStart: { sm: -2.5, md: -4.5 },
            columnGap: { sm: 1, md: 2 },
            display: 'flex',
            // With large text the tabs need more than one row. All of them stay visible.
            flexWrap: 'wrap',
          }}
        >
          {tabs.map((tab) => (
            <ButtonBase
              key={tab.name}
              role="tab"
              id={`${id}-${tab.name}`}
              aria-selected={tab === selected}
              aria-controls={tab === selected ? `${id}-panel` : undefined}
              tabIndex={tab === selected ? 0 : -1}
              onClick={() => select(tab.name)}
              sx={TAB}
            >
              {tab.label}
              {tab.badge && <CountBadge text={tab.badge} />}
            </ButtonBase>
          ))}
        </Box>
      </Box>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected.name}`} key={selected.name}>
        <h2 style={visuallyHidden}>{selected.label}</h2>
        <Panel fallback={<LoadingState />}>{selected.content}</Panel>
      </div>
    </>
  );
}

const TAB = {
  gap: 2.5,
  minWidth: { xs: 0, sm: 44 },
  minHeight: { xs: 52, sm: 56 },
  // On a tablet the six tabs of Edit Profile are one row.
  px: { xs: 2.5, md: 4.5 },
  borderRadius: '12px 12px 0 0',
  overflowWrap: 'normal',
  fontSize: { xs: '1.09375rem', sm: '1.1875rem' },
  lineHeight: 1.25,
  color: 'text.secondary',
  '&:focus-visible': { outlineOffset: -3 },
  '&[aria-selected=true]': { color: 'text.primary', fontWeight: 600 },
  // Line below the selected tab, as wide as its label.
  '&[aria-selected=true]::after': {
    content: '""',
    position: 'absolute',
    insetInline: { xs: '10px', md: '18px' },
    bottom: 0,
    height: 4,
    borderRadius: '4px 4px 0 0',
    bgcolor: 'primary.main',
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', bgcolor: 'highlight' },
  },
};

function CountBadge({ text }: { text: string }) {
  return (
    <Box
      component="span"
      sx={{
        minWidth: '1.75rem',
        height: '1.75rem',
        px: 2,
        borderRadius: '0.875rem',
        display: 'inline-grid',
        placeItems: 'center',
        bgcolor: 'error.main',
        color: 'error.contrastText',
        fontSize: '1rem',
        fontWeight: 600,
        lineHeight: 1,
      }}
    >
      <span aria-hidden>{text}</span>
      <span style={visuallyHidden}>{pages.waiting({ count: text })}</span>
    </Box>
  );
}
