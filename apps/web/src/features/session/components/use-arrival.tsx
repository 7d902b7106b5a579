import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import { lazyComponent } from '../../../shared/lazy-component.ts';
import { Panel } from '../../../shared/ui/panel.tsx';
import { returnTargetOf } from '../return-target.ts';
import { waitingLinkOf } from '../waiting-link.ts';

// Loaded on demand, because most logins have no link.
const loadArrival = () => import('./arrival-head.tsx');
const ArrivalHead = lazyComponent(loadArrival, 'ArrivalHead');
const DeclinedInvitation = lazyComponent(loadArrival, 'DeclinedInvitation');

/**
 * The head of the login screens for a link that waits for the login.
 * @param onLogIn moves to the login form; without it the head is small
 * @returns the head, undefined if no link waits; whether one waited but does not work any more; and what replaces the
 *   form
 * when the person declined an invitation
 */
export function useArrival(onLogIn?: () => void) {
  const location = useLocation();
  const returnTo = returnTargetOf(location);
  const link = waitingLinkOf(returnTo);
  const [earlyWords] = useState(() => document.querySelector('.first-paint .on-arrival b')?.textContent);
  const [end, setEnd] = useState<{ code?: string | undefined; declinedOf?: string | undefined }>({});
  const code = link?.code;
  const onEnd = useCallback((declinedOf?: string) => setEnd({ code, declinedOf }), [code]);
  const isDead = code === end.code;
  const arrival = link && !isDead && (
    <Panel isExtra fallback={onLogIn && <ArrivalPlace words={earlyWords} />}>
      <ArrivalHead link={link} onEnd={onEnd} onLogIn={onLogIn} search={location.search} returnTo={returnTo} />
    </Panel>
  );
  const declined = link && isDead && end.declinedOf && (
    <Panel>
      <DeclinedInvitation name={end.declinedOf} />
    </Panel>
  );
  return { arrival: arrival || undefined, isDead: link && isDead && !declined, declined };
}

/** A placeholder with the text of the first paint until the head has loaded, so that nothing below it moves. */
function ArrivalPlace({ words }: { words: string | null | undefined }) {
  return (
    <Box sx={{ minHeight: { xs: 'calc(100svh - 64px)', sm: 316 }, px: { xs: 4, sm: 7, md: 12 }, py: 10 }}>
      <Typography variant="title" component="h1">
        {words}
      </Typography>
    </Box>
  );
}
