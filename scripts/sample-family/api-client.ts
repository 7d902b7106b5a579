import { randomUUID } from 'node:crypto';
import type { PublicConfig, Relationship, User, Video } from '@kinreel/contracts';

/**
 * A client of the API and the bundled identity service, for scripts and tests. Requests are sent to `origin`, which may
 * differ from `PUBLIC_URL`.
 */

/** Fields of the registration form. Place and birthday have defaults here. */
export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  city?: string;
  state?: string;
  country?: string;
  birthday?: string;
}

/** A logged-in person who calls the API directly. */
export interface ApiPerson {
  user: User;
  token: string;
  headers: { authorization: string };
}

async function json<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** The identity service's settings: its address as seen from here, and the origin that it accepts. */
async function identityService(
  origin: string,
): Promise<PublicConfig['identity'] & { address: string; publicOrigin: string }> {
  const { identity } = await json<PublicConfig>(await fetch(`${origin}/config.json`));
  const { pathname, origin: publicOrigin } = new URL(identity.domain);
  return { ...identity, address: origin + pathname, publicOrigin };
}

function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Logs in with the identity service's protocol. @returns an access token */
export async function accessToken(origin: string, person: Pick<Registration, 'email' | 'password'>): Promise<string> {
  const identity = await identityService(origin);
  const answer = await post(
    `${identity.address}/co/authenticate`,
    {
      client_id: identity.clientId,
      credential_type: 'http://auth0.com/oauth/grant-type/password-realm',
      realm: identity.connection,
      username: person.email,
      password: person.password,
    },
    { origin: identity.publicOrigin },
  );
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { login_ticket: ticket } = await json<{ login_ticket: string }>(answer);
  const query = new URLSearchParams({
    client_id: identity.clientId,
    response_type: 'token',
    redirect_uri: `${identity.publicOrigin}/landingpage`,
    audience: identity.audience,
    realm: identity.connection,
    scope: 'openid profile email',
    state: randomUUID(),
    login_ticket: ticket,
  });
  const redirect = await fetch(`${identity.address}/authorize?${query}`, { redirect: 'manual', headers: { cookie } });
  const fragment = new URL(redirect.headers.get('location') ?? '', origin).hash.slice(1);
  const token = new URLSearchParams(fragment).get('access_token');
  if (!token) throw new Error(`No token: ${redirect.status} ${redirect.headers.get('location')}`);
  return token;
}

/** Signs up, registers and logs in. */
export async function registerByApi(origin: string, person: Registration): Promise<ApiPerson> {
  const identity = await identityService(origin);
  const account = await json<{ _id: string }>(
    await post(`${identity.address}/dbconnections/signup`, {
      client_id: identity.clientId,
      connection: identity.connection,
      email: person.email,
      password: person.password,
    }),
  );
  const user = await json<User>(
    await post(`${origin}/api/user/register`, {
      city: 'Duluth',
      state: 'MN',
      country: 'United States',
      birthday: '1944-03-09',
      ...person,
      auth0Id: `auth0|${account._id}`,
    }),
  );
  const token = await accessToken(origin, person);
  return { user, token, headers: { authorization: `Bearer ${token}` } };
}

/** Calls the API, with an optional JSON body. @returns the response's JSON; undefined if it has none */
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

/** Uploads with the multipart call. */
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

/** All videos of a person, page by page. */
export async function ownVideos(origin: string, person: ApiPerson): Promise<Video[]> {
  const videos: Video[] = [];
  for (let path: string | undefined = '/api/video/userVideos'; path; ) {
    const answer: Response = await fetch(origin + path, { headers: person.headers });
    videos.push(...(await json<Video[]>(answer)));
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return videos;
}

/** Sends a connection request. @returns the id of the connection */
export async function requestConnection(
  origin: string,
  from: ApiPerson,
  to: ApiPerson,
  relationship: Relationship = 'family',
): Promise<string> {
  const { connection_id: id } = await call<{ connection_id: string }>(origin, from, 'POST', '/api/connections', {
    relationship,
    userB: to.user.id,
  });
  return id;
}

/** Connects two people: one sends a request, the other one accepts it. */
export async function connect(
  origin: string,
  from: ApiPerson,
  to: ApiPerson,
  relationship: Relationship = 'family',
): Promise<void> {
  const id = await requestConnection(origin, from, to, relationship);
  await call(origin, to, 'PUT', `/api/connections/${id}`);
}

/** The active short link of an own video; created if there is none. */
export async function shortLink(origin: string, owner: ApiPerson, videoId: string): Promise<string> {
  const { shortLinkDomain: domain } = await json<PublicConfig>(await fetch(`${origin}/config.json`));
  const answer = await post(
    `${origin}/api/link`,
    { url: `${domain}/user/${owner.user.id}/videos?autoplay=${videoId}`, domain },
    owner.headers,
  );
  const link = await answer.text();
  if (!answer.ok) throw new Error(`POST /api/link: ${answer.status} ${link}`);
  return link;
}
