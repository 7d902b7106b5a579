import { expect, it } from 'vitest';
import { formatRecipients } from './recipient-names.ts';

it('[VID-02] lists the names of recipients', () => {
  expect(formatRecipients([])).toBe('');
  expect(formatRecipients(['Tavi Fennick'])).toBe('Tavi Fennick');
  expect(formatRecipients(['Tavi', 'Ismene'])).toBe('Tavi and Ismene');
  expect(formatRecipients(['Tavi', 'Ismene', 'Bram'])).toBe('Tavi, Ismene, and Bram');
  expect(formatRecipients(['Tavi', 'Ismene', 'Bram', 'Corvin'])).toBe('Tavi, Ismene, and 2 others');
  expect(formatRecipients(['Tavi', 'Ismene'], 140)).toBe('Tavi, Ismene, and 138 others');
});
