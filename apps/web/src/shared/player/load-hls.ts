/** Loads hls.js when the first video with an HLS playlist is played. */
export const loadHls = () => import('hls.js/light');
