import { identity as text } from '@kinreel/messages/en/identity';
import { html } from '../pages/html.ts';
import { PRODUCT_NAME } from '../pages/page.ts';

/** The mail with the reset link, as text and HTML. @param minutes lifetime of the link */
export function resetMail(link: string, minutes: number): { subject: string; text: string; html: string } {
  const intro = text.mailIntro({ product: PRODUCT_NAME });
  const lifetime = text.mailLifetime({ minutes });
  return {
    subject: text.mailSubject({ product: PRODUCT_NAME }),
    text: `${text.mailGreeting}

${intro} ${text.mailOpenLink}

${link}

${lifetime}
${text.mailIgnore}
`,
    html: html`<!doctype html>
<html lang="en">
  <body style="margin:0;padding:24px;background:#f3f4ee;color:#222c25;font:17px/1.45 'Trebuchet MS','Segoe UI',sans-serif">
    <div style="max-width:520px;margin:0 auto;padding:28px;background:#fefefb;border-radius:20px">
      <p style="margin:0 0 16px">${text.mailGreeting}</p>
      <p style="margin:0 0 20px">${intro}</p>
      <p style="margin:0 0 20px"><a href="${link}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:#4a5f4d;color:#ffffff;font-weight:600;text-decoration:none">${text.mailButton}</a></p>
      <p style="margin:0;color:#51604f">${lifetime}<br>${text.mailIgnore}</p>
    </div>
  </body>
</html>
`.markup,
  };
}
