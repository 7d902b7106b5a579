import { PRODUCT_NAME } from '@kinreel/contracts/constants';
import { legal as text } from '@kinreel/messages/en/legal';
import { TextPage } from '../layout/text-page.tsx';

/** About page (ROUTE-04). */
export function AboutPage() {
  return (
    <TextPage title={text.aboutTitle({ product: PRODUCT_NAME })}>
      <p>{text.aboutIntro({ product: PRODUCT_NAME })}</p>
      <h2>{text.aboutWhatTitle}</h2>
      <p>{text.aboutWhat}</p>
      <h2>{text.aboutWhoTitle}</h2>
      <p>{text.aboutWho}</p>
    </TextPage>
  );
}
