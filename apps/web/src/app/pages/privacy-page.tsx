import { PRODUCT_NAME } from '@kinreel/contracts/constants';
import { common } from '@kinreel/messages/en/common';
import { legal as text } from '@kinreel/messages/en/legal';
import { TextPage } from '../layout/text-page.tsx';

/** Privacy Policy (LOGIN-01). */
export function PrivacyPage() {
  return (
    <TextPage title={common.privacy}>
      <p>{text.privacyIntro({ product: PRODUCT_NAME })}</p>
      <h2>{text.privacyStoredTitle}</h2>
      <p>{text.privacyStored}</p>
      <h2>{text.privacySeesTitle}</h2>
      <p>{text.privacySees}</p>
      <h2>{text.privacyRemovedTitle}</h2>
      <p>{text.privacyRemoved}</p>
      <h2>{text.privacyPasswordTitle}</h2>
      <p>{text.privacyPassword}</p>
      <h2>{text.privacyAdsTitle}</h2>
      <p>{text.privacyAds}</p>
    </TextPage>
  );
}
