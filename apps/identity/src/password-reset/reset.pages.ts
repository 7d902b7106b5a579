import type { FastifyReply } from 'fastify';
import { type Html, html } from '../pages/html.ts';
import { sendPage } from '../pages/page.ts';
import { MAX_PASSWORD_LENGTH } from '../passwords/password-policy.ts';

/** What can be wrong with the form. */
export type FormProblem = 'weak' | 'too-long' | 'different';

const PROBLEMS: Record<FormProblem, string> = {
  weak: 'This password is easy to guess. Please look at the list and add a little.',
  'too-long': `This password is too long. ${MAX_PASSWORD_LENGTH} characters are the most we can keep.`,
  different: 'The two passwords are not the same. Please type both once more.',
};

const ICON = html`<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16.5v.01"/></svg>`;

/** The form for a new password. It posts to its own address and needs no script. */
export function sendResetForm(reply: FastifyReply, ticket: string, problem?: FormProblem): FastifyReply {
  const rules = html`<ul id="password-hint">
            <li>At least 8 characters</li>
            <li>At least 3 of these 4: small letters, capital letters, numbers, special characters (!@#$%^&amp;*)</li>
          </ul>`;
  const atFirst = problem === 'different' ? undefined : problem;
  const atSecond = problem === 'different' ? problem : undefined;
  return sendPage(reply, {
    title: problem ? 'Please look again: choose a new password' : 'Choose a new password',
    statusCode: problem ? 400 : 200,
    body: html`<h1>Choose a new password</h1>
      <p>After this you can log in with it. Everywhere else you will be logged out.</p>
      <form method="post" action="/identity/password-reset">
        <input type="hidden" name="ticket" value="${ticket}">
        ${passwordField('password', 'New password', atFirst, rules)}
        ${passwordField('repeated', 'The same password again', atSecond)}
        <button type="submit">Save password</button>
      </form>`,
  });
}

/** A field with its label above it and, below, what is wrong with it and what it should be like. */
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
      <p>You can log in with it now.</p>
      <a class="button" href="${loginUrl}">Go to Login</a>`,
  });
}

/** For a link that was used, is too old, or never was one: these look the same. */
export function sendLinkExpired(reply: FastifyReply, loginUrl: string): FastifyReply {
  return sendPage(reply, {
    title: 'This link does not work any more',
    statusCode: 410,
    body: html`<h1>This link does not work any more</h1>
      <p>A link to set a password works once and only for an hour. Getting a new one is easy: open Login, choose
        “Forgot Password?” and enter your email address.</p>
      <a class="button" href="${loginUrl}">Go to Login</a>`,
  });
}
