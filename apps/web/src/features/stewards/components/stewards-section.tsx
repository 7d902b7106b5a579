import { stewards as text } from '@kinreel/messages/en/stewards';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import type { ConnectedPerson } from '../connected-person.ts';
import { useGetStewardsQuery } from '../stewards.api.ts';
import { LookingAfter, type RenderKeep } from './looking-after.tsx';
import { MyStewards } from './my-stewards.tsx';

interface StewardsSectionProps {
  /** The people whom the user can choose; undefined while they load. */
  people: readonly ConnectedPerson[] | undefined;
  renderKeep: RenderKeep;
}

/** The user's stewards, and the owners who chose the user as steward. */
export function StewardsSection({ people, renderKeep }: StewardsSectionProps) {
  const query = useGetStewardsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (query.data === undefined) {
    return query.isError ? (
      <FailedState title={text.loadFailed} error={query.error} headingLevel="h3" onRetry={query.refetch} />
    ) : (
      <LoadingState label={text.loading} />
    );
  }
  const { stewards, looking_after } = query.data;
  return (
    <>
      <MyStewards stewards={stewards} people={people} />
      {looking_after.length > 0 && <LookingAfter stewardships={looking_after} renderKeep={renderKeep} />}
    </>
  );
}
