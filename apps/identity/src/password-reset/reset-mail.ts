import { html } from '../pages/html.ts';

/** The mail with the reset link, as text and HTML. @param minutes lifetime of the link */
export function resetMail(link: string, minutes: number): { subject: string; text: string; html: string } {
  const intro = 'Someone asked for a new password for your Kinreel account.';
  const lifetime = `The link works once, for the next ${minutes} minutes.`;
  const reassurance = "If it wasn't you, ignore this email. Your password stays the same.";
  return {
    subject: 'Set a new Kinreel password',
    text: `Hello,

${intro} Open this link to choose one:

${link}

${lifetime}
${reassurance}
`,
    html: html`<!doctype html>
<html lang="en">
  <body style="margin:0;padding:24px;background:#f3f4ee;color:#222c25;font:17px/1.45 'Trebuchet MS','Segoe UI',sans-serif">
    <div style="max-width:520px;margin:0 auto;padding:28px;background:#fefefb;border-radius:20px">
      <p style="margin:0 0 16px">Hello,</p>
      <p style="margin:0 0 20px">${intro}</p>
      <p style="margin:0 0 20px"><a href="${link}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:#4a5f4d;color:#ffffff;font-weight:600;text-decoration:none">Choose a new password</a></p>
      <p style="margin:0;color:#51604f">${lifetime}<br>${reassurance}</p>
    </div>
  </body>
</html>
`.markup,
  };
}
