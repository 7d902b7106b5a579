/** Uploads that a person may start per minute. */
export const UPLOAD_RATE = { max: 60, timeWindow: '1 minute' };

/** Milliseconds without data after which a client counts as disconnected; a connection can break without a signal. */
export const IDLE_MS = 5 * 60_000;
