/** Every sentence of the specification, to the letter (sections 2, 4, 5 and 8). Components must use these, not copies. */

export const messages = {
  login: {
    missing: 'Enter your username and password!',
    serverMessage: (message: string) => `${message}. Try again!`,
    default: 'Oops! Something went wrong!',
    noCode: 'Oops! Something went wrong! Is the server running?',
    errorTitle: 'Error!',
  },
  email: { invalid: 'Please enter a valid email address' },
  registration: {
    missing: 'Choose a username and password!',
    taken: "Oops! That didn't work. The username might already be taken. Try again!",
    weakPassword:
      'Password is too weak. Your password must: * At least 8 characters in length * Contain at least 3 of the following 4 types of characters: * lower case letters (a-z) * upper case letters (A-Z) * numbers (i.e. 0-9) * special characters (e.g. !@#$%^&*). Try again!',
    other: 'Oops! Something went wrong!',
  },
  forgotPassword: {
    intro: 'Please enter your email address to request password reset.',
    sent: 'Check your inbox for a link to reset your password.',
  },
  upload: {
    promptRequired: { title: 'Prompt Required', text: 'Please choose a Prompt before uploading' },
    success: { title: 'Successful Upload', text: 'Video has been uploaded successfully' },
    drop: 'Click or Drag 1 Video Here',
    rejected: 'Video files only',
  },
  photo: { drop: 'Click or Drag 1 Photo Here', rejected: 'Photo files only' },
  share: {
    noRecipient: { title: 'Error!', text: 'Select recipient' },
    success: { title: 'Success!', text: 'Your video has been shared.' },
    messageStart: "Here's a video I'd like to share with you:",
    copied: 'Link copied!',
  },
  video: {
    deleteTitle: 'Are you sure you want to delete this video?',
    deleteText: 'The deletion of this video will be permanent.',
  },
  connection: {
    removeTitle: 'Are you sure you want to remove this connection?',
    removeText: 'The removal of this friend will be permanent.',
  },
  generic: { title: 'Error', text: 'Something went wrong. Please try again.' },
} as const;
