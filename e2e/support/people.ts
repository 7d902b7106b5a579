import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from './asserting-test.ts';

/** A person with the fields of the registration form. */
export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export function newPerson(firstName: string, lastName = 'Fennick'): Person {
  return {
    firstName,
    lastName,
    email: `${firstName.toLowerCase()}.${randomUUID().slice(0, 8)}@example.org`,
    password: 'Correct-horse-7',
  };
}

/** Fills in and submits the registration form on the screen. */
export async function register(page: Page, person: Person): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible();
  await page.getByLabel('First Name').fill(person.firstName);
  await page.getByLabel('Last Name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('City').fill('Duluth');
  await page.getByLabel('State').selectOption('MN');
  await page.getByLabel('Country').fill('United States');
  await page.getByLabel('Birthday').fill('1944-03-09');
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'SIGN UP' }).click();
}

/** Fills in and submits the login form on the screen. */
export async function login(page: Page, person: Person): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await page.getByLabel('Email Address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'LOGIN' }).click();
}

/** Id of the person whose videos page is open. */
export function idInAddress(page: Page): string {
  const id = /\/user\/([0-9a-f-]{36})\/videos/.exec(page.url())?.[1];
  if (!id) throw new Error(`Not a videos page: ${page.url()}`);
  return id;
}
