import type { Video } from '@kinreel/contracts/videos';
import { createContext, type ReactNode, useContext } from 'react';
import type { IntentProps } from '../../shared/lazy-component.ts';

/** Actions of video lists that other features implement. */
export interface VideoActions {
  /** Opens the share dialog for one of the user's own videos. */
  onShare: (video: Pick<Video, 'id' | 'prompt' | 'poster_url'>) => void;
  /** Opens the caption editor for one of the user's own videos. */
  onCaptions: (video: Pick<Video, 'id' | 'prompt' | 'url' | 'poster_url'>) => void;
  /** Opens the trim or poster dialog of one of the user's own videos. */
  onEdit: (video: Video, what: 'trim' | 'poster') => void;
  /** Opens the upload dialog to answer the same question with another file. */
  onChooseAnother: (video: Pick<Video, 'prompt' | 'prompt_id'>) => void;
  /** Props for buttons that open the share dialog, which preload it. */
  shareIntent: IntentProps;
  captionsIntent: IntentProps;
  editIntent: IntentProps;
  /** A sentence about who can see one of the user's own videos. Pressing it shows the people. */
  renderAudience: (video: Video) => ReactNode;
  /** Preloads the code of the watch view. */
  loadWatchView: () => Promise<unknown>;
  /** Content of the cell after the user's videos: the next question. */
  renderNextQuestion: (answered: ReadonlySet<number>) => ReactNode;
  /** Content for a user without videos. */
  renderFirstQuestion: () => ReactNode;
}

const VideoActionsContext = createContext<VideoActions | null>(null);

/** Rendered once by the app, above every page with videos. */
export const VideoActionsProvider = VideoActionsContext;

export function useVideoActions(): VideoActions {
  const actions = useContext(VideoActionsContext);
  if (!actions) throw new Error('A list of videos needs a VideoActionsProvider above it');
  return actions;
}
