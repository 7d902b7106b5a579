import { html } from '../pages/html.ts';

/** The mail with the link, in plain text and in HTML. @param minutes how long the link works */
export function resetMail(link: string, minutes: number): { subject: string; text: string; html: string } {
  const lifetime = `The link works once, for the next ${minutes} minutes.`;
  const calming = 'If you did not ask for this, you can leave this mail alone: your password stays as it is.';
  return {
    subject: 'Set a new Kinreel password',
    text: `Hello,

somebody, hopefully you, asked for a new Kinreel password. Open this link to choose one:

${link}

${lifetime}
${calming}
`,
    html: html`<!doctype html>
<html lang="en">
  <body style="margin:0;padding:24px;background:#f3f4ee;color:#222c25;font:17px/1.45 'Trebuchet MS','Segoe UI',sans-serif">
    <div style="max-width:520px;margin:0 auto;padding:28px;background:#fefefb;border-radius:20px">
      <p style="margin:0 0 16px">Hello,</p>
      <p style="margin:0 0 20px">somebody, hopefully you, asked for a new Kinreel password.</p>
      <p style="margin:0 0 20px"><a href="${link}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:#4a5f4d;color:#ffffff;font-weight:600;text-decoration:none">Choose a new password</a></p>
      <p style="margin:0;color:#51604f">${lifetime}<br>${calming}</p>
    </div>
  </body>
</html>
`.markup,
  };
}
