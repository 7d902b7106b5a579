import { defineMessages } from '../define-messages.ts';

/** Log in, register, forgot password, complete profile. */
export const session = defineMessages('session', {
  // The specification's texts (sections 2 and 8), to the letter.
  loginMissing: 'Enter your username and password!',
  serverMessage: '{message}. Try again!',
  unknownError: 'Oops! Something went wrong!',
  serverDown: 'Oops! Something went wrong! Is the server running?',
  loginErrorTitle: 'Error!',
  registrationMissing: 'Choose a username and password!',
  usernameTaken: "Oops! That didn't work. The username might already be taken. Try again!",
  passwordWeak:
    'Password is too weak. Your password must: * At least 8 characters in length * Contain at least 3 of the following 4 types of characters: * lower case letters (a-z) * upper case letters (A-Z) * numbers (i.e. 0-9) * special characters (e.g. !@#$%^&*). Try again!',
  forgotPasswordIntro: 'Please enter your email address to request password reset.',
  forgotPasswordSent: 'Check your inbox for a link to reset your password.',
  loginTitle: 'Login',
  loginIntro: 'Welcome back! Please enter your details.',
  loginButton: 'LOGIN',
  forgotPasswordTitle: 'Forgot Password?',
  emailLabel: 'Email Address',
  passwordLabel: 'Password',
  noAccount: "Don't have an account? <link>Register Now</link>",
  backToLogin: 'Back to Login',
  registerTitle: 'Register',
  registerIntro: 'Create an account by filling the bottom details.',
  registerEmailLabel: 'Email',
  signUpButton: 'SIGN UP',
  completeTitle: 'Complete your profile',

  forgotPasswordPage: 'Forgot Password',
  loggingIn: 'Logging in',
  sendLink: 'Send the link',
  sendingLink: 'Sending',
  hasAccount: 'Already have an account? <link>Login</link>',
  passwordHint: 'At least 8 characters. Mix three of these: small letters, capital letters, numbers, symbols.',
  signingUp: 'Signing up',
  completeIntro: 'Your account is ready. Now tell your family who you are.',
  logOut: 'Log Out',

  serverDownPage: 'No connection',
  serverDownTitle: "We can't reach Kinreel right now",
  serverDownText: 'You are still logged in. We keep trying.',
  loggedOutTitle: 'You are logged out in this browser',
  loggedOutText: 'We could not reach the login service. On a shared computer, please close the browser too.',
});
