create or replace function app_private.delegation_lock(user_id integer) returns bigint
language sql immutable parallel safe
as $$
  select (4158::pg_catalog.int8 << 32) | (user_id & 15)
$$;
comment on function app_private.delegation_lock(integer) is
  'Returns the key of the advisory lock of reports that run on worker nodes. It is not that of app_private.report_lock(), so that they wait for the first phase of a publication only. There are 16, so that few processes use one at the same time.';
