/**
 * Keeps React in a separate file, which runs in its own task when the page starts (build/first-paint.ts). React runs
 * when it is first required.
 */
export { createRoot } from 'react-dom/client';
