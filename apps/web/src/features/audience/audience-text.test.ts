import { expect, it } from 'vitest';
import { type AudienceFacts, audienceText } from './audience-text.ts';

const say = (facts: Partial<Omit<AudienceFacts, 'audience'>> & Partial<AudienceFacts['audience']> = {}) => {
  const { permission = 'invite-only', status = 'ready', opens_at = null, ...audience } = facts;
  return audienceText({
    permission,
    status,
    opens_at,
    audience: { connections: 0, others: 0, first_name: null, link: false, blocked: 0, ...audience },
  });
};

it('[VID-08] is true for every permission, with and without shares and links', () => {
  const corvin = { first_name: 'Corvin' };
  expect(say()).toBe('Only you can see this');
  expect(say({ link: true })).toBe('Anyone with your link can see this');
  expect(say({ ...corvin, others: 1, link: true })).toBe('Corvin can see this');
  expect(say({ ...corvin, others: 2 })).toBe('Corvin and 1 other can see this');
  expect(say({ ...corvin, others: 3 })).toBe('Corvin and 2 others can see this');
  expect(say({ permission: 'family', connections: 4 })).toBe('Your family can see this (4 people)');
  expect(say({ permission: 'family', connections: 1 })).toBe('Your family can see this (1 person)');
  expect(say({ permission: 'family' })).toBe('Your family can see this (nobody yet)');
  expect(say({ permission: 'family', connections: 4, ...corvin, others: 2 })).toBe(
    'Your family and 2 more can see this (6 people)',
  );
  expect(say({ permission: 'family', ...corvin, others: 2 })).toBe('Corvin and 1 other can see this');
  expect(say({ permission: 'friend', connections: 5 })).toBe('Your friends can see this (5 people)');
  expect(say({ permission: 'friend', connections: 5, ...corvin, others: 1 })).toBe(
    'Your friends and 1 more can see this (6 people)',
  );
  expect(say({ permission: 'everyone', link: true })).toBe('Everyone here can see this');
  expect(say({ permission: 'everyone', blocked: 1 })).toBe('Everyone here can see this, except 1 person you blocked');
  expect(say({ permission: 'everyone', blocked: 2 })).toBe('Everyone here can see this, except 2 people you blocked');
  expect(say({ permission: 'family', connections: 4, blocked: 2 })).toBe('Your family can see this (4 people)');
});

it('[VID-08] does not count more than two hundred people', () => {
  const many = { first_name: 'Corvin', others: 201 };
  expect(say({ ...many, others: 200 })).toBe('Corvin and 199 others can see this');
  expect(say(many)).toBe('Corvin and 200 or more others can see this');
  expect(say({ ...many, permission: 'family', connections: 4 })).toBe(
    'Your family and 200 or more others can see this',
  );
  expect(say({ ...many, permission: 'friend', connections: 4 })).toBe(
    'Your friends and 200 or more others can see this',
  );
});

it('[VID-08] says that nobody else sees a video that is not ready', () => {
  expect(say({ permission: 'everyone', status: 'processing' })).toBe('Only you can see this until it is ready');
  expect(say({ permission: 'everyone', status: 'failed' })).toBe('Only you can see this');
});

it('[VID-08] says when a scheduled video opens, and who will see it then', () => {
  const opens_at = new Date(2031, 4, 3).toISOString();
  expect(say({ opens_at, first_name: 'Tom', others: 3 })).toBe(
    'Opens on May 3, 2031. Then: Tom and 2 others can see this',
  );
  expect(say({ opens_at, status: 'processing' })).toBe('Opens on May 3, 2031. Then: Only you can see this');
  expect(say({ opens_at, status: 'failed', others: 1 })).toBe('Only you can see this');
});
