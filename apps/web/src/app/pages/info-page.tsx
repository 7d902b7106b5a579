import { pages as text } from '@kinreel/messages/en/pages';
import { TextPage } from '../layout/text-page.tsx';

/** Info page (ROUTE-08). */
export function InfoPage() {
  return <TextPage title={text.infoPage} />;
}
