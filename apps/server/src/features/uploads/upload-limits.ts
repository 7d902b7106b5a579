/** Uploads that a person may start in a minute. */
export const UPLOAD_RATE = { max: 60, timeWindow: '1 minute' };

/** Milliseconds without a byte after which a client counts as gone; a connection can break without a signal. */
export const IDLE_MS = 5 * 60_000;
