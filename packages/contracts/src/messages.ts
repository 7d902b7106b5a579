/** The specification's texts of uploads, until the screens of uploads take them from the catalogue. */
export const messages = {
  upload: {
    promptRequired: { title: 'Prompt Required', text: 'Please choose a Prompt before uploading' },
    drop: 'Click or Drag 1 Video Here',
    rejected: 'Video files only',
  },
  generic: { title: 'Error', text: 'Something went wrong. Please try again.' },
} as const;
