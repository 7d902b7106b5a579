/** The media-chrome elements that only the control bar of the small player has: the watch view starts without them. */
import 'media-chrome/media-fullscreen-button';
import 'media-chrome/media-mute-button';
import 'media-chrome/media-play-button';
import 'media-chrome/media-seek-backward-button';
import 'media-chrome/media-seek-forward-button';
import 'media-chrome/media-time-display';
import 'media-chrome/media-duration-display';
import 'media-chrome/media-volume-range';
