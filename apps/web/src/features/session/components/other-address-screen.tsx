import { session as text } from '@kinreel/messages/en/session';
import Button from '@mui/material/Button';
import { useSelector } from 'react-redux';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import type { SessionState } from '../session.slice.ts';
import { LogoFrame } from './logo-frame.tsx';

/** Replaces every page at an address without login: shows the site's address with a link. */
export function OtherAddressScreen() {
  const address = useSelector((state: SessionState) => state.user.siteAddress);
  const host = new URL(address).host;
  usePageTitle(text.otherAddressTitle({ address: host }));
  const { pathname, search, hash } = window.location;
  return (
    <LogoFrame>
      <EmptyState
        headingLevel="h1"
        title={text.otherAddressTitle({ address: host })}
        text={text.otherAddressText}
        action={
          <Button variant="contained" href={address + pathname + search + hash}>
            {text.otherAddressOpen({ address: host })}
          </Button>
        }
      />
    </LogoFrame>
  );
}
