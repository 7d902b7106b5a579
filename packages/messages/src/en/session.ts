import { defineMessages } from '../define-messages.ts';

/** Log in, register, forgot password, complete profile. */
export const session = defineMessages('session', {
  // The specification's texts (sections 2 and 8), to the letter.
  loginMissing: 'Enter your username and password!',
  serverMessage: '{message}. Try again!',
  unknownError: 'Oops! Something went wrong!',
  serverDown: 'Oops! Something went wrong! Is the server running?',
  loginErrorTitle: 'Error!',
  emailInvalid: 'Please enter a valid email address',
  registrationMissing: 'Choose a username and password!',
  usernameTaken: "Oops! That didn't work. The username might already be taken. Try again!",
  passwordWeak:
    'Password is too weak. Your password must: * At least 8 characters in length * Contain at least 3 of the following 4 types of characters: * lower case letters (a-z) * upper case letters (A-Z) * numbers (i.e. 0-9) * special characters (e.g. !@#$%^&*). Try again!',
  forgotPasswordIntro: 'Please enter your email address to request password reset.',
  forgotPasswordSent: 'Check your inbox for a link to reset your password.',

  forgotPasswordTitle: 'Forgot Password?',
  emailLabel: 'Email Address',
  sendLink: 'Send the link',
  sendingLink: 'Sending',
  backToLogin: 'Back to Login',
});
