/** hls.js comes with the first video that has several sizes. */
export const loadHls = () => import('hls.js/light');
