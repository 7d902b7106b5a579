/** What the program decode-picture.process.ts is asked to do. Paths are absolute. */
export type PictureOrder =
  /** Upright, square WebP without metadata. `side` in pixels. */
  | { task: 'photo'; input: string; output: string; side: number }
  /** WebP that is at most `side` pixels wide and high, and what is in it. */
  | { task: 'poster'; input: string; output: string; side: number }
  /** WebP of the same size. */
  | { task: 'preview'; input: string; output: string }
  | { task: 'thumbhash'; input: string };

/** What it prints, as one line of JSON. */
export type PictureAnswer =
  | {
      /** Brightness of a poster's brightest channel, 0 to 255. */
      brightness?: number;
      /** Of a poster and for the task `thumbhash`, in base64. */
      thumbhash?: string;
    }
  /** The picture is the reason, or `no_room`. `message` is for the log. */
  | { failure: 'unreadable' | 'too_large' | 'no_room'; message: string };
