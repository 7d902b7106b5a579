/**
 * UP-02: file extensions that the picker offers in addition to types known as video to the system. The server only
 * checks the content.
 */
export const VIDEO_FILE_EXTENSIONS: readonly string[] = [
  ...['.mp4', '.m4v', '.mov', '.webm', '.mkv', '.avi', '.wmv', '.asf', '.flv', '.3gp', '.3g2', '.ogv', '.mpg', '.mpeg'],
  ...['.mpe', '.m1v', '.m2v', '.vob', '.mod', '.ts', '.mts', '.m2ts', '.tod', '.dv', '.dif', '.mxf'],
];
