/** hls.js is loaded with the first video that has an HLS playlist. */
export const loadHls = () => import('hls.js/light');
