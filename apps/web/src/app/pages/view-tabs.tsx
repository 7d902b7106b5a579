import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, Suspense, useId } from 'react';
import { useSearchParams } from 'react-router';
import { LoadingState } from '../../shared/ui/states.tsx';
import { visuallyHidden } from '../../shared/ui/visually-hidden.ts';

/** One tab of a view. */
export interface ViewTab {
  /** Its name in the address: `?tab=requests`. */
  name: string;
  label: string;
  /** How many wait there, as a badge says it; empty for none. */
  badge?: string;
  content: ReactNode;
}

interface ViewTabsProps {
  /** What the tabs are about, for screen readers. */
  label: string;
  tabs: readonly [ViewTab, ...ViewTab[]];
}

/**
 * The tabs of a view with the content of the chosen one (PROF-02): one stop of the keyboard, arrows choose. The address
 * keeps the choice; what it asked to be played on arrival goes with the first change.
 */
export function ViewTabs({ label, tabs }: ViewTabsProps) {
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const chosen = tabs.find((tab) => tab.name === search.get('tab')) ?? tabs[0];

  function choose(name: string) {
    setSearch(name === tabs[0].name ? {} : { tab: name }, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <Tabs
        value={chosen.name}
        onChange={(_event, name: string) => choose(name)}
        aria-label={label}
        selectionFollowsFocus
        variant="scrollable"
        scrollButtons={false}
        // It is measured when the tabs appear, and the font may come later: each tab draws its own line.
        slotProps={{ indicator: { sx: { display: 'none' } } }}
        sx={{
          mt: { xs: 2.5, sm: 4 },
          mx: { xs: -4, sm: 0 },
          pl: { xs: 1.5, sm: 0 },
          '& .MuiTabs-list': { ml: { sm: -4.5 }, gap: { sm: 2 } },
        }}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.name}
            value={tab.name}
            id={`${id}-${tab.name}`}
            aria-controls={tab === chosen ? `${id}-panel` : undefined}
            label={
              <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2.5 }}>
                {tab.label}
                {tab.badge && <CountBadge text={tab.badge} />}
              </Box>
            }
            sx={{
              px: { xs: 2.5, sm: 4.5 },
              minWidth: 44,
              maxWidth: 'none',
              borderRadius: '12px 12px 0 0',
              '&.Mui-selected::after': TAB_INDICATOR,
            }}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen.name}`} key={chosen.name}>
        <h2 style={visuallyHidden}>{chosen.label}</h2>
        <Suspense fallback={<LoadingState />}>{chosen.content}</Suspense>
      </div>
    </>
  );
}

/** Under the chosen tab: as wide as the word, not as the whole target. */
const TAB_INDICATOR = {
  content: '""',
  position: 'absolute',
  left: { xs: 10, sm: 18 },
  right: { xs: 10, sm: 18 },
  bottom: 0,
  height: 4,
  borderRadius: '4px 4px 0 0',
  bgcolor: 'primary.main',
};

function CountBadge({ text }: { text: string }) {
  return (
    <Box
      component="span"
      sx={{
        minWidth: 28,
        height: 28,
        px: 2,
        borderRadius: '14px',
        display: 'inline-grid',
        placeItems: 'center',
        bgcolor: 'error.main',
        color: 'error.contrastText',
        fontSize: '1rem',
        fontWeight: 600,
        lineHeight: 1,
      }}
    >
      {text}
      <span style={visuallyHidden}> waiting</span>
    </Box>
  );
}
