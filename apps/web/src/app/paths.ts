export { PROFILE_VIEWS, type ProfileView, paths } from '../shared/paths.ts';
