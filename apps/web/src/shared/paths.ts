/** The URLs of the app (section 2 of the specification). */

/** Views of a profile page (ROUTE-05). */
export const PROFILE_VIEWS = ['videos', 'connections', 'uploads', 'edit'] as const;
export type ProfileView = (typeof PROFILE_VIEWS)[number];

export const paths = {
  home: '/',
  landing: '/landingpage',
  login: '/login',
  registration: '/registration',
  about: '/about',
  terms: '/terms',
  privacy: '/privacy',
  info: '/info',
  manageLibrary: '/manageLibrary',
  videoUpload: '/videoUploadPage',
  videoWatch: '/videoWatchPage',
  /** The watch view. */
  watch: (videoId: string) => `/watch/${videoId}`,
  /** The watch view from this second on. */
  watchFrom: (videoId: string, seconds: number) => `/watch/${videoId}?t=${seconds}`,
  record: '/record',
  /** The page of an answer link, and the page that takes the answer back. */
  answer: '/answer',
  takeBack: '/answer/take-back',
  /** The page of site owners. */
  administration: '/admin',
  /** The recorder with a prompt selected. */
  recordPrompt: (promptId: number) => `/record?prompt=${promptId}`,
  /** Asks who may see a new recording, while it is uploaded. */
  savedAnswer: (takeId: string) => `/saved?take=${takeId}`,
  saved: '/saved',
  /** The recorder with a take from this device. */
  recordTake: (takeId: string) => `/record?take=${takeId}`,
  profile: (userId: string, view: ProfileView) => `/user/${userId}/${view}`,
  videos: (userId: string) => `/user/${userId}/videos`,
  connections: (userId: string) => `/user/${userId}/connections`,
  uploads: (userId: string) => `/user/${userId}/uploads`,
  editProfile: (userId: string) => `/user/${userId}/edit`,
  /** The tab of the edit view with the notification settings. */
  notificationSettings: (userId: string) => `/user/${userId}/edit?tab=notifications`,
  /** The tab of the edit view with the account settings. */
  account: (userId: string) => `/user/${userId}/edit?tab=account`,
  edit: (userId: string) => `/edit/${userId}`,
} as const;
