import { PRODUCT_NAME } from '@kinreel/contracts/constants';
import { TextPage } from '../layout/text-page.tsx';

/** Term & Conditions (LOGIN-01). */
export function TermsPage() {
  return (
    <TextPage title="Term & Conditions">
      <p>These are the rules of this {PRODUCT_NAME} site, in plain words.</p>
      <h2>Your stories stay yours</h2>
      <p>
        Whatever you record, write or upload belongs to you. You let this site keep it, prepare it for playing and show
        it to the people you choose. Nothing else is done with it.
      </p>
      <h2>Be kind, and be careful</h2>
      <p>
        Upload only what you have the right to share. Ask before you show other people in a video. Do not use this site
        to hurt, threaten or deceive anybody, and keep your password to yourself.
      </p>
      <h2>Leaving things behind</h2>
      <p>
        You may delete a video at any time. It is then gone for good, together with every share and link to it. Keep a
        copy of what is dear to you: as its owner you can download every original.
      </p>
      <h2>No promises we cannot keep</h2>
      <p>
        This site is run with care, but without a guarantee that it is always reachable. The people who run it may close
        an account that breaks these rules.
      </p>
    </TextPage>
  );
}
