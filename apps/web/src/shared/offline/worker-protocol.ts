/**
 * Messages from a page to the service worker. `forget` deletes all personal content; the worker replies on the
 * message's port.
 */
export type WorkerMessage = 'activate' | 'forget';

/** Header of a response that the service worker served from its cache, because the server did not respond. */
export const SAVED_COPY_HEADER = 'x-saved-copy';

/** The only cache with personal content. */
export const PERSONAL_CACHE = 'personal';
