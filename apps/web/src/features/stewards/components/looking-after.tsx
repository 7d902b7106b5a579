import type { Person } from '@kinreel/contracts/profile';
import type { Stewardship } from '@kinreel/contracts/stewards';
import { stewards as text } from '@kinreel/messages/en/stewards';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatLongDate } from '../../../shared/format/date.ts';
import { fullName } from '../../../shared/format/person.ts';
import { fetchOnIntent, lazyComponent } from '../../../shared/lazy-component.ts';
import { paths } from '../../../shared/paths.ts';
import { LazyDialog } from '../../../shared/ui/lazy-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { useAskToBeginMutation, useDeclineStewardshipMutation } from '../stewards.api.ts';

const loadConfirmDialog = () => import('../../../shared/ui/confirm-dialog.tsx');
const ConfirmDialog = lazyComponent(loadConfirmDialog, 'ConfirmDialog');
const loadGifts = () => import('./gifts-dialog.tsx');
const GiftsDialog = lazyComponent(loadGifts, 'GiftsDialog');

/** Renders the download of the owner's videos. */
export type RenderKeep = (owner: Person) => ReactNode;

interface LookingAfterProps {
  stewardships: readonly Stewardship[];
  renderKeep: RenderKeep;
}

/** The people who chose the user as steward. */
export function LookingAfter({ stewardships, renderKeep }: LookingAfterProps) {
  return (
    <Card component="section" aria-label={text.lookTitle} sx={{ px: { xs: 4, sm: 6 }, py: 5 }}>
      <Typography component="h3" variant="h4" sx={{ mb: 1 }}>
        {text.lookTitle}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{text.lookIntro}</Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {stewardships.map((row) => (
          <StewardshipRow key={row.person.id} stewardship={row} renderKeep={renderKeep} />
        ))}
      </Box>
    </Card>
  );
}

/** One owner: nothing to do, waiting time, or started. */
function StewardshipRow({ stewardship, renderKeep }: { stewardship: Stewardship; renderKeep: RenderKeep }) {
  const { person, waiting_days: days, asked_at: asked, starts_at: starts, started_at: started } = stewardship;
  const name = fullName(person);
  const notices = useNotices();
  const [ask, asking] = useAskToBeginMutation();
  const [decline, declining] = useDeclineStewardshipMutation();
  const [dialog, setDialog] = useState<'request' | 'decline' | 'gifts' | null>(null);
  const close = () => setDialog(null);

  async function run(action: string, call: () => Promise<{ error?: unknown }>, done: string) {
    const result = await call();
    close();
    if (result.error) notices.failed(action, result.error, () => void run(action, call, done));
    else notices.success({ title: done });
  }

  return (
    <Box component="li" sx={{ mt: 5 }}>
      <Typography component="h4" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {text.asked({ name })}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mt: 1 }}>
        {started
          ? text.begun({ name: person.first_name, date: formatLongDate(started) })
          : asked && starts
            ? text.waiting({ name, asked: formatLongDate(asked), starts: formatLongDate(starts) })
            : text.askedHint({ days })}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mt: 4 }}>
        {started && (
          <>
            <Button variant="contained" component={Link} to={paths.videos(person.id)}>
              {text.watch}
            </Button>
            <Button variant="outlined" onClick={() => setDialog('gifts')} {...fetchOnIntent(loadGifts)}>
              {text.gifts}
            </Button>
          </>
        )}
        {!asked && (
          <Button variant="outlined" onClick={() => setDialog('request')} {...fetchOnIntent(loadConfirmDialog)}>
            {text.request({ name: person.first_name })}
          </Button>
        )}
        <Button
          variant="text"
          aria-label={text.declineOf({ name })}
          onClick={() => setDialog('decline')}
          {...fetchOnIntent(loadConfirmDialog)}
        >
          {text.decline}
        </Button>
      </Box>
      {started && renderKeep(person)}
      <LazyDialog onClose={close} open={dialog === 'request'}>
        <ConfirmDialog
          open={dialog === 'request'}
          title={text.requestTitle({ name })}
          text={text.requestText({ name: person.first_name, days })}
          confirmLabel={text.requestConfirm}
          busy={asking.isLoading}
          onConfirm={() =>
            void run(text.request({ name: person.first_name }), () => ask(person.id), text.requested({ name }))
          }
          onClose={close}
        />
      </LazyDialog>
      <LazyDialog onClose={close} open={dialog === 'decline'}>
        <ConfirmDialog
          open={dialog === 'decline'}
          title={text.declineTitle({ name })}
          text={text.declineText({ name: person.first_name })}
          confirmLabel={text.declineConfirm}
          busy={declining.isLoading}
          onConfirm={() => void run(text.declineOf({ name }), () => decline(person.id), text.declinedDone({ name }))}
          onClose={close}
        />
      </LazyDialog>
      <LazyDialog onClose={close} open={dialog === 'gifts'}>
        <GiftsDialog open={dialog === 'gifts'} owner={person} onClose={close} />
      </LazyDialog>
    </Box>
  );
}
