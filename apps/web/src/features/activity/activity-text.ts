import type { ActivityEntry, ActivityKind } from '@kinreel/contracts/activity';
import { activity as text } from '@kinreel/messages/en/activity';
import { siteActivity } from '@kinreel/messages/en/site-activity';
import { formatLongDate } from '../../shared/format/date.ts';
import { fullName } from '../../shared/format/person.ts';

/** The parts of a sentence. */
interface Parts {
  name: string;
  prompt: string;
  detail: string;
  device: string;
}

type Sentences = Partial<Record<ActivityKind, (parts: Parts) => string>>;

const OWN: Record<
  Exclude<ActivityKind, 'account-deleted' | 'registration-changed' | 'inviting-changed' | `prompt-${string}`>,
  (parts: Parts) => string
> = {
  'permission-changed': ({ detail: permission, prompt }) => text.permission({ permission, prompt }),
  'opens-later': ({ detail, prompt }) => text.opensLater({ prompt, date: formatLongDate(detail) }),
  'opens-now': text.opensNow,
  opened: text.opened,
  shared: text.shared,
  unshared: text.unshared,
  'link-made': text.linkMade,
  'link-ended': text.linkEnded,
  'link-opened': text.linkOpened,
  'link-closed': text.linkClosed,
  'invitation-made': text.invitationMade,
  'invitation-ended': text.invitationEnded,
  'steward-rule': ({ detail: rule, prompt }) => text.stewardRule({ rule, prompt }),
  given: text.given,
  'given-back': text.givenBack,
  connected: ({ detail: relationship, name }) => text.connected({ relationship, name }),
  disconnected: text.disconnected,
  'relationship-asked': ({ detail: relationship, name }) => text.relationshipAsked({ relationship, name }),
  'relationship-stays': ({ detail: relationship, name }) => text.relationshipStays({ relationship, name }),
  'relationship-changed': ({ detail: relationship, name }) => text.relationshipChanged({ relationship, name }),
  blocked: text.blocked,
  unblocked: text.unblocked,
  'steward-named': text.stewardNamed,
  'steward-declined': text.stewardDeclined,
  'steward-removed': text.stewardRemoved,
  'steward-asked': text.stewardAsked,
  'steward-stopped': text.stewardStopped,
  'steward-started': text.stewardStarted,
  'new-device': text.newDevice,
  'device-logged-out': text.deviceLoggedOut,
  'logged-out-everywhere': () => text.loggedOutEverywhere,
  'password-changed': () => text.passwordChanged,
  'address-changed': () => text.addressChanged,
  'reset-link-made': () => text.resetLinkMade,
  'account-off': () => text.accountOff,
  'account-on': () => text.accountOn,
  'deletion-asked': () => text.deletionAsked,
  'deletion-called-off': () => text.deletionCalledOff,
  'site-owner-made': () => text.siteOwnerMade,
  'site-owner-ended': () => text.siteOwnerEnded,
  'site-invitation-made': () => text.siteInvitationMade,
  'site-invitation-ended': () => text.siteInvitationEnded,
};

const SITE: Sentences = {
  'account-off': siteActivity.accountOff,
  'account-on': siteActivity.accountOn,
  'deletion-asked': siteActivity.deletionAsked,
  'deletion-called-off': siteActivity.deletionCalledOff,
  'account-deleted': () => siteActivity.accountDeleted,
  'site-owner-made': siteActivity.siteOwnerMade,
  'site-owner-ended': siteActivity.siteOwnerEnded,
  'site-invitation-made': siteActivity.invitationMade,
  'site-invitation-ended': siteActivity.invitationEnded,
  'registration-changed': ({ detail: mode }) => siteActivity.registration({ mode }),
  'inviting-changed': ({ detail: who }) => siteActivity.inviting({ who }),
  'prompt-added': ({ detail: prompt }) => siteActivity.promptAdded({ prompt }),
  'prompt-changed': ({ detail: prompt }) => siteActivity.promptChanged({ prompt }),
  'prompt-hidden': ({ detail: prompt }) => siteActivity.promptHidden({ prompt }),
  'prompt-shown': ({ detail: prompt }) => siteActivity.promptShown({ prompt }),
};

/** A change as a sentence for the user, or for site owners. */
export function activityText(entry: ActivityEntry, isSite: boolean): string {
  const { browser, system, by } = entry;
  const sentences: Sentences = isSite ? SITE : OWN;
  const what =
    sentences[entry.kind]?.({
      name: entry.person ? fullName(entry.person) : text.unnamed,
      prompt: entry.prompt ?? text.aVideo,
      detail: entry.detail ?? '',
      device: browser && system ? text.browserOn({ browser, system }) : (browser ?? system ?? text.unknownDevice),
    }) ?? entry.kind;
  return by ? siteActivity.by({ what, name: fullName(by) }) : what;
}
