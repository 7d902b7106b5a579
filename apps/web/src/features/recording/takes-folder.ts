/** Folder of the takes in the origin's private file system. */
export const TAKES_FOLDER = 'takes';
