import { type MailTopic, PRODUCT_NAME } from '@kinreel/contracts';
import { unsubscribe as text } from '@kinreel/messages/en/unsubscribe';
import { serverPage } from '../../platform/http/server-page.ts';
import { mailSettingsUrl } from './mail-settings.presenter.ts';

/** Asks whether to turn these mails off. The form sends POST to the same URL. */
export function askPage(topic: MailTopic, publicUrl: string, personId: string): string {
  return serverPage({
    title: text.title,
    text: text.about({ topic: topic.replaceAll('-', '_') }),
    action: `<form method="post"><button>${text.turnOff}</button></form>`,
    link: { label: text.choose, url: mailSettingsUrl(publicUrl, personId) },
  });
}

/** Says that these mails are off. */
export function donePage(topic: MailTopic, publicUrl: string, personId: string): string {
  return serverPage({
    title: text.doneTitle,
    text: `${text.about({ topic: topic.replaceAll('-', '_') })} ${text.doneText({ product: PRODUCT_NAME })}`,
    link: { label: text.choose, url: mailSettingsUrl(publicUrl, personId) },
  });
}

/** For a URL that is not one of a mail. */
export function wrongPage(publicUrl: string): string {
  return serverPage({
    title: text.wrongTitle,
    text: text.wrongText,
    link: { label: text.goHome({ product: PRODUCT_NAME }), url: `${publicUrl}/` },
  });
}
