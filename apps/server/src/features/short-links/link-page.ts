import { PRODUCT_NAME } from '@kinreel/contracts';
import { linkPage as text } from '@kinreel/messages/en/link-page';
import { serverPage } from '../../platform/http/server-page.ts';

/** The page for a link that no longer works. @param appUrl configured origin of the app */
export function brokenLinkPage(appUrl: string): string {
  const link = { label: text.goHome({ product: PRODUCT_NAME }), url: `${appUrl}/` };
  return serverPage({ title: text.title, text: text.text, link });
}
