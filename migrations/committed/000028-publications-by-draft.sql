--! Previous: sha1:ec1b0c7dd2ddeb53fb9a75cc08d01bdfcc2eada7
--! Hash: sha1:0ff7e850d012b05dd1ab045cd99f34a2d3703605
--! Message: publications by draft

-- One field finds a held publication, by its id, its key or its draft.
drop function app_public.draft_publication(integer);
drop function app_public.held_publication(integer, text);
--! Included held-publications/app_public.held_publication.sql
create or replace function app_public.held_publication(id integer default null, key text default null, draft_id integer default null)
returns app_public.held_publication
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
begin
  select h.* into held from app_private.held_publications h
    where case
      when held_publication.id is not null then h.id = held_publication.id
      when held_publication.key is not null then h.user_id = app_public.current_user_id() and h.key = held_publication.key
      else (coalesce(h.new_alert, h.changes) ->> 'draft_id')::integer = held_publication.draft_id
    end
    order by h.state = 'PUBLISHED' desc, h.state = 'HELD' desc, h.id desc limit 1;
  return case when held.id is not null then app_private.held_publication(held) end;
end
$$;
comment on function app_public.held_publication(integer, text, integer) is
  E'@argument id The id of the held publication.\n@argument key Instead of the id: the key of a held publication of your own, for a client that has lost the answer.\n@argument draftId Instead of both: the id of a draft, which may be gone. Finds the publication that went out, else one that is still held, else the last one.\nA held publication, and what became of it. Null for an unknown one. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.held_publication(integer, text, integer) to app_admin;
--! EndIncluded held-publications/app_public.held_publication.sql
