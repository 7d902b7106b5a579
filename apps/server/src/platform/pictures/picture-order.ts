/** Input of decode-picture.process.ts. Paths are absolute. */
export type PictureOrder =
  /** Upright, square WebP without metadata. `side` in pixels. */
  | { task: 'photo'; input: string; output: string; side: number }
  /** Upright WebP without metadata. `side`: its longest, in pixels. */
  | { task: 'poster'; input: string; output: string; side: number }
  /** A square photo as JPEG. `side` in pixels. */
  | { task: 'portrait'; input: string; output: string; side: number }
  /** WebP of the same size. `quality` 0 to 100, `effort` 0 to 6. */
  | { task: 'webp'; input: string; output: string; quality: number; effort: number }
  | { task: 'thumbhash'; input: string };

/** Its output, as one line of JSON. */
export type PictureAnswer =
  | {
      /** For the tasks `thumbhash` and `poster`, in base64. */
      thumbhash?: string;
    }
  /** Caused by the picture, or `no_room`. `message` is for the log. */
  | { failure: 'unreadable' | 'too_large' | 'no_room'; message: string };
