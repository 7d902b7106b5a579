import type { FastifyReply } from 'fastify';
import { type Html, html } from '../pages/html.ts';
import { sendPage } from '../pages/page.ts';
import { MAX_PASSWORD_LENGTH } from '../passwords/password-policy.ts';

/** Possible errors of the form. */
export type FormProblem = 'weak' | 'too-long' | 'different';

const PROBLEMS: Record<FormProblem, string> = {
  weak: 'This password is easy to guess. Please make it stronger, following the list below.',
  'too-long': `This password is too long. Please use at most ${MAX_PASSWORD_LENGTH} characters.`,
  different: 'The two passwords are different. Please type both again.',
};

const ICON = html`<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16.5v.01"/></svg>`;

/** The form for a new password. It works without scripts. */
export function sendResetForm(reply: FastifyReply, ticket: string, problem?: FormProblem): FastifyReply {
  const rules = html`<ul id="password-hint">
            <li>At least 8 characters</li>
            <li>At least 3 of these 4: small letters, capital letters, numbers, special characters (!@#$%^&amp;*)</li>
          </ul>`;
  const passwordProblem = problem === 'different' ? undefined : problem;
  const repeatedProblem = problem === 'different' ? problem : undefined;
  return sendPage(reply, {
    title: problem ? 'Please try again: choose a new password' : 'Choose a new password',
    statusCode: problem ? 400 : 200,
    body: html`<h1>Choose a new password</h1>
      <p>Log in with it afterwards. You will be logged out on all other devices.</p>
      <form method="post" action="/identity/password-reset">
        <input type="hidden" name="ticket" value="${ticket}">
        ${passwordField('password', 'New password', passwordProblem, rules)}
        ${passwordField('repeated', 'Repeat the new password', repeatedProblem)}
        <button type="submit">Save password</button>
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
          ${problem ? html`<div class="problem" id="${name}-problem" role="alert">${ICON}<span>${PROBLEMS[problem]}</span></div>` : undefined}
          ${hint}
        </div>`;
}

export function sendResetDone(reply: FastifyReply, loginUrl: string): FastifyReply {
  return sendPage(reply, {
    title: 'Your new password is saved',
    body: html`<h1>Your new password is saved</h1>
      <p>You can now log in with it.</p>
      <a class="button" href="${loginUrl}">Go to Login</a>`,
  });
}

/** For a link that was used, has expired or never existed: all look the same. */
export function sendLinkExpired(reply: FastifyReply, loginUrl: string): FastifyReply {
  return sendPage(reply, {
    title: 'This link no longer works',
    statusCode: 410,
    body: html`<h1>This link no longer works</h1>
      <p>A link to set a password works only once and only for an hour. To get a new one, go to Login, choose
        “Forgot Password?” and enter your email address.</p>
      <a class="button" href="${loginUrl}">Go to Login</a>`,
  });
}
