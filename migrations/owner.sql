-- Gives what migrations made to app_owner, which cannot log in and is no superuser: functions with security definer run
-- as it. It runs after migrations, and changes only what belongs to another role.
do $$
declare
  schemas constant regnamespace[] := array['app_public', 'app_private', 'analytics', 'graphile_worker', 'graphile_migrate'];
  owner_id constant oid := 'app_owner'::regrole;
  statement text;
begin
  for statement in
    select format('alter schema %s owner to app_owner', n.oid::regnamespace)
      from pg_catalog.pg_namespace n where n.oid = any (schemas) and n.nspowner <> owner_id
    union all
    -- An identity's sequence, an index and a row's type follow their table.
    select format('alter table %s owner to app_owner', c.oid::regclass)
      from pg_catalog.pg_class c where c.relnamespace = any (schemas) and c.relkind in ('r', 'p', 'v', 'm') and c.relowner <> owner_id
    union all
    select format('alter type %s owner to app_owner', t.oid::regtype)
      from pg_catalog.pg_type t left join pg_catalog.pg_class c on c.oid = t.typrelid
      where t.typnamespace = any (schemas) and t.typowner <> owner_id
        and (t.typtype in ('e', 'd') or t.typtype = 'c' and c.relkind = 'c')
    union all
    select format('alter routine %s owner to app_owner', p.oid::regprocedure)
      from pg_catalog.pg_proc p where p.pronamespace = any (schemas) and p.proowner <> owner_id
  loop
    execute statement;
  end loop;
end
$$;
