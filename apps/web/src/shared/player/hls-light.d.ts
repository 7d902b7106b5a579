/** The light build of hls.js (no subtitles, DRM or alternate audio) has no types of its own. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
