import type { Video } from '@kinreel/contracts/videos';
import { createContext, type ReactNode, useContext } from 'react';

/** What a list of videos leaves to the app, because other features do it. */
export interface VideoActions {
  /** Opens the share dialog for one of the signed-in person's videos. */
  onShare: (video: Pick<Video, 'id' | 'prompt' | 'poster_url'>) => void;
  /** Opens the editor of captions for one of the signed-in person's videos. */
  onCaptions: (video: Pick<Video, 'id' | 'prompt' | 'url' | 'poster_url'>) => void;
  /** The cell after the own videos: a question that none of them answers yet. */
  renderNextQuestion: (answered: ReadonlySet<number>) => ReactNode;
  /** What stands in the place of the own videos before there is one. */
  renderFirstQuestion: () => ReactNode;
}

const VideoActionsContext = createContext<VideoActions | null>(null);

/** Given once by the app, above every page that shows videos. */
export const VideoActionsProvider = VideoActionsContext;

export function useVideoActions(): VideoActions {
  const actions = useContext(VideoActionsContext);
  if (!actions) throw new Error('A list of videos needs a VideoActionsProvider above it');
  return actions;
}
