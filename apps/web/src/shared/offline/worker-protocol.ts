/** What a page may ask of the service worker. `forget`: delete everything personal; it answers on the message's port. */
export type WorkerMessage = 'activate' | 'forget';

/** Header of a response that the service worker saved earlier, because the server did not answer. */
export const SAVED_COPY_HEADER = 'x-saved-copy';

/** The only cache with personal content. */
export const PERSONAL_CACHE = 'personal';
