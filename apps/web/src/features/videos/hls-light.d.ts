/** The part of hls.js without subtitles, keys and other sound tracks comes without types of its own. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
