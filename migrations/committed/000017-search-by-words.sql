--! Previous: sha1:3b8af364e3a87020dd9befb80be56bf5d2af5964
--! Hash: sha1:977c4a8c6b1268f80d980fd6c5f5ebc241cf2cec
--! Message: Search by words

-- Administrators search people by any word of their name. The index holds the beginnings of all words.
--! Included users/app_private.name_words.sql
create or replace function app_private.name_words(name text) returns tsvector
language sql immutable strict parallel safe
as $$
  select pg_catalog.to_tsvector('pg_catalog.simple'::pg_catalog.regconfig,
    pg_catalog.regexp_replace(name, '[^[:alnum:]]+', ' ', 'g'))
$$;
comment on function app_private.name_words(text) is
  'Returns the words of a name in lower case. The index users_name_words has them.';
grant execute on function app_private.name_words(text) to app_user;
--! EndIncluded users/app_private.name_words.sql
--! Included users/app_private.words_beginning.sql
create or replace function app_private.words_beginning(search text) returns tsquery
language sql immutable strict parallel safe
as $$
  select pg_catalog.to_tsquery('pg_catalog.simple'::pg_catalog.regconfig, pg_catalog.string_agg(w.word || ':*', ' & '))
    from pg_catalog.regexp_split_to_table(search, '[^[:alnum:]]+') w (word) where w.word <> ''
$$;
comment on function app_private.words_beginning(text) is
  'Returns what finds names in which each of these words begins a word: "le ri" finds Rita Levi. Null without a word.';
grant execute on function app_private.words_beginning(text) to app_user;
--! EndIncluded users/app_private.words_beginning.sql

-- Users are changed rarely. Neither reports nor publications wait for these locks.
-- squawk-ignore require-concurrent-index-deletion
drop index app_public.users_name_search;
-- squawk-ignore require-concurrent-index-creation
create index users_name_words on app_public.users using gin (app_private.name_words(name));
comment on table app_public.users is
  E'@listForAdmins\n@searchBy email words(name)\nA person who reports positions and gets notifications, or an administrator.';
