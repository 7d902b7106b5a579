import { defineMessages } from '../define-messages.ts';

/** The page where mails are turned off without login. */
export const unsubscribe = defineMessages('unsubscribe', {
  title: 'Turn these emails off?',
  about:
    '{topic, select, connection_request {We send them when someone would like to connect with you.} connection_accepted {We send them when someone accepted your request.} video_shared {We send them when someone shares a video with you.} steward_named {We send them when someone asks you to look after their videos.} note {We send them when someone said something about your video.} heart {We send them when someone loves your video.} question {We send them when someone asks you a question.} question_answered {We send them when someone answered your question.} other {They tell you what is new for you, such as questions, answers and words about your videos.}}',
  turnOff: 'Turn off',
  choose: 'Choose your emails',
  doneTitle: 'These emails are off',
  doneText: 'They no longer come. You still see everything in {product}. You can turn the emails on again there.',
  wrongTitle: 'This link does not work',
  wrongText: 'Please open the link in the email again. Or log in and choose your emails under Edit Profile.',
  goHome: 'Go to {product}',
});
