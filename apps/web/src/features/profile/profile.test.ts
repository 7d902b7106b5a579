import { ABOUT_ME_MAX_LENGTH } from '@kinreel/contracts/constants';
import { describe, expect, it } from 'vitest';
import { signedOut } from '../../shared/api/session-events.ts';
import { today } from '../../shared/format/date.ts';
import { formatPlace, fullName } from '../../shared/format/person.ts';
import { USER } from '../../testing/samples.ts';
import { aboutMeHint, editForm, formOf } from './edit-form.ts';
import { photoReloaded, photoSlice } from './photo.slice.ts';

const user = { ...USER, about_me: 'Two lines\nof text' };

describe('name and place', () => {
  it('[PROF-01] [PROF-03] shows name, city and upper-case state', () => {
    expect(fullName(user)).toBe('Odalie Fennick');
    expect(formatPlace(user)).toBe('Duluth, MN');
    expect(formatPlace({ city: 'Flagstaff', state: 'az', country: 'United States' })).toBe('Flagstaff, AZ');
  });

  it('[REG-08] shows the country if there is no state', () => {
    expect(formatPlace({ city: 'Lisbon', state: '', country: 'Portugal' })).toBe('Lisbon, Portugal');
  });
});

describe('Edit Information', () => {
  it('[PROF-04] accepts its initial values, including line breaks in About me', () => {
    expect(editForm.safeParse(formOf(user))).toEqual({ success: true, data: formOf(user) });
  });

  it('[PROF-04] requires all fields except state and About me', () => {
    const empty = { ...formOf(user), firstName: ' ', lastName: '', city: '', state: '', country: '', birthday: '' };
    const result = editForm.safeParse({ ...empty, aboutMe: '' });
    const invalid = new Set(result.error?.issues.map((issue) => issue.path[0]));
    expect(invalid).toEqual(new Set(['firstName', 'lastName', 'city', 'country', 'birthday']));
  });

  it('[PROF-04] accepts today as the birthday but no later day', () => {
    expect(editForm.safeParse({ ...formOf(user), birthday: today() }).success).toBe(true);
    const tomorrow = today(new Date(Date.now() + 86_400_000));
    expect(editForm.safeParse({ ...formOf(user), birthday: tomorrow }).success).toBe(false);
  });

  it('[PROF-04] accepts at most 2,000 characters in About me', () => {
    const text = 'a'.repeat(ABOUT_ME_MAX_LENGTH);
    expect(editForm.safeParse({ ...formOf(user), aboutMe: text }).success).toBe(true);
    expect(editForm.safeParse({ ...formOf(user), aboutMe: `${text}a` }).success).toBe(false);
    expect(aboutMeHint(text)).toContain('2,000 of 2,000 characters');
  });
});

describe('the photo in the store', () => {
  const { reducer } = photoSlice;

  it('[STATE-10] is null by default and after the user has been refetched or has logged out', () => {
    expect(reducer(undefined, { type: 'start' })).toBeNull();
    expect(reducer('/media/photos/a/b', photoReloaded())).toBeNull();
    expect(reducer('/media/photos/a/b', signedOut())).toBeNull();
  });
});
