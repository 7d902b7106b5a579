import { useMemo } from 'react';
import { useGetSharePeopleQuery } from '../features/sharing/sharing.api.ts';
import { fullName } from '../shared/format/person.ts';

/** The user's connections, by name; undefined while they are loading. */
export function useConnectedPeople(userId: string): { id: string; name: string }[] | undefined {
  const { data } = useGetSharePeopleQuery(userId, { skip: userId === '' });
  return useMemo(
    () =>
      data
        ?.map((one) => ({ id: one.user_id === userId ? one.user_B_id : one.user_id, name: fullName(one) }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    [data, userId],
  );
}
