import type { AccessReason } from '@kinreel/contracts/audience';
import { CONNECTION_MENU } from '@kinreel/contracts/constants';
import { sharing as text } from '@kinreel/messages/en/sharing';
import CheckRounded from '@mui/icons-material/CheckRounded';
import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded';
import MailOutlineRounded from '@mui/icons-material/MailOutlineRounded';
import Box from '@mui/material/Box';
import InputBase from '@mui/material/InputBase';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatList } from '../../../shared/format/list.ts';
import { FamilyIcon } from '../../../shared/ui/family-icon.tsx';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import type { Access, PickablePerson } from '../pickable-person.ts';

interface PeopleMenuProps {
  id: string;
  labelledBy: string;
  /** The people to choose from, filtered by the find box. */
  people: readonly PickablePerson[];
  selected: readonly string[];
  access: Access;
  onChange: (selected: string[]) => void;
  find?: { label: string; value: string; onChange: (value: string) => void } | undefined;
  /** Invites the address in the find box. */
  invite?: { email: string; start: () => void } | undefined;
}

/** A length that is very large if the person has enlarged the text, and 0 or less otherwise. */
const IF_LARGE_TEXT = '(1rem - 16px) * 9999';

/**
 * The menu of people: a find box, all family at once, and each person with the reasons for existing access. It has the
 * size of SHARE-02; with enlarged text it is as wide as the field and shows more rows.
 */
export function PeopleMenu({ id, labelledBy, people, selected, access, onChange, find, invite }: PeopleMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { scroller, hasMore, update } = useHasMoreBelow(people.length);
  const hasShare = (person: PickablePerson) => access.reasons.get(person.id)?.includes('share') ?? false;
  const family = people.filter((person) => person.relationship === 'family' && !hasShare(person)).map(({ id }) => id);
  const isWholeFamily = family.every((one) => selected.includes(one));
  const isFiltered = Boolean(find?.value.trim());

  function toggle(ids: readonly string[], isOn: boolean) {
    const others = selected.filter((one) => !ids.includes(one));
    onChange(isOn ? [...others, ...ids] : others);
  }

  function onFindKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      list.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const [only, ...others] = people;
    if (invite) invite.start();
    else if (only && others.length === 0 && !hasShare(only)) toggle([only.id], !selected.includes(only.id));
  }

  // The room below the field may be outside the visible part of the dialog.
  useEffect(() => {
    menu.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <Box
      ref={menu}
      role="region"
      aria-label={text.people}
      sx={{
        position: 'absolute',
        insetInlineStart: 0,
        top: 'calc(100% + 8px)',
        zIndex: 2,
        display: 'flex',
        flexDirection: 'column',
        overflow: 'hidden',
        width: `max(${CONNECTION_MENU.width}px, ${IF_LARGE_TEXT})`,
        maxWidth: '100%',
        maxHeight: `max(${CONNECTION_MENU.maxHeight}px, min(${IF_LARGE_TEXT}, 26rem, 100dvh - 9rem))`,
        bgcolor: 'raised',
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: '12px',
        boxShadow: 2,
      }}
    >
      {find && (
        <InputBase
          autoFocus
          type="search"
          value={find.value}
          placeholder={find.label}
          inputProps={{ 'aria-label': find.label, 'aria-controls': id, enterKeyHint: 'done', autoComplete: 'off' }}
          onChange={(event) => find.onChange(event.target.value)}
          onKeyDown={onFindKey}
          sx={{ px: 3, minHeight: 48, py: 1, flex: 'none', borderBottom: '1px solid', borderColor: 'divider' }}
        />
      )}
      {isFiltered && (
        <Box role="status" sx={people.length > 0 || invite ? visuallyHidden : { px: 3, py: 2.5 }}>
          {text.found({ count: people.length })}
        </Box>
      )}
      {people.length === 0 && !isFiltered && <Box sx={{ px: 3, py: 2.5 }}>{text.inviteHint}</Box>}
      <Box ref={scroller} onScroll={update} sx={{ minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain' }}>
        <MenuList
          ref={list}
          id={id}
          aria-labelledby={labelledBy}
          autoFocusItem={!find}
          disabledItemsFocusable
          sx={people.length === 0 && !invite ? { display: 'none' } : undefined}
        >
          {invite && (
            <MenuItem onClick={invite.start} sx={{ minHeight: 52, px: 2, gap: 2.5, whiteSpace: 'normal' }}>
              <MailOutlineRounded aria-hidden />
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{text.invite({ email: invite.email })}</Box>
            </MenuItem>
          )}
          {family.length > 1 && !isFiltered && (
            <MenuItem
              role="menuitemcheckbox"
              aria-checked={isWholeFamily}
              selected={isWholeFamily}
              onClick={() => toggle(family, !isWholeFamily)}
              sx={{ minHeight: 52, px: 2, gap: 2.5, whiteSpace: 'normal', fontWeight: 600 }}
            >
              <Box sx={{ width: 36, display: 'grid', placeItems: 'center' }}>
                <FamilyIcon aria-hidden />
              </Box>
              <Box sx={{ flex: 1 }}>{text.allFamily({ count: family.length })}</Box>
              {isWholeFamily && <CheckRounded sx={{ color: 'accent.main' }} aria-hidden />}
            </MenuItem>
          )}
          {people.map((person) => {
            const isPicked = selected.includes(person.id);
            const isFixed = hasShare(person);
            const reasons = reasonsOf(person, access);
            return (
              <MenuItem
                key={person.id}
                role="menuitemcheckbox"
                aria-checked={isPicked}
                aria-disabled={isFixed || undefined}
                selected={isPicked}
                onClick={isFixed ? undefined : () => toggle([person.id], !isPicked)}
                sx={{
                  minHeight: 52,
                  px: 2,
                  gap: 2.5,
                  whiteSpace: 'normal',
                  fontWeight: isPicked ? 600 : 400,
                  ...(isFixed && { color: 'text.secondary', cursor: 'default' }),
                }}
              >
                <PersonAvatar name={person.name} src={person.photo} size={36} />
                <Box sx={{ flex: 1, minWidth: 0, lineHeight: 1.25 }}>
                  {person.name}
                  {reasons.length > 0 && (
                    <Box sx={{ fontSize: '1rem', fontWeight: 400, color: 'text.secondary' }}>
                      {text.canSee({ reasons: formatList(reasons) })}
                    </Box>
                  )}
                </Box>
                {isPicked && <CheckRounded sx={{ color: 'accent.main' }} aria-hidden />}
              </MenuItem>
            );
          })}
        </MenuList>
      </Box>
      {hasMore && (
        <Box
          aria-hidden
          sx={(theme) => ({
            position: 'absolute',
            insetInline: 0,
            bottom: 0,
            height: 36,
            display: 'grid',
            placeItems: 'end center',
            pointerEvents: 'none',
            color: 'text.secondary',
            background: `linear-gradient(transparent, ${theme.vars.palette.raised} 75%)`,
          })}
        >
          <KeyboardArrowDownRounded sx={{ fontSize: 22 }} />
        </Box>
      )}
    </Box>
  );
}

/** Why a person can already see the video, in words. */
function reasonsOf(person: PickablePerson, { everyone, reasons }: Access): string[] {
  const words: Record<AccessReason, string> = {
    friend: text.asFriend,
    family: text.asFamily,
    share: text.byShare,
    link: text.byLink,
    steward: text.bySteward,
    given: text.asGift,
  };
  return [...(everyone ? [text.asEveryone] : []), ...(reasons.get(person.id) ?? []).map((reason) => words[reason])];
}

/** Whether an element can be scrolled down. @param content triggers a new measurement when it changes */
function useHasMoreBelow(content: unknown) {
  const scroller = useRef<HTMLDivElement>(null);
  const [hasMore, setHasMore] = useState(false);
  function update() {
    const element = scroller.current;
    if (element) setHasMore(element.scrollHeight - element.scrollTop - element.clientHeight > 4);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures again when the content changes
  useEffect(update, [content]);
  return { scroller, hasMore, update };
}
