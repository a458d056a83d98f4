--! Previous: sha1:e2dffa905dffe4739cb3d5014525e89f8448fafe
--! Hash: sha1:a7e97898e5a1217b62feb08a1ad9a01b1f21bc5f
--! Message: Logins

set local check_function_bodies = off; -- Functions call later ones.

create table app_private.login_limits (
  counter text not null,
  free_failures integer not null,
  longest_delay interval not null,
  forgiven_every interval not null,
  constraint login_limits_counter check (counter = any (array['account', 'account and address', 'address', 'join', 'mail by address', 'mail by email', 'mail by user'])),
  constraint login_limits_forgiven_every check (forgiven_every > '00:00:00'),
  constraint login_limits_free_failures check (free_failures > 0),
  constraint login_limits_longest_delay check (longest_delay >= '00:00:01'),
  constraint login_limits_pkey primary key (counter)
);
alter table app_private.login_limits enable row level security;

comment on table app_private.login_limits is
  'How many failed logins, refused attempts to join and mails are free, and how long the next one has to wait then. A database administrator updates it.';
comment on column app_private.login_limits.counter is 'What the failures are counted by.';
comment on column app_private.login_limits.free_failures is
  'The number of failures without a delay. The next one delays for a second, and each further one doubles the delay.';
comment on column app_private.login_limits.longest_delay is 'The longest delay.';
comment on column app_private.login_limits.forgiven_every is 'The time after which one failure is forgiven.';
comment on constraint login_limits_counter on app_private.login_limits is
  'counter is unknown: the counters are part of the service.';
comment on constraint login_limits_forgiven_every on app_private.login_limits is
  'forgiven_every is not positive: write an interval above 0.';
comment on constraint login_limits_free_failures on app_private.login_limits is
  'free_failures is not positive: write 1 or more.';
comment on constraint login_limits_longest_delay on app_private.login_limits is
  'longest_delay is shorter than a second: write a second or more.';

insert into app_private.login_limits (counter, free_failures, longest_delay, forgiven_every) values
  ('account', 20, '1 minute', '1 minute'),
  ('account and address', 5, '5 minutes', '10 minutes'),
  ('address', 50, '5 seconds', '5 seconds'),
  ('join', 50, '1 minute', '5 seconds'),
  ('mail by address', 20, '10 minutes', '1 minute'),
  ('mail by email', 3, '1 hour', '20 minutes'),
  ('mail by user', 5, '1 hour', '20 minutes');

create table app_private.login_failures (
  counter text not null,
  key bytea not null,
  failures double precision not null,
  last_at timestamptz not null,
  constraint login_failures_pkey primary key (counter, key),
  constraint login_failures_counter_fkey foreign key (counter) references app_private.login_limits(counter) on delete cascade
);
create index login_failures_last_at on app_private.login_failures (last_at);
alter table app_private.login_failures enable row level security;

comment on table app_private.login_failures is
  'Failed logins, refused attempts to join, and mails that were asked for. They count for all hosts. Emails that nobody has are counted in the same way.';
comment on column app_private.login_failures.counter is 'What this row counts by.';
comment on column app_private.login_failures.key is
  'A hash of the email, of the address, of both, or of the user''s id. A hash has the same length for a made-up email of any length.';
comment on column app_private.login_failures.failures is
  'The number of failures at the last of them, without what was forgiven until then.';
comment on column app_private.login_failures.last_at is 'When the last of them was.';

create table app_private.login_addresses (
  user_id integer not null,
  address cidr not null,
  last_at timestamptz not null default now(),
  constraint login_addresses_pkey primary key (user_id, address),
  constraint login_addresses_user_id_fkey foreign key (user_id) references app_public.users(id) on delete cascade
);
create index login_addresses_last_at on app_private.login_addresses (last_at);
alter table app_private.login_addresses enable row level security;

comment on table app_private.login_addresses is
  'The addresses from which users have logged in. Failures of other accounts at these addresses do not delay them.';
comment on column app_private.login_addresses.user_id is 'The user.';
comment on column app_private.login_addresses.address is 'The address, or the /64 of an IPv6 address.';
comment on column app_private.login_addresses.last_at is
  'When the user last logged in from there. It is written once a day at most.';

--! Included logins/app_private.attempt_wait.sql
create or replace function app_private.attempt_wait(counter text, key text, begins_at timestamptz default null) returns integer
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select coalesce(max(greatest(0, ceil(extract(epoch from
      coalesce(begins_at, f.last_at) + least(l.longest_delay, interval '1 second' * 2 ^ least(c.failures - l.free_failures, 20)::float8) - now())))::integer), 0)
    from app_private.login_limits l
    join app_private.login_failures f on f.counter = l.counter and f.key = app_private.key_hash(attempt_wait.key)
    cross join lateral (
      select ceil(f.failures - extract(epoch from now() - f.last_at) / extract(epoch from l.forgiven_every)) as failures) c
    where l.counter = attempt_wait.counter and c.failures >= l.free_failures
$$;
comment on function app_private.attempt_wait(text, text, timestamptz) is
  'Returns the delay in seconds of the next attempt under this counter and key, from the last attempt or from another time. 0 if there is none.';
--! EndIncluded logins/app_private.attempt_wait.sql
--! Included logins/app_private.begin_login.sql
create or replace function app_private.begin_login(email text, address cidr)
returns table (retry_after integer, is_known boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  owner_id constant integer := app_private.user_id_of(begin_login.email);
  failed_here_at timestamptz;
begin
  begin_login.is_known := exists (
    select from app_private.login_addresses a where a.user_id = owner_id and a.address = begin_login.address);
  select f.last_at into failed_here_at
    from app_private.login_counters(begin_login.email, begin_login.address) k
    join app_private.login_limits l on l.counter = k.counter
    join app_private.login_failures f on f.counter = k.counter and f.key = app_private.key_hash(k.key)
    where k.counter = 'account and address' and f.last_at + f.failures * l.forgiven_every > now();
  -- Failures at other addresses increase an account's delay, but it starts with the last failure at this address. So nobody can
  -- lock an account for other addresses.
  begin_login.retry_after := (
    select max(app_private.attempt_wait(k.counter, k.key, case k.counter when 'account' then failed_here_at end))
      from app_private.login_counters(begin_login.email, begin_login.address) k
      where case k.counter when 'account' then failed_here_at is not null when 'address' then not begin_login.is_known else true end);
  return next;
end
$$;
comment on function app_private.begin_login(text, cidr) is
  'Returns how many seconds a login has to wait because of earlier failures, 0 if its password may be checked, and whether the account has logged in from this address before. An address''s failures do not count for an account that is known there; those of an account count only for addresses that have failed at it. The host asks again right before it hashes the password, so that attempts at the same time cannot pass the limits.';
grant execute on function app_private.begin_login(text, cidr) to app_host;
--! EndIncluded logins/app_private.begin_login.sql
--! Included logins/app_private.complete_login.sql
create or replace function app_private.complete_login(email text, address cidr) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  max_addresses constant integer := 20;
  owner_id constant integer := app_private.user_id_of(complete_login.email);
  forgiven_failures constant double precision := (
    select f.failures
      from app_private.login_counters(complete_login.email, complete_login.address) k
      join app_private.login_failures f on f.counter = k.counter and f.key = app_private.key_hash(k.key)
      where k.counter = 'account and address');
begin
  perform set_config('synchronous_commit', 'off', true);
  if forgiven_failures > 0 then
    perform from app_private.login_failures f
      where (f.counter, f.key) in (
        select k.counter, app_private.key_hash(k.key) from app_private.login_counters(complete_login.email, complete_login.address) k)
      order by f.counter
      for update;
    update app_private.login_failures f set failures = greatest(0, f.failures - forgiven_failures)
      from app_private.login_counters(complete_login.email, complete_login.address) k
      where f.counter = k.counter and f.key = app_private.key_hash(k.key);
  end if;
  -- The email may have changed meanwhile. An erasure of the user waits for this lock, or has deleted the row.
  perform from app_public.users u where u.id = owner_id and app_private.email_key(u.email) = app_private.email_key(complete_login.email) for key share;
  if not found then
    return;
  end if;
  insert into app_private.login_addresses as a (user_id, address)
    values (owner_id, complete_login.address)
    on conflict on constraint login_addresses_pkey do update set last_at = now() where a.last_at < now() - interval '1 day';
  delete from app_private.login_addresses a
    where a.user_id = owner_id and a.address in (
      select o.address from app_private.login_addresses o
        where o.user_id = owner_id and o.address <> complete_login.address
        order by o.last_at desc, o.address offset max_addresses - 1);
end
$$;
comment on function app_private.complete_login(text, cidr) is
  'Records a successful login: forgives the account''s failures from this address, and stores the address, at most twenty for each user.';
grant execute on function app_private.complete_login(text, cidr) to app_host;
--! EndIncluded logins/app_private.complete_login.sql
--! Included logins/app_private.count_attempt.sql
create or replace function app_private.count_attempt(counter text, key text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- A count that a crash of PostgreSQL loses does no harm, and a login must not wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  insert into app_private.login_failures as f (counter, key, failures, last_at)
    values (count_attempt.counter, app_private.key_hash(count_attempt.key), 1, now())
    on conflict on constraint login_failures_pkey do update
      set last_at = now(), failures = 1 + greatest(0, f.failures - extract(epoch from now() - f.last_at) / (
        select extract(epoch from l.forgiven_every) from app_private.login_limits l where l.counter = f.counter));
  -- Bounds the table between two runs of the purge job, as invented emails have counters too.
  if random() < 0.001 and app_private.clock_fault() is null then
    perform app_private.purge_logins();
  end if;
end
$$;
comment on function app_private.count_attempt(text, text) is
  'Counts a failed login, a refused attempt to join, or a requested mail.';
grant execute on function app_private.count_attempt(text, text) to app_host;
--! EndIncluded logins/app_private.count_attempt.sql
--! Included logins/app_private.fail_login.sql
create or replace function app_private.fail_login(email text, address cidr) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.count_attempt(k.counter, k.key)
    from (select c.* from app_private.login_counters(fail_login.email, fail_login.address) c order by c.counter) k;
  -- Last, as it may wait for another failure of the account.
  perform app_private.audit('LOGIN_FAILED', 'USER', app_private.user_id_of(fail_login.email));
end
$$;
comment on function app_private.fail_login(text, cidr) is
  'Counts a login with a wrong password or an unknown email.';
grant execute on function app_private.fail_login(text, cidr) to app_host;
--! EndIncluded logins/app_private.fail_login.sql
--! Included logins/app_private.login_counters.sql
create or replace function app_private.login_counters(email text, address cidr)
returns table (counter text, key text)
language sql immutable parallel safe
as $$
  values
    ('account', app_private.email_key(email)),
    ('account and address', app_private.email_key(email) || ' ' || address::pg_catalog.text),
    ('address', address::pg_catalog.text)
$$;
comment on function app_private.login_counters(text, cidr) is
  'Returns the counters and keys of a login, in lock order.';
--! EndIncluded logins/app_private.login_counters.sql
--! Included logins/app_private.login_credentials.sql
create or replace function app_private.login_credentials(email text)
returns table (user_id integer, is_admin boolean, password_hash text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  owner_id constant integer := app_private.user_id_of(login_credentials.email);
begin
  return query
    select c.user_id, u.is_admin, c.password_hash
      from app_private.user_credentials c
      join app_public.users u on u.id = c.user_id
      where c.user_id = owner_id;
end
$$;
comment on function app_private.login_credentials(text) is
  'Returns the credentials for the check of a password. No row for an unknown email.';
grant execute on function app_private.login_credentials(text) to app_host;
--! EndIncluded logins/app_private.login_credentials.sql
--! Included logins/app_private.purge_logins.sql
create or replace function app_private.purge_logins(max_counters integer default 100000) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  cutoff constant timestamptz := app_private.purge_time();
begin
  delete from app_private.login_failures f
    using app_private.login_limits l
    where l.counter = f.counter and f.last_at + f.failures * l.forgiven_every < cutoff;
  delete from app_private.login_failures f
    where f.last_at <= (select o.last_at from app_private.login_failures o order by o.last_at desc offset purge_logins.max_counters limit 1);
  delete from app_private.login_addresses a where a.last_at < cutoff - interval '90 days';
end
$$;
comment on function app_private.purge_logins(integer) is
  'Deletes failed logins that are forgiven, all but the newest hundred thousand counters, and addresses without a login for ninety days.';
--! EndIncluded logins/app_private.purge_logins.sql
