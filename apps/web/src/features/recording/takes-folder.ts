/** Folder of the takes in the origin private file system. */
export const TAKES_FOLDER = 'takes';
