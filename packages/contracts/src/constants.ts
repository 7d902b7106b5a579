/** Numbers and names from the specification (sections 2, 3 and 9), shared by server and web app. */

/** Also the label of the About entry (HEAD-02). */
export { PRODUCT_NAME } from '@kinreel/brand/name';

/** Maximum lifetime of a short link with an expiry date, in years. */
export const MAX_LINK_YEARS = 10;

/** CONST-03: localStorage key of the access token. */
export const ACCESS_TOKEN_STORAGE_KEY = 'accessToken';

/** LOGIN-05: path that the identity provider redirects to after login, on the app's own origin. */
export const LOGIN_REDIRECT_PATH = '/landingpage';

/** Paths, with their query, that the server handles itself. All others are pages of the web app. */
export const SERVER_PATHS = /^\/(api|files|media|identity|health|s|assets|banners)(\/|\?|$)/;

/** HEAD-04: path shown after logging out. */
export const LOGOUT_RETURN_PATH = '/login';

/** SHARE-01: how long "Link copied!" is shown, in milliseconds. */
export const COPY_CONFIRMATION_MS = 8000;

/** PROF-06: delay between saving a photo and reloading the user, in milliseconds. */
export const PHOTO_RELOAD_DELAY_MS = 2000;

/** PROF-02: the largest number a badge shows; larger ones read "99+". */
export const BADGE_MAX = 99;

/** SHARE-02: size of the menu to choose connections, in CSS pixels. */
export const CONNECTION_MENU = { maxHeight: 224, width: 250 } as const;

/** PROF-04: maximum length of the about-me text, in characters. */
export const ABOUT_ME_MAX_LENGTH = 2000;

/** Maximum length of a name, city or country, in characters. */
export const NAME_MAX_LENGTH = 100;

/** Maximum length of the message sent with a share, in characters. */
export const SHARE_MESSAGE_MAX_LENGTH = 2000;

/** Maximum number of recipients in one share call. */
export const SHARE_MAX_RECIPIENTS = 500;

/** Other viewers of a video are counted up to this number. */
export const MOST_COUNTED_OTHERS = 200;

/** UP-02: default upload limits per person, in bytes and seconds; the operator can change them. */
export const DEFAULT_MAX_VIDEO_BYTES = 4 * 1024 ** 3;
export const DEFAULT_MAX_VIDEO_SECONDS = 2 * 60 * 60;
export const DEFAULT_QUOTA_BYTES = 50 * 1024 ** 3;

/** UP-02: smallest accepted file, in bytes. No file with a picture is smaller. */
export const MIN_VIDEO_BYTES = 200;

/** Maximum size of a profile photo file, in bytes. */
export const MAX_PHOTO_BYTES = 20 * 1024 ** 2;

/** Section 7: fixed id of the bundled demo video (ROUTE-11). */
export const DEMO_VIDEO_ID = '10';
