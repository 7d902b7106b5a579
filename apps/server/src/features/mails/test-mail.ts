import { PRODUCT_NAME } from '@kinreel/contracts';
import { layOutMail, type MailContent } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';

/** The mail to test the mail server. */
export function testMail(): MailContent {
  return layOutMail(mails.testSubject({ product: PRODUCT_NAME }), [
    { kind: 'text', text: mails.testText({ product: PRODUCT_NAME }) },
  ]);
}
