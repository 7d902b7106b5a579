/**
 * UP-02: extensions of the files that the picker offers besides those whose type the system knows to be a video. The server
 * looks at the content only.
 */
export const VIDEO_FILE_EXTENSIONS: readonly string[] = [
  ...['.mp4', '.m4v', '.mov', '.webm', '.mkv', '.avi', '.wmv', '.asf', '.flv', '.3gp', '.3g2', '.ogv', '.mpg', '.mpeg'],
  ...['.mpe', '.m1v', '.m2v', '.vob', '.mod', '.ts', '.mts', '.m2ts', '.tod', '.dv', '.dif', '.mxf'],
];
