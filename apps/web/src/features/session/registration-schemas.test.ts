import { email } from '@kinreel/contracts/profile';
import { STATE_CODES, US_STATES } from '@kinreel/contracts/states';
import { afterEach, expect, test, vi } from 'vitest';
import { profileSchema, registrationSchema } from './registration-schemas.ts';

const complete = {
  firstName: 'Odalie',
  lastName: 'Fennick',
  email: 'odalie@example.org',
  city: 'Duluth',
  state: 'MN',
  country: 'United States',
  birthday: '1944-03-09',
  password: 'Correct-horse-7',
};

/** Error text of each invalid field. */
function errorsOf(form: object): Record<string, string> {
  const { error } = registrationSchema.safeParse({ ...complete, ...form });
  return Object.fromEntries((error?.issues ?? []).map((issue) => [String(issue.path[0]), issue.message]));
}

afterEach(() => {
  vi.useRealTimers();
});

test('[LOGIN-09][REG-09] an email address consists of word characters, dots, hyphens, plus signs, @, and a domain with a valid ending', () => {
  const valid = [
    'a@b.co',
    'o.d_a-l+ie@mail.example.org',
    'A1@x-y.museum',
    'olga@xn--80ak6aa92e.xn--p1ai',
    'a@b.XN--P1AI',
    'a@b.xn--vermgensberatung-pwb',
    ' a@b.co ',
    'grüße@bücher.example',
    'オダリー@例え.テスト',
  ];
  const invalid = [
    '',
    'a',
    'a@b',
    'a@b.c',
    '@b.co',
    'a b@c.de',
    'a@b..co',
    'a@.co',
    'a@b.co.',
    'a@@b.co',
    "o'brien@b.co",
    'a..b@b.co',
    '.a@b.co',
    'a/b@c.de',
    'a@b.xn--',
    'a@b.xn--p1ai-',
    'a@b.c-d',
  ];
  expect(valid.filter((address) => !email.safeParse(address).success)).toEqual([]);
  expect(invalid.filter((address) => email.safeParse(address).success)).toEqual([]);
  expect(errorsOf({ email: 'a@b' })).toEqual({ email: 'Please enter a valid email address' });
});

test('[REG-02] all fields except the state are required', () => {
  expect(errorsOf({})).toEqual({});
  for (const name of ['firstName', 'lastName', 'email', 'city', 'country', 'birthday', 'password']) {
    expect(Object.keys(errorsOf({ [name]: '' }))).toEqual([name]);
  }
  expect(errorsOf({ state: '' })).toEqual({});
  expect(Object.keys(errorsOf({ state: 'XX' }))).toEqual(['state']);
});

test('[REG-03] birthdays after today in the person’s time zone are rejected, even if it is already tomorrow elsewhere', () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 9, 12), toFake: ['Date'] });
  expect(errorsOf({ birthday: '2026-03-09' })).toEqual({});
  expect(errorsOf({ birthday: '2026-03-10' })).toEqual({ birthday: 'Your birthday cannot be later than today.' });
  expect(profileSchema.safeParse({ ...complete, birthday: '2026-03-09' }).success).toBe(true);
  expect(profileSchema.safeParse({ ...complete, birthday: '2026-03-10' }).success).toBe(false);
});

test('[REG-08] there are 59 states with two-letter codes', () => {
  expect(new Set(STATE_CODES).size).toBe(59);
  expect(STATE_CODES.filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
});

test('[REG-08] each state has its own name', () => {
  const names = [
    'AL Alabama, AK Alaska, AS American Samoa, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT ',
    'Connecticut, DE Delaware, DC District of Columbia, FM Federated States of Micronesia, FL Florida, GA ',
    'Georgia, GU Guam, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA ',
    'Louisiana, ME Maine, MH Marshall Islands, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS ',
    'Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New ',
    'Mexico, NY New York, NC North Carolina, ND North Dakota, MP Northern Mariana Islands, OH Ohio, OK Oklahoma, ',
    'OR Oregon, PW Palau, PA Pennsylvania, PR Puerto Rico, RI Rhode Island, SC South Carolina, SD South Dakota, ',
    'TN Tennessee, TX Texas, UT Utah, VT Vermont, VI Virgin Islands, VA Virginia, WA Washington, WV West ',
    'Virginia, WI Wisconsin, WY Wyoming',
  ].join('');
  expect(US_STATES.map((state) => state.join(' ')).join(', ')).toBe(names);
});
