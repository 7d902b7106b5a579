import { type ApiPerson, call } from './api.ts';

/** Connect two people: one sends a request, the other one accepts it. */
export async function connect(
  origin: string,
  from: ApiPerson,
  to: ApiPerson,
  relationship: 'friend' | 'family' = 'family',
): Promise<void> {
  const { connection_id: id } = await call<{ connection_id: string }>(origin, from, 'POST', '/api/connections', {
    relationship,
    userB: to.user.id,
  });
  await call(origin, to, 'PUT', `/api/connections/${id}`);
}

/** The active short link of one's own video; it is created if there is none. */
export async function shortLink(origin: string, owner: ApiPerson, videoId: string): Promise<string> {
  const answer = await fetch(`${origin}/api/link`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${origin}/user/${owner.user.id}/videos?autoplay=${videoId}`, domain: origin }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.text();
}
