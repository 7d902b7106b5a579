const { PATH, NODE_COMPILE_CACHE } = process.env;

/**
 * What processes that tests start get of this one's environment. Without the compile cache each start would compile the
 * server again, in twice the CPU time.
 */
export const PROCESS_ENV = { PATH, NODE_COMPILE_CACHE };
