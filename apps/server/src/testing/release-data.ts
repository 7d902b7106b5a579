/** The newest migration of each release. Add a line for each release. */
export const RELEASES = { '0.1.0': '0007-captions' };

/** Rows of every table of release 0.1.0. Later releases contain them too, changed by their migrations. */
export const DATA = `
  insert into users (id, issuer, subject, email, first_name, last_name, first_key, last_key, city, state, country, birthday, photo_key)
  values ('00000000-0000-7000-8000-000000000001', 'i', 'ada', 'Ada@example.org', 'Ada', 'Quist', 'ada', 'quist', 'Duluth', 'MN', 'US', '1944-03-09', 'photos/1/a.webp'),
         ('00000000-0000-7000-8000-000000000002', 'i', 'bea', 'bea@example.org', 'Bea', 'Rasmus', 'bea', 'rasmus', 'Duluth', 'MN', 'US', '1971-12-31', null);
  insert into prompts values (1, 'What is the first thing you remember?', 'Childhood', 1);
  insert into videos (id, owner_id, prompt_id, permission, status, status_reason)
  values ('00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-000000000001', 1, 'family', 'ready', null),
         ('00000000-0000-7000-8000-00000000000b', '00000000-0000-7000-8000-000000000001', 1, 'everyone', 'failed', 'Something went wrong. Please try again.');
  insert into video_files values
    ('00000000-0000-7000-8000-00000000000a', 'original', 'videos/a/original', 'video/mp4', 9, repeat('a', 64), 'IMG 1.MOV'),
    ('00000000-0000-7000-8000-00000000000b', 'original', 'videos/b/original', 'video/mp4', 9, repeat('b', 64), null);
  insert into renditions values ('00000000-0000-7000-8000-00000000000a', '480', 852, 480, 9, 7, 'avc1', 'videos/a/r', 5, repeat('c', 64), '{}');
  insert into previews (video_id, key, size, sha256, plan)
  values ('00000000-0000-7000-8000-00000000000a', 'videos/a/p', 5, repeat('d', 64), '{}');
  insert into captions (video_id, cues, search_text, source, version)
  values ('00000000-0000-7000-8000-00000000000a', '[{"start":0,"end":1,"text":"Hi"}]', 'hi', 'person', '00000000-0000-7000-8000-0000000000c1');
  insert into connections (id, user_lo, user_hi, requester_id, relationship, status)
  values ('00000000-0000-7000-8000-0000000000d1', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000002', 'family', 'accepted');
  insert into shares (video_id, recipient_id, owner_id, message)
  values ('00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000001', 'Look');
  insert into short_links (id, video_id, owner_id, code_hash)
  values ('00000000-0000-7000-8000-0000000000e1', '00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-000000000001', '\\x01');
  insert into link_redemptions values ('00000000-0000-7000-8000-0000000000e1', '00000000-0000-7000-8000-000000000002');
  insert into notifications (id, user_id, kind, actor_id, video_id)
  values ('00000000-0000-7000-8000-0000000000f1', '00000000-0000-7000-8000-000000000002', 'video-shared', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-00000000000a');
  insert into uploads (id, owner_id, size, metadata, expires_at)
  values ('00000000-0000-7000-8000-0000000000a1', '00000000-0000-7000-8000-000000000001', 5, '', now() + interval '1 day');
`;
