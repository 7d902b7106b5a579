import { type EndedRequest, STEWARD_DELETE_DAYS, type Stewardship } from '@kinreel/contracts/stewards';
import { stewards as text } from '@kinreel/messages/en/stewards';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { formatLongDate } from '../../../shared/format/date.ts';
import { fullName } from '../../../shared/format/person.ts';
import { paths } from '../../../shared/paths.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { OfferCard } from '../../../shared/ui/offer-card.tsx';
import { useGetStewardsQuery, useMarkEndedReadMutation } from '../stewards.api.ts';

const DAY_MS = 24 * 3600_000;

interface StewardNewsProps {
  userId: string;
  /** On another person's page: shows only whether the user is their steward. */
  ownerId?: string;
}

/** Shows which stewards' requests ended when the user returned, and for whom the user is an active steward. */
export function StewardNews({ userId, ownerId }: StewardNewsProps) {
  const notices = useNotices();
  const { data } = useGetStewardsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [markRead, { isLoading }] = useMarkEndedReadMutation();
  if (!data) return null;
  const lookedAfter = data.looking_after.filter(
    ({ person, started_at }) => started_at !== null && (ownerId === undefined || person.id === ownerId),
  );

  async function understand() {
    const { error } = await markRead();
    if (error) notices.failed(text.understood, error, () => void understand());
  }

  return (
    <>
      {ownerId === undefined && data.ended.length > 0 && (
        <OfferCard
          title={text.backTitle}
          lines={data.ended.flatMap(endedLines)}
          actions={
            <>
              <Button variant="outlined" component={Link} to={paths.account(userId)}>
                {text.backSee}
              </Button>
              <Button variant="contained" loading={isLoading} onClick={() => void understand()}>
                {text.understood}
              </Button>
            </>
          }
        />
      )}
      {lookedAfter.map((stewardship) => (
        <OfferCard
          key={stewardship.person.id}
          title={text.lookingTitle({ name: fullName(stewardship.person) })}
          lines={[lookingLine(stewardship)]}
          actions={
            <>
              {ownerId === undefined && (
                <Button variant="contained" component={Link} to={paths.videos(stewardship.person.id)}>
                  {text.watch}
                </Button>
              )}
              <Button variant="outlined" component={Link} to={paths.account(userId)}>
                {text.lookingDo}
              </Button>
            </>
          }
        />
      ))}
    </>
  );
}

function endedLines({ person, started_at, ended_at }: EndedRequest): string[] {
  const name = fullName(person);
  if (started_at === null) return [text.backWaited({ name })];
  const hasDeleted = Date.parse(ended_at) - Date.parse(started_at) >= STEWARD_DELETE_DAYS * DAY_MS;
  return [
    text.backBegun({ name, start: formatLongDate(started_at), end: formatLongDate(ended_at) }),
    ...(hasDeleted ? [text.backDeleted] : []),
  ];
}

function lookingLine({ person, started_at }: Stewardship): string {
  return text.looking({ name: person.first_name, date: started_at ? formatLongDate(started_at) : '' });
}
