import { language } from '../i18n/language.ts';

const numberFormat = new Intl.NumberFormat(language);
const percentFormat = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });

/** "2,000" */
export function formatNumber(value: number): string {
  return numberFormat.format(value);
}

/** @param percentage 0 to 100 @returns "45%" */
export function formatPercent(percentage: number): string {
  return percentFormat.format(percentage / 100);
}
