import type { Middleware } from '@reduxjs/toolkit';
import { signedOut } from '../../shared/api/session-events.ts';
import { importWithRetry } from '../../shared/lazy-component.ts';
import { deleteStored, storedUploads } from './stored-uploads.ts';
import type { UploadEvent } from './upload-types.ts';
import { isUploadEvent, type StateWithUploads } from './uploads-state.ts';

/** The upload machine with its effects. */
export type UploadModule = typeof import('./upload-effects.ts');

type UploadMiddleware = Middleware<object, StateWithUploads>;

/**
 * Loads the upload machine on demand, so that it is not part of the first page: when the person opens the dialog, or
 * has an unfinished upload in this browser. Events are queued until it is loaded.
 * @param install adds the reducer to the store; returns the middleware
 */
export function createUploadLoader(
  install: (module: UploadModule) => UploadMiddleware,
  load: () => Promise<UploadModule> = () => importWithRetry(() => import('./upload-effects.ts')),
): UploadMiddleware {
  return (store) => (next) => {
    let machine: ((action: unknown) => unknown) | null = null;
    let isLoading = false;
    let userId: string | null = null;
    let waiting: UploadEvent[] = [];

    return (action) => {
      if (machine) return machine(action);
      if (!isUploadEvent(action)) return next(action);
      if (action.type === 'uploads/loggedIn') {
        if (action.userId === userId) return action;
        userId = action.userId;
        waiting = [];
        if (storedUploads(userId).length > 0) loadMachine();
      } else if (action.type.startsWith('uploads/')) {
        waiting.push(action);
        loadMachine();
      } else {
        userId = null;
        waiting = [];
        // Immediately, because the page is left after a logout.
        if (signedOut.match(action)) deleteStored();
        return next(action);
      }
      return action;
    };

    function loadMachine(): void {
      if (isLoading) return;
      isLoading = true;
      load().then(
        (module) => {
          machine = install(module)(store)(next);
          if (userId !== null) store.dispatch({ type: 'uploads/loggedIn', userId });
          for (const event of waiting) store.dispatch(event);
        },
        () => {
          // The next event tries again.
          isLoading = false;
          waiting = [];
        },
      );
    }
  };
}
