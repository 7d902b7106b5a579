import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import { lazyComponent } from '../../../shared/lazy-component.ts';
import { Panel } from '../../../shared/ui/panel.tsx';
import { returnTargetOf } from '../return-target.ts';
import { waitingLinkOf } from '../waiting-link.ts';

// Most logins have no link: they must not load what shows one.
const ArrivalHead = lazyComponent(() => import('./arrival-head.tsx'), 'ArrivalHead');

/**
 * The head of the login screens when a link waits for the login.
 * @param onLogIn moves to the login form; without it the head is small
 * @returns the head, undefined if no link waits; and whether one waited but does not work any more
 */
export function useArrival(onLogIn?: () => void) {
  const location = useLocation();
  const returnTo = returnTargetOf(location);
  const link = waitingLinkOf(returnTo);
  const [deadCode, setDeadCode] = useState<string | null>(null);
  const code = link?.code ?? null;
  const onDead = useCallback(() => setDeadCode(code), [code]);
  const isDead = code !== null && deadCode === code;
  const arrival = link && !isDead && (
    <Panel isExtra>
      <ArrivalHead link={link} onDead={onDead} onLogIn={onLogIn} search={location.search} returnTo={returnTo} />
    </Panel>
  );
  return { arrival: arrival || undefined, isDead };
}
