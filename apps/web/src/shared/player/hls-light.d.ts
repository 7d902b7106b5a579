/** The light build of hls.js (no subtitles, DRM or alternate audio) has no types. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
