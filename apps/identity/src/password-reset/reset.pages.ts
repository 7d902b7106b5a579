import { identity as text } from '@kinreel/messages/en/identity';
import type { FastifyReply } from 'fastify';
import { type Html, html } from '../pages/html.ts';
import { sendMessage, sendPage } from '../pages/page.ts';
import { MAX_PASSWORD_LENGTH } from '../passwords/password-policy.ts';

/** Possible errors of the form. */
export type FormProblem = 'weak' | 'too-long' | 'different';

function problemText(problem: FormProblem): string {
  if (problem === 'too-long') return text.tooLong({ max: MAX_PASSWORD_LENGTH });
  return problem === 'weak' ? text.weak : text.different;
}

const ICON = html`<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16.5v.01"/></svg>`;

/** The form for a new password. It works without scripts. */
export function sendResetForm(reply: FastifyReply, ticket: string, problem?: FormProblem): FastifyReply {
  const rules = html`<ul id="password-hint">
            <li>${text.ruleLength}</li>
            <li>${text.ruleTypes}</li>
          </ul>`;
  const passwordProblem = problem === 'different' ? undefined : problem;
  const repeatedProblem = problem === 'different' ? problem : undefined;
  return sendPage(reply, {
    title: problem ? text.resetTitleAgain : text.resetTitle,
    statusCode: problem ? 400 : 200,
    body: html`<h1>${text.resetTitle}</h1>
      <p>${text.resetIntro}</p>
      <form method="post" action="/identity/password-reset">
        <input type="hidden" name="ticket" value="${ticket}">
        ${passwordField('password', text.newPassword, passwordProblem, rules)}
        ${passwordField('repeated', text.repeatPassword, repeatedProblem)}
        <button type="submit">${text.savePassword}</button>
      </form>`,
  });
}

/** A field with its label, its error and its hint. */
function passwordField(name: string, label: string, problem?: FormProblem, hint?: Html): Html {
  const described = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return html`<div>
          <label for="${name}">${label}</label>
          <input id="${name}" name="${name}" type="password" autocomplete="new-password" required
            ${described ? html`aria-describedby="${described}"` : undefined}
            ${problem ? html`aria-invalid="true" autofocus` : undefined}>
          ${problem ? html`<div class="problem" id="${name}-problem" role="alert">${ICON}<span>${problemText(problem)}</span></div>` : undefined}
          ${hint}
        </div>`;
}

export function sendResetDone(reply: FastifyReply, loginUrl: string): FastifyReply {
  return sendMessage(reply, { title: text.savedTitle, text: text.savedText, href: loginUrl, label: text.goToLogin });
}

/** For a used, expired or unknown link: the page is the same. */
export function sendLinkExpired(reply: FastifyReply, loginUrl: string): FastifyReply {
  return sendMessage(reply, {
    title: text.linkExpiredTitle,
    text: text.linkExpiredText,
    href: loginUrl,
    label: text.goToLogin,
    statusCode: 410,
  });
}
