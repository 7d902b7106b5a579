import { defineMessages } from '../define-messages.ts';

/** About, terms and privacy. */
export const legal = defineMessages('legal', {
  aboutTitle: 'About {product}',
  aboutIntro:
    '{product} is a private home for the stories of your family. It asks you a question. You answer on video, and {product} keeps your answer for the people you choose.',
  aboutWhatTitle: 'What we do',
  /** Specification (ROUTE-04). */
  aboutWhat:
    'We offer database management for biographical and genealogical records, and a web-based tool that stores text entries, photographs and pictures, and video and audio recordings.',
  aboutWhoTitle: 'Who can see your videos',
  aboutWho:
    'You choose for each video: everyone here, your friends, your family, or only the people you invite. At first, only you can see a new video. If it answers the question of a person, they can see it too, unless you take them out. You can change this at any time.',

  termsIntro: 'These are the rules for using this {product} site.',
  termsYoursTitle: 'Your videos belong to you',
  termsYours:
    'Everything you record, write or upload is yours. You allow this site to store it, to prepare it for playing and to show it to the people you choose. We use it for nothing else.',
  termsKindTitle: 'Be kind and careful',
  termsKind:
    'Only upload what you are allowed to share. Ask people before you show them in a video. Do not use this site to hurt, threaten or trick anyone. Do not share your password.',
  termsDeleteTitle: 'When you delete a video',
  termsDelete:
    'You can delete a video at any time. This also deletes its shares and links, and it cannot be undone. Keep a copy of the videos you love: you can download your originals.',
  termsPromiseTitle: 'What we cannot promise',
  termsPromise:
    'We take good care of this site, but it may not always be available. The people who run it may close an account that breaks these rules.',

  privacyIntro: '{product} stores what you give it and shows it to the people you choose. Nothing more.',
  privacyStoredTitle: 'What we store',
  privacyStored:
    'Your name, email address, city, state, country and birthday. Your photo and what you write about yourself. Your videos and who may see them. Your connections. Who used a link that you shared.',
  privacySeesTitle: 'Who sees it',
  privacySees:
    'Everyone who is logged in can see your name, your city, state and country, your photo and what you write about yourself. Only you can see your birthday. Only people you share a video with can see your email address. The people you chose can see your videos, and so can anyone with a link that you shared, until you turn it off.',
  privacyRemovedTitle: 'What we remove',
  privacyRemoved:
    'Photos and videos can contain hidden details, such as where they were taken. We remove them before anyone else sees the file.',
  privacyPasswordTitle: 'Your password',
  privacyPassword: 'Only the login service has your password. It is never stored with your profile.',
  privacyAdsTitle: 'No ads, no tracking',
  privacyAds:
    'We show no ads and do not follow you around the web. Your browser only stores what keeps you logged in, and recordings that you have not uploaded yet.',
});
