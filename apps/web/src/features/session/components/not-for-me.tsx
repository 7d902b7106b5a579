import { notForMe as text } from '@kinreel/messages/en/not-for-me';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { fetchOnIntent, lazyComponent } from '../../../shared/lazy-component.ts';
import { LazyDialog } from '../../../shared/ui/lazy-dialog.tsx';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';

const loadDialog = () => import('./decline-dialog.tsx');
const DeclineDialog = lazyComponent(loadDialog, 'DeclineDialog');

interface NotForMeProps {
  /** Of the invitation. */
  code: string;
  /** First name of who invites. */
  name: string;
  /** It no longer works. @param declinedOf name of who invites, if it was declined here */
  onEnd: (declinedOf?: string) => void;
}

/** Declines an invitation that came by mail, after a question. */
export function NotForMe({ code, name, onEnd }: NotForMeProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="text"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        {...fetchOnIntent(loadDialog)}
        // Its words begin where the words above it begin.
        sx={{ alignSelf: 'flex-start', mt: { xs: 1, sm: 3 }, mx: -3.5 }}
      >
        {text.button}
      </Button>
      <LazyDialog open={isOpen} onClose={close}>
        <DeclineDialog open={isOpen} code={code} name={name} onEnd={onEnd} onClose={close} />
      </LazyDialog>
    </>
  );
}

/** In place of the form, when the invitation was declined. */
export function DeclinedInvitation({ name }: { name: string }) {
  const title = text.declinedTitle({ name });
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <Typography ref={heading} variant="h1" tabIndex={-1}>
        {title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mt: 4 }}>{text.declinedText({ name })}</Typography>
    </>
  );
}
