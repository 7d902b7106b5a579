import { expect, it } from 'vitest';
import { banners } from './en/banners.ts';
import { common } from './en/common.ts';
import { connections } from './en/connections.ts';
import { errors } from './en/errors.ts';
import { layout } from './en/layout.ts';
import { pages } from './en/pages.ts';
import { people } from './en/people.ts';
import { photos } from './en/photos.ts';
import { profile } from './en/profile.ts';
import { profileFields } from './en/profile-fields.ts';
import { session } from './en/session.ts';
import { shareMessage } from './en/share-message.ts';
import { sharedVideos } from './en/shared-videos.ts';
import { sharing } from './en/sharing.ts';
import { uploads } from './en/uploads.ts';
import { validation } from './en/validation.ts';
import { videos } from './en/videos.ts';

/** Sentences prescribed by the specification (sections 2, 4, 5 and 8). They must not be changed. */
it('matches the texts of the specification exactly', () => {
  expect(session.loginMissing).toBe('Enter your username and password!');
  expect(session.serverMessage({ message: 'Too many attempts' })).toBe('Too many attempts. Try again!');
  expect(session.unknownError).toBe('Oops! Something went wrong!');
  expect(session.serverDown).toBe('Oops! Something went wrong! Is the server running?');
  expect(session.loginErrorTitle).toBe('Error!');
  expect(profileFields.emailInvalid).toBe('Please enter a valid email address');
  expect(profileFields.passwordMissing).toBe('Choose a username and password!');
  expect(profileFields.outsideUnitedStates).toBe('Outside the United States');
  expect(session.registrationMissing).toBe('Choose a username and password!');
  expect(session.usernameTaken).toBe("Oops! That didn't work. The username might already be taken. Try again!");
  expect(session.passwordWeak).toBe(
    'Password is too weak. Your password must: * At least 8 characters in length * Contain at least 3 of the following 4 types of characters: * lower case letters (a-z) * upper case letters (A-Z) * numbers (i.e. 0-9) * special characters (e.g. !@#$%^&*). Try again!',
  );
  expect(session.forgotPasswordIntro).toBe('Please enter your email address to request password reset.');
  expect(session.forgotPasswordSent).toBe('Check your inbox for a link to reset your password.');
  expect([session.loginTitle, session.loginIntro]).toEqual(['Login', 'Welcome back! Please enter your details.']);
  expect([session.emailLabel, session.passwordLabel, session.loginButton]).toEqual([
    'Email Address',
    'Password',
    'LOGIN',
  ]);
  expect([session.forgotPasswordTitle, session.backToLogin]).toEqual(['Forgot Password?', 'Back to Login']);
  expect(session.noAccount).toBe("Don't have an account? <link>Register Now</link>");
  expect(session.registerTitle).toBe('Register');
  expect(session.registerIntro).toBe('Create an account by filling the bottom details.');
  expect([common.terms, common.privacy]).toEqual(['Term & Conditions', 'Privacy Policy']);
  expect([common.signUpLink, common.loginLink]).toEqual(['SIGN UP', 'LOGIN']);
  expect([layout.uploadVideo, layout.myConnections, layout.manageLibrary]).toEqual([
    'Upload Video',
    'My Connections',
    'Manage Library',
  ]);
  expect([uploads.title, uploads.drop, uploads.rejected]).toEqual([
    'Upload Video Here!',
    'Click or Drag 1 Video Here',
    'Video files only',
  ]);
  expect([uploads.promptRequiredTitle, uploads.promptRequiredText]).toEqual([
    'Prompt Required',
    'Please choose a Prompt before uploading',
  ]);
  expect([layout.uploadedTitle, layout.uploadedText]).toEqual([
    'Successful Upload',
    'Video has been uploaded successfully',
  ]);
  expect([layout.changePassword, layout.logOut]).toEqual(['Change Password', 'Log Out']);
  expect([pages.myVideos, pages.sharedWithMe, pages.sharedByMe]).toEqual([
    'My Videos',
    'Shared With Me',
    'Shared By Me',
  ]);
  expect(people.search).toBe('Search users by name');
  expect([profile.photoTitle, photos.drop, photos.rejected]).toEqual([
    'Upload your Image',
    'Click or Drag 1 Photo Here',
    'Photo files only',
  ]);
  expect(errors['registration.incomplete']).toBe('Choose a username and password!');
  expect(errors['registration.exists']).toBe("Oops! That didn't work. The username might already be taken. Try again!");
  expect(errors['photo.unreadable']).toBe('Photo files only');
  expect(errors['prompt.missing']).toBe('Please choose a Prompt before uploading');
  expect(errors['video.not_a_video']).toBe('Video files only');
  expect(errors['server.failed']).toBe('Something went wrong. Please try again.');
  expect(validation.promptMissing).toBe('Please choose a Prompt before uploading');
  expect(validation.recipientMissing).toBe('Select recipient');
  expect([banners.editBanner, banners.saveChanges]).toEqual(['Edit Banner', 'Save Changes']);
  expect([connections.connect, connections.connectAsFriends, connections.connectAsFamily]).toEqual([
    'Connect',
    'Connect as Friends',
    'Connect as Family',
  ]);
  expect([connections.pending, connections.following]).toEqual(['Pending', 'Following']);
  expect(connections.removeTitle).toBe('Are you sure you want to remove this connection?');
  expect(connections.removeText).toBe('The removal of this friend will be permanent.');
  expect(connections.removeConnectedText({ name: 'Tavi' }).startsWith(`${connections.removeText} `)).toBe(true);
  expect([sharing.noRecipientTitle, sharing.noRecipientText]).toEqual(['Error!', 'Select recipient']);
  expect([sharing.sharedTitle, sharing.sharedText]).toEqual(['Success!', 'Your video has been shared.']);
  expect(shareMessage.message({ prompt: 'How?' })).toBe("Here's a video I'd like to share with you: How?");
  expect([sharing.giveLink, sharing.copied]).toEqual(['Give me a link', 'Link copied!']);
  expect(videos.deleteTitle).toBe('Are you sure you want to delete this video?');
  expect(videos.deleteText).toBe('The deletion of this video will be permanent.');
  const shared = { name: 'Tavi Fennick', email: 'tavi@example.org', date: '03/09/2026' };
  expect(sharedVideos.sharedBy(shared)).toBe('Shared by Tavi Fennick (tavi@example.org) on 03/09/2026');
  expect(common.errorTitle).toBe('Error');
  expect(common.errorText).toBe('Something went wrong. Please try again.');
});
