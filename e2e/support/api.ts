import { randomUUID } from 'node:crypto';
import type { PublicConfig, User, Video } from '@kinreel/contracts';
import type { Person } from './people.ts';

/** A signed-in person who talks to the calls directly, as another program would. */
export interface ApiPerson {
  user: User;
  token: string;
  headers: { authorization: string };
}

async function json<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Log in by the identity provider's own protocol, and give the access token. */
export async function accessToken(origin: string, person: Pick<Person, 'email' | 'password'>): Promise<string> {
  const { identity } = await json<PublicConfig>(await fetch(`${origin}/config.json`));
  const answer = await post(
    `${identity.domain}/co/authenticate`,
    {
      client_id: identity.clientId,
      credential_type: 'http://auth0.com/oauth/grant-type/password-realm',
      realm: identity.connection,
      username: person.email,
      password: person.password,
    },
    { origin },
  );
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { login_ticket: ticket } = await json<{ login_ticket: string }>(answer);
  const query = new URLSearchParams({
    client_id: identity.clientId,
    response_type: 'token',
    redirect_uri: `${origin}/landingpage`,
    audience: identity.audience,
    realm: identity.connection,
    scope: 'openid profile email',
    state: randomUUID(),
    login_ticket: ticket,
  });
  const redirect = await fetch(`${identity.domain}/authorize?${query}`, { redirect: 'manual', headers: { cookie } });
  const fragment = new URL(redirect.headers.get('location') ?? '', origin).hash.slice(1);
  const token = new URLSearchParams(fragment).get('access_token');
  if (!token) throw new Error(`No token: ${redirect.status} ${redirect.headers.get('location')}`);
  return token;
}

/** Sign up, register and log in. */
export async function registerByApi(origin: string, person: Person): Promise<ApiPerson> {
  const { identity } = await json<PublicConfig>(await fetch(`${origin}/config.json`));
  const account = await json<{ _id: string }>(
    await post(`${identity.domain}/dbconnections/signup`, {
      client_id: identity.clientId,
      connection: identity.connection,
      email: person.email,
      password: person.password,
    }),
  );
  const user = await json<User>(
    await post(`${origin}/api/user/register`, {
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      password: person.password,
      auth0Id: `auth0|${account._id}`,
      city: 'Duluth',
      state: 'MN',
      country: 'United States',
      birthday: '1944-03-09',
    }),
  );
  const token = await accessToken(origin, person);
  return { user, token, headers: { authorization: `Bearer ${token}` } };
}

/** Any call, with a JSON body if there is one; the answer's JSON, or undefined where it has none. */
export async function call<T>(
  origin: string,
  person: ApiPerson,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await fetch(origin + path, {
    method,
    headers: { ...person.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return (answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined) as T;
}

/** Upload by the specification's multipart call. */
export async function uploadByApi(
  origin: string,
  person: ApiPerson,
  file: Blob,
  name: string,
  prompt = 1,
): Promise<Video> {
  const form = new FormData();
  form.set('prompt', String(prompt));
  form.set('video', file, name);
  return json<Video>(await fetch(`${origin}/api/video/`, { method: 'POST', headers: person.headers, body: form }));
}

export async function ownVideos(origin: string, person: ApiPerson): Promise<Video[]> {
  return json<Video[]>(await fetch(`${origin}/api/video/userVideos`, { headers: person.headers }));
}
