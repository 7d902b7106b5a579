/** Figures and names of the specification (sections 2, 3 and 9). One place for both sides. */

/** Name shown to people, also the label of the About entry (HEAD-02). */
export const PRODUCT_NAME = 'Kinreel';

/** CONST-03: where the browser keeps the access token. */
export const ACCESS_TOKEN_STORAGE_KEY = 'accessToken';

/** LOGIN-05: where the identity provider sends people back to, on the app's own origin. */
export const LOGIN_REDIRECT_PATH = '/landingpage';

/** HEAD-04: where logging out ends. */
export const LOGOUT_RETURN_PATH = '/login';

/** SHARE-01: how long "Link copied!" stands, in milliseconds. */
export const COPY_CONFIRMATION_MS = 8000;

/** PROF-06: from a stored photo to the reload of the user, in milliseconds. */
export const PHOTO_RELOAD_DELAY_MS = 2000;

/** PROF-02: the largest number a badge shows; above it reads "99+". */
export const BADGE_MAX = 99;

/** SHARE-02: the menu that connections are picked from, in CSS pixels. */
export const CONNECTION_MENU = { maxHeight: 224, width: 250 } as const;

/** PROF-04: longest about-me text, in characters. */
export const ABOUT_ME_MAX_LENGTH = 2000;

/** Longest name, city or country, in characters. */
export const NAME_MAX_LENGTH = 100;

/** Longest message that goes with a share, in characters. */
export const SHARE_MESSAGE_MAX_LENGTH = 2000;

/** Most people one share call may name. */
export const SHARE_MAX_RECIPIENTS = 500;

/** UP-02: defaults of what one person may upload, in bytes and seconds; the operator can change them. */
export const DEFAULT_MAX_VIDEO_BYTES = 4 * 1024 ** 3;
export const DEFAULT_MAX_VIDEO_SECONDS = 2 * 60 * 60;
export const DEFAULT_QUOTA_BYTES = 50 * 1024 ** 3;

/** Largest profile photo file, in bytes. */
export const MAX_PHOTO_BYTES = 20 * 1024 ** 2;

/** Section 7: the fixed id of the bundled demo video (ROUTE-11). */
export const DEMO_VIDEO_ID = '10';

/** CONST-01: the theme of the specification. */
export const COLOR_PRIMARY = '#667b68';
export const COLOR_SECONDARY = '#a3b899';
