import { defineMessages } from '../define-messages.ts';

/** Mails about shared videos and connections. */
export const mails = defineMessages('mails', {
  shareSubject: '{product}: {owner} shared a video with you',
  shareGreeting: 'Hello {recipient},',
  shareIntro: '{owner} shared a video with you on {product}.',
  /** To a person who asked a question. */
  answerSubject: '{product}: {owner} answered your question',
  answerIntro: '{owner} answered your question on {product}.',
  shareWatchHere: 'Watch it here:',
  shareWatch: 'Watch the video',
  shareLogin: 'Log in to watch it, so that it stays private.',

  writes: '{owner} writes:',
  /** Replaces a name without letters. */
  unnamed: 'Someone',

  greeting: 'Hello {recipient},',
  requestSubject:
    '{relationship, select, family {{product}: {name} would like to connect as family} other {{product}: {name} would like to connect as friends}}',
  requestIntro:
    '{relationship, select, family {{name} would like to connect with you as family on {product}.} other {{name} would like to connect with you as friends on {product}.}}',
  requestPlace: '{name} lives in {place}.',
  requestShared:
    '{count, plural, one {You have # shared connection: {names}} other {You have # shared connections: {names}}}',
  requestOpenHere: 'Answer the request here:',
  requestOpen: 'See the request',
  requestIgnore:
    'You do not know {name}? Then ignore this email, or choose Remove on the page. They will get no message.',
  acceptedSubject: '{product}: {name} accepted your request',
  invitedSubject: '{product}: {name} accepted your invitation',
  acceptedIntro:
    '{relationship, select, family {You and {name} are now connected as family on {product}.} other {You and {name} are now connected as friends on {product}.}}',
  acceptedOpenHere: 'See the page here:',
  acceptedOpen: "See {name}'s videos",
  questionSubject: '{name} asks you a question on {product}',
  questionIntro: '{name} asks you:',
  questionAnswer: 'Record my answer',
  questionAnswerHere: 'Answer here, without a password:',
  questionHint:
    'You need no password: press, speak, send. Only {name} will see your answer. The button is for you alone, so please keep this mail to yourself. It works once, for 60 days.',
  answerReceivedSubject: '{product}: {name} has your answer',
  answerReceivedIntro: 'Thank you! {name} has your answer to this question, which was sent with the link that you got:',
  weekQuestionSubject: '{product}: {prompt}',
  weekQuestionIntro: 'Here is your question of the week:',
  weekQuestionHere: 'Record your answer here:',
  weekQuestionHint: 'Only you can see your answer until you share it. There is no hurry.',
  answerReceivedHint: 'Was it not you, or do you not want it any more? Then take it back.',
  answerTakeBack: 'Take my answer back',
  answerTakeBackHere: 'Take it back here. We delete it, and nobody sees it any more:',
  reportSubject: '{about, select, video {{product}: a video was reported} other {{product}: a person was reported}}',
  reportIntro:
    '{about, select, video {{reporter} has reported a video of {reported}. Reason: {reason}.} other {{reporter} has reported {reported}. Reason: {reason}.}}',
  reportOpenHere: 'See what it is about, if you can see it as a person:',
  reportOpen: 'Open the page',
  reportClose: 'Number of the report: {id}. List and close reports with the command "npm run kinreel -- reports".',
  deletionSubject: '{product}: your account is deleted on {date}',
  deletionReminderSubject:
    '{days, plural, one {{product}: your account is deleted in one day} other {{product}: your account is deleted in # days}}',
  deletionIntro:
    'You asked us to delete your {product} account. On {date} we delete your videos, captions, photo, connections and everything else. Until then nobody sees your videos.',
  deletionBySiteOwner:
    'A person who looks after this site is deleting your {product} account. On {date} your videos and everything else are deleted. Do you think this is a mistake? Then please write to them.',
  deletionKeepHere: 'You changed your mind, or it was not you? Log in and choose “Keep my account”:',
  deletionKeep: 'Log in',
  deletionUntil: 'After this date nobody can bring anything back.',
  testSubject: '{product}: a test mail',
  testText: 'This mail shows that {product} can send mails.',
  archiveSubject: '{product}: your file is ready',
  archiveIntro:
    'Your file with everything that belongs to you on {product} is ready. You can download it until {date}.',
  keptArchiveIntro:
    'Your file with the videos of {owner} is ready. You can download it until {date}, as long as you look after them.',
  archiveOpenHere: 'Download it here:',
  archiveOpen: 'Download the file',
  archiveIgnore:
    'You did not ask for it? Then someone else may be logged in as you. Look at your devices in Edit Profile, and change your password.',
  siteWarningSubject:
    '{product}: {warning, select, disk {the disk is nearly full} backup {there is a problem with backups} other {stored files are lost}}',
  siteDisk:
    'The disk of {product} has {free} left. When only {reserve} are left, nobody can upload. Please make room there.',
  siteFiles:
    '{files, plural, one {# stored file of {product} is missing or has changed.} other {# stored files of {product} are missing or have changed.}} The person who runs the server can see which and take them from a backup, with the command “kinreel integrity”.',
  siteBackup:
    'There is a problem with the backups of {product}: {problem, select, room {the disk for backups is full} folder {the folder for backups cannot be used. Is its disk connected?} key {the key to encrypt them is wrong (BACKUP_RECIPIENT)} storage {the stored files could not be read} database {the database did not answer} time {it took too long} interrupted {it was interrupted} waiting {the last one has not begun} old {none was made for 36 hours} damaged {some of their files are damaged. The next backup makes them again} other {the log says why}}. {last} The person who runs the server can see more with the command “kinreel status”.',
  siteBackupLast: 'The last good backup was made on {date} (UTC).',
  siteBackupNever: 'There is no good backup yet.',
  siteWarningHint: 'See how the site is:',
  siteWarningOpen: 'Open the page',

  stewardNamedSubject: '{product}: {owner} asks you to look after their videos',
  stewardNamedIntro:
    '{owner} asks you to look after their {product} videos if they no longer can. You do not need to do anything now. If that day comes, say so in {product}. We then wait {days} days for a sign from them before you can begin.',
  stewardNamedHint: 'See it here. You can also say no:',
  stewardNamedOpen: 'See what it means',
  stewardAskedSubject: '{product}: are you still there?',
  stewardAskedIntro:
    '{steward} told us that you can no longer use {product}. You asked them to look after your videos if that happens. If we hear nothing from you, they can watch and keep them from {date} on.',
  stewardAskedHint: 'Are you there? Then press this button, and nothing changes. You need no password:',
  stewardAskedHere: "I'm here",
  stewardAskedLater: 'Logging in ends it too. You can choose other people, or nobody, in Edit Profile under Account.',
  stewardStartedSubject: "{product}: you look after {owner}'s videos now",
  stewardStartedIntro:
    'The waiting time is over, and we heard nothing from {owner}. You can now watch and keep their videos, except those that they keep closed, and give some of them to people whom they chose.',
  stewardStartedHint: 'See them here:',
  stewardStartedOpen: 'See the videos',
  stewardStartedEnds: 'If {owner} comes back, this ends at once.',
  turnOff: 'You can turn these emails off here:',
  turnOffLink: 'Turn these emails off',

  invitationSubject: '{product}: {owner} shared a video with you',
  invitationGreeting: 'Hello,',
  invitationIntro: '{owner} shared a video with you on {product}, where families keep their stories.',
  invitationHint: 'Open it here:',
  invitationButton: 'See what {owner} shared',
  invitationLogin:
    'You need an account to watch it, so that it stays private. It is free. This link works until {date}, and only once.',
  siteInvitationSubject: '{product}: {owner} invites you',
  siteInvitationIntro: '{owner} invites you to {product}, where families keep their stories.',
  relativeInvitationIntro:
    '{owner} invites you to {product}, {relationship, select, family {as family} other {as a friend}}. Families keep their stories there.',
  siteInvitationButton: 'Create your account',
  siteInvitationEnd: 'This link works until {date}, and only once.',
  invitationIgnore: "If you don't know {owner}, ignore this email.",
  // The page has this button (not-for-me.ts).
  invitationDecline: 'Not for you? Open the page and press Not for me.',
});
