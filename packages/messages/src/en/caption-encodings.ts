import { defineMessages } from '../define-messages.ts';

/** The languages of each encoding of old caption files. */
export const captionEncodings = defineMessages('caption-encodings', {
  'windows-1252': 'Western European',
  'windows-1250': 'Central European',
  'windows-1251': 'Russian, Ukrainian',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
  'windows-1255': 'Hebrew',
  'windows-1256': 'Arabic',
  'windows-1257': 'Baltic',
  shift_jis: 'Japanese',
  gb18030: 'Chinese, simplified',
  big5: 'Chinese, traditional',
  'euc-kr': 'Korean',
});
