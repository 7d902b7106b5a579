/** The media-chrome elements of the small player's control bar. The watch view does not load them at its start. */
import 'media-chrome/media-fullscreen-button';
import 'media-chrome/media-mute-button';
import 'media-chrome/media-play-button';
import 'media-chrome/media-seek-backward-button';
import 'media-chrome/media-seek-forward-button';
import 'media-chrome/media-time-display';
import 'media-chrome/media-duration-display';
