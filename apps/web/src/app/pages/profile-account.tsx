import Stack from '@mui/material/Stack';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { DeleteAccount } from '../../features/account/components/delete-account.tsx';
import { SignInData } from '../../features/account/components/sign-in-data.tsx';
import { DownloadEverything } from '../../features/archives/components/download-everything.tsx';
import { KeepVideos } from '../../features/archives/components/keep-videos.tsx';
import type { SessionState } from '../../features/session/session.slice.ts';
import { loadUser } from '../../features/session/start-session.ts';
import { StewardsSection } from '../../features/stewards/components/stewards-section.tsx';
import { useConnectedPeople } from '../use-connected-people.ts';

/** The user's account settings. After a deletion is requested, the session shows how to cancel it. */
export function ProfileAccount({ userId }: { userId: string }) {
  const people = useConnectedPeople(userId);
  const dispatch = useDispatch<ThunkDispatch<SessionState, unknown, UnknownAction>>();
  return (
    <Stack sx={{ gap: 6, maxWidth: 720, pt: { xs: 5, sm: 7 } }}>
      <SignInData />
      <DownloadEverything />
      <StewardsSection people={people} renderKeep={(owner) => <KeepVideos owner={owner} />} />
      <DeleteAccount onLeft={() => void dispatch(loadUser())} />
    </Stack>
  );
}
