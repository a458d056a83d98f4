-- Citus hands on what is granted, and not that migrations let nobody else call a function.
create or replace function app_private.copy_function_rights() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  grantees constant json := (
    select json_object_agg(p.oid::regprocedure, (
        select coalesce(string_agg(case a.grantee when 0 then 'public' else a.grantee::regrole::text end, ', '), '')
          from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee <> p.proowner))
      from pg_proc p where p.pronamespace in ('app_public'::regnamespace, 'app_private'::regnamespace));
  answer record;
begin
  for answer in
    select * from run_command_on_workers(format($command$
      do $rights$
      declare
        given record;
      begin
        set local citus.enable_ddl_propagation = off;
        -- Names are as they are on the coordinator.
        set local search_path = pg_catalog, pg_temp;
        for given in
          select f.key as name, f.value as roles from pg_proc p join json_each_text(%L) f on f.key = p.oid::regprocedure::text
            where p.pronamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)
        loop
          execute format('revoke all on function %%s from public, app_anonymous, app_user, app_admin, app_host, app_analyst', given.name);
          if given.roles <> '' then
            execute format('grant execute on function %%s to %%s', given.name, given.roles);
          end if;
        end loop;
      end
      $rights$
    $command$, grantees))
  loop
    if not answer.success then
      raise exception 'Worker node %:% has no rights to functions: %', answer.nodename, answer.nodeport, answer.result;
    end if;
  end loop;
end
$$;
comment on function app_private.copy_function_rights() is
  'Lets only those call functions on worker nodes who may call them on the coordinator. Call it after a worker node is added.';
