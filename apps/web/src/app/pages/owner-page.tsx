import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { useSearchParams } from 'react-router';
import { BecomeOwner } from '../../features/administration/components/become-owner.tsx';
import type { SessionState } from '../../features/session/session.slice.ts';
import { loadUser } from '../../features/session/start-session.ts';
import { useSession } from '../../features/session/use-session.ts';

/** The one-time address that a new installation prints. */
export function OwnerPage() {
  const [search] = useSearchParams();
  const { user } = useSession();
  const dispatch = useDispatch<ThunkDispatch<SessionState, unknown, UnknownAction>>();
  return (
    <BecomeOwner
      code={search.get('code') ?? ''}
      isOwner={user?.site_owner === true}
      onDone={() => void dispatch(loadUser())}
    />
  );
}
