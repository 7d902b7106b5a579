/**
 * React runs when it is first required. Here that happens in the file of React, which is a task of its own when the page starts
 * (build/first-paint.ts).
 */
export { createRoot } from 'react-dom/client';
