--! Previous: sha1:d2d89979835692c18e8fd6cd5db88e81507700ce
--! Hash: sha1:0b101462b22c54514b91d6083636a033f624db4c
--! Message: rule of notifications inlined

--! split: 1-current.sql
--! Included matching/app_private.rule_when_notified.sql
create or replace function app_private.rule_when_notified(
  kept_rule app_public.notification_rule, taken_at timestamptz, created_at timestamptz, published_at timestamptz, completed_at timestamptz
) returns app_public.notification_rule
language sql immutable parallel safe
as $$
  -- A cast of the whole would be of text, and keep PostgreSQL from inlining the function.
  select case
    -- A report that came after the publication, of a place from before it.
    when created_at > completed_at then 'CAME_IN_LATER'::app_public.notification_rule
    when kept_rule is not null then kept_rule
    when taken_at > published_at then 'CAME_IN_LATER'::app_public.notification_rule
    else 'INSIDE_WHEN_PUBLISHED'::app_public.notification_rule
  end
$$;
comment on function app_private.rule_when_notified(app_public.notification_rule, timestamptz, timestamptz, timestamptz, timestamptz) is
  'Returns the rule by which a user was notified: from the rule that was kept when the place was cleared, when the position was taken, when the notification was made, and when the publication of its version began and was complete (null: not yet). CAME_IN_LATER is a late entry, for which time counts from its own notification.';
--! EndIncluded matching/app_private.rule_when_notified.sql
