/** Returns a statement that replaces a text in PostgreSQL's definition of a view. It fails if the text is missing. */
export const inView = (name: string, find: string, replace: string) => `
  do $do$
  declare
    definition constant text := pg_get_viewdef('${name}');
  begin
    if position($q$${find}$q$ in definition) = 0 then
      raise 'out of date: %', definition;
    end if;
    execute 'create or replace view ${name} as ' || replace(definition, $q$${find}$q$, $q$${replace}$q$);
  end
  $do$`;
