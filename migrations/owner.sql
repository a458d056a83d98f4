-- Gives what migrations made to app_owner, which cannot log in and is no superuser: functions with security definer run
-- as it. It runs after migrations, and changes only what belongs to another role.
do $$
declare
  ours constant regnamespace[] := array[to_regnamespace('app_public'), to_regnamespace('app_private'), to_regnamespace('analytics')];
  schemas constant regnamespace[] := ours || array[to_regnamespace('graphile_worker'), to_regnamespace('graphile_migrate')];
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
    -- The default privileges are those of the login that ran the first migration. Another login has its own.
    select format('revoke execute on routine %s from public', p.oid::regprocedure)
      from pg_catalog.pg_proc p where p.pronamespace = any (ours)
        and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)
    union all
    select format('alter routine %s owner to app_owner', p.oid::regprocedure)
      from pg_catalog.pg_proc p where p.pronamespace = any (schemas) and p.proowner <> owner_id
  loop
    execute statement;
  end loop;
end
$$;
