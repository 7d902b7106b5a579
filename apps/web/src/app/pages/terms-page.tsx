import { PRODUCT_NAME } from '@kinreel/contracts/constants';
import { common } from '@kinreel/messages/en/common';
import { legal as text } from '@kinreel/messages/en/legal';
import { TextPage } from '../layout/text-page.tsx';

/** Term & Conditions (LOGIN-01). */
export function TermsPage() {
  return (
    <TextPage title={common.terms}>
      <p>{text.termsIntro({ product: PRODUCT_NAME })}</p>
      <h2>{text.termsYoursTitle}</h2>
      <p>{text.termsYours}</p>
      <h2>{text.termsKindTitle}</h2>
      <p>{text.termsKind}</p>
      <h2>{text.termsDeleteTitle}</h2>
      <p>{text.termsDelete}</p>
      <h2>{text.termsPromiseTitle}</h2>
      <p>{text.termsPromise}</p>
    </TextPage>
  );
}
