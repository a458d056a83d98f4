SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA analytics;
COMMENT ON SCHEMA analytics IS 'Read-only views for analysts, without tracks, tokens and hashes.';
CREATE SCHEMA app_private;
COMMENT ON SCHEMA app_private IS 'Credentials, device tokens, settings and helper functions. The API shows nothing of it.';
CREATE SCHEMA app_public;
COMMENT ON SCHEMA app_public IS 'What the GraphQL API shows.';
CREATE TYPE app_private.border_cell AS (
	x1 double precision,
	y1 double precision,
	x2 double precision,
	y2 double precision,
	distance double precision
);
COMMENT ON TYPE app_private.border_cell IS 'The bounding box of a piece of a border and its distance, in metres relative to the place.';
COMMENT ON COLUMN app_private.border_cell.x1 IS 'The least distance to the east of the place, in metres.';
COMMENT ON COLUMN app_private.border_cell.y1 IS 'The least distance to the north of the place, in metres.';
COMMENT ON COLUMN app_private.border_cell.x2 IS 'The greatest distance to the east of the place, in metres.';
COMMENT ON COLUMN app_private.border_cell.y2 IS 'The greatest distance to the north of the place, in metres.';
COMMENT ON COLUMN app_private.border_cell.distance IS 'The distance of the border from the place, in metres.';
CREATE TYPE app_public.level_alert AS ENUM (
    'ONE',
    'TWO',
    'THREE'
);
COMMENT ON TYPE app_public.level_alert IS '@value ONE Inside the area.
@value TWO Outside the area, but within its level-two distance.
@value THREE Further out, but within its level-three distance.
How close someone is to the area of an alert. ONE is the most urgent.';
CREATE TYPE app_public.notification_kind AS ENUM (
    'ALERT',
    'UPDATE',
    'ALL_CLEAR'
);
COMMENT ON TYPE app_public.notification_kind IS '@value ALERT The alert, for the first time.
@value UPDATE A later version of the alert.
@value ALL_CLEAR The alert was cancelled.
What a notification says.';
CREATE TYPE app_private.claimed_delivery AS (
	user_id integer,
	id bigint,
	notification_id bigint,
	device_id bigint,
	token text,
	alert_id integer,
	level app_public.level_alert,
	kind app_public.notification_kind
);
COMMENT ON TYPE app_private.claimed_delivery IS 'A delivery that a job has to send now.';
COMMENT ON COLUMN app_private.claimed_delivery.user_id IS 'The user of the delivery.';
COMMENT ON COLUMN app_private.claimed_delivery.id IS 'The id of the delivery.';
COMMENT ON COLUMN app_private.claimed_delivery.notification_id IS 'The notification.';
COMMENT ON COLUMN app_private.claimed_delivery.device_id IS 'The device.';
COMMENT ON COLUMN app_private.claimed_delivery.token IS 'The device''s token.';
COMMENT ON COLUMN app_private.claimed_delivery.alert_id IS 'The alert of the notification.';
COMMENT ON COLUMN app_private.claimed_delivery.level IS 'The level of the notification.';
COMMENT ON COLUMN app_private.claimed_delivery.kind IS 'What the notification says.';
CREATE TYPE app_private.delivery_state AS ENUM (
    'queued',
    'sent',
    'accepted',
    'failed',
    'dead'
);
COMMENT ON TYPE app_private.delivery_state IS '@value queued Waits to be sent, for the first time or again.
@value sent Sent; the provider has not answered yet.
@value accepted The provider has accepted it.
@value failed It has failed for good.
@value dead The device is gone.
The state of a delivery.';
CREATE TYPE app_private.erasure AS (
	user_id integer,
	erased_at timestamp with time zone,
	positions integer,
	notifications integer
);
COMMENT ON TYPE app_private.erasure IS 'What an erasure did.';
COMMENT ON COLUMN app_private.erasure.user_id IS 'The id that the user had.';
COMMENT ON COLUMN app_private.erasure.erased_at IS 'When the user was erased.';
COMMENT ON COLUMN app_private.erasure.positions IS 'How many positions of the history were deleted.';
COMMENT ON COLUMN app_private.erasure.notifications IS 'How many notifications stay, without their places.';
CREATE TYPE app_private.push_provider AS ENUM (
    'expo',
    'fcm',
    'web_push',
    'email',
    'ntfy',
    'sms'
);
COMMENT ON TYPE app_private.push_provider IS '@value expo Expo.
@value fcm Firebase Cloud Messaging.
@value web_push The push service of a browser.
The provider that carries pushes to a device.';
CREATE TYPE app_public.distance_class AS ENUM (
    'INSIDE',
    'WITHIN_100_M',
    'WITHIN_500_M',
    'WITHIN_1_KM',
    'WITHIN_2_KM',
    'WITHIN_5_KM',
    'WITHIN_10_KM',
    'BEYOND_10_KM'
);
COMMENT ON TYPE app_public.distance_class IS '@value INSIDE In the area.
@value WITHIN_100_M At most 100 metres from it.
@value WITHIN_500_M More than 100 and at most 500 metres from it.
@value WITHIN_1_KM More than 500 metres and at most 1 kilometre from it.
@value WITHIN_2_KM More than 1 and at most 2 kilometres from it.
@value WITHIN_5_KM More than 2 and at most 5 kilometres from it.
@value WITHIN_10_KM More than 5 and at most 10 kilometres from it.
@value BEYOND_10_KM More than 10 kilometres from it.
How far from an alert''s area someone was, without saying where.';
CREATE TYPE app_public.moving_activity AS ENUM (
    'IN_VEHICLE',
    'ON_BICYCLE',
    'ON_FOOT',
    'RUNNING',
    'STILL',
    'TILTING',
    'UNKNOWN',
    'WALKING'
);
COMMENT ON TYPE app_public.moving_activity IS '@value IN_VEHICLE In a vehicle.
@value ON_BICYCLE On a bicycle.
@value ON_FOOT On foot, walking or running.
@value RUNNING Running.
@value STILL Not moving.
@value TILTING The device is tilting, for example because it was picked up.
@value UNKNOWN The device cannot tell.
@value WALKING Walking.
How a user is moving, as the device''s activity recognition reports it.';
CREATE TYPE app_private.recipient AS (
	user_id integer,
	latitude double precision,
	longitude double precision,
	moving_activity app_public.moving_activity,
	taken_at timestamp with time zone,
	accuracy double precision,
	place_kept boolean,
	distance_class app_public.distance_class
);
COMMENT ON TYPE app_private.recipient IS 'A user to notify, with the position that the notification stores.';
COMMENT ON COLUMN app_private.recipient.user_id IS 'The user.';
COMMENT ON COLUMN app_private.recipient.latitude IS 'Where the user is, in degrees north.';
COMMENT ON COLUMN app_private.recipient.longitude IS 'Where the user is, in degrees east.';
COMMENT ON COLUMN app_private.recipient.moving_activity IS 'How the user is moving.';
COMMENT ON COLUMN app_private.recipient.taken_at IS 'When the device took the position. Null if the position is not known any more.';
COMMENT ON COLUMN app_private.recipient.accuracy IS 'The radius of accuracy of the position in metres. Null if it is not known.';
COMMENT ON COLUMN app_private.recipient.place_kept IS 'False if a point of the alert''s area stands in for the place.';
COMMENT ON COLUMN app_private.recipient.distance_class IS 'How far from the alert''s area the user was. Null if the place is kept.';
CREATE TYPE app_public.alert_here AS (
	alert_id integer,
	level app_public.level_alert,
	distance double precision,
	text text
);
COMMENT ON TYPE app_public.alert_here IS 'An active alert at a place.';
COMMENT ON COLUMN app_public.alert_here.alert_id IS '@notNull
The id of the alert.';
COMMENT ON COLUMN app_public.alert_here.level IS '@notNull
The innermost zone that contains the place.';
COMMENT ON COLUMN app_public.alert_here.distance IS '@notNull
The distance from the area in metres, 0 inside.';
COMMENT ON COLUMN app_public.alert_here.text IS '@notNull
The text of that level.';
CREATE TYPE app_public.alert_status AS ENUM (
    'ACTUAL',
    'EXERCISE',
    'TEST'
);
COMMENT ON TYPE app_public.alert_status IS '@value ACTUAL A real warning for everyone.
@value EXERCISE An exercise, which reaches only testers.
@value TEST A technical test, which reaches only testers.
What an alert is for, in the terms of CAP 1.2.';
CREATE TYPE app_public.alert_text_input AS (
	language text,
	title text,
	text1 text,
	text2 text,
	text3 text,
	all_clear text,
	is_old boolean
);
COMMENT ON TYPE app_public.alert_text_input IS '@inputTypeName AlertTextInput
The texts of an alert, or of its all-clear, in another language than its own.';
COMMENT ON COLUMN app_public.alert_text_input.language IS '@notNull
The language: a BCP 47 tag such as "es" or "pt-BR".';
COMMENT ON COLUMN app_public.alert_text_input.title IS 'The title, in 60 characters at most.';
COMMENT ON COLUMN app_public.alert_text_input.text1 IS 'The text for people inside the area. Only an all-clear goes without text1 to text3.';
COMMENT ON COLUMN app_public.alert_text_input.text2 IS 'The text for people in zone TWO.';
COMMENT ON COLUMN app_public.alert_text_input.text3 IS 'The text for people in zone THREE.';
COMMENT ON COLUMN app_public.alert_text_input.all_clear IS 'The text of an all-clear, in place of the others.';
COMMENT ON COLUMN app_public.alert_text_input.is_old IS 'True if it is from an earlier version, and says something else than the alert''s own texts say now.';
CREATE TYPE app_public.cap_category AS ENUM (
    'GEO',
    'MET',
    'SAFETY',
    'SECURITY',
    'RESCUE',
    'FIRE',
    'HEALTH',
    'ENV',
    'TRANSPORT',
    'INFRA',
    'CBRNE',
    'OTHER'
);
COMMENT ON TYPE app_public.cap_category IS '@value GEO Earth: quakes, landslides.
@value MET Weather and floods.
@value SAFETY Public safety.
@value SECURITY Police and the military.
@value RESCUE Rescue and recovery.
@value FIRE Fire.
@value HEALTH Health.
@value ENV Pollution and the environment.
@value TRANSPORT Transport.
@value INFRA Utilities and telecommunication.
@value CBRNE Chemical, biological, radiological, nuclear or explosive.
@value OTHER Something else.
The kind of an event, in the terms of CAP 1.2.';
CREATE TYPE app_public.certainty AS ENUM (
    'OBSERVED',
    'LIKELY',
    'POSSIBLE',
    'UNLIKELY',
    'UNKNOWN'
);
COMMENT ON TYPE app_public.certainty IS '@value OBSERVED It has happened or is going on.
@value LIKELY More than 50 percent.
@value POSSIBLE Possible, but not more than 50 percent.
@value UNLIKELY Close to 0 percent.
@value UNKNOWN The certainty is not known.
How sure it is, in the terms of CAP 1.2.';
CREATE DOMAIN app_public.geo_json AS json;
COMMENT ON DOMAIN app_public.geo_json IS '@name GeoJSON
A geometry as GeoJSON (RFC 7946). Positions are [longitude, latitude] in degrees, WGS 84.';
CREATE TYPE app_public.point_input AS (
	latitude double precision,
	longitude double precision
);
COMMENT ON TYPE app_public.point_input IS '@inputTypeName PointInput
A corner of an area.';
COMMENT ON COLUMN app_public.point_input.latitude IS '@notNull
Degrees north, WGS 84, from -90 to 90.';
COMMENT ON COLUMN app_public.point_input.longitude IS '@notNull
Degrees east, WGS 84, from -180 to 180.';
CREATE TYPE app_public.response_type AS ENUM (
    'SHELTER',
    'EVACUATE',
    'PREPARE',
    'EXECUTE',
    'AVOID',
    'MONITOR',
    'ASSESS',
    'NONE'
);
COMMENT ON TYPE app_public.response_type IS '@value SHELTER Take shelter.
@value EVACUATE Leave.
@value PREPARE Get ready.
@value EXECUTE Carry out what was planned.
@value AVOID Stay away.
@value MONITOR Follow the news.
@value ASSESS Judge for yourself.
@value NONE Do nothing.
What people should do, in the terms of CAP 1.2.';
CREATE TYPE app_public.severity AS ENUM (
    'EXTREME',
    'SEVERE',
    'MODERATE',
    'MINOR',
    'UNKNOWN'
);
COMMENT ON TYPE app_public.severity IS '@value EXTREME An extraordinary threat to life or property.
@value SEVERE A significant threat to life or property.
@value MODERATE A possible threat to life or property.
@value MINOR Little or no known threat to life or property.
@value UNKNOWN The severity is not known.
How bad it is, in the terms of CAP 1.2.';
CREATE TYPE app_public.urgency AS ENUM (
    'IMMEDIATE',
    'EXPECTED',
    'FUTURE',
    'PAST',
    'UNKNOWN'
);
COMMENT ON TYPE app_public.urgency IS '@value IMMEDIATE Act at once.
@value EXPECTED Act soon, within the next hour.
@value FUTURE Act in the near future.
@value PAST No action is needed any more.
@value UNKNOWN The urgency is not known.
How soon people should act, in the terms of CAP 1.2.';
CREATE TYPE app_public.alert_input AS (
	points app_public.point_input[],
	text1 text,
	text2 text,
	text3 text,
	language text,
	area app_public.geo_json,
	level2_distance double precision,
	level3_distance double precision,
	expires_at bigint,
	max_position_age integer,
	severity app_public.severity,
	urgency app_public.urgency,
	certainty app_public.certainty,
	event text,
	status app_public.alert_status,
	idempotency_key text,
	title text,
	template_id integer,
	draft_id integer,
	authority_id integer,
	category app_public.cap_category,
	response_type app_public.response_type,
	texts app_public.alert_text_input[]
);
COMMENT ON TYPE app_public.alert_input IS '@inputTypeName AlertInput
An alert to publish.';
COMMENT ON COLUMN app_public.alert_input.points IS '@notNull
@itemsNotNull
@emptyByDefault
The corners of the area in order, at least three. The last one need not repeat the first. An edge of more than 180 degrees of longitude, such as from 179 to -179, takes the short way round, across the 180th meridian. Leave it out if you send area.';
COMMENT ON COLUMN app_public.alert_input.text1 IS '@notNull
The text for people inside the area.';
COMMENT ON COLUMN app_public.alert_input.text2 IS '@notNull
The text for people in zone TWO.';
COMMENT ON COLUMN app_public.alert_input.text3 IS '@notNull
The text for people in zone THREE.';
COMMENT ON COLUMN app_public.alert_input.language IS 'The language of the texts, which chooses the voice: a BCP 47 tag such as "it" or "pt-BR". The service''s own language by default.';
COMMENT ON COLUMN app_public.alert_input.area IS 'The area as a Polygon or a MultiPolygon, in place of points. It may have holes. Across the 180th meridian, send pieces that meet at 180 and -180 (RFC 7946, 3.1.9), or longitudes that run on past 180 or -180 (to 360 at most), or an edge of more than 180 degrees of longitude, which takes the short way round.';
COMMENT ON COLUMN app_public.alert_input.level2_distance IS 'The width of zone TWO around the area, in metres. By default 1,000 unless the settings differ.';
COMMENT ON COLUMN app_public.alert_input.level3_distance IS 'The width of zone THREE around the area, in metres, more than level2Distance. By default 2,000 unless the settings differ.';
COMMENT ON COLUMN app_public.alert_input.expires_at IS 'When it ends. By default after 24 hours unless the settings differ.';
COMMENT ON COLUMN app_public.alert_input.max_position_age IS 'In seconds. Publication does not match an older last position. By default 24 hours unless the settings differ.';
COMMENT ON COLUMN app_public.alert_input.severity IS 'How bad it is. UNKNOWN by default.';
COMMENT ON COLUMN app_public.alert_input.urgency IS 'How soon people should act. UNKNOWN by default.';
COMMENT ON COLUMN app_public.alert_input.certainty IS 'How sure it is. UNKNOWN by default.';
COMMENT ON COLUMN app_public.alert_input.event IS 'What happens, in a few words, such as "Flood" or "Gas leak".';
COMMENT ON COLUMN app_public.alert_input.status IS 'Whether it is a real warning, an exercise or a test. ACTUAL by default; the others reach only testers.';
COMMENT ON COLUMN app_public.alert_input.idempotency_key IS 'A key of your own for this alert, such as a UUID. Repeating the same request with the same key makes no second alert.';
COMMENT ON COLUMN app_public.alert_input.title IS 'What happens and where, in 60 characters at most, such as "Gas leak in the Marais". The title of its pushes; without it, the first line of a text is.';
COMMENT ON COLUMN app_public.alert_input.template_id IS 'The template that it was made from. Placeholders that are left in its texts are refused then.';
COMMENT ON COLUMN app_public.alert_input.draft_id IS 'The shared draft that it is published from, which is removed. Error CONFLICT if it was published or removed already.';
COMMENT ON COLUMN app_public.alert_input.authority_id IS 'The id of the authority that warns, for users of several. By default that of your highest role.';
COMMENT ON COLUMN app_public.alert_input.category IS 'The kind of event. The setting CAP_CATEGORY by default.';
COMMENT ON COLUMN app_public.alert_input.response_type IS 'What people should do. Left out of messages by default.';
COMMENT ON COLUMN app_public.alert_input.texts IS '@itemsNotNull
The texts in other languages, twenty at most.';
CREATE TYPE app_public.alert_month AS (
	began_at timestamp with time zone,
	status app_public.alert_status,
	alerts integer,
	told integer,
	seen integer,
	told_after_median double precision,
	pushed integer,
	pushed_after_median double precision
);
COMMENT ON TYPE app_public.alert_month IS 'The alerts of one status that were published in a month.';
COMMENT ON COLUMN app_public.alert_month.began_at IS '@notNull
When the month began, in UTC.';
COMMENT ON COLUMN app_public.alert_month.status IS '@notNull
Their status.';
COMMENT ON COLUMN app_public.alert_month.alerts IS '@notNull
The number of alerts.';
COMMENT ON COLUMN app_public.alert_month.told IS '@notNull
Users who were notified, each counted once for each alert.';
COMMENT ON COLUMN app_public.alert_month.seen IS '@notNull
How many of them saw a notification.';
COMMENT ON COLUMN app_public.alert_month.told_after_median IS 'The median of the seconds from the publication of an alert until a user was notified, without late entries. Null without such a user.';
COMMENT ON COLUMN app_public.alert_month.pushed IS '@notNull
How many of them were pushed to.';
COMMENT ON COLUMN app_public.alert_month.pushed_after_median IS 'The median of the seconds from the publication of an alert until a push to a user had left the host, without late entries. Null without such a user.';
CREATE TYPE app_public.alert_overlap AS (
	alert_id integer,
	text1 text,
	status app_public.alert_status,
	expires_at timestamp with time zone,
	title text
);
COMMENT ON TYPE app_public.alert_overlap IS 'An active alert whose zones overlap those of another.';
COMMENT ON COLUMN app_public.alert_overlap.alert_id IS '@notNull
The id of the alert.';
COMMENT ON COLUMN app_public.alert_overlap.text1 IS '@notNull
Its text for people inside its area.';
COMMENT ON COLUMN app_public.alert_overlap.status IS '@notNull
Whether it is a real warning, an exercise or a test.';
COMMENT ON COLUMN app_public.alert_overlap.expires_at IS '@notNull
When it ends by itself.';
COMMENT ON COLUMN app_public.alert_overlap.title IS 'Its title. Null if it has none.';
CREATE TYPE app_public.alert_state AS ENUM (
    'ACTIVE',
    'EXPIRED',
    'CANCELLED'
);
COMMENT ON TYPE app_public.alert_state IS '@value ACTIVE It is active: it notifies people who enter its zones.
@value EXPIRED It reached its end.
@value CANCELLED An administrator cancelled it.
Whether an alert is active, and if not, how it ended.';
CREATE TYPE app_public.alert_overview AS (
	id integer,
	title text,
	state app_public.alert_state,
	status app_public.alert_status,
	created_at timestamp with time zone,
	expires_at timestamp with time zone,
	cancelled_at timestamp with time zone,
	reached_users integer
);
COMMENT ON TYPE app_public.alert_overview IS 'An alert as lists show it, without texts and zones.';
COMMENT ON COLUMN app_public.alert_overview.id IS '@notNull
The id of the alert.';
COMMENT ON COLUMN app_public.alert_overview.title IS '@notNull
Its title, or else the first line of its text for people inside the area.';
COMMENT ON COLUMN app_public.alert_overview.state IS '@notNull
Whether it is active, and if not, how it ended.';
COMMENT ON COLUMN app_public.alert_overview.status IS '@notNull
Whether it is a real warning, an exercise or a test.';
COMMENT ON COLUMN app_public.alert_overview.created_at IS '@notNull
When it was published.';
COMMENT ON COLUMN app_public.alert_overview.expires_at IS '@notNull
When it ends by itself.';
COMMENT ON COLUMN app_public.alert_overview.cancelled_at IS 'When it was cancelled. Null if it was not.';
COMMENT ON COLUMN app_public.alert_overview.reached_users IS '@notNull
The users who were notified, each counted once.';
CREATE TYPE app_public.language_reach AS (
	language text,
	users integer,
	wanted text
);
COMMENT ON TYPE app_public.language_reach IS 'How many people would read an alert in a language.';
COMMENT ON COLUMN app_public.language_reach.language IS '@notNull
The language.';
COMMENT ON COLUMN app_public.language_reach.users IS '@notNull
The people who would be notified in it.';
COMMENT ON COLUMN app_public.language_reach.wanted IS 'The language that these people would rather read, as the alert has none of theirs. Null for the others.';
CREATE TYPE app_public.phone_reach AS (
	providers text[],
	users integer
);
COMMENT ON TYPE app_public.phone_reach IS 'Users who have devices of the same providers, and whose pushes do not wait for the end of quiet hours.';
COMMENT ON COLUMN app_public.phone_reach.providers IS '@notNull
@itemsNotNull
The providers of their devices, such as expo.';
COMMENT ON COLUMN app_public.phone_reach.users IS '@notNull
The number of users.';
CREATE TYPE app_public.provider_reach AS (
	provider text,
	users integer
);
COMMENT ON TYPE app_public.provider_reach IS 'How many users have a device of a provider.';
COMMENT ON COLUMN app_public.provider_reach.provider IS '@notNull
The provider, such as expo or email.';
COMMENT ON COLUMN app_public.provider_reach.users IS '@notNull
The users. One with devices of several providers counts at each.';
CREATE TYPE app_public.alert_reach_preview AS (
	one integer,
	two integer,
	three integer,
	with_device integer,
	stale integer,
	coarse integer,
	area double precision,
	again_one integer,
	again_two integer,
	again_three integer,
	already_told integer,
	by_provider app_public.provider_reach[],
	overlapping app_public.alert_overlap[],
	question jsonb,
	ringing app_public.phone_reach[],
	neighbours text[],
	needs_approval boolean,
	languages app_public.language_reach[]
);
COMMENT ON TYPE app_public.alert_reach_preview IS '@name alert_reach
How many users an alert would notify.';
COMMENT ON COLUMN app_public.alert_reach_preview.one IS '@notNull
Users inside the area who would be notified.';
COMMENT ON COLUMN app_public.alert_reach_preview.two IS '@notNull
Users in zone TWO who would be notified.';
COMMENT ON COLUMN app_public.alert_reach_preview.three IS '@notNull
Users in zone THREE who would be notified.';
COMMENT ON COLUMN app_public.alert_reach_preview.with_device IS '@notNull
How many of these have a device to push to.';
COMMENT ON COLUMN app_public.alert_reach_preview.stale IS '@notNull
Users who are left out because their last position in the zones is too old. Users who were notified by an earlier version at this level or a more urgent one do not count, unless this one notifies everyone again.';
COMMENT ON COLUMN app_public.alert_reach_preview.coarse IS '@notNull
Users who are left out because their position is too coarse to tell zone TWO from THREE. Users who were notified by an earlier version do not count, unless this one notifies everyone again.';
COMMENT ON COLUMN app_public.alert_reach_preview.area IS '@notNull
The size of the area in square metres, without the zones around it.';
COMMENT ON COLUMN app_public.alert_reach_preview.again_one IS '@notNull
How many of "one" were notified by an earlier version. 0 for a new alert.';
COMMENT ON COLUMN app_public.alert_reach_preview.again_two IS '@notNull
How many of "two" were notified by an earlier version. 0 for a new alert.';
COMMENT ON COLUMN app_public.alert_reach_preview.again_three IS '@notNull
How many of "three" were notified by an earlier version. 0 for a new alert.';
COMMENT ON COLUMN app_public.alert_reach_preview.already_told IS '@notNull
Users in the zones who would not be notified, because an earlier version did. With renotify they are.';
COMMENT ON COLUMN app_public.alert_reach_preview.by_provider IS '@itemsNotNull
The users who would be notified and have a device, by its provider. Providers without a user are left out.';
COMMENT ON COLUMN app_public.alert_reach_preview.overlapping IS '@itemsNotNull
The active alerts whose zones overlap these zones, the newest first, at most 20.';
COMMENT ON COLUMN app_public.alert_reach_preview.question IS '@behavior -*
What to ask the cells. Null without cells.';
COMMENT ON COLUMN app_public.alert_reach_preview.ringing IS '@itemsNotNull
Whose phones would ring, by the providers of their devices. The phone of a user rings if one of these is on: see pushProviders.';
COMMENT ON COLUMN app_public.alert_reach_preview.neighbours IS '@itemsNotNull
The names of the other authorities whose areas the zones touch. The audit log keeps their ids.';
COMMENT ON COLUMN app_public.alert_reach_preview.needs_approval IS 'True if you cannot publish it alone: publicationHold then proposes it to the approvers.';
COMMENT ON COLUMN app_public.alert_reach_preview.languages IS '@notNull
@itemsNotNull
The languages in which these people would read it, the most frequent first. People of cells are left out.';
CREATE TYPE app_public.alert_search AS (
	total integer,
	alerts app_public.alert_overview[]
);
COMMENT ON TYPE app_public.alert_search IS 'A page of the alerts that a search finds.';
COMMENT ON COLUMN app_public.alert_search.total IS '@notNull
How many alerts it finds.';
COMMENT ON COLUMN app_public.alert_search.alerts IS '@notNull
@itemsNotNull
The alerts of this page, the newest first.';
CREATE TYPE app_public.alert_template_input AS (
	name text,
	text1 text,
	text2 text,
	text3 text,
	all_clear text,
	correction text,
	language text,
	event text,
	severity app_public.severity,
	urgency app_public.urgency,
	certainty app_public.certainty,
	status app_public.alert_status,
	level2_distance double precision,
	level3_distance double precision,
	duration integer,
	title text,
	category app_public.cap_category,
	response_type app_public.response_type,
	texts app_public.alert_text_input[]
);
COMMENT ON TYPE app_public.alert_template_input IS '@inputTypeName AlertTemplateInput
A template of alerts. Its texts may have placeholders such as {place}.';
COMMENT ON COLUMN app_public.alert_template_input.name IS '@notNull
Its name. No other template has it, whatever its case.';
COMMENT ON COLUMN app_public.alert_template_input.text1 IS 'The text for people inside the area. Empty by default.';
COMMENT ON COLUMN app_public.alert_template_input.text2 IS 'The text for people in zone TWO. Empty by default.';
COMMENT ON COLUMN app_public.alert_template_input.text3 IS 'The text for people in zone THREE. Empty by default.';
COMMENT ON COLUMN app_public.alert_template_input.all_clear IS 'The text of the all-clear. Empty by default.';
COMMENT ON COLUMN app_public.alert_template_input.correction IS 'The text that corrects an alert which was wrong. Empty by default.';
COMMENT ON COLUMN app_public.alert_template_input.language IS 'The language of the texts: a BCP 47 tag such as "it" or "pt-BR". The service''s own by default.';
COMMENT ON COLUMN app_public.alert_template_input.event IS 'What happens, in a few words.';
COMMENT ON COLUMN app_public.alert_template_input.severity IS 'How bad it is. UNKNOWN by default.';
COMMENT ON COLUMN app_public.alert_template_input.urgency IS 'How soon people should act. UNKNOWN by default.';
COMMENT ON COLUMN app_public.alert_template_input.certainty IS 'How sure it is. UNKNOWN by default.';
COMMENT ON COLUMN app_public.alert_template_input.status IS 'Whether alerts are real, exercises or tests. ACTUAL by default.';
COMMENT ON COLUMN app_public.alert_template_input.level2_distance IS 'The width of zone TWO, in metres. The service''s own by default.';
COMMENT ON COLUMN app_public.alert_template_input.level3_distance IS 'The width of zone THREE, in metres. The service''s own by default.';
COMMENT ON COLUMN app_public.alert_template_input.duration IS 'How long an alert lasts, in seconds. The service''s own by default.';
COMMENT ON COLUMN app_public.alert_template_input.title IS 'The title of pushes, with placeholders too. An alert takes 60 characters at most, once they are filled in. Without it, the first line of a text is the title.';
COMMENT ON COLUMN app_public.alert_template_input.category IS 'The kind of event.';
COMMENT ON COLUMN app_public.alert_template_input.response_type IS 'What people should do.';
COMMENT ON COLUMN app_public.alert_template_input.texts IS '@itemsNotNull
The texts in other languages, each with the all-clear if it has one.';
CREATE TYPE app_public.alert_text AS (
	language text,
	title text,
	text1 text,
	text2 text,
	text3 text,
	all_clear text,
	is_old boolean
);
COMMENT ON TYPE app_public.alert_text IS 'The texts of an alert in another language than its own.';
COMMENT ON COLUMN app_public.alert_text.language IS '@notNull
The language: a BCP 47 tag such as "es" or "pt-BR".';
COMMENT ON COLUMN app_public.alert_text.title IS 'The title, in 60 characters at most.';
COMMENT ON COLUMN app_public.alert_text.text1 IS 'The text for people inside the area. Null if only the all-clear is written in this language.';
COMMENT ON COLUMN app_public.alert_text.text2 IS 'The text for people in zone TWO. Null as text1.';
COMMENT ON COLUMN app_public.alert_text.text3 IS 'The text for people in zone THREE. Null as text1.';
COMMENT ON COLUMN app_public.alert_text.all_clear IS 'The text of the all-clear. Null before, and if it was not written in this language.';
COMMENT ON COLUMN app_public.alert_text.is_old IS '@notNull
True if the alert''s own title or texts have changed since these were written.';
CREATE TYPE app_public.alert_update_input AS (
	points app_public.point_input[],
	area app_public.geo_json,
	level2_distance double precision,
	level3_distance double precision,
	expires_at bigint,
	text1 text,
	text2 text,
	text3 text,
	renotify boolean,
	expected_version integer,
	title text,
	draft_id integer,
	texts app_public.alert_text_input[]
);
COMMENT ON TYPE app_public.alert_update_input IS '@inputTypeName AlertUpdateInput
The changes of an alert. A field that is left out stays as it is.';
COMMENT ON COLUMN app_public.alert_update_input.points IS '@itemsNotNull
The corners of the new area, in order, as in AlertInput.';
COMMENT ON COLUMN app_public.alert_update_input.area IS 'The new area as a Polygon or a MultiPolygon, in place of points, as in AlertInput.';
COMMENT ON COLUMN app_public.alert_update_input.level2_distance IS 'The width of zone TWO around the area, in metres.';
COMMENT ON COLUMN app_public.alert_update_input.level3_distance IS 'The width of zone THREE around the area, in metres.';
COMMENT ON COLUMN app_public.alert_update_input.expires_at IS 'When it ends.';
COMMENT ON COLUMN app_public.alert_update_input.text1 IS 'The text for people inside the area.';
COMMENT ON COLUMN app_public.alert_update_input.text2 IS 'The text for people in zone TWO.';
COMMENT ON COLUMN app_public.alert_update_input.text3 IS 'The text for people in zone THREE.';
COMMENT ON COLUMN app_public.alert_update_input.renotify IS 'True to notify again everyone who was notified already, with the new text.';
COMMENT ON COLUMN app_public.alert_update_input.expected_version IS 'The version that the changes were made for. Error CONFLICT, and no change, if the alert has another version by now. Left out, the changes apply to any version.';
COMMENT ON COLUMN app_public.alert_update_input.title IS 'The title of its pushes, in 60 characters at most. An empty one removes it.';
COMMENT ON COLUMN app_public.alert_update_input.draft_id IS 'The id of the shared draft that the update comes from. It is removed. Error CONFLICT, and no update, if it was published or removed already.';
COMMENT ON COLUMN app_public.alert_update_input.texts IS '@itemsNotNull
All texts in other languages. Left out, they stay, and are old (isOld) if the title or a text changes.';
CREATE TYPE app_public.watch_circle AS (
	latitude double precision,
	longitude double precision,
	radius double precision,
	holds_you boolean,
	distance double precision
);
COMMENT ON TYPE app_public.watch_circle IS 'A circle for a phone to watch: on entering it, report where you are.';
COMMENT ON COLUMN app_public.watch_circle.latitude IS '@notNull
The latitude of its centre, in degrees north.';
COMMENT ON COLUMN app_public.watch_circle.longitude IS '@notNull
The longitude of its centre, in degrees east.';
COMMENT ON COLUMN app_public.watch_circle.radius IS '@notNull
Its radius in metres, 100 at least.';
COMMENT ON COLUMN app_public.watch_circle.holds_you IS '@notNull
True if the place lies in it: report all the time until you have left it.';
COMMENT ON COLUMN app_public.watch_circle.distance IS '@notNull
The distance from the place to the nearest border that it covers, in metres.';
CREATE TYPE app_public.zone_near AS (
	alert_id integer,
	version integer,
	level app_public.level_alert,
	holds_you boolean,
	distance double precision,
	expires_at timestamp with time zone,
	text text,
	geo_json app_public.geo_json
);
COMMENT ON TYPE app_public.zone_near IS 'A zone of an active alert near a place.';
COMMENT ON COLUMN app_public.zone_near.alert_id IS '@notNull
The id of the alert.';
COMMENT ON COLUMN app_public.zone_near.version IS '@notNull
The version of the alert that this zone is of.';
COMMENT ON COLUMN app_public.zone_near.level IS '@notNull
The level of the zone. Zone TWO includes ONE, and THREE both.';
COMMENT ON COLUMN app_public.zone_near.holds_you IS '@notNull
True if the place lies in the zone.';
COMMENT ON COLUMN app_public.zone_near.distance IS 'The distance from the place to the border of the zone, in metres. Null if no border lies within the radius.';
COMMENT ON COLUMN app_public.zone_near.expires_at IS '@notNull
When the alert ends by itself.';
COMMENT ON COLUMN app_public.zone_near.text IS '@notNull
The text of that level.';
COMMENT ON COLUMN app_public.zone_near.geo_json IS '@notNull
The exact zone, with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';
CREATE TYPE app_public.alerts_near AS (
	cursor text,
	refresh_radius double precision,
	zones app_public.zone_near[],
	omitted_zones integer,
	circles app_public.watch_circle[]
);
COMMENT ON TYPE app_public.alerts_near IS 'The zones near a place, and circles for a phone to watch.';
COMMENT ON COLUMN app_public.alerts_near.cursor IS '@notNull
The cursor of the last change of any alert. Send it as since to ask if the answer still holds.';
COMMENT ON COLUMN app_public.alerts_near.refresh_radius IS '@notNull
The radius around the place in which the circles hold, in metres: half the radius asked for, or more. Who leaves it asks again.';
COMMENT ON COLUMN app_public.alerts_near.zones IS '@notNull
@itemsNotNull
The zones that hold the place or have a border within the radius: those that hold it first, then the most urgent and nearest. At most 300.';
COMMENT ON COLUMN app_public.alerts_near.omitted_zones IS '@notNull
How many further zones there are. The circles cover their borders too.';
COMMENT ON COLUMN app_public.alerts_near.circles IS '@notNull
@itemsNotNull
Circles that cover the borders of all these zones within refreshRadius, the nearest border first. At most 19.';
CREATE TYPE app_public.approval_rule AS ENUM (
    'OFF',
    'MANY',
    'ALWAYS'
);
COMMENT ON TYPE app_public.approval_rule IS '@value OFF An approver publishes alone.
@value MANY A second person approves what more than approvalAbove people would get.
@value ALWAYS A second person approves each publication.
When a second person has to approve a publication. An all-clear, a smaller area and an earlier end never wait.';
CREATE TYPE app_public.audit_action AS ENUM (
    'LOGGED_IN',
    'LOGIN_FAILED',
    'SESSION_ENDED',
    'SESSIONS_ENDED',
    'PASSWORD_CHANGED',
    'PASSWORD_RESET',
    'PASSWORD_SET',
    'PASSWORD_LINK_MADE',
    'SECOND_FACTOR_ADDED',
    'SECOND_FACTOR_REMOVED',
    'RECOVERY_CODES_MADE',
    'DEVICE_KEY_ADDED',
    'DEVICE_KEY_REVOKED',
    'USER_CREATED',
    'USER_IMPORTED',
    'USER_EDITED',
    'USER_REMOVED',
    'USER_EXPORTED',
    'USER_ERASED',
    'RIGHTS_CHANGED',
    'TRAINING_CHANGED',
    'ALERT_PUBLISHED',
    'ALERT_UPDATED',
    'ALERT_CANCELLED',
    'PUBLICATION_COMPLETED',
    'PUBLICATION_ENDED',
    'PUBLICATION_HELD',
    'PUBLICATION_TAKEN_BACK',
    'PUBLICATION_PROPOSED',
    'PUBLICATION_APPROVED',
    'PUBLICATION_REJECTED',
    'APPROVAL_BYPASSED',
    'SECOND_FACTOR_BYPASSED',
    'DRAFT_CREATED',
    'DRAFT_EDITED',
    'DRAFT_REMOVED',
    'TEMPLATE_CREATED',
    'TEMPLATE_EDITED',
    'TEMPLATE_REMOVED',
    'AREA_CREATED',
    'AREA_EDITED',
    'AREA_REMOVED',
    'SETTINGS_CHANGED',
    'PEOPLE_READ',
    'PEOPLE_FOLLOWED',
    'ENTRIES_PURGED',
    'INVITATION_MADE',
    'INVITATION_REVOKED',
    'USER_JOINED',
    'EMAIL_VERIFIED',
    'AUTHORITY_CHANGED'
);
COMMENT ON TYPE app_public.audit_action IS '@value LOGGED_IN The actor began a session. The facts have the way of the login.
@value LOGIN_FAILED Somebody gave a wrong password, or a wrong second factor, whose way the facts have. Once a minute for each user; without an object for emails that nobody has.
@value SESSION_ENDED One session of the user ended.
@value SESSIONS_ENDED A new password ended sessions of the user.
@value PASSWORD_CHANGED The actor changed their own password.
@value PASSWORD_RESET An administrator changed a user''s password.
@value PASSWORD_SET A user set their password by a link.
@value PASSWORD_LINK_MADE An administrator made a link by which a user sets their first password.
@value SECOND_FACTOR_ADDED The actor added a second factor.
@value SECOND_FACTOR_REMOVED A second factor of the user was removed, or all of them without the service.
@value RECOVERY_CODES_MADE The actor replaced their recovery codes.
@value DEVICE_KEY_ADDED The actor made a device key.
@value DEVICE_KEY_REVOKED A device key of the user was revoked.
@value USER_CREATED A user was created.
@value USER_IMPORTED A user was created by an import.
@value USER_EDITED A user was edited. The facts name the fields.
@value USER_REMOVED A user was removed.
@value USER_ERASED A person was erased. The facts have the numbers of positions and notifications.
@value USER_EXPORTED All that is held of a person was exported.
@value RIGHTS_CHANGED A user''s rights changed. The facts have the rights since.
@value TRAINING_CHANGED A user''s training began or ended.
@value ALERT_PUBLISHED An alert was published.
@value ALERT_UPDATED A version of an alert was published.
@value ALERT_CANCELLED An alert was cancelled.
@value PUBLICATION_COMPLETED Everyone concerned by a version was notified. The facts have the number of people notified so far.
@value PUBLICATION_ENDED The alert expired before everyone concerned was notified. The facts have the number of people notified.
@value PUBLICATION_HELD A publication was held, to be taken back or to go out.
@value PUBLICATION_TAKEN_BACK A held publication was taken back.
@value PUBLICATION_PROPOSED A publication was proposed to the approvers.
@value PUBLICATION_APPROVED A proposal of another person was approved.
@value PUBLICATION_REJECTED A proposal was rejected, or returned for changes.
@value APPROVAL_BYPASSED The actor published alone what a second person had to approve.
@value SECOND_FACTOR_BYPASSED The actor published without showing the second factor again.
@value DRAFT_CREATED A draft was shared.
@value DRAFT_EDITED A shared draft was edited.
@value DRAFT_REMOVED A shared draft was removed, or published.
@value TEMPLATE_CREATED A template was saved.
@value TEMPLATE_EDITED A template was edited.
@value TEMPLATE_REMOVED A template was removed.
@value AREA_CREATED An area was saved.
@value AREA_EDITED A saved area was edited.
@value AREA_REMOVED A saved area was removed.
@value SETTINGS_CHANGED Settings of the service changed. The facts have the old and the new values.
@value PEOPLE_READ An administrator read positions, notifications, device keys or names of other people. The facts name the fields.
@value PEOPLE_FOLLOWED An administrator followed such data by a subscription. Once a minute.
@value ENTRIES_PURGED Entries past the retention were deleted.
@value INVITATION_MADE An administrator made an invitation.
@value INVITATION_REVOKED An administrator revoked an invitation.
@value USER_JOINED A person joined by an invitation.
@value EMAIL_VERIFIED A user confirmed their email by a mailed link.
@value AUTHORITY_CHANGED An authority was made or changed.
What an entry of the audit log records.';
CREATE TYPE app_public.audit_object AS ENUM (
    'USER',
    'ALERT',
    'HELD_PUBLICATION',
    'DRAFT',
    'TEMPLATE',
    'AREA',
    'INVITATION',
    'AUTHORITY'
);
COMMENT ON TYPE app_public.audit_object IS '@value USER A user.
@value ALERT An alert.
@value HELD_PUBLICATION A held publication.
@value DRAFT A shared draft.
@value TEMPLATE A template of alerts.
@value AREA A saved area.
@value INVITATION An invitation.
@value AUTHORITY An authority.
What an action was done to.';
CREATE TYPE app_public.authority_edit AS (
	name text,
	area app_public.geo_json,
	approval app_public.approval_rule,
	approval_above integer,
	approves_exercises boolean
);
COMMENT ON TYPE app_public.authority_edit IS '@inputTypeName AuthorityEdit
The changes of an authority. A field that is left out stays as it is.';
COMMENT ON COLUMN app_public.authority_edit.name IS 'The new name.';
COMMENT ON COLUMN app_public.authority_edit.area IS 'The new area, as in AuthorityInput.';
COMMENT ON COLUMN app_public.authority_edit.approval IS 'When a second person has to approve a publication.';
COMMENT ON COLUMN app_public.authority_edit.approval_above IS 'Above how many people, if approval is MANY.';
COMMENT ON COLUMN app_public.authority_edit.approves_exercises IS 'True if a second person has to approve exercises and tests too.';
CREATE TYPE app_public.authority_input AS (
	name text,
	area app_public.geo_json,
	parent_id integer
);
COMMENT ON TYPE app_public.authority_input IS '@inputTypeName AuthorityInput
An authority to make.';
COMMENT ON COLUMN app_public.authority_input.name IS '@notNull
Its name, as people read it. No other authority has it, whatever its case.';
COMMENT ON COLUMN app_public.authority_input.area IS 'The area in which it warns, as a Polygon or a MultiPolygon of GeoJSON. Left out for an authority that warns everywhere.';
COMMENT ON COLUMN app_public.authority_input.parent_id IS 'The id of the authority above, whose managers manage it too. Your own by default.';
CREATE TYPE app_public.authority_role AS ENUM (
    'VIEWER',
    'AUTHOR',
    'APPROVER',
    'MANAGER'
);
COMMENT ON TYPE app_public.authority_role IS '@value VIEWER Sees the map, the alerts and how many people they reach.
@value AUTHOR Prepares alerts, and ends those of their own.
@value APPROVER Publishes, updates and ends alerts.
@value MANAGER Manages people, invitations and roles: an administrator.
What a user may do for an authority. Each role has all rights of the one before.';
CREATE TYPE app_public.cap_mark AS ENUM (
    'NOT_VALID',
    'NOT_SIGNED',
    'EXPIRED',
    'TEST',
    'NO_AREA',
    'OUTSIDE',
    'UNKNOWN_REFERENCE',
    'CANCELLED'
);
COMMENT ON TYPE app_public.cap_mark IS '@value NOT_VALID It breaks the schema of CAP 1.2.
@value NOT_SIGNED No signature of its source was verified.
@value EXPIRED It has expired.
@value TEST It is an exercise or a test.
@value NO_AREA It has no area that can be drawn.
@value OUTSIDE It reaches outside of the authority''s area. The draft has what is inside, if anything is.
@value UNKNOWN_REFERENCE It changes a message that is not known here.
@value CANCELLED It cancels the message before.
What authors should know of a CAP message.';
CREATE TYPE app_public.cap_source_edit AS (
	name text,
	url text,
	interval_s integer,
	area app_public.geo_json,
	public_key text,
	is_paused boolean
);
COMMENT ON TYPE app_public.cap_source_edit IS '@inputTypeName CapSourceEdit
The changes of a source of CAP messages. A field that is left out stays as it is.';
COMMENT ON COLUMN app_public.cap_source_edit.name IS 'Its name.';
COMMENT ON COLUMN app_public.cap_source_edit.url IS 'Where its messages are, by https: a feed of Atom or RSS, or one message.';
COMMENT ON COLUMN app_public.cap_source_edit.interval_s IS 'How many seconds after an answer it is asked again, 10 to 3600.';
COMMENT ON COLUMN app_public.cap_source_edit.area IS 'The area that messages must touch, as a Polygon or a MultiPolygon of GeoJSON.';
COMMENT ON COLUMN app_public.cap_source_edit.public_key IS 'The public key, or the certificate, by which its messages are signed, as PEM. A message with a wrong signature is refused then.';
COMMENT ON COLUMN app_public.cap_source_edit.is_paused IS 'True if it is not to be asked now.';
CREATE TYPE app_public.cap_source_input AS (
	name text,
	url text,
	interval_s integer,
	area app_public.geo_json,
	public_key text,
	is_paused boolean,
	authority_id integer
);
COMMENT ON TYPE app_public.cap_source_input IS '@inputTypeName CapSourceInput
A source of CAP messages to add.';
COMMENT ON COLUMN app_public.cap_source_input.name IS '@notNull
Its name.';
COMMENT ON COLUMN app_public.cap_source_input.url IS '@notNull
Where its messages are, by https: a feed of Atom or RSS, or one message.';
COMMENT ON COLUMN app_public.cap_source_input.interval_s IS 'How many seconds after an answer it is asked again, 10 to 3600. 30 by default.';
COMMENT ON COLUMN app_public.cap_source_input.area IS 'The area that messages must touch, as a Polygon or a MultiPolygon of GeoJSON. That of the authority by default.';
COMMENT ON COLUMN app_public.cap_source_input.public_key IS 'The public key, or the certificate, by which its messages are signed, as PEM. A message with a wrong signature is refused then.';
COMMENT ON COLUMN app_public.cap_source_input.is_paused IS 'True if it is not to be asked now.';
COMMENT ON COLUMN app_public.cap_source_input.authority_id IS 'The id of the authority whose drafts its messages become, for managers of several. By default that of your highest role.';
CREATE TYPE app_public.cell AS (
	name text,
	people integer,
	reported_at bigint,
	is_answering boolean
);
COMMENT ON TYPE app_public.cell IS 'A service with its own people, which publishes the alerts of this one to them.';
COMMENT ON COLUMN app_public.cell.name IS '@notNull
Its name.';
COMMENT ON COLUMN app_public.cell.people IS 'How many people it can notify: users with a last position. Null before its first report.';
COMMENT ON COLUMN app_public.cell.reported_at IS 'When it reported last, in seconds since 1970-01-01 UTC. Null if it never did.';
COMMENT ON COLUMN app_public.cell.is_answering IS '@notNull
True if it reported within the last 30 seconds. Otherwise its people may not have been told.';
CREATE TYPE app_public.cell_delivery AS (
	cell text,
	version integer,
	level app_public.level_alert,
	users integer,
	users_pushed integer,
	users_waiting integer,
	users_failed integer,
	users_seen integer,
	is_complete boolean,
	received_at bigint
);
COMMENT ON TYPE app_public.cell_delivery IS 'The results of an alert in a cell, for one level.';
COMMENT ON COLUMN app_public.cell_delivery.cell IS '@notNull
The name of the cell.';
COMMENT ON COLUMN app_public.cell_delivery.version IS 'The version that the cell had when it counted. Null if it has reported nothing of this alert.';
COMMENT ON COLUMN app_public.cell_delivery.level IS 'The level. Null if the cell has reported nothing of this alert.';
COMMENT ON COLUMN app_public.cell_delivery.users IS '@notNull
Users of the cell whose most urgent notification is of this level.';
COMMENT ON COLUMN app_public.cell_delivery.users_pushed IS '@notNull
How many of these users were pushed to.';
COMMENT ON COLUMN app_public.cell_delivery.users_waiting IS '@notNull
How many of these users have pushes that wait to be sent.';
COMMENT ON COLUMN app_public.cell_delivery.users_failed IS '@notNull
How many of these users no push reached, although they have a device.';
COMMENT ON COLUMN app_public.cell_delivery.users_seen IS '@notNull
How many of these users have seen it.';
COMMENT ON COLUMN app_public.cell_delivery.is_complete IS '@notNull
True if the cell has notified everyone that the present version is for.';
COMMENT ON COLUMN app_public.cell_delivery.received_at IS 'When the last change of these figures came, in seconds since 1970-01-01 UTC. Null if none did.';
CREATE TYPE app_public.device AS (
	id bigint,
	provider text,
	created_at timestamp with time zone,
	left_at timestamp with time zone,
	topic text,
	number text
);
COMMENT ON TYPE app_public.device IS 'A device that you get pushes on, or did.';
COMMENT ON COLUMN app_public.device.id IS '@notNull
The id of the device.';
COMMENT ON COLUMN app_public.device.provider IS '@notNull
The provider that pushes to it, such as expo, or email.';
COMMENT ON COLUMN app_public.device.created_at IS '@notNull
When it was last registered.';
COMMENT ON COLUMN app_public.device.left_at IS 'When another user registered it; it gets no pushes of yours since. Null for a device that is yours.';
COMMENT ON COLUMN app_public.device.topic IS 'The topic of ntfy. Null for other devices.';
COMMENT ON COLUMN app_public.device.number IS 'The telephone number of SMS. Null for other devices.';
CREATE TYPE app_public.device_key AS (
	id integer,
	name text,
	key text,
	created_at timestamp with time zone,
	last_used_at timestamp with time zone
);
COMMENT ON TYPE app_public.device_key IS 'A key with which an app reports a user''s positions, and can do nothing else.';
COMMENT ON COLUMN app_public.device_key.id IS '@notNull
The id of the device key.';
COMMENT ON COLUMN app_public.device_key.name IS '@notNull
The name that the user gave it.';
COMMENT ON COLUMN app_public.device_key.key IS 'The key itself. Only the answer of deviceKeyAdd has it: the service keeps its hash.';
COMMENT ON COLUMN app_public.device_key.created_at IS '@notNull
When it was made.';
COMMENT ON COLUMN app_public.device_key.last_used_at IS 'When an app last used it, to about a minute. Null before the first use.';
CREATE TYPE app_public.email_use AS ENUM (
    'ALWAYS',
    'WITHOUT_DEVICE',
    'NEVER'
);
COMMENT ON TYPE app_public.email_use IS '@value ALWAYS Each alert comes by email too.
@value WITHOUT_DEVICE Alerts come by email while the user has no device.
@value NEVER No alert comes by email.
When alerts come by email.';
CREATE TYPE app_public.held_publication_state AS ENUM (
    'HELD',
    'PROPOSED',
    'APPROVED',
    'PUBLISHED',
    'TAKEN_BACK',
    'REJECTED',
    'RETURNED',
    'FAILED'
);
COMMENT ON TYPE app_public.held_publication_state IS '@value HELD It can be taken back.
@value PROPOSED It waits for the approval of a second person.
@value APPROVED A second person has approved it. It is published at once, or at its time.
@value PUBLISHED It was published.
@value TAKEN_BACK It was taken back: nothing of it was published.
@value REJECTED An approver rejected it: nothing of it was published.
@value RETURNED An approver returned it for changes: nothing of it was published.
@value FAILED Nothing of it was published, because something has changed since; the reason says what.
What became of a held publication.';
CREATE TYPE app_public.held_publication AS (
	id integer,
	state app_public.held_publication_state,
	seconds_left double precision,
	alert_id integer,
	reason text,
	refusal text,
	title text,
	user_id integer,
	authority_id integer,
	created_at timestamp with time zone,
	publish_at timestamp with time zone,
	break_glass text,
	decided_by integer
);
COMMENT ON TYPE app_public.held_publication IS '@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription Who publishes or proposes it.|@behavior -manyRelation:resource:list -manyRelation:resource:connection
A publication that waits, to be taken back, for its time or for a second person, and what became of it.';
COMMENT ON COLUMN app_public.held_publication.id IS '@notNull
The id of the held publication.';
COMMENT ON COLUMN app_public.held_publication.state IS '@notNull
What became of it.';
COMMENT ON COLUMN app_public.held_publication.seconds_left IS '@notNull
For how many seconds it is still held. 0 if it is not, or waits for a second person.';
COMMENT ON COLUMN app_public.held_publication.alert_id IS 'The id of the alert. Null for a new one that is not published.';
COMMENT ON COLUMN app_public.held_publication.reason IS 'Why it failed or was rejected. Null if it was not.';
COMMENT ON COLUMN app_public.held_publication.refusal IS 'The `reason` of the refusal, as errors have it in their extensions: a name that stays, while the text in reason may change. Null if it did not fail.';
COMMENT ON COLUMN app_public.held_publication.title IS '@notNull
The title of the alert, or its first text.';
COMMENT ON COLUMN app_public.held_publication.user_id IS '@notNull
The id of the user who publishes or proposes it.';
COMMENT ON COLUMN app_public.held_publication.authority_id IS '@notNull
The id of the authority that warns.';
COMMENT ON COLUMN app_public.held_publication.created_at IS '@notNull
When it was asked for.';
COMMENT ON COLUMN app_public.held_publication.publish_at IS 'When it is to be published. Null for at once.';
COMMENT ON COLUMN app_public.held_publication.break_glass IS 'Why it was published alone although a second person had to approve it, or without showing the second factor again. Null for others.';
COMMENT ON COLUMN app_public.held_publication.decided_by IS 'The id of the user who approved, rejected or took it back.';
CREATE TYPE app_public.invitation AS (
	id integer,
	name text,
	secret text,
	places integer,
	used integer,
	made_by integer,
	created_at timestamp with time zone,
	expires_at timestamp with time zone,
	revoked_at timestamp with time zone
);
COMMENT ON TYPE app_public.invitation IS 'What people make their own user by. It works until it is full, over or revoked.';
COMMENT ON COLUMN app_public.invitation.id IS '@notNull
The id of the invitation.';
COMMENT ON COLUMN app_public.invitation.name IS '@notNull
The name that administrators know it by.';
COMMENT ON COLUMN app_public.invitation.secret IS 'What people join with. Only the answer of invitationAdd has it: the service keeps its hash. The link is /join/# and the secret.';
COMMENT ON COLUMN app_public.invitation.places IS '@notNull
How many people can join by it.';
COMMENT ON COLUMN app_public.invitation.used IS '@notNull
How many have joined.';
COMMENT ON COLUMN app_public.invitation.made_by IS '@notNull
The id of the administrator who made it.';
COMMENT ON COLUMN app_public.invitation.created_at IS '@notNull
When it was made.';
COMMENT ON COLUMN app_public.invitation.expires_at IS '@notNull
Until when people can join.';
COMMENT ON COLUMN app_public.invitation.revoked_at IS 'When an administrator revoked it. Null if nobody did.';
CREATE TYPE app_public.invitation_input AS (
	name text,
	places integer,
	expires_at timestamp with time zone
);
COMMENT ON TYPE app_public.invitation_input IS '@inputTypeName InvitationInput
An invitation to make.';
COMMENT ON COLUMN app_public.invitation_input.name IS '@notNull
A name for administrators to know it by, such as where its poster hangs.';
COMMENT ON COLUMN app_public.invitation_input.places IS 'How many people can join by it, from 1 to 100,000. 1 if left out.';
COMMENT ON COLUMN app_public.invitation_input.expires_at IS 'Until when they can: within the next year. 14 days from now if left out.';
CREATE TYPE app_public.level_delivery AS (
	level app_public.level_alert,
	targeted integer,
	sent integer,
	accepted integer,
	failed integer,
	seen integer,
	accepted_after_median double precision,
	accepted_after_p95 double precision,
	seen_after_median double precision,
	seen_after_p95 double precision,
	users integer,
	users_pushed integer,
	users_waiting integer,
	users_failed integer,
	users_seen integer
);
COMMENT ON TYPE app_public.level_delivery IS 'The results of an alert for one level: of its notifications, each counted once however many devices its user has, and of its users.';
COMMENT ON COLUMN app_public.level_delivery.level IS '@notNull
The level.';
COMMENT ON COLUMN app_public.level_delivery.targeted IS '@notNull
Notifications in the API. Users without a device are notified only there.';
COMMENT ON COLUMN app_public.level_delivery.sent IS '@notNull
Notifications that have left the host: the provider of a device has taken them, whatever became of them there.';
COMMENT ON COLUMN app_public.level_delivery.accepted IS '@notNull
Notifications that the provider of a device has accepted.';
COMMENT ON COLUMN app_public.level_delivery.failed IS '@notNull
Notifications that failed for good at every device.';
COMMENT ON COLUMN app_public.level_delivery.seen IS '@notNull
Notifications that the user has seen, as their client reports.';
COMMENT ON COLUMN app_public.level_delivery.accepted_after_median IS 'The median of the seconds until the provider accepted a push, from publication, or from the notification of a late entry.';
COMMENT ON COLUMN app_public.level_delivery.accepted_after_p95 IS 'The 95th percentile of the seconds until the provider accepted a push.';
COMMENT ON COLUMN app_public.level_delivery.seen_after_median IS 'The median of the seconds until the user saw the notification.';
COMMENT ON COLUMN app_public.level_delivery.seen_after_p95 IS 'The 95th percentile of the seconds until the user saw the notification.';
COMMENT ON COLUMN app_public.level_delivery.users IS '@notNull
Users whose most urgent notification is of this level, each counted once. The levels add up to reachedUsers.';
COMMENT ON COLUMN app_public.level_delivery.users_pushed IS '@notNull
How many of these users were pushed to: a push has left the host, as the provider has taken it.';
COMMENT ON COLUMN app_public.level_delivery.users_waiting IS '@notNull
How many of these users have pushes that wait to be sent, and none that has left the host.';
COMMENT ON COLUMN app_public.level_delivery.users_failed IS '@notNull
How many of these users no push reached, although they have a device: all failed for good.';
COMMENT ON COLUMN app_public.level_delivery.users_seen IS '@notNull
How many of these users have seen a notification of the alert, as their client reports.';
CREATE TYPE app_public.login_way AS ENUM (
    'PASSWORD',
    'TOTP',
    'PASSKEY',
    'RECOVERY_CODE',
    'OIDC'
);
COMMENT ON TYPE app_public.login_way IS '@value PASSWORD A password alone.
@value TOTP A password and a code of an authenticator app.
@value PASSKEY A passkey.
@value RECOVERY_CODE A password and a recovery code.
@value OIDC A login at an OpenID provider.
How a user logs in.';
CREATE TYPE app_public.mutual_aid_input AS (
	authority_id integer,
	to_authority_id integer,
	area app_public.geo_json,
	ends_at timestamp with time zone
);
COMMENT ON TYPE app_public.mutual_aid_input IS '@inputTypeName MutualAidInput
Mutual aid to grant.';
COMMENT ON COLUMN app_public.mutual_aid_input.authority_id IS 'The id of the authority that grants it, for managers of several. By default that of your highest role.';
COMMENT ON COLUMN app_public.mutual_aid_input.to_authority_id IS '@notNull
The id of the authority that receives it.';
COMMENT ON COLUMN app_public.mutual_aid_input.area IS 'The part of the area of the authority that grants it, as a Polygon or a MultiPolygon of GeoJSON. Left out for all of that area.';
COMMENT ON COLUMN app_public.mutual_aid_input.ends_at IS '@notNull
Until when it holds, within a year.';
CREATE TYPE app_public.notification_rule AS ENUM (
    'INSIDE_WHEN_PUBLISHED',
    'CAME_IN_LATER',
    'OUTSIDE',
    'NO_POSITION',
    'TOO_OLD',
    'TOO_COARSE',
    'NOT_A_TESTER',
    'CAME_IN_AFTER_THE_END',
    'ENDED_BEFORE',
    'NOT_YET'
);
COMMENT ON TYPE app_public.notification_rule IS '@value INSIDE_WHEN_PUBLISHED Notified: the last position lay in a zone at publication.
@value CAME_IN_LATER Notified: a later position report lay in a zone.
@value OUTSIDE Not notified: the position lies outside all zones.
@value NO_POSITION Not notified: the user has no position.
@value TOO_OLD Not notified: the position was too old.
@value TOO_COARSE Not notified: the position was too coarse to tell zone TWO from THREE.
@value NOT_A_TESTER Not notified: the alert is an exercise or a test, and the user is not a tester.
@value CAME_IN_AFTER_THE_END Not notified: the position was reported after the alert had ended.
@value ENDED_BEFORE Not notified: the alert ended before its publication came to this user.
@value NOT_YET Not notified: the publication has not come to this user yet.
Why a user was notified of an alert or was not.';
CREATE TYPE app_public.notification_reason AS (
	notification_id bigint,
	level app_public.level_alert,
	rule app_public.notification_rule,
	latitude double precision,
	longitude double precision,
	taken_at timestamp with time zone,
	age double precision,
	accuracy double precision,
	distance1 double precision,
	distance2 double precision,
	distance3 double precision
);
COMMENT ON TYPE app_public.notification_reason IS 'The position and the rule by which a user was notified of an alert or was not.';
COMMENT ON COLUMN app_public.notification_reason.notification_id IS '@asInt
The id of the notification. Null if the user was not notified.';
COMMENT ON COLUMN app_public.notification_reason.level IS 'The level of the notification. Null if the user was not notified.';
COMMENT ON COLUMN app_public.notification_reason.rule IS '@notNull
The rule that decided.';
COMMENT ON COLUMN app_public.notification_reason.latitude IS 'The latitude of the position that counted, in degrees north. Null if there is none.';
COMMENT ON COLUMN app_public.notification_reason.longitude IS 'The longitude of the position that counted, in degrees east. Null if there is none.';
COMMENT ON COLUMN app_public.notification_reason.taken_at IS 'When the device took that position.';
COMMENT ON COLUMN app_public.notification_reason.age IS 'The age of the position when it counted, in seconds. If the user was not notified: its age now, or when the alert ended.';
COMMENT ON COLUMN app_public.notification_reason.accuracy IS 'The radius of its accuracy in metres. Null if the device did not report it.';
COMMENT ON COLUMN app_public.notification_reason.distance1 IS 'The distance from the area in metres, 0 inside.';
COMMENT ON COLUMN app_public.notification_reason.distance2 IS 'The distance from zone TWO in metres, 0 inside.';
COMMENT ON COLUMN app_public.notification_reason.distance3 IS 'The distance from zone THREE in metres, 0 inside.';
CREATE TYPE app_public.notification_update_input AS (
	id bigint,
	seen boolean
);
COMMENT ON TYPE app_public.notification_update_input IS '@inputTypeName NotificationUpdateInput
A notification of yours, and whether you have seen it.';
COMMENT ON COLUMN app_public.notification_update_input.id IS '@asInt
@notNull
The id of the notification.';
COMMENT ON COLUMN app_public.notification_update_input.seen IS '@notNull
True if you have seen it.';
CREATE TYPE app_public.password_link AS (
	user_id integer,
	token text,
	expires_at timestamp with time zone
);
COMMENT ON TYPE app_public.password_link IS 'What a user needs to set their first password.';
COMMENT ON COLUMN app_public.password_link.user_id IS '@notNull
The id of the user.';
COMMENT ON COLUMN app_public.password_link.token IS '@notNull
The token for passwordSet. The console''s page for it is at /console/#/password/ and the token.';
COMMENT ON COLUMN app_public.password_link.expires_at IS '@notNull
Until when it works.';
CREATE TYPE app_public.position_input AS (
	latitude double precision,
	longitude double precision,
	moving_activity app_public.moving_activity,
	taken_at bigint,
	accuracy double precision,
	client_id text
);
COMMENT ON TYPE app_public.position_input IS '@inputTypeName PositionInput
A position to report.';
COMMENT ON COLUMN app_public.position_input.latitude IS '@notNull
Degrees north, WGS 84, from -90 to 90.';
COMMENT ON COLUMN app_public.position_input.longitude IS '@notNull
Degrees east, WGS 84, from -180 to 180.';
COMMENT ON COLUMN app_public.position_input.moving_activity IS '@notNull
How you are moving.';
COMMENT ON COLUMN app_public.position_input.taken_at IS 'When the device took it. Now, if it is left out. Up to a day ahead counts as now, for clocks that are fast. More than ten years ago is refused, except that 1,024 weeks are added if this gives now to within a day, for receivers of GPS that lost count of the weeks.';
COMMENT ON COLUMN app_public.position_input.accuracy IS 'The radius of its accuracy in metres.';
COMMENT ON COLUMN app_public.position_input.client_id IS 'Your own id of this position, such as a UUID, of 1 to 100 characters. A position that you report again with the same id is stored once.';
CREATE TYPE app_public.publication_input AS (
	key text,
	new_alert app_public.alert_input,
	alert_id integer,
	changes app_public.alert_update_input,
	all_clear text,
	expected_status app_public.alert_status,
	publish_at bigint,
	break_glass text,
	all_clear_texts app_public.alert_text_input[]
);
COMMENT ON TYPE app_public.publication_input IS '@inputTypeName PublicationInput
What to publish: newAlert alone, or alertId with either changes or allClear.';
COMMENT ON COLUMN app_public.publication_input.key IS '@notNull
A key of your own for this publication, such as a UUID. Repeating the same request with it returns the first one, whatever became of it. Error CONFLICT if the request differs.';
COMMENT ON COLUMN app_public.publication_input.new_alert IS 'A new alert, as for newAlert.';
COMMENT ON COLUMN app_public.publication_input.alert_id IS 'The id of the alert to update or to cancel.';
COMMENT ON COLUMN app_public.publication_input.changes IS 'The changes of that alert, as for alertUpdate.';
COMMENT ON COLUMN app_public.publication_input.all_clear IS 'The text of that alert''s all-clear, as for alertCancel.';
COMMENT ON COLUMN app_public.publication_input.expected_status IS 'The status of a new alert that its author was shown. Error FORBIDDEN if it would be of another one, because the training of the author began meanwhile.';
COMMENT ON COLUMN app_public.publication_input.publish_at IS 'When to publish it, in seconds since 1970-01-01 UTC. It is checked now and again then, and can be taken back until then. Left out for at once.';
COMMENT ON COLUMN app_public.publication_input.break_glass IS 'Why it cannot wait for a second person, who would have to approve it, or for your second factor. All approvers are told, and the audit log says so. For approvers.';
COMMENT ON COLUMN app_public.publication_input.all_clear_texts IS '@itemsNotNull
The all-clear in other languages.';
CREATE TYPE app_public.publish_step AS (
	confirm_above integer,
	take_back_time double precision
);
COMMENT ON TYPE app_public.publish_step IS 'What a client asks of an administrator before it publishes.';
COMMENT ON COLUMN app_public.publish_step.confirm_above IS '@notNull
Above this number of people, the administrator types the number.';
COMMENT ON COLUMN app_public.publish_step.take_back_time IS '@notNull
For how many seconds publicationHold holds a publication.';
CREATE TYPE app_public.push_failure AS (
	provider text,
	reason text,
	is_final boolean,
	pushes integer,
	users integer
);
COMMENT ON TYPE app_public.push_failure IS 'Why some pushes of an alert have failed, or wait to be tried again.';
COMMENT ON COLUMN app_public.push_failure.provider IS '@notNull
The provider, such as expo or email.';
COMMENT ON COLUMN app_public.push_failure.reason IS '@notNull
Why, as the provider or the host says it.';
COMMENT ON COLUMN app_public.push_failure.is_final IS '@notNull
True if they have failed for good, false if they are tried again.';
COMMENT ON COLUMN app_public.push_failure.pushes IS '@notNull
The number of pushes.';
COMMENT ON COLUMN app_public.push_failure.users IS '@notNull
The number of users whose pushes they are, each counted once.';
CREATE TYPE app_public.quiet_hours_input AS (
	"from" text,
	"to" text,
	time_zone text
);
COMMENT ON TYPE app_public.quiet_hours_input IS '@inputTypeName QuietHoursInput
The hours in which your pushes of levels TWO and THREE wait.';
COMMENT ON COLUMN app_public.quiet_hours_input."from" IS '@notNull
The time of day at which they start, such as 22:00.';
COMMENT ON COLUMN app_public.quiet_hours_input."to" IS '@notNull
The time of day at which they end, such as 07:00. It may be earlier than from: they then pass midnight.';
COMMENT ON COLUMN app_public.quiet_hours_input.time_zone IS '@notNull
A name of the IANA time zone database, such as Europe/Rome.';
CREATE TYPE app_public.received_message AS (
	id bigint,
	source_name text,
	sender text,
	identifier text,
	sent timestamp with time zone,
	msg_type text,
	marks app_public.cap_mark[],
	text text,
	note text,
	infos jsonb,
	changes jsonb
);
COMMENT ON TYPE app_public.received_message IS 'A CAP message of others.';
COMMENT ON COLUMN app_public.received_message.id IS '@notNull
The id of the message.';
COMMENT ON COLUMN app_public.received_message.source_name IS 'The name of its source. Null if an author opened it, or the source was removed.';
COMMENT ON COLUMN app_public.received_message.sender IS '@notNull
Its sender, as it says.';
COMMENT ON COLUMN app_public.received_message.identifier IS '@notNull
Its identifier.';
COMMENT ON COLUMN app_public.received_message.sent IS '@notNull
When it was sent, as it says.';
COMMENT ON COLUMN app_public.received_message.msg_type IS '@notNull
Alert, Update or Cancel.';
COMMENT ON COLUMN app_public.received_message.marks IS '@notNull
What authors should know of it.';
COMMENT ON COLUMN app_public.received_message.text IS '@notNull
Its text in the language of the service, else its first one.';
COMMENT ON COLUMN app_public.received_message.note IS 'Its note.';
COMMENT ON COLUMN app_public.received_message.infos IS '@notNull
All its parts: a list of objects with the fields of CAP, such as language, headline, description, instruction, areaDesc, geocodes and parameters.';
COMMENT ON COLUMN app_public.received_message.changes IS '@notNull
What it changes of the message before: a list of objects with field, before and after.';
CREATE TYPE app_public.register_notification_token AS (
	token text,
	language text
);
COMMENT ON TYPE app_public.register_notification_token IS '@inputTypeName RegisterNotificationToken
A device to push to.';
COMMENT ON COLUMN app_public.register_notification_token.token IS '@notNull
The token that the device got from its push service.';
COMMENT ON COLUMN app_public.register_notification_token.language IS 'The language of the device, such as "it" or "pt-BR": it counts for users who choose none.';
CREATE TYPE app_public.saved_area_edit AS (
	name text,
	area app_public.geo_json,
	expected_version integer
);
COMMENT ON TYPE app_public.saved_area_edit IS '@inputTypeName SavedAreaEdit
The changes of a saved area. A field that is left out stays as it is.';
COMMENT ON COLUMN app_public.saved_area_edit.name IS 'The new name.';
COMMENT ON COLUMN app_public.saved_area_edit.area IS 'The new area as a Polygon or a MultiPolygon, as in AlertInput.';
COMMENT ON COLUMN app_public.saved_area_edit.expected_version IS '@notNull
The version that the changes were made for.';
CREATE TYPE app_public.saved_area_input AS (
	name text,
	area app_public.geo_json
);
COMMENT ON TYPE app_public.saved_area_input IS '@inputTypeName SavedAreaInput
An area to save.';
COMMENT ON COLUMN app_public.saved_area_input.name IS '@notNull
Its name. No other saved area has it, whatever its case.';
COMMENT ON COLUMN app_public.saved_area_input.area IS '@notNull
The area as a Polygon or a MultiPolygon, as in AlertInput.';
CREATE TYPE app_public.second_factor_demand AS ENUM (
    'NONE',
    'OFFERED',
    'DEMANDED'
);
COMMENT ON TYPE app_public.second_factor_demand IS '@value NONE Nobody adds one.
@value OFFERED Whoever wants one has one.
@value DEMANDED Whoever has none has no rights.
Whether users have a second factor.';
CREATE TYPE app_public.second_factor_state AS (
	rule app_public.second_factor_demand,
	demanded_from timestamp with time zone,
	recovery_codes integer,
	fresh_until timestamp with time zone
);
COMMENT ON TYPE app_public.second_factor_state IS 'What there is to know of a user''s second factors besides their list.';
COMMENT ON COLUMN app_public.second_factor_state.rule IS '@notNull
The rule of the user''s role.';
COMMENT ON COLUMN app_public.second_factor_state.demanded_from IS 'From when a second factor is demanded. Null if it is not.';
COMMENT ON COLUMN app_public.second_factor_state.recovery_codes IS '@notNull
How many recovery codes are unused.';
COMMENT ON COLUMN app_public.second_factor_state.fresh_until IS 'Until when this session needs to show no second factor again. Null if it has shown none.';
CREATE TYPE app_public.shared_draft_edit AS (
	name text,
	content text,
	expected_version integer,
	is_private boolean
);
COMMENT ON TYPE app_public.shared_draft_edit IS '@inputTypeName SharedDraftEdit
The changes of a shared draft. A field that is left out stays as it is.';
COMMENT ON COLUMN app_public.shared_draft_edit.name IS 'The new name.';
COMMENT ON COLUMN app_public.shared_draft_edit.content IS 'The new content.';
COMMENT ON COLUMN app_public.shared_draft_edit.expected_version IS '@notNull
The version that the changes were made for.';
COMMENT ON COLUMN app_public.shared_draft_edit.is_private IS 'False to share it with all administrators.';
CREATE TYPE app_public.shared_draft_input AS (
	name text,
	content text,
	is_private boolean,
	alert_id integer
);
COMMENT ON TYPE app_public.shared_draft_input IS '@inputTypeName SharedDraftInput
A draft to keep or to share.';
COMMENT ON COLUMN app_public.shared_draft_input.name IS '@notNull
Its name. No other shared draft has it, whatever its case. Private drafts may have the same name.';
COMMENT ON COLUMN app_public.shared_draft_input.content IS '@notNull
The draft as the client writes it, 1,000,000 bytes at most. The service does not read it.';
COMMENT ON COLUMN app_public.shared_draft_input.is_private IS 'True to keep it for yourself. False by default: all administrators can change it.';
COMMENT ON COLUMN app_public.shared_draft_input.alert_id IS 'The id of the alert that it updates. Left out for a new alert.';
CREATE TYPE app_public.timeline_step AS (
	began_at timestamp with time zone,
	duration integer,
	told integer,
	pushed integer,
	seen integer
);
COMMENT ON TYPE app_public.timeline_step IS 'What happened in a part of an alert''s time. Each user counts once, at the first of their notifications, pushes and looks.';
COMMENT ON COLUMN app_public.timeline_step.began_at IS '@notNull
When the step began.';
COMMENT ON COLUMN app_public.timeline_step.duration IS '@notNull
The seconds that the step took: 60 for an alert of up to two hours, more for a longer one.';
COMMENT ON COLUMN app_public.timeline_step.told IS '@notNull
Users who were notified for the first time.';
COMMENT ON COLUMN app_public.timeline_step.pushed IS '@notNull
Users to one of whose devices a push left for the first time.';
COMMENT ON COLUMN app_public.timeline_step.seen IS '@notNull
Users who saw a notification for the first time.';
CREATE TYPE app_public.user_edit AS (
	email text,
	name text,
	address text,
	last_position_only boolean,
	alerts_by_email app_public.email_use,
	languages text[]
);
COMMENT ON TYPE app_public.user_edit IS '@inputTypeName UserEdit
The fields of a user to change. A field that is left out stays as it is.';
COMMENT ON COLUMN app_public.user_edit.email IS 'The new email address.';
COMMENT ON COLUMN app_public.user_edit.name IS 'The new name.';
COMMENT ON COLUMN app_public.user_edit.address IS 'The new postal address.';
COMMENT ON COLUMN app_public.user_edit.last_position_only IS 'True to keep only your last position from now on, and to delete your history. For your own user only, also for administrators.';
COMMENT ON COLUMN app_public.user_edit.alerts_by_email IS 'When alerts come to you by email. For your own user only, also for administrators.';
COMMENT ON COLUMN app_public.user_edit.languages IS '@itemsNotNull
The languages that you read, the dearest first: alerts come in the first of them that they have. An empty list for that of your device.';
CREATE TYPE app_public.user_import AS (
	email text,
	name text,
	address text,
	is_tester boolean
);
COMMENT ON TYPE app_public.user_import IS '@inputTypeName UserImport
A user to create without a password.';
COMMENT ON COLUMN app_public.user_import.email IS '@notNull
The email address to log in with. It is unique, whatever its case.';
COMMENT ON COLUMN app_public.user_import.name IS '@notNull
The name of the user.';
COMMENT ON COLUMN app_public.user_import.address IS 'The postal address of the user. Empty if left out.';
COMMENT ON COLUMN app_public.user_import.is_tester IS 'True for a tester, who gets exercises and tests. False if left out.';
CREATE TYPE app_public.user_import_line AS (
	index integer,
	user_id integer,
	error text,
	reason text
);
COMMENT ON TYPE app_public.user_import_line IS 'What became of one entry of usersImport.';
COMMENT ON COLUMN app_public.user_import_line.index IS '@notNull
The place of the entry in the list, from 0.';
COMMENT ON COLUMN app_public.user_import_line.user_id IS 'The id of the new user. Null if no user was created.';
COMMENT ON COLUMN app_public.user_import_line.error IS 'What is wrong with the entry. Null if nothing is.';
COMMENT ON COLUMN app_public.user_import_line.reason IS 'The `reason` of the error, as errors have it in their extensions: a name that stays. Null if nothing is wrong.';
CREATE TYPE app_public.user_overview AS (
	id integer,
	email text,
	name text,
	address text,
	is_admin boolean,
	is_tester boolean,
	created_at timestamp with time zone,
	has_device boolean,
	has_password boolean,
	last_reported_at timestamp with time zone,
	is_training boolean,
	joined_by integer,
	app text,
	is_silent boolean,
	email_verified boolean,
	providers text[]
);
COMMENT ON TYPE app_public.user_overview IS 'A user, with what an administrator needs to know of them.';
COMMENT ON COLUMN app_public.user_overview.id IS '@notNull
The id of the user.';
COMMENT ON COLUMN app_public.user_overview.email IS '@notNull
The email address to log in with.';
COMMENT ON COLUMN app_public.user_overview.name IS '@notNull
The name of the user.';
COMMENT ON COLUMN app_public.user_overview.address IS '@notNull
The postal address of the user.';
COMMENT ON COLUMN app_public.user_overview.is_admin IS '@notNull
True for an administrator.';
COMMENT ON COLUMN app_public.user_overview.is_tester IS '@notNull
True for a tester.';
COMMENT ON COLUMN app_public.user_overview.created_at IS '@notNull
When the user was created.';
COMMENT ON COLUMN app_public.user_overview.has_device IS '@notNull
True if the user has a device that pushes go to.';
COMMENT ON COLUMN app_public.user_overview.has_password IS '@notNull
False for an imported user who has not set a password yet, and cannot log in.';
COMMENT ON COLUMN app_public.user_overview.last_reported_at IS 'When the last position was taken, or an app said later that it runs and has no newer one. Null without a position.';
COMMENT ON COLUMN app_public.user_overview.is_training IS '@notNull
True for a training user, whose alerts are all exercises.';
COMMENT ON COLUMN app_public.user_overview.joined_by IS 'The id of the invitation that the user joined by. Null for a user that an administrator created.';
COMMENT ON COLUMN app_public.user_overview.app IS 'The name of the device key that the last position came with. Null if it came with a login, or there is none.';
COMMENT ON COLUMN app_public.user_overview.is_silent IS '@notNull
True if the last position was taken longer ago than the service''s silentAfter: the user fell silent.';
COMMENT ON COLUMN app_public.user_overview.email_verified IS '@notNull
True if the user has confirmed the email by a link that was mailed to it.';
COMMENT ON COLUMN app_public.user_overview.providers IS '@notNull
@itemsNotNull
The providers that push to the user''s devices, such as expo, and email.';
CREATE TYPE app_public.user_rights_input AS (
	is_admin boolean,
	is_tester boolean
);
COMMENT ON TYPE app_public.user_rights_input IS '@inputTypeName UserRightsInput
The rights of a user to change. A field that is left out stays as it is.';
COMMENT ON COLUMN app_public.user_rights_input.is_admin IS 'True to make the user an administrator, false to end that.';
COMMENT ON COLUMN app_public.user_rights_input.is_tester IS 'True to send exercises and tests to the user, false to stop that.';
CREATE TYPE app_public.user_sort AS ENUM (
    'ID',
    'NAME',
    'EMAIL',
    'NEWEST',
    'LAST_REPORT'
);
COMMENT ON TYPE app_public.user_sort IS '@value ID By id, the oldest first.
@value NAME By name.
@value EMAIL By email.
@value NEWEST The newest first.
@value LAST_REPORT By the last position, the latest first. Users without one come last.
An order of users.';
CREATE TYPE app_public.webhook_event AS ENUM (
    'ALERT_PUBLISHED',
    'ALERT_UPDATED',
    'ALERT_ENDED',
    'ALERT_REACH'
);
COMMENT ON TYPE app_public.webhook_event IS '@value ALERT_PUBLISHED An alert was published.
@value ALERT_UPDATED An alert was changed.
@value ALERT_ENDED An alert was cancelled or has expired.
@value ALERT_REACH All are notified: how many people at each level.
What a webhook is told of.';
CREATE TYPE app_public.webhook_edit AS (
	url text,
	events app_public.webhook_event[],
	drills boolean,
	is_paused boolean
);
COMMENT ON TYPE app_public.webhook_edit IS '@inputTypeName WebhookEdit
The changes of a webhook. A field that is left out stays as it is.';
COMMENT ON COLUMN app_public.webhook_edit.url IS 'Where messages are posted to, by https.';
COMMENT ON COLUMN app_public.webhook_edit.events IS 'What it is told of.';
COMMENT ON COLUMN app_public.webhook_edit.drills IS 'True if it is also told of exercises and tests.';
COMMENT ON COLUMN app_public.webhook_edit.is_paused IS 'True if it is not to be told anything now.';
CREATE TYPE app_public.webhook_input AS (
	url text,
	events app_public.webhook_event[],
	drills boolean,
	is_paused boolean,
	authority_id integer
);
COMMENT ON TYPE app_public.webhook_input IS '@inputTypeName WebhookInput
A webhook to add.';
COMMENT ON COLUMN app_public.webhook_input.url IS '@notNull
Where messages are posted to, by https.';
COMMENT ON COLUMN app_public.webhook_input.events IS 'What it is told of; all by default.';
COMMENT ON COLUMN app_public.webhook_input.drills IS 'True if it is also told of exercises and tests.';
COMMENT ON COLUMN app_public.webhook_input.is_paused IS 'True if it is not to be told anything now.';
COMMENT ON COLUMN app_public.webhook_input.authority_id IS 'The id of the authority of whose alerts it is told, and of those below it, for managers of several. By default that of your highest role.';
CREATE FUNCTION app_private.add_device(user_id integer, token text, provider app_private.push_provider) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  loop
    perform app_private.take_device_token(add_device.token, add_device.user_id);
    insert into app_private.devices as d (user_id, token, provider)
      values (add_device.user_id, add_device.token, add_device.provider)
      on conflict on constraint devices_token_key do update set provider = excluded.provider, created_at = excluded.created_at
        where d.user_id = excluded.user_id;
    -- Otherwise another user has registered the token meanwhile: try again.
    exit when found;
  end loop;
  -- Removes the tokens of old installations.
  delete from app_private.devices d
    where d.user_id = add_device.user_id and d.id in (
      select o.id from app_private.devices o where o.user_id = add_device.user_id and o.provider not in ('email', 'sms') order by o.created_at desc, o.id desc offset 20);
end
$$;
COMMENT ON FUNCTION app_private.add_device(user_id integer, token text, provider app_private.push_provider) IS 'Adds a device to a user, or registers it again, and takes it from another user.';
CREATE FUNCTION app_private.add_factor(token_user_id integer, session_id bigint, kind app_public.login_way, name text, secret bytea, counter bigint, credential_id text DEFAULT NULL::text, transports text[] DEFAULT NULL::text[]) RETURNS text[]
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  caller constant record := app_private.authenticate(token_user_id, add_factor.session_id);
  is_first boolean;
  added_id integer;
begin
  perform set_config('jwt.claims.user_id', caller.user_id, true), set_config('jwt.claims.session_id', caller.session_id::text, true);
  is_first := not app_private.may_add_factor();
  insert into app_public.second_factors as f (user_id, kind, name, secret, counter, credential_id, transports)
    values (token_user_id, add_factor.kind, btrim(add_factor.name), add_factor.secret, add_factor.counter, add_factor.credential_id,
      add_factor.transports)
    returning f.id into added_id;
  update app_public.sessions s set second_factor_at = now() where s.user_id = token_user_id and s.id = add_factor.session_id;
  perform app_private.audit('SECOND_FACTOR_ADDED', 'USER', token_user_id, jsonb_build_object('way', add_factor.kind, 'second_factor_id', added_id));
  return case when is_first then app_private.make_recovery_codes(token_user_id) else '{}' end;
end
$$;
COMMENT ON FUNCTION app_private.add_factor(token_user_id integer, session_id bigint, kind app_public.login_way, name text, secret bytea, counter bigint, credential_id text, transports text[]) IS 'Adds a second factor that the host has verified to the user of a session, who has shown it thereby. Returns the recovery codes with the first one.';
CREATE FUNCTION app_private.my_authority() RETURNS integer
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select coalesce((
    select m.authority_id from app_public.memberships m
      where m.user_id = app_public.current_user_id() order by m.role desc, m.authority_id limit 1), 1)
$$;
COMMENT ON FUNCTION app_private.my_authority() IS 'Returns the id of the authority for which the user of this request acts unless another one is named: that of the highest role. The first authority without one.';
CREATE FUNCTION app_private.without_blanks(text text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  -- White space, control characters and invisible characters: joiners, direction marks, fillers, and the empty Braille pattern.
  select pg_catalog.regexp_replace(without_blanks.text, '[[:space:][:cntrl:]\u0085\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g')
$$;
COMMENT ON FUNCTION app_private.without_blanks(text text) IS 'Returns a text without white space and invisible characters of Unicode. Constraints use it to reject blank texts, and emails with hidden characters.';
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE app_public.users (
    id integer NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    address text NOT NULL,
    is_admin boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    is_tester boolean DEFAULT false NOT NULL,
    is_training boolean DEFAULT false NOT NULL,
    erasure_key uuid DEFAULT gen_random_uuid(),
    last_position_only boolean DEFAULT false NOT NULL,
    email_verified boolean DEFAULT false NOT NULL,
    authority_id integer DEFAULT app_private.my_authority() NOT NULL,
    alerts_by_email app_public.email_use DEFAULT 'WITHOUT_DEVICE'::app_public.email_use NOT NULL,
    email_refusal text,
    languages text[] DEFAULT '{}'::text[] NOT NULL,
    device_language text,
    sms_refusal text,
    CONSTRAINT users_address_length CHECK ((char_length(address) <= 500)),
    CONSTRAINT users_email_form CHECK (((char_length(email) <= 254) AND (email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'::text) AND (email = app_private.without_blanks(email)))),
    CONSTRAINT users_languages CHECK (((cardinality(languages) <= 10) AND (array_to_string(languages, ','::text, '-'::text) ~ '^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}(,|$))*$'::text))),
    CONSTRAINT users_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200) AND (app_private.without_blanks(name) <> ''::text)))
);
COMMENT ON TABLE app_public.users IS '@listForAdmins
@searchBy email words(name)
A person who reports positions and gets notifications, or an administrator.';
COMMENT ON COLUMN app_public.users.id IS 'The id of the user.';
COMMENT ON COLUMN app_public.users.email IS 'The email address to log in with. It is unique, whatever its case.';
COMMENT ON COLUMN app_public.users.name IS 'The name of the user.';
COMMENT ON COLUMN app_public.users.address IS 'The postal address of the user.';
COMMENT ON COLUMN app_public.users.is_admin IS 'True for an administrator, who may publish alerts and read all users and positions.';
COMMENT ON COLUMN app_public.users.created_at IS 'When the user was created.';
COMMENT ON COLUMN app_public.users.is_tester IS 'True for a tester, who gets exercises and tests.';
COMMENT ON COLUMN app_public.users.is_training IS 'True for a training user: every alert that they publish is an exercise, and they cannot change real alerts.';
COMMENT ON COLUMN app_public.users.erasure_key IS '@behavior -*
A random id that identifies the user in the list of erasures outside of the database. A restored database may assign the id of a user again, but never this key.';
COMMENT ON COLUMN app_public.users.last_position_only IS 'True if only the last position of the user is kept, and no history, as the user chose by userEdit.';
COMMENT ON COLUMN app_public.users.email_verified IS 'True if the user has confirmed the email by a link that was mailed to it.';
COMMENT ON COLUMN app_public.users.authority_id IS '@behavior -*
The authority that made or invited the user, and whose managers manage them.';
COMMENT ON COLUMN app_public.users.alerts_by_email IS 'When alerts come by email, if the service sends any and the email is confirmed.';
COMMENT ON COLUMN app_public.users.email_refusal IS 'Why the mail server refused the email for good: no alert comes by email until the user changes email or alertsByEmail. Null if it did not.';
COMMENT ON COLUMN app_public.users.languages IS '@behavior -orderBy -attribute:groupBy -attribute:aggregate
@itemsNotNull
The languages that the user reads, the dearest first. If empty, that of their device counts.';
COMMENT ON COLUMN app_public.users.device_language IS '@behavior -*
The language of the device that was registered last: a BCP 47 tag. Null if it is not known.';
COMMENT ON COLUMN app_public.users.sms_refusal IS 'Why the gateway of SMS refused the number for good, which removed it. Null if it did not, or the user has confirmed a number since.';
COMMENT ON CONSTRAINT users_address_length ON app_public.users IS 'address has more than 500 characters: shorten it.';
COMMENT ON CONSTRAINT users_email_form ON app_public.users IS 'email is not an address: send one like name@example.org with at most 254 characters.';
COMMENT ON CONSTRAINT users_languages ON app_public.users IS 'languages has more than ten, or something that is no language tag of BCP 47: send tags such as "it" or "pt-BR".';
COMMENT ON CONSTRAINT users_name_length ON app_public.users IS 'name is empty or has more than 200 characters: send 1 to 200 characters, not only blanks.';
CREATE FUNCTION app_private.add_user(email text, name text, address text, is_admin boolean DEFAULT false) RETURNS app_public.users
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  added app_public.users;
  constraint_violated text;
  column_violated text;
begin
  insert into app_public.users (email, name, address, is_admin)
    values (add_user.email, add_user.name, add_user.address, add_user.is_admin)
    returning * into added;
  return added;
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the row, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
COMMENT ON FUNCTION app_private.add_user(email text, name text, address text, is_admin boolean) IS 'Inserts a user without a password. The error of an invalid row names the constraint or the column, but no value, as PostgreSQL logs it.';
CREATE FUNCTION app_private.aid_area(to_ids integer[], with_tolerance boolean) RETURNS public.geometry
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  -- The clock, not the beginning of a long transaction. The grid is that of app_private.zone_around().
  select public.st_union(public.st_collectionextract(
      coalesce(public.st_intersection(granted.part, granted.whole, 1e-10), granted.part, granted.whole), 3), 1e-10)
    from app_public.mutual_aids g
    join app_public.authorities a on a.id = g.authority_id
    cross join lateral (
      select case when with_tolerance then g.allowed_area else g.area end as part,
          case when with_tolerance then a.allowed_area else a.area end as whole) granted
    where g.to_authority_id = any (to_ids) and g.ended_at is null and g.ends_at > clock_timestamp()
$$;
COMMENT ON FUNCTION app_private.aid_area(to_ids integer[], with_tolerance boolean) IS 'Returns what others grant these authorities now, as one area, with or without the tolerance of 20 metres. It is never more than the present areas of those who grant it. Null if nobody grants anything.';
CREATE FUNCTION app_private.alert_defaults(OUT level2_distance double precision, OUT level3_distance double precision, OUT duration integer, OUT max_position_age integer, OUT language text, OUT voices text[]) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select s.level2_distance, s.level3_distance,
      extract(epoch from s.alert_duration)::integer, extract(epoch from s.max_position_age)::integer, s.default_language, s.voices
    from app_private.settings s
$$;
COMMENT ON FUNCTION app_private.alert_defaults(OUT level2_distance double precision, OUT level3_distance double precision, OUT duration integer, OUT max_position_age integer, OUT language text, OUT voices text[]) IS 'Returns the default values of a new alert, for the console: distances in metres, times in seconds, the language of the texts, and the languages that are spoken.';
CREATE FUNCTION app_private.alert_progress(alert_id integer) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET jit TO 'off'
    AS $$
begin
  return (
    select concat_ws(' ',
        a.version, a.active,
        (select sum(r.users) from app_private.alert_reach r where r.alert_id = a.id),
        (select concat_ws(' ', count(*), count(*) filter (where n.seen)) from app_public.notifications n where n.alert_id = a.id),
        (select concat_ws(' ', count(*), count(*) filter (where d.attempts > 0), count(*) filter (where d.state = 'accepted'),
            count(*) filter (where d.state in ('failed', 'dead')), count(d.why))
          from app_private.deliveries d where d.alert_id = a.id))
      from app_public.alerts a where a.id = alert_progress.alert_id);
end
$$;
COMMENT ON FUNCTION app_private.alert_progress(alert_id integer) IS 'Returns a fingerprint of an alert''s figures, which changes with them: users reached, notifications made and seen, and the results of pushes. Null for an unknown alert.';
CREATE FUNCTION app_private.alerts_since(since text) RETURNS integer[]
    LANGUAGE plpgsql STABLE
    AS $$
declare
  parts constant bigint[] := app_private.read_cursor(since, 'alert');
begin
  -- A restored database assigns the same numbers to other changes. The id and the time of the change detect this.
  if parts is not null and not exists (
    select from app_public.alert_changes c
      where c.number = parts[1] and c.alert_id = parts[3] and extract(epoch from c.made_at) * 1000000 = parts[4])
  then
    perform app_private.refuse_unknown_cursor();
  end if;
  return array(select distinct c.alert_id from app_public.alert_changes c where c.number > coalesce(parts[1], 0));
end
$$;
COMMENT ON FUNCTION app_private.alerts_since(since text) IS 'Returns the ids of the alerts that are new or have changed since a cursor, of all alerts for an empty text. Error LA400 for an invalid cursor, LA409 if the database does not have the change.';
CREATE TABLE app_public.last_positions (
    user_id integer NOT NULL,
    position_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    location public.geometry(Point,4326) NOT NULL,
    accuracy double precision,
    moving_activity app_public.moving_activity NOT NULL,
    latitude double precision GENERATED ALWAYS AS (public.st_y(location)) STORED NOT NULL,
    longitude double precision GENERATED ALWAYS AS (public.st_x(location)) STORED NOT NULL,
    alive_at timestamp with time zone
)
WITH (fillfactor='50');
COMMENT ON TABLE app_public.last_positions IS '@behavior -query:resource:connection
@orderedBy user_id
@listForAdmins
@filterBy user_id
The last position of a user, by the time it was taken. It outlives the purge of positions, and is deleted if the user has not reported for a long time.';
COMMENT ON COLUMN app_public.last_positions.user_id IS 'The id of the user.';
COMMENT ON COLUMN app_public.last_positions.position_id IS '@behavior -*
The position report that it comes from.';
COMMENT ON COLUMN app_public.last_positions.created_at IS 'When the service received it.';
COMMENT ON COLUMN app_public.last_positions.taken_at IS 'When the device took it.';
COMMENT ON COLUMN app_public.last_positions.location IS '@behavior -*
Longitude and latitude in degrees, WGS 84.';
COMMENT ON COLUMN app_public.last_positions.accuracy IS 'The radius of its accuracy in metres, as the device reported it. Null if it did not.';
COMMENT ON COLUMN app_public.last_positions.moving_activity IS 'How the user was moving.';
COMMENT ON COLUMN app_public.last_positions.latitude IS 'Degrees north, WGS 84.';
COMMENT ON COLUMN app_public.last_positions.longitude IS 'Degrees east, WGS 84.';
COMMENT ON COLUMN app_public.last_positions.alive_at IS 'When an app last confirmed that it runs without a newer position. Alerts count the age of the position from then. Null if none has.';
CREATE FUNCTION app_private.alerts_to_match(last_position app_public.last_positions) RETURNS integer[]
    LANGUAGE plpgsql STABLE
    AS $$
declare
  candidates record;
  ids_by_level record;
  notified_ids integer[];
begin
  select array_agg(a.id) as ids, min(a.id) as first_id, bool_or(a.renotified_version > 1) as is_renotified into candidates
    from app_public.alerts a
    where a.active and a.zone3_box && box(point(last_position.longitude, last_position.latitude));
  -- On the 180th meridian a zone may contain the place by its other longitude, which is not in its box.
  if candidates.ids is null or candidates.is_renotified or abs(last_position.longitude) = 180 then
    return candidates.ids;
  end if;
  -- Most users near alerts were notified of them. An index of notifications answers this without reading a zone.
  select array_agg(n.alert_id) filter (where n.level = 'ONE') as one,
      array_agg(n.alert_id) filter (where n.level = 'TWO') as two,
      array_agg(n.alert_id) filter (where n.level = 'THREE') as three
    into ids_by_level
    from app_public.notifications n
    where n.user_id = last_position.user_id and n.id >= coalesce(
      -- The order by the index forces this plan. The planner would otherwise scan the ids, most of which may be of other alerts.
      (select case when m.alert_id = candidates.first_id then m.id end
        from app_public.notifications m where (m.alert_id, m.id) >= (candidates.first_id, 0) order by m.alert_id, m.id limit 1), 0);
  -- A user who was notified at an outer level is notified again only at an inner one.
  notified_ids := ids_by_level.one;
  if ids_by_level.two is not null then
    notified_ids := notified_ids || array(select unnest(ids_by_level.two) except
      select a.id from app_public.alerts a where a.active and a.zone1 operator(public.&&) last_position.location);
  end if;
  if ids_by_level.three is not null then
    notified_ids := notified_ids || array(select unnest(ids_by_level.three) except
      select a.id from app_public.alerts a where a.active and a.zone2 operator(public.&&) last_position.location);
  end if;
  if notified_ids is null then
    return candidates.ids;
  end if;
  return (select array_agg(r.id) from (select unnest(candidates.ids) except select unnest(notified_ids)) r (id));
end
$$;
COMMENT ON FUNCTION app_private.alerts_to_match(last_position app_public.last_positions) IS 'Returns the ids of the active alerts that may notify a user at their last position: those whose bounding box contains it, less those that have notified the user already, judged by bounding boxes. Null if there are none. It is a prefilter: the caller applies the rules.';
CREATE FUNCTION app_private.allow_aid() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  tolerance constant double precision := 20;
begin
  if not exists (
      select from app_public.authorities a
        where a.id = new.authority_id and case when new.area is null then a.area is not null
          else a.allowed_area is null or st_covers(a.allowed_area, new.area) end)
  then
    raise exception using errcode = 'LA409', constraint = 'aid_outside', message = 'An authority grants its own area, or a part of it: draw the part within it.';
  end if;
  new.allowed_area := st_multi(app_private.zone_around(new.area, tolerance));
  return new;
end
$$;
COMMENT ON FUNCTION app_private.allow_aid() IS 'Sets the area in which zone ONE of an alert may lie by mutual aid: that which is granted and 20 metres around it. Error LA409 if it leaves the area of the authority that grants it.';
CREATE FUNCTION app_private.allow_area() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  -- Borders are drawn by hand.
  tolerance constant double precision := 20;
begin
  new.allowed_area := st_multi(app_private.zone_around(new.area, tolerance));
  if exists (
      select from app_public.authorities p
        where p.id = new.parent_id and p.area is not null and st_covers(p.allowed_area, new.area) is not true)
    or exists (
      select from app_public.authorities c
        where c.parent_id = new.id and new.area is not null and st_covers(new.allowed_area, c.area) is not true)
  then
    raise exception using errcode = 'LA409', constraint = 'authority_outside', message = 'An authority must lie within the area of the one above it: change the area.';
  end if;
  return new;
end
$$;
COMMENT ON FUNCTION app_private.allow_area() IS 'Sets the area in which zone ONE of an alert must lie: the area of the authority and 20 metres around it. Error LA409 if an authority leaves the area of the one above.';
CREATE FUNCTION app_private.announce_ended_session() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_catalog.pg_notify('token_revoked', old.user_id::pg_catalog.text);
  return null;
end
$$;
COMMENT ON FUNCTION app_private.announce_ended_session() IS 'Announces to the hosts that a user ended a session, so that they close its connections.';
CREATE FUNCTION app_private.announce_gone_positions(user_ids integer[]) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  -- The payload of NOTIFY has at most 8,000 bytes: 600 ids of eleven digits, with commas.
  select pg_notify('last_positions_gone', json_agg(g.user_id order by g.user_id)::text)
    from unnest(user_ids) with ordinality g (user_id, place)
    group by (g.place - 1) / 600
$$;
COMMENT ON FUNCTION app_private.announce_gone_positions(user_ids integer[]) IS 'Announces to the hosts by NOTIFY that this transaction deleted the last positions of these users, for subscribers to the map.';
CREATE FUNCTION app_private.announce_notifications(alert_id integer, first_id bigint, last_id bigint) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select pg_notify(
    'notifications_added', json_build_object('alertId', alert_id, 'first', first_id, 'last', last_id)::text);
$$;
COMMENT ON FUNCTION app_private.announce_notifications(alert_id integer, first_id bigint, last_id bigint) IS 'Announces to the hosts by NOTIFY that this transaction inserted notifications of an alert. The payload has the lowest and the highest id; ids between them may belong to other transactions, which announce their own.';
CREATE FUNCTION app_private.applies_to(status app_public.alert_status, is_tester boolean) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select status = 'ACTUAL'::app_public.alert_status or is_tester
$$;
COMMENT ON FUNCTION app_private.applies_to(status app_public.alert_status, is_tester boolean) IS 'True if an alert of this status is meant for a user: actual alerts for everyone, exercises and tests for testers.';
CREATE FUNCTION app_private.position_fault(latitude double precision, longitude double precision, accuracy double precision, taken_at timestamp with time zone, created_at timestamp with time zone) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
begin
  return case
    when latitude between -90 and 90 is not true then 'latitude is out of range: send degrees from -90 to 90.'
    when longitude between -180 and 180 is not true then 'longitude is out of range: send degrees from -180 to 180.'
    when accuracy not between 0 and 20000000 then 'accuracy is out of range: send metres from 0 to 20,000,000.'
    when taken_at between '1970-01-01 00:00:00+00' and created_at is not true
      then 'takenAt is in the future or more than ten years ago: send seconds since 1970-01-01 UTC.'
  end;
end
$$;
COMMENT ON FUNCTION app_private.position_fault(latitude double precision, longitude double precision, accuracy double precision, taken_at timestamp with time zone, created_at timestamp with time zone) IS 'Returns the fault of a position, or null. The table has one check constraint for all rules, because each constraint adds to the cost of a report.';
CREATE TABLE app_public.positions (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    taken_at timestamp with time zone DEFAULT now() NOT NULL,
    latitude double precision NOT NULL,
    longitude double precision NOT NULL,
    accuracy double precision,
    moving_activity app_public.moving_activity NOT NULL,
    CONSTRAINT positions_fault CHECK ((app_private.position_fault(latitude, longitude, accuracy, taken_at, created_at) IS NULL))
)
PARTITION BY RANGE (created_at);
COMMENT ON TABLE app_public.positions IS '@newestFirst
@listForAdmins
@filterBy moving_activity[]
@listedFrom app_private.listed_positions
A position that a user reported. Positions are history: rows are only added, and purged after a time.';
COMMENT ON COLUMN app_public.positions.id IS 'The id of the position. Ids grow with time.';
COMMENT ON COLUMN app_public.positions.user_id IS 'The id of the user who reported it.';
COMMENT ON COLUMN app_public.positions.created_at IS 'When the service received it.';
COMMENT ON COLUMN app_public.positions.taken_at IS 'When the device took it. It equals createdAt if the device did not say.';
COMMENT ON COLUMN app_public.positions.latitude IS 'Degrees north, WGS 84.';
COMMENT ON COLUMN app_public.positions.longitude IS 'Degrees east, WGS 84.';
COMMENT ON COLUMN app_public.positions.accuracy IS 'The radius of its accuracy in metres, as the device reported it. Null if it did not.';
COMMENT ON COLUMN app_public.positions.moving_activity IS 'How the user was moving.';
COMMENT ON CONSTRAINT positions_fault ON app_public.positions IS 'The position is off the globe, or its accuracy or time is out of range.';
CREATE FUNCTION app_private.apply_position_report(reported app_public.positions, is_history boolean) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  last_position app_public.last_positions;
begin
  insert into app_public.last_positions as l (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
    values (
      reported.user_id, reported.id, reported.created_at, reported.taken_at,
      public.st_setsrid(public.st_makepoint(reported.longitude, reported.latitude), 4326),
      reported.accuracy, reported.moving_activity)
    on conflict (user_id) do update set
      position_id = excluded.position_id, created_at = excluded.created_at, taken_at = excluded.taken_at,
      location = excluded.location, accuracy = excluded.accuracy, moving_activity = excluded.moving_activity
      -- takenAt has whole seconds, and now() has fractions: compare at one precision.
      where excluded.taken_at >= pg_catalog.date_trunc('second', l.taken_at)
    returning l.* into last_position;
  -- A position older than the last one is history only.
  if last_position.user_id is not null then
    if not is_history then
      insert into app_private.lone_positions as l (user_id, position_id) values (reported.user_id, reported.id)
        on conflict (user_id) do update set position_id = excluded.position_id;
    end if;
    perform app_private.notify_of_active_alerts(last_position);
  end if;
end
$$;
COMMENT ON FUNCTION app_private.apply_position_report(reported app_public.positions, is_history boolean) IS 'Makes a reported position the user''s last position and notifies them of the active alerts there. It does nothing if the last position is later. is_history is what app_private.apply_report_settings() returned. The caller has begun the report by app_private.share_report_lock().';
CREATE FUNCTION app_private.apply_report_settings(user_id integer) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
declare
  commit_mode text;
  is_last_only boolean;
begin
  -- The condition on only_row makes this an index scan. With enable_seqscan off, the cost of a sequential scan exceeds
  -- jit_above_cost, so PostgreSQL would compile the statement at each report.
  select s.report_synchronous_commit, s.last_position_only or u.last_position_only into commit_mode, is_last_only
    from app_private.settings s, app_public.users u where s.only_row and u.id = apply_report_settings.user_id;
  -- A transaction that has written something already, such as an alert or a notification, keeps its synchronous_commit.
  if commit_mode is not null and pg_catalog.pg_current_xact_id_if_assigned() is null then
    perform pg_catalog.set_config('synchronous_commit', commit_mode, true);
  end if;
  -- Of an erased user there is no row: the report fails at its insert.
  return coalesce(not is_last_only, false);
end
$$;
COMMENT ON FUNCTION app_private.apply_report_settings(user_id integer) IS 'Sets synchronous_commit for a report''s transaction, if app_private.settings has a value for reports, and returns true if the user''s positions are kept as history, false if only the last one is. A report calls it before it writes, and after app_private.share_report_lock(): then app_private.drain_reports() waits for every report that has read the settings before a change. A late entry sets synchronous_commit to on again by app_private.commit_synchronously().';
CREATE FUNCTION app_private.area_of_geojson(area json) RETURNS public.geometry
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
declare
  geometry_json json := case when area ->> 'type' = 'Feature' then area -> 'geometry' else area end;
  zone geometry;
  foreign_crs json;
begin
  if (geometry_json ->> 'type') in ('Polygon', 'MultiPolygon') is not true then
    raise exception using errcode = 'LA400', constraint = 'area_kind', message = 'area is not a Polygon or a MultiPolygon of GeoJSON (RFC 7946): send one of these.';
  end if;
  select c.crs into foreign_crs from (values (area -> 'crs'), (geometry_json -> 'crs')) as c (crs)
    where json_typeof(c.crs) <> 'null' and (c.crs #>> '{properties,name}' ~* '(^|[:/])(CRS84|4326)$') is not true limit 1;
  if found then
    raise exception using errcode = 'LA400', constraint = 'area_system', message = format(
      'area names the coordinate system %s: leave out crs and send degrees, WGS 84.', left(coalesce(foreign_crs #>> '{properties,name}', foreign_crs::text), 100));
  end if;
  -- PostGIS reads the text "a" as 0.
  if jsonb_path_exists(geometry_json::jsonb, '$.coordinates.** ? (@.type() != "array" && @.type() != "number")') then
    raise exception using errcode = 'LA400', constraint = 'area_number', message = 'area has a coordinate that is not a number: send GeoJSON (RFC 7946) with numbers, in degrees.';
  end if;
  begin
    zone := st_force2d(st_geomfromgeojson((geometry_json::jsonb - 'crs')::text));
  exception when others then
    raise exception using errcode = 'LA400', constraint = 'area_form', message = 'area is not valid GeoJSON (RFC 7946): make each ring a list of at least four positions [longitude, latitude], and the last equal to the first.';
  end;
  if st_npoints(zone) > 10000 then
    raise exception using errcode = 'LA400', constraint = 'area_size', message = 'area has more than 10,000 positions: simplify it.';
  end if;
  -- Maps that repeat the world send longitudes that run on past 180.
  if (st_xmin(zone) >= -360 and st_xmax(zone) <= 360 and st_ymin(zone) >= -90 and st_ymax(zone) <= 90) is not true then
    raise exception using errcode = 'LA400', constraint = 'area_place', message = 'area is empty or has a position off the globe: send [longitude, latitude] in degrees, longitude from -180 to 180 (or on past 180, to 360 at most) and latitude from -90 to 90.';
  end if;
  return app_private.checked_area(st_setsrid(zone, 4326), 'area');
end
$_$;
COMMENT ON FUNCTION app_private.area_of_geojson(area json) IS 'Returns the area that a Polygon, a MultiPolygon or a Feature of one describes in GeoJSON (RFC 7946), with its holes. An edge of more than 180 degrees of longitude takes the short way round. Error LA400 says what is wrong with it.';
CREATE FUNCTION app_private.area_of_points(points app_public.point_input[]) RETURNS public.geometry
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  invalid_point record;
  ring geometry;
begin
  if cardinality(points) > 10000 then
    raise exception using errcode = 'LA400', constraint = 'area_points', message = 'points has more than 10,000 points: leave some out.';
  end if;
  select p.ordinality - 1 as index, p.latitude, p.longitude into invalid_point
    from unnest(points) with ordinality as p
    where (p.latitude between -90 and 90 and p.longitude between -180 and 180) is not true
    order by p.ordinality limit 1;
  if found then
    raise exception using errcode = 'LA400', constraint = 'point_place', message = format(
      'points[%s] is off the globe: send a latitude from -90 to 90 and a longitude from -180 to 180, in degrees.', invalid_point.index);
  end if;
  if (select count(distinct (p.latitude, p.longitude)) from unnest(points) p) < 3 then
    raise exception using errcode = 'LA400', constraint = 'area_points', message = 'points has fewer than three different points: an area needs at least three.';
  end if;
  select st_makeline(st_makepoint(p.longitude, p.latitude) order by p.ordinality) into ring
    from unnest(points) with ordinality as p;
  if not st_isclosed(ring) then
    ring := st_addpoint(ring, st_startpoint(ring));
  end if;
  return app_private.checked_area(st_setsrid(st_makepolygon(ring), 4326), 'points');
end
$$;
COMMENT ON FUNCTION app_private.area_of_points(points app_public.point_input[]) IS 'Returns the polygon with these corners, which may run either way round; it closes an open ring. An edge of more than 180 degrees of longitude takes the short way round. Error LA400 says what is wrong with them.';
CREATE FUNCTION app_private.ask_for_password_mail(email text, address cidr) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  requested_key constant text := app_private.email_key(btrim(ask_for_password_mail.email));
  wait constant integer := greatest(
    app_private.attempt_wait('mail by address', address::text), app_private.attempt_wait('mail by email', requested_key));
begin
  if wait > 0 then
    return wait;
  end if;
  perform app_private.count_attempt('mail by address', address::text);
  perform app_private.count_attempt('mail by email', requested_key);
  -- The job looks the email up, so that the response time does not reveal whether a user has it.
  if char_length(requested_key) <= 254 then
    perform graphile_worker.add_job(
      'send_mail', json_build_object('kind', 'password', 'email', requested_key),
      max_attempts => 8, job_key => 'password:' || encode(app_private.key_hash(requested_key), 'hex'));
  end if;
  return 0;
end
$$;
COMMENT ON FUNCTION app_private.ask_for_password_mail(email text, address cidr) IS 'Queues a mail with a link by which the user with this email sets a new password. Returns 0, or the seconds to wait after too many mails to this email or from this address. It behaves the same for an unknown email.';
CREATE FUNCTION app_private.attempt_wait(counter text, key text, begins_at timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS integer
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select coalesce(max(greatest(0, ceil(extract(epoch from
      coalesce(begins_at, f.last_at) + least(l.longest_delay, interval '1 second' * 2 ^ least(c.failures - l.free_failures, 20)::float8) - now())))::integer), 0)
    from app_private.login_limits l
    join app_private.login_failures f on f.counter = l.counter and f.key = app_private.key_hash(attempt_wait.key)
    cross join lateral (
      select ceil(f.failures - extract(epoch from now() - f.last_at) / extract(epoch from l.forgiven_every)) as failures) c
    where l.counter = attempt_wait.counter and c.failures >= l.free_failures
$$;
COMMENT ON FUNCTION app_private.attempt_wait(counter text, key text, begins_at timestamp with time zone) IS 'Returns the delay in seconds of the next attempt under this counter and key, from the last attempt or from another time. 0 if there is none.';
CREATE FUNCTION app_private.current_session_id() RETURNS bigint
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select nullif(pg_catalog.current_setting('jwt.claims.session_id', true), '')::pg_catalog.int8
$$;
COMMENT ON FUNCTION app_private.current_session_id() IS 'Returns the id of the session of this request. Null without a valid token.';
CREATE FUNCTION app_public.current_user_id() RETURNS integer
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select nullif(pg_catalog.current_setting('jwt.claims.user_id', true), '')::pg_catalog.int4
$$;
COMMENT ON FUNCTION app_public.current_user_id() IS '@behavior -*
Returns the id of the user of this request. Null without a valid token.';
CREATE FUNCTION app_private.audit(action app_public.audit_action, object_type app_public.audit_object DEFAULT NULL::app_public.audit_object, object_id bigint DEFAULT NULL::bigint, facts jsonb DEFAULT '{}'::jsonb, actor_id integer DEFAULT app_public.current_user_id(), session_id bigint DEFAULT app_private.current_session_id()) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
declare
  entry_id bigint;
  authority_id constant integer := app_private.authority_of(audit.object_type, audit.object_id);
begin
  insert into app_public.audit_entries as e (actor_id, session_id, request_id, action, object_type, object_id, facts)
    values (
      audit.actor_id, audit.session_id,
      -- Clients choose their ids. One with other characters may be an email.
      substring(current_setting('app.request_id', true) from '^[\w-]{1,64}$'),
      audit.action, audit.object_type, audit.object_id,
      -- The chain covers facts. The service's own authority is not named.
      case when authority_id = 1 then audit.facts else jsonb_build_object('authority_id', authority_id) || audit.facts end)
    on conflict do nothing
    returning e.id into entry_id;
  if entry_id is not null then
    insert into app_private.audit_waiting values (entry_id);
  end if;
end
$_$;
COMMENT ON FUNCTION app_private.audit(action app_public.audit_action, object_type app_public.audit_object, object_id bigint, facts jsonb, actor_id integer, session_id bigint) IS 'Writes an entry of the audit log in the transaction of what it records. Facts are numbers, hashes and names of fields, never a name, an address, a place or a text. LOGIN_FAILED and PEOPLE_FOLLOWED are written once a minute at most.';
CREATE FUNCTION app_private.audit_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  object constant text := tg_argv[0];
begin
  perform app_private.audit(
    (object || case tg_op when 'INSERT' then '_CREATED' when 'UPDATE' then '_EDITED' else '_REMOVED' end)::app_public.audit_action,
    object::app_public.audit_object, coalesce(new.id, old.id),
    case when tg_op = 'UPDATE' then jsonb_build_object('version', new.version) else '{}' end);
  return null;
end
$$;
COMMENT ON FUNCTION app_private.audit_change() IS 'Records that a row was made, edited or removed. The argument of the trigger is its kind of object. It runs as the owner; the grants and policies of the table guard it, as it fires only after what they allow.';
CREATE FUNCTION app_private.audit_draft() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  -- A row that does not exist counts as private: nobody else sees it.
  was_private constant boolean := coalesce(old.is_private, true);
  is_private constant boolean := coalesce(new.is_private, true);
begin
  if was_private and is_private then
    return null;
  end if;
  perform app_private.audit(
    (case when was_private then 'DRAFT_CREATED' when is_private then 'DRAFT_REMOVED' else 'DRAFT_EDITED' end)::app_public.audit_action,
    'DRAFT', coalesce(new.id, old.id),
    case when not was_private and not is_private then jsonb_build_object('version', new.version) else '{}' end);
  return null;
end
$$;
COMMENT ON FUNCTION app_private.audit_draft() IS 'Records that a draft was shared, edited, or taken from the shared ones. Private drafts are not recorded. It runs as the owner; the grants and policies of the table guard it, as it fires only after what they allow.';
CREATE FUNCTION app_private.audit_of_user() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform app_private.audit(
    tg_argv[0]::app_public.audit_action, 'USER', coalesce(old.user_id, new.user_id), jsonb_build_object(tg_argv[1], coalesce(old.id, new.id)));
  return null;
end
$$;
COMMENT ON FUNCTION app_private.audit_of_user() IS 'Records what was done to a row of a user. The trigger names the action, and the fact that has the id of the row. It runs as the owner, since nobody else writes the audit log; it fires only after what the grants and policies of the table let through.';
CREATE FUNCTION app_private.audit_publication() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  alert constant app_public.alerts := (select a from app_public.alerts a where a.id = new.alert_id);
begin
  -- The expiry of an alert ends its publication early. The all-clear of a cancelled alert is a publication too.
  perform app_private.audit(
    case when alert.cancelled_at is not null or app_private.is_active(alert.active, alert.expires_at)
      then 'PUBLICATION_COMPLETED' else 'PUBLICATION_ENDED' end::app_public.audit_action, 'ALERT', new.alert_id,
    jsonb_build_object('version', alert.version, 'people', app_public.alerts_reached_users(alert)));
  return null;
end
$$;
COMMENT ON FUNCTION app_private.audit_publication() IS 'Records that the publication of a version is complete, or that the alert expired before, and the number of people reached. Only its trigger calls it, as the owner, for whoever may change the row.';
CREATE FUNCTION app_private.audit_read(fields text[], user_ids integer[], alert_id integer, is_subscription boolean) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if not exists (select from app_public.memberships m where m.user_id = app_public.current_user_id()) then
    return;
  end if;
  -- The entry must be on disk before the answer is sent.
  perform app_private.commit_synchronously();
  perform app_private.audit(
    case when is_subscription then 'PEOPLE_FOLLOWED' else 'PEOPLE_READ' end::app_public.audit_action,
    case when cardinality(user_ids) = 1 then 'USER' when alert_id is not null then 'ALERT' end::app_public.audit_object,
    case when cardinality(user_ids) = 1 then user_ids[1] else alert_id end,
    jsonb_build_object('fields', fields) || case when cardinality(user_ids) > 1 then jsonb_build_object('user_ids', user_ids) else '{}' end);
end
$$;
COMMENT ON FUNCTION app_private.audit_read(fields text[], user_ids integer[], alert_id integer, is_subscription boolean) IS 'Records that the administrator of this request reads other people''s positions, notifications, device keys or names, before the answer. A subscription is recorded once a minute. Does nothing for others: the fields refuse them, or show only what is theirs.';
CREATE FUNCTION app_private.audit_settings() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  changes constant jsonb := (
    select jsonb_object_agg(n.key, jsonb_build_array(o.value, n.value))
      from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o on o.key = n.key and o.value <> n.value);
begin
  if changes is not null then
    perform app_private.audit('SETTINGS_CHANGED', facts => changes || app_private.database_login());
  end if;
  return null;
end
$$;
COMMENT ON FUNCTION app_private.audit_settings() IS 'Records which settings changed, each with its old and its new value, and the login of the database that changed them. Only its trigger calls it, as the owner, for whoever may change the row.';
CREATE TABLE app_public.audit_entries (
    id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    actor_id integer,
    session_id bigint,
    request_id text,
    action app_public.audit_action NOT NULL,
    object_type app_public.audit_object,
    object_id bigint,
    facts jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT audit_entries_facts CHECK ((octet_length((facts)::text) <= 8192))
);
COMMENT ON TABLE app_public.audit_entries IS '@newestFirst
@listForAdmins
@filterBy actor_id session_id request_id action object_type object_id created_at..
An entry of the audit log: who did what, and when. Entries hold ids only, and are never changed. Reads of lists and maps name nobody, and may concern anyone.';
COMMENT ON COLUMN app_public.audit_entries.id IS 'The id of the entry.';
COMMENT ON COLUMN app_public.audit_entries.created_at IS 'When it was done.';
COMMENT ON COLUMN app_public.audit_entries.actor_id IS 'The id of the user who did it. Null for the service itself, a database administrator, or a stranger.';
COMMENT ON COLUMN app_public.audit_entries.session_id IS 'The id of the session in which it was done. Null without one.';
COMMENT ON COLUMN app_public.audit_entries.request_id IS 'The id of the request, which is in the log of the service too. Null without one.';
COMMENT ON COLUMN app_public.audit_entries.action IS 'What was done.';
COMMENT ON COLUMN app_public.audit_entries.object_type IS 'What it was done to. Null if it concerns no single thing.';
COMMENT ON COLUMN app_public.audit_entries.object_id IS 'The id of what it was done to. The thing may be gone.';
COMMENT ON COLUMN app_public.audit_entries.facts IS 'What else is known of it: numbers, hashes and names of fields, and the login of the database for changes of settings and rights by psql. Never a name, an address, a place or a text of a person.';
CREATE FUNCTION app_private.audit_text(entry app_public.audit_entries) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select json_build_array(
    entry.id::text, extract(epoch from entry.created_at)::text, entry.actor_id::text, entry.session_id::text, entry.request_id,
    entry.action::text, entry.object_type::text, entry.object_id::text, entry.facts::text)::text
$$;
COMMENT ON FUNCTION app_private.audit_text(entry app_public.audit_entries) IS 'Returns the text of an entry that the hash chain covers: all columns as a JSON array of strings. `npm run audit -- verify` computes it independently.';
CREATE FUNCTION app_private.has_placeholder(text text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select text ~ '\{[^{}[:space:]][^{}]{0,49}\}'
$$;
COMMENT ON FUNCTION app_private.has_placeholder(text text) IS 'True if a text has a placeholder of a template, such as {place}: up to 50 characters in braces.';
CREATE TABLE app_public.alerts (
    id integer NOT NULL,
    user_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    zone1 public.geometry(Geometry,4326) NOT NULL,
    zone2 public.geometry(Geometry,4326) NOT NULL,
    zone3 public.geometry(Geometry,4326) NOT NULL,
    level2_distance double precision NOT NULL,
    level3_distance double precision NOT NULL,
    max_position_age interval NOT NULL,
    text1 text NOT NULL,
    text2 text NOT NULL,
    text3 text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    max_accuracy double precision DEFAULT 1000 NOT NULL,
    event text,
    severity app_public.severity DEFAULT 'UNKNOWN'::app_public.severity NOT NULL,
    urgency app_public.urgency DEFAULT 'UNKNOWN'::app_public.urgency NOT NULL,
    certainty app_public.certainty DEFAULT 'UNKNOWN'::app_public.certainty NOT NULL,
    status app_public.alert_status DEFAULT 'ACTUAL'::app_public.alert_status NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    renotified_version integer DEFAULT 1 NOT NULL,
    cancelled_at timestamp with time zone,
    all_clear text,
    idempotency_key text,
    request bytea,
    zone3_box box GENERATED ALWAYS AS (box(point(public.st_xmin((zone3)::public.box3d), public.st_ymin((zone3)::public.box3d)), point(public.st_xmax((zone3)::public.box3d), public.st_ymax((zone3)::public.box3d)))) STORED NOT NULL,
    title text,
    template_id integer,
    authority_id integer DEFAULT 1 NOT NULL,
    category app_public.cap_category,
    response_type app_public.response_type,
    texts app_public.alert_text[] DEFAULT '{}'::app_public.alert_text[] NOT NULL,
    CONSTRAINT alerts_all_clear CHECK (((char_length(all_clear) <= 10000) AND (app_private.without_blanks(all_clear) <> ''::text))),
    CONSTRAINT alerts_cancelled CHECK (((cancelled_at IS NULL) = (all_clear IS NULL))),
    CONSTRAINT alerts_event CHECK (((char_length(event) <= 200) AND (app_private.without_blanks(event) <> ''::text))),
    CONSTRAINT alerts_expires_at CHECK ((expires_at > created_at)),
    CONSTRAINT alerts_idempotency_key CHECK (((char_length(idempotency_key) >= 1) AND (char_length(idempotency_key) <= 200))),
    CONSTRAINT alerts_language CHECK ((language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$'::text)),
    CONSTRAINT alerts_level3_distance CHECK (((level3_distance > level2_distance) AND (level2_distance > (0)::double precision))),
    CONSTRAINT alerts_placeholders CHECK (((template_id IS NULL) OR (NOT app_private.has_placeholder(concat_ws(' '::text, title, text1, text2, text3, all_clear))))),
    CONSTRAINT alerts_text1_length CHECK (((char_length(text1) <= 10000) AND (app_private.without_blanks(text1) <> ''::text))),
    CONSTRAINT alerts_text2_length CHECK (((char_length(text2) <= 10000) AND (app_private.without_blanks(text2) <> ''::text))),
    CONSTRAINT alerts_text3_length CHECK (((char_length(text3) <= 10000) AND (app_private.without_blanks(text3) <> ''::text))),
    CONSTRAINT alerts_title CHECK (((char_length(title) <= 60) AND (app_private.without_blanks(title) <> ''::text) AND (title !~ '[[:cntrl:]]'::text))),
    CONSTRAINT alerts_zones CHECK (((public.geometrytype(zone1) = ANY (ARRAY['POLYGON'::text, 'MULTIPOLYGON'::text])) AND (public.geometrytype(zone2) = ANY (ARRAY['POLYGON'::text, 'MULTIPOLYGON'::text])) AND (public.geometrytype(zone3) = ANY (ARRAY['POLYGON'::text, 'MULTIPOLYGON'::text]))))
)
WITH (autovacuum_vacuum_insert_threshold='50', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE app_public.alerts IS '@newestFirst
@filterBy id
@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The administrator who published it.|@behavior -manyRelation:resource:list
@foreignKey (authority_id) references app_public.authorities (id)|@fieldName authority|@forwardDescription The authority that warns.|@behavior -manyRelation:resource:list -manyRelation:resource:connection
A warning for an area: its texts, zones, times and versions.';
COMMENT ON COLUMN app_public.alerts.id IS 'The id of the alert.';
COMMENT ON COLUMN app_public.alerts.user_id IS 'The id of the administrator who published it.';
COMMENT ON COLUMN app_public.alerts.created_at IS 'When it was published.';
COMMENT ON COLUMN app_public.alerts.expires_at IS 'When it ends by itself.';
COMMENT ON COLUMN app_public.alerts.zone1 IS '@behavior -*
The area as drawn: longitude and latitude in degrees. Edges are straight in these.';
COMMENT ON COLUMN app_public.alerts.zone2 IS '@behavior -*
The area and level2_distance metres around it.';
COMMENT ON COLUMN app_public.alerts.zone3 IS '@behavior -*
The area and level3_distance metres around it.';
COMMENT ON COLUMN app_public.alerts.level2_distance IS 'The width of zone TWO around the area, in metres.';
COMMENT ON COLUMN app_public.alerts.level3_distance IS 'The width of zone THREE around the area, in metres.';
COMMENT ON COLUMN app_public.alerts.max_position_age IS '@behavior -*
The greatest age of a position that it matches.';
COMMENT ON COLUMN app_public.alerts.text1 IS 'The text for people inside the area.';
COMMENT ON COLUMN app_public.alerts.text2 IS 'The text for people in zone TWO.';
COMMENT ON COLUMN app_public.alerts.text3 IS 'The text for people in zone THREE.';
COMMENT ON COLUMN app_public.alerts.active IS '@behavior -*
False once the alert was cancelled, or a job has marked it as expired. It is the predicate of partial indexes; expires_at decides.';
COMMENT ON COLUMN app_public.alerts.language IS 'The language of the texts: a BCP 47 tag such as en or pt-BR.';
COMMENT ON COLUMN app_public.alerts.max_accuracy IS '@behavior -*
In metres. A less exact position notifies of level ONE only.';
COMMENT ON COLUMN app_public.alerts.event IS 'What happens, in a few words, such as "Flood" or "Gas leak".';
COMMENT ON COLUMN app_public.alerts.severity IS 'How bad it is.';
COMMENT ON COLUMN app_public.alerts.urgency IS 'How soon people should act.';
COMMENT ON COLUMN app_public.alerts.certainty IS 'How sure it is.';
COMMENT ON COLUMN app_public.alerts.status IS 'Whether it is a real warning, an exercise or a test.';
COMMENT ON COLUMN app_public.alerts.version IS 'The version: 1 at first, and one more with each update and with the cancellation.';
COMMENT ON COLUMN app_public.alerts.renotified_version IS '@behavior -*
The last version that notified everyone again. Users who were notified of it, or of a later version, are not notified again.';
COMMENT ON COLUMN app_public.alerts.cancelled_at IS 'When it was cancelled. Null if it was not.';
COMMENT ON COLUMN app_public.alerts.all_clear IS 'The text of the all-clear. Null if it was not cancelled.';
COMMENT ON COLUMN app_public.alerts.idempotency_key IS '@behavior -*
The key of the request that published it.';
COMMENT ON COLUMN app_public.alerts.request IS '@behavior -*
SHA-256 of the content of that request.';
COMMENT ON COLUMN app_public.alerts.zone3_box IS '@behavior -*
The box around zone THREE, in degrees.';
COMMENT ON COLUMN app_public.alerts.title IS 'The title of its pushes, its headline in the terms of CAP. Null if it has none: the first line of a text is the title then.';
COMMENT ON COLUMN app_public.alerts.template_id IS 'The id of the template that it was made from. Null without one. The template may be gone.';
COMMENT ON COLUMN app_public.alerts.authority_id IS '@behavior -*
The authority that warns.';
COMMENT ON COLUMN app_public.alerts.category IS 'The kind of event. Null for the setting CAP_CATEGORY.';
COMMENT ON COLUMN app_public.alerts.response_type IS 'What people should do. Null if it is not said.';
COMMENT ON COLUMN app_public.alerts.texts IS '@behavior -orderBy -attribute:groupBy -attribute:aggregate
@itemsNotNull
Its texts in other languages than its own. Who reads one of these gets them in place of text1 to text3.';
COMMENT ON CONSTRAINT alerts_all_clear ON app_public.alerts IS 'text is empty or has more than 10,000 characters: write that the danger is over.';
COMMENT ON CONSTRAINT alerts_cancelled ON app_public.alerts IS 'cancelled_at and all_clear do not fit: set both or neither.';
COMMENT ON CONSTRAINT alerts_event ON app_public.alerts IS 'event is empty or has more than 200 characters: write a few words, or leave it out.';
COMMENT ON CONSTRAINT alerts_idempotency_key ON app_public.alerts IS 'idempotencyKey is empty or has more than 200 characters: send a UUID, for example.';
COMMENT ON CONSTRAINT alerts_language ON app_public.alerts IS 'language is not a language tag of BCP 47: send one such as "it" or "pt-BR".';
COMMENT ON CONSTRAINT alerts_placeholders ON app_public.alerts IS 'A text or the title still has a placeholder of the template, such as {place}: fill it in.';
COMMENT ON CONSTRAINT alerts_text1_length ON app_public.alerts IS 'text1 is empty or has more than 10,000 characters: write what people inside the area should do.';
COMMENT ON CONSTRAINT alerts_text2_length ON app_public.alerts IS 'text2 is empty or has more than 10,000 characters: write what people in zone TWO should do.';
COMMENT ON CONSTRAINT alerts_text3_length ON app_public.alerts IS 'text3 is empty or has more than 10,000 characters: write what people in zone THREE should do.';
COMMENT ON CONSTRAINT alerts_title ON app_public.alerts IS 'title has more than 60 characters or a line break: write what happens and where, in a few words.';
COMMENT ON CONSTRAINT alerts_zones ON app_public.alerts IS 'A zone is not a polygon: store a Polygon or a MultiPolygon.';
CREATE FUNCTION app_private.audit_version(alert app_public.alerts) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  select app_private.audit(
    case
      when alert.cancelled_at is not null then 'ALERT_CANCELLED' when alert.version = 1 then 'ALERT_PUBLISHED' else 'ALERT_UPDATED'
    end::app_public.audit_action,
    'ALERT', alert.id,
    jsonb_build_object(
      'version', alert.version,
      'texts_sha256', encode(sha256(convert_to(
        (to_jsonb(array[alert.title, alert.text1, alert.text2, alert.text3, alert.all_clear])
          || case when alert.texts = '{}' then '[]' else to_jsonb(alert.texts) end)::text, 'UTF8')), 'hex'),
      'area_sha256', encode(sha256(st_asbinary(alert.zone1, 'NDR')), 'hex'))
    || coalesce((select jsonb_build_object('neighbour_ids', jsonb_agg(n.id)) from app_private.neighbours(alert) n having count(*) > 0), '{}'));
  select app_private.tell_members('NEIGHBOUR', alert.id)
    where app_private.applies_to(alert.status, is_tester => false) and exists (select from app_private.neighbours(alert))
      and not exists (
        select from app_public.alert_versions v
          where v.alert_id = alert.id and v.version = alert.version - 1 and v.level3_distance = alert.level3_distance
            and st_orderingequals(v.zone1, alert.zone1))
$$;
COMMENT ON FUNCTION app_private.audit_version(alert app_public.alerts) IS 'Records that the present version of an alert was published, with hashes of its texts and of its area, and the ids of the neighbours whom its zones reach. Their approvers are told of a real one, and again when its area changes.';
CREATE FUNCTION app_private.authenticate(token_user_id integer, INOUT session_id bigint, OUT role text, OUT user_id text) RETURNS record
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  highest app_public.authority_role;
  is_everywhere boolean;
  way app_public.login_way;
begin
  -- Most users have no role, so a request of theirs looks for nothing more.
  select 'app_user', u.id::text, (
      select max(case when u.is_training then least(m.role, 'APPROVER') else m.role end)
        from app_public.memberships m where m.user_id = u.id), s.login_way
    into authenticate.role, authenticate.user_id, highest, way
    from app_public.sessions s
    join app_public.users u on u.id = s.user_id
    where s.user_id = authenticate.token_user_id and s.id = authenticate.session_id
      and s.expires_at > now() and (u.is_admin or not s.is_admin);
  if authenticate.role is null then
    authenticate.role := 'app_anonymous';
    authenticate.user_id := '';
    authenticate.session_id := null;
  -- An OpenID provider asks for second factors of its own.
  elsif highest is not null and (way = 'OIDC' or not exists (
      select from app_public.second_factor_rules r
        where r.role = highest and r.demanded_from <= now() and not app_private.has_second_factor(token_user_id)))
  then
    -- An administrator manages the service itself.
    is_everywhere := exists (
      select from app_public.memberships m join app_public.authorities a on a.id = m.authority_id
        where m.user_id = authenticate.token_user_id and m.role >= highest and a.area is null and (highest <> 'MANAGER' or a.id = 1));
    authenticate.role := case
      when is_everywhere and highest = 'MANAGER' then 'app_admin'
      else 'app_' || lower(highest::text) || case when is_everywhere then '_everywhere' else '' end
    end;
  end if;
end
$$;
COMMENT ON FUNCTION app_private.authenticate(token_user_id integer, INOUT session_id bigint, OUT role text, OUT user_id text) IS 'Returns the role, the user id and the session id of a verified token. If its session has ended: app_anonymous, an empty user id and no session id. Whoever lacks the second factor that their role demands has the role app_user.';
CREATE FUNCTION app_private.authority_of(object_type app_public.audit_object, object_id bigint) RETURNS integer
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select coalesce(
    case object_type
      when 'ALERT' then (select a.authority_id from app_public.alerts a where a.id = object_id)
      when 'HELD_PUBLICATION' then (select h.authority_id from app_private.held_publications h where h.id = object_id)
      when 'DRAFT' then (select d.authority_id from app_public.shared_drafts d where d.id = object_id)
      when 'TEMPLATE' then (select t.authority_id from app_public.alert_templates t where t.id = object_id)
      when 'AREA' then (select s.authority_id from app_public.saved_areas s where s.id = object_id)
      when 'USER' then (select u.authority_id from app_public.users u where u.id = object_id)
      when 'INVITATION' then (select i.authority_id from app_private.invitations i where i.id = object_id)
      when 'AUTHORITY' then object_id
    end,
    app_private.my_authority())
$$;
COMMENT ON FUNCTION app_private.authority_of(object_type app_public.audit_object, object_id bigint) IS 'Returns the id of the authority that something belongs to, for the audit log: that of the user of this request for what belongs to none.';
CREATE FUNCTION app_private.begin_alert_mail(is_on boolean) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if is_on then
    insert into app_private.mail_outcome (alerts) values (true)
      on conflict on constraint mail_outcome_pkey do update set alerts = true;
    insert into app_private.devices (user_id, token, provider, is_fallback)
      select u.id, 'email:' || u.email, 'email', u.alerts_by_email = 'WITHOUT_DEVICE'
        from app_public.users u where app_private.is_road_by_email(u)
      on conflict do nothing;
  else
    update app_private.mail_outcome set alerts = false where alerts;
    delete from app_private.devices d where d.provider = 'email';
  end if;
end
$$;
COMMENT ON FUNCTION app_private.begin_alert_mail(is_on boolean) IS 'Records whether alerts go out by email, and makes or removes the device of each user that stands for their email.';
CREATE FUNCTION app_private.begin_export(token_user_id integer, session_id bigint, user_id integer) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if app_private.may_export(token_user_id, begin_export.session_id, begin_export.user_id) is not true then
    return false;
  end if;
  -- The entry must be on disk before the export begins.
  perform app_private.commit_synchronously();
  perform app_private.audit('USER_EXPORTED', 'USER', begin_export.user_id,
    actor_id => token_user_id, session_id => begin_export.session_id);
  return true;
end
$$;
COMMENT ON FUNCTION app_private.begin_export(token_user_id integer, session_id bigint, user_id integer) IS 'Records in the audit log that the data of a user is exported in this session. False if the session may not export it.';
CREATE FUNCTION app_private.begin_factor(INOUT user_id integer, address cidr, credential_id text DEFAULT NULL::text, OUT retry_after integer, OUT email text, OUT password_hash text, OUT is_admin boolean, OUT factor_id integer, OUT secret bytea, OUT counter bigint) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  -- Attempts at an account take turns, and each counts as a failure until it succeeds: attempts at the same time cannot pass the limits.
  select u.id, u.email, c.password_hash, exists (select from app_public.memberships m where m.user_id = u.id)
    into begin_factor.user_id, begin_factor.email, begin_factor.password_hash, begin_factor.is_admin
    from app_private.user_credentials c
    join app_public.users u on u.id = c.user_id
    where c.user_id = coalesce(
      begin_factor.user_id, (select f.user_id from app_public.second_factors f where f.credential_id = begin_factor.credential_id))
    for update of c;
  begin_factor.retry_after := 0;
  if begin_factor.user_id is null then
    return;
  end if;
  begin_factor.retry_after := (select b.retry_after from app_private.begin_login(begin_factor.email, begin_factor.address) b);
  if begin_factor.retry_after > 0 then
    return;
  end if;
  perform app_private.count_attempt(k.counter, k.key)
    from app_private.login_counters(begin_factor.email, begin_factor.address) k;
  select f.id, f.secret, f.counter into begin_factor.factor_id, begin_factor.secret, begin_factor.counter
    from app_public.second_factors f
    where f.user_id = begin_factor.user_id
      and case when begin_factor.credential_id is null then f.kind = 'TOTP' else f.credential_id = begin_factor.credential_id end;
end
$$;
COMMENT ON FUNCTION app_private.begin_factor(INOUT user_id integer, address cidr, credential_id text, OUT retry_after integer, OUT email text, OUT password_hash text, OUT is_admin boolean, OUT factor_id integer, OUT secret bytea, OUT counter bigint) IS 'Begins the check of a code of a user, or of the passkey with this id of a user or of whoever has it, and returns what the host needs for it. retry_after is as of app_private.begin_login(). Without the factor, factor_id is null.';
CREATE FUNCTION app_private.begin_joining(secret text, email text, address cidr) RETURNS TABLE(retry_after integer, is_open boolean)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  begin_joining.retry_after := app_private.attempt_wait('join', address::text);
  begin_joining.is_open := begin_joining.retry_after = 0 and app_private.invitation_is_open(begin_joining.secret);
  if begin_joining.is_open and app_private.user_id_of(btrim(begin_joining.email)) is not null then
    raise exception using errcode = 'unique_violation', constraint = 'users_email_key', message = 'This email is taken: use another one.';
  end if;
  return next;
end
$$;
COMMENT ON FUNCTION app_private.begin_joining(secret text, email text, address cidr) IS 'Returns how many seconds somebody at this address has to wait before they join, and whether the invitation is open. Error 23505 if it is, and the email is taken. The host calls it before it hashes a password, because hashing is expensive.';
CREATE FUNCTION app_private.begin_login(email text, address cidr) RETURNS TABLE(retry_after integer, is_known boolean)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
COMMENT ON FUNCTION app_private.begin_login(email text, address cidr) IS 'Returns how many seconds a login has to wait because of earlier failures, 0 if its password may be checked, and whether the account has logged in from this address before. An address''s failures do not count for an account that is known there; those of an account count only for addresses that have failed at it. The host asks again right before it hashes the password, so that attempts at the same time cannot pass the limits.';
CREATE FUNCTION app_private.begin_mail() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  insert into app_private.mail_outcome default values on conflict on constraint mail_outcome_pkey do nothing;
end
$$;
COMMENT ON FUNCTION app_private.begin_mail() IS 'Records that mail is on, so that mails are queued from now on.';
CREATE FUNCTION app_private.begin_role_change(user_id integer, authority_id integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform app_private.require_fresh_factor();
  -- The lock serializes two managers who demote each other, so that one remains.
  perform from app_private.settings for update;
  if begin_role_change.authority_id = any (app_private.my_authorities('MANAGER')) is not true then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  perform app_private.require_managed(begin_role_change.user_id);
end
$$;
COMMENT ON FUNCTION app_private.begin_role_change(user_id integer, authority_id integer) IS 'Begins a change of what a user may do for an authority. Error LA404 unless the user of this request manages both.';
CREATE FUNCTION app_private.begin_session(user_id integer, password_hash text, lifetime interval, client text DEFAULT NULL::text, family_hash bytea DEFAULT NULL::bytea, token_hash bytea DEFAULT NULL::bytea, way app_public.login_way DEFAULT 'PASSWORD'::app_public.login_way) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  max_sessions constant integer := 100;
  issuer constant text := (select i.issuer from app_private.oidc_identities i where i.user_id = begin_session.user_id);
  is_break_glass boolean;
  new_id bigint;
begin
  if way <> 'OIDC' then
    -- The row's lock makes this login and a change of the password take turns. The later of them sees the other.
    update app_private.user_credentials c set password_hash = c.password_hash
      where c.user_id = begin_session.user_id and c.password_hash = begin_session.password_hash
        and (begin_session.way <> 'PASSWORD' or not app_private.has_second_factor(c.user_id))
      returning c.break_glass into is_break_glass;
    if not found then
      return null;
    end if;
    -- Another login would keep rights that a provider has taken.
    if not is_break_glass
      and (issuer is not null
        or not (select s.local_login from app_private.settings s)
          and exists (select from app_public.memberships m where m.user_id = begin_session.user_id))
    then
      perform app_private.audit('LOGIN_FAILED', 'USER', begin_session.user_id, jsonb_build_object('way', way, 'reason', 'LOCAL_LOGIN_OFF'));
      return 0;
    end if;
  end if;
  insert into app_public.sessions as s (user_id, expires_at, is_admin, client, login_way, second_factor_at)
    select u.id, now() + begin_session.lifetime, u.is_admin, nullif(left(begin_session.client, 200), ''), begin_session.way,
        case when begin_session.way not in ('PASSWORD', 'OIDC') then now() end
      from app_public.users u where u.id = begin_session.user_id
    returning s.id into new_id;
  if begin_session.token_hash is not null then
    insert into app_private.refresh_tokens (user_id, session_id, family_hash, token_hash)
      values (begin_session.user_id, new_id, begin_session.family_hash, begin_session.token_hash);
  end if;
  delete from app_public.sessions s
    where s.user_id = begin_session.user_id and s.id in (
      select o.id from app_public.sessions o where o.user_id = begin_session.user_id
        order by o.expires_at > now() desc, o.used_at desc, o.id desc offset max_sessions);
  if found then
    perform pg_notify('token_revoked', begin_session.user_id::text);
  end if;
  perform app_private.audit(
    'LOGGED_IN', 'USER', begin_session.user_id,
    case when way = 'OIDC' then jsonb_build_object('way', way, 'issuer', issuer) else jsonb_build_object('way', way) end,
    actor_id => begin_session.user_id, session_id => new_id);
  return new_id;
end
$$;
COMMENT ON FUNCTION app_private.begin_session(user_id integer, password_hash text, lifetime interval, client text, family_hash bytea, token_hash bytea, way app_public.login_way) IS 'Begins a session of a user whose password or passkey the host has checked, or a ticket of an OpenID provider, and returns its id. Null if the password has another hash meanwhile, or was checked alone although the user has a second factor. 0 for a user who logs in at an OpenID provider, and for whoever has a role while local login is off, unless they break the glass. A user has at most a hundred sessions: the least recently used one ends.';
CREATE FUNCTION app_private.best_pushes(alert_id integer, until timestamp with time zone) RETURNS TABLE(notification_id bigint, provider text, outcome text, settled_at timestamp with time zone, reason text)
    LANGUAGE sql STABLE
    AS $$
  select distinct on (d.notification_id) d.notification_id, d.provider::text,
      case when d.accepted_at < until then 'ACCEPTED' when d.state in ('failed', 'dead') and d.settled_at < until then 'FAILED' else 'WAITING' end,
      case when d.accepted_at < until then d.accepted_at when d.settled_at < until then d.settled_at end,
      case when d.accepted_at < until then '' else coalesce(app_private.push_reason(d.why), '') end
    from app_private.deliveries d
    where d.alert_id = best_pushes.alert_id
    order by d.notification_id, coalesce(d.accepted_at < until, false) desc, coalesce(d.settled_at < until, false) desc, d.settled_at desc nulls last, d.device_id
$$;
COMMENT ON FUNCTION app_private.best_pushes(alert_id integer, until timestamp with time zone) IS 'Returns for each notification of an alert what came of it on the best of its person''s devices until a moment. So each person is counted once.';
CREATE FUNCTION app_private.border_near(zone public.geometry, box public.geometry, tolerance double precision) RETURNS public.geometry
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  outline constant geometry := st_boundary(zone);
  border geometry := st_collectionextract(st_intersection(outline, box), 2);
  meridian constant geometry := st_geomfromtext('LINESTRING(180 -90, 180 90)', 4326);
  seam geometry;
begin
  if st_xmin(zone) = -180 and st_xmax(zone) = 180 and (st_xmin(box) = -180 or st_xmax(box) = 180) then
    -- The cut at the 180th meridian is not a border. With a grid size, GEOS does not accept points among lines.
    seam := st_collectionextract(st_intersection(
      st_collectionextract(st_intersection(outline, meridian), 2),
      st_translate(st_collectionextract(st_intersection(outline, st_translate(meridian, -360, 0)), 2), 360, 0), 1e-10), 2);
    border := st_collectionextract(
      st_difference(border, st_collectionextract(st_collect(seam, st_translate(seam, -360, 0)), 2), 1e-10), 2);
  end if;
  -- A corner each twentieth of a degree keeps edges straight in longitude and latitude.
  return case when not st_isempty(border) then st_segmentize(st_simplify(border, tolerance / 111320, true), 0.05) end;
end
$$;
COMMENT ON FUNCTION app_private.border_near(zone public.geometry, box public.geometry, tolerance double precision) IS 'Returns the part of a zone''s border in a box, simplified within a tolerance in metres. Null if the box contains no border.';
CREATE FUNCTION app_private.box_around(latitude double precision, longitude double precision, metres double precision) RETURNS public.geometry
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  -- A degree of latitude has at least 110,500 m, one of longitude on the equator 111,300 m.
  latitude_margin constant double precision := metres / 110500;
  max_latitude constant double precision := abs(latitude) + latitude_margin;
  longitude_margin constant double precision := case when max_latitude < 89 then metres / (111300 * cosd(max_latitude)) else 180 end;
begin
  if longitude_margin >= 180 then
    return st_makeenvelope(-180, greatest(-90, latitude - latitude_margin), 180, least(90, latitude + latitude_margin), 4326);
  end if;
  return app_private.cut_at_180(st_makeenvelope(
    longitude - longitude_margin, latitude - latitude_margin, longitude + longitude_margin, latitude + latitude_margin, 4326));
end
$$;
COMMENT ON FUNCTION app_private.box_around(latitude double precision, longitude double precision, metres double precision) IS 'Returns a box in degrees that contains all points within a distance in metres of a place, cut at the 180th meridian.';
CREATE FUNCTION app_private.cancel_alert(alert_id integer, text text, texts app_public.alert_text_input[] DEFAULT '{}'::app_public.alert_text_input[]) RETURNS integer
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  alert app_public.alerts := app_private.lock_active_alert(alert_id, is_end => true);
  all_clears constant app_public.alert_text[] := app_private.checked_texts(
    texts, alert.language, alert.template_id is not null, is_all_clear => true);
begin
  perform app_private.commit_synchronously();
  update app_public.alerts a
    set active = false, cancelled_at = now(), all_clear = cancel_alert.text, version = a.version + 1, texts = array(
      select row(
          coalesce(o.language, c.language), o.title, o.text1, o.text2, o.text3, c.all_clear, coalesce(o.is_old, false))::app_public.alert_text
        from unnest(alert.texts) with ordinality o
        full join unnest(all_clears) with ordinality c on lower(c.language) = lower(o.language)
        order by o.ordinality, c.ordinality)
    where a.id = alert.id
    returning a.* into alert;
  perform app_private.keep_version(alert);
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  update app_private.publications p set last_user_id = 0, completed_at = null where p.alert_id = alert.id;
  perform app_private.queue_publication(alert.id);
  -- A report in flight may still notify its user, who then gets the all-clear too.
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
  return alert.id;
end
$$;
COMMENT ON FUNCTION app_private.cancel_alert(alert_id integer, text text, texts app_public.alert_text_input[]) IS 'Cancels an alert, with its all-clear in any languages: the first phase of its all-clear. app_private.publish_chunk() runs the second phase. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended. For the approvers of its authority, and for the author of the alert.';
CREATE FUNCTION app_private.cap_area(infos jsonb) RETURNS public.geometry
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  max_points constant integer := 1500;
  -- The edges of more could cross so often that to unite them, or to make them valid, would take hours, and cannot be stopped.
  max_crossing constant integer := 100;
  tolerance double precision := 1e-4;
  pieces geometry[];
  whole geometry;
begin
  pieces := array(
    select app_private.cut_at_180(app_private.unwrap_longitudes(
        case when st_npoints(p.piece) <= max_points or st_isvalid(p.piece) then p.piece else st_convexhull(p.piece) end))
      from jsonb_array_elements(infos) i, jsonb_array_elements(i -> 'polygons') r (ring), lateral (
        select st_setsrid(st_geomfromgeojson(
          jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(r.ring))::text), 4326) as piece) p
    union all
    select app_private.cut_at_180(st_buffer(st_setsrid(st_makepoint((c.circle -> 0)::float8, (c.circle -> 1)::float8), 4326)::geography,
        greatest((c.circle -> 2)::float8, 1), 16)::geometry)
      from jsonb_array_elements(infos) i, jsonb_array_elements(i -> 'circles') c (circle));
  while tolerance < 1 and (select sum(st_npoints(p)) from unnest(pieces) p) > max_points loop
    pieces := array(select st_removerepeatedpoints(p, tolerance) from unnest(pieces) p);
    tolerance := tolerance * 4;
  end loop;
  pieces := array(
    select case when st_isvalid(p) then p when st_npoints(p) <= max_crossing then st_makevalid(p) else st_convexhull(p) end
      from unnest(pieces) p);
  whole := st_collectionextract(st_collect(pieces), 3);
  if not st_isvalid(whole) or st_npoints(whole) > max_points then
    whole := case when st_npoints(whole) <= max_points then st_union(pieces) else st_removerepeatedpoints(st_convexhull(whole), 0.01) end;
  end if;
  whole := st_collectionextract(case when st_npoints(whole) <= 10000 then whole else st_convexhull(whole) end, 3);
  return case when not st_isempty(whole) then whole end;
exception when others then
  -- Others may draw what PostGIS cannot unite: their message has no area then.
  return null;
end
$$;
COMMENT ON FUNCTION app_private.cap_area(infos jsonb) IS 'Returns the area of parts of a CAP message: the union of their polygons and circles, made valid and cut at the 180th meridian. What has very many points, or crosses itself very often, is drawn more coarsely. Null if there is none.';
CREATE FUNCTION app_private.cap_changes(before jsonb, after jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select jsonb_agg(jsonb_build_object('field', f.field,
      -- Shapes are not read by people.
      'before', case when f.place < 10 then before ->> f.field end, 'after', case when f.place < 10 then after ->> f.field end) order by f.place)
    from unnest('{headline,description,instruction,event,urgency,severity,certainty,expires,areaDesc,polygons,circles}'::text[])
      with ordinality f (field, place)
    where before -> f.field is distinct from after -> f.field
$$;
COMMENT ON FUNCTION app_private.cap_changes(before jsonb, after jsonb) IS 'Returns which fields of a part of a CAP message differ from those of the message before. Null if none does.';
CREATE TABLE app_public.authorities (
    id integer NOT NULL,
    name text NOT NULL,
    area public.geometry(MultiPolygon,4326),
    allowed_area public.geometry(MultiPolygon,4326),
    parent_id integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    approval app_public.approval_rule DEFAULT 'OFF'::app_public.approval_rule NOT NULL,
    approval_above integer DEFAULT 0 NOT NULL,
    approves_exercises boolean DEFAULT false NOT NULL,
    CONSTRAINT authorities_approval_above CHECK ((approval_above >= 0)),
    CONSTRAINT authorities_name CHECK (((char_length(name) <= 100) AND (app_private.without_blanks(name) <> ''::text) AND (name !~ '[[:cntrl:]]'::text))),
    CONSTRAINT authorities_parent_id CHECK (((id = 1) = (parent_id IS NULL)))
);
COMMENT ON TABLE app_public.authorities IS '@behavior -query:resource:connection
@listForAdmins
@orderedBy name
@filterBy id
An authority that warns, everywhere or in an area. The first one is the service itself, and all others are below it.';
COMMENT ON COLUMN app_public.authorities.id IS 'The id of the authority.';
COMMENT ON COLUMN app_public.authorities.name IS 'Its name, as people read it.';
COMMENT ON COLUMN app_public.authorities.area IS '@behavior -*
The area in which it warns: longitude and latitude in degrees. Null for everywhere.';
COMMENT ON COLUMN app_public.authorities.allowed_area IS '@behavior -*
The area and 20 metres around it, in which zone ONE of its alerts must lie.';
COMMENT ON COLUMN app_public.authorities.parent_id IS 'The id of the authority above. Null for the service itself.';
COMMENT ON COLUMN app_public.authorities.created_at IS 'When it was made.';
COMMENT ON COLUMN app_public.authorities.approval IS 'When a second person has to approve a publication.';
COMMENT ON COLUMN app_public.authorities.approval_above IS 'Above how many people a second person has to approve a publication, if approval is MANY.';
COMMENT ON COLUMN app_public.authorities.approves_exercises IS 'True if a second person has to approve exercises and tests too.';
COMMENT ON CONSTRAINT authorities_approval_above ON app_public.authorities IS 'approvalAbove is negative: send a number of people.';
COMMENT ON CONSTRAINT authorities_name ON app_public.authorities IS 'name is empty, or has more than 100 characters or a line break: write a short name.';
CREATE FUNCTION app_private.cap_content(status text, infos jsonb, area public.geometry, authority app_public.authorities) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
declare
  info constant jsonb := coalesce(app_private.cap_info(infos), '{}');
  names constant text[] := '{ONE,TWO,THREE}';
  -- Three parts of one language with a zone each: so does another service of this kind write its alerts.
  zones jsonb;
  -- Of a neighbour's alert maybe only the outer zones reach here. The nearest one is zone ONE of the draft.
  nearest integer;
  texts text[] := array_fill(app_private.cap_text(info), array[3]);
  drawn geometry := area;
  inside geometry;
  distances jsonb := '{}';
begin
  select jsonb_object_agg(p ->> 'value', i) into zones
    from jsonb_array_elements(infos) i, jsonb_array_elements(i -> 'parameters') p
    where i -> 'language' = info -> 'language' and p ->> 'name' = 'zone' and p ->> 'value' = any (names);
  if zones ?& names then
    select z.place into nearest
      from unnest(names) with ordinality z (name, place)
      where authority.area is null or st_intersects(app_private.cap_area(jsonb_build_array(zones -> z.name)), authority.area)
      order by z.place limit 1;
    nearest := coalesce(nearest, 1);
    drawn := app_private.cap_area(jsonb_build_array(zones -> names[nearest]));
    select array_agg(app_private.cap_text(zones -> names[least(n, 3)]) order by n) into texts from generate_series(nearest, nearest + 2) n;
    if nearest = 1 then
      select jsonb_object_agg(p ->> 'name', (p ->> 'value')::float8) into distances
        from jsonb_array_elements(info -> 'parameters') p
        where p ->> 'name' in ('level2Distance', 'level3Distance') and p ->> 'value' ~ '^\d{1,6}(\.\d{1,6})?$';
    end if;
  end if;
  inside := st_collectionextract(st_intersection(drawn, authority.area, 1e-10), 3);
  if not st_isempty(inside) then
    drawn := inside;
  end if;
  return coalesce(distances, '{}') || jsonb_build_object(
    'authorityId', authority.id, 'shapes', app_private.shapes_of(drawn),
    'title', left(btrim(regexp_replace(coalesce(info ->> 'headline', info ->> 'event', ''), '[[:cntrl:]]+', ' ', 'g')), 60),
    'texts', texts, 'sameAsOne', case when texts[1] = all (texts) then '["TWO", "THREE"]'::jsonb else '[]' end,
    'hours', case when info ->> 'expires' is null then 24
      else least(greatest(ceil(extract(epoch from (info ->> 'expires')::timestamptz - now()) / 3600), 1), 720) end,
    'status', case status when 'Actual' then 'ACTUAL' when 'Exercise' then 'EXERCISE' else 'TEST' end,
    'positionAge', '', 'positionAgeUnit', 'hours', 'event', left(coalesce(info ->> 'event', ''), 200),
    'language', coalesce(substring(info ->> 'language' from '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,8}$'), ''),
    'severity', coalesce((select e from unnest(enum_range(null::app_public.severity)) e where e::text = upper(info ->> 'severity')), 'UNKNOWN'),
    'urgency', coalesce((select e from unnest(enum_range(null::app_public.urgency)) e where e::text = upper(info ->> 'urgency')), 'UNKNOWN'),
    'certainty', coalesce((select e from unnest(enum_range(null::app_public.certainty)) e where e::text = upper(info ->> 'certainty')), 'UNKNOWN'),
    'isRenotified', false);
end
$_$;
COMMENT ON FUNCTION app_private.cap_content(status text, infos jsonb, area public.geometry, authority app_public.authorities) IS 'Returns the draft that a CAP message makes for an authority, as the console keeps drafts: its text in the language of the service, and its area as far as it is within the authority''s.';
CREATE FUNCTION app_private.cap_feed(is_drill boolean, is_single boolean, place text) RETURNS TABLE(path text, made_at timestamp with time zone, facts jsonb)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  select format('alerts/%s/cap/%s-%s.xml', m.alert_id, m.version, greatest(m.level, 1)), m.made_at, m.facts
    from app_private.cap_messages m
    join app_public.alerts a on a.id = m.alert_id
    where m.expires_at > now() and (m.level = 0) = is_single and (a.status <> 'ACTUAL') = is_drill
      and (place is null or st_intersects(a.zone3, st_geomfromtext(place, 4326)))
      and not exists (
        select from app_private.cap_messages n where n.alert_id = m.alert_id and n.level = m.level and n.version > m.version)
    order by m.made_at desc, m.alert_id desc, m.level
$$;
COMMENT ON FUNCTION app_private.cap_feed(is_drill boolean, is_single boolean, place text) IS 'Returns the newest message of each zone, or the newest single message, of the alerts that have not expired, also after their all-clear. With a place, as well-known text, only of alerts whose zone THREE it touches.';
CREATE FUNCTION app_private.cap_info(infos jsonb) RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select i.info
    from jsonb_array_elements(infos) with ordinality i (info, place), app_private.settings s
    order by lower(split_part(i.info ->> 'language', '-', 1)) = lower(split_part(s.default_language, '-', 1)) desc, i.place
    limit 1
$$;
COMMENT ON FUNCTION app_private.cap_info(infos jsonb) IS 'Returns the part of a CAP message in the language of the service, else its first part.';
CREATE FUNCTION app_private.cap_message(alert_id integer, version integer, level integer) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select m.message from app_private.cap_messages m
    where (m.alert_id, m.version, m.level) = (cap_message.alert_id, cap_message.version, cap_message.level)
$$;
COMMENT ON FUNCTION app_private.cap_message(alert_id integer, version integer, level integer) IS 'Returns the message of a version of an alert for zone 1, 2 or 3, or the single message: 0. Null if there is none.';
CREATE FUNCTION app_private.cap_pieces(zone public.geometry) RETURNS SETOF public.geometry
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  piece geometry;
  meridian double precision;
begin
  for piece in select d.geom from st_dump(zone) d where st_dimension(d.geom) = 2 loop
    -- Through the middle hole, and on the grid, so that both sides share their corners. Holes too narrow for it, of 20 cm at
    -- most, are filled.
    select (array_agg(m.x order by m.x))[(count(*) + 1) / 2] into meridian
      from st_dumprings(piece) r, round(((st_xmin(r.geom) + st_xmax(r.geom)) / 2)::numeric, 6) m (x)
      where r.path[1] > 0 and st_xmax(r.geom) - st_xmin(r.geom) > 2e-6;
    if meridian is null then
      return next st_makepolygon(st_exteriorring(piece));
    else
      return query select app_private.cap_pieces(st_intersection(piece, side.half, 1e-6))
        from (values (st_makeenvelope(-180, -90, meridian, 90, 4326)), (st_makeenvelope(meridian, -90, 180, 90, 4326))) side (half);
    end if;
  end loop;
end
$$;
COMMENT ON FUNCTION app_private.cap_pieces(zone public.geometry) IS 'Returns polygons without holes that make up a zone: a hole is cut by the meridian through its middle.';
CREATE FUNCTION app_private.cap_polled(source_id integer, version integer, outcome jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  source app_public.cap_sources;
  max_wait_s constant integer := 3600;
  has_failed constant boolean := outcome ->> 'problem' is not null;
begin
  update app_public.cap_sources s
    set asked_at = now(), problem = outcome ->> 'problem', failures = case when has_failed then s.failures + 1 else 0 end,
      answered_at = case when has_failed then s.answered_at else now() end,
      etag = case when outcome ? 'seen' then outcome ->> 'etag' else s.etag end,
      last_modified = case when outcome ? 'seen' then outcome ->> 'lastModified' else s.last_modified end,
      seen = coalesce(outcome -> 'seen', s.seen), outside = s.outside + coalesce((outcome ->> 'outside')::integer, 0),
      refused = coalesce(outcome ->> 'refused', s.refused), refused_at = case when outcome ? 'refused' then now() else s.refused_at end,
      received_at = case when outcome ? 'told' then now() else s.received_at end
    -- A manager may have changed it meanwhile: then another job asks it.
    where s.id = source_id and s.version = cap_polled.version and not s.is_paused
    returning s.* into source;
  if found then
    perform app_private.queue_cap_poll(
      source.id, least(greatest(source.interval_s * 2 ^ least(source.failures, 12), (outcome ->> 'afterS')::double precision), max_wait_s));
  end if;
  -- A poll tells of one message, however many it has.
  if outcome ? 'told' then
    perform app_private.tell_members('RECEIVED', (outcome ->> 'told')::bigint);
  end if;
  delete from app_private.cap_received r where r.draft_id is null and r.alert_id is null and r.received_at < now() - interval '30 days';
end
$$;
COMMENT ON FUNCTION app_private.cap_polled(source_id integer, version integer, outcome jsonb) IS 'Stores what came of asking a version of a source of CAP messages, and queues the next time: later and later while it fails, up to an hour, and not before it says (afterS). Does neither if the source was changed meanwhile. Tells the authors of a message. Removes messages that nobody needs, after 30 days.';
CREATE FUNCTION app_private.cap_polygons(zone public.geometry) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  select array(
    select string_agg(
        trim_scale(round(st_y(p.geom)::numeric, 6)) || ',' || trim_scale(round(st_x(p.geom)::numeric, 6)), ' ' order by p.path)
      from app_private.cap_pieces(zone) with ordinality piece (geom, number), st_dumppoints(st_forcepolygonccw(piece.geom)) p
      group by piece.number order by piece.number)
$$;
COMMENT ON FUNCTION app_private.cap_polygons(zone public.geometry) IS 'Returns the polygons of a zone as CAP writes them: closed rings of latitude,longitude with six decimals.';
CREATE FUNCTION app_private.cap_text(info jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select left(coalesce(nullif(concat_ws(E'\n\n', info ->> 'description', info ->> 'instruction'), ''), info ->> 'headline', info ->> 'event', ''), 10000)
$$;
COMMENT ON FUNCTION app_private.cap_text(info jsonb) IS 'Returns the text of a part of a CAP message: its description and instruction, else its headline.';
CREATE FUNCTION app_private.cell_reach(question jsonb) RETURNS app_public.alert_reach_preview
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  select (app_private.reach_of(jsonb_populate_record(null::app_public.alerts, question))).*
$$;
COMMENT ON FUNCTION app_private.cell_reach(question jsonb) IS 'Answers the head how many people of this cell an alert would notify: the question of app_private.reach_of(). Numbers only.';
CREATE FUNCTION app_private.chain_audit(max_entries integer DEFAULT 10000) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  head app_private.audit_chain;
  entry app_public.audit_entries;
  chained_count integer := 0;
begin
  -- The lock serializes concurrent jobs. Writers of entries do not wait for it.
  lock table app_private.audit_chain in share row exclusive mode;
  select c.* into head from app_private.audit_chain c order by c.place desc limit 1;
  for entry in
    with taken as (
      delete from app_private.audit_waiting w
        where w.entry_id in (select n.entry_id from app_private.audit_waiting n order by n.entry_id limit chain_audit.max_entries)
        returning w.entry_id
    )
    select e.* from taken t join app_public.audit_entries e on e.id = t.entry_id order by e.id
  loop
    head.place := coalesce(head.place, 0) + 1;
    head.hash := sha256(coalesce(head.hash, '') || convert_to(app_private.audit_text(entry), 'UTF8'));
    insert into app_private.audit_chain (place, entry_id, hash) values (head.place, entry.id, head.hash);
    chained_count := chained_count + 1;
  end loop;
  return chained_count;
end
$$;
COMMENT ON FUNCTION app_private.chain_audit(max_entries integer) IS 'Appends the entries of audit_waiting to the hash chain, in the order of ids: each hash covers the entry and the previous hash. The entry of a long transaction may follow entries with higher ids. Returns the number of entries.';
CREATE FUNCTION app_private.check_authority() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
  -- An alert that came from the head of this cell.
  if new.user_id = (select c.head_user_id from app_private.cell c) then
    return new;
  end if;
  if new.authority_id = any (app_private.my_authorities('AUTHOR')) is not true then
    raise exception using errcode = 'LA403', constraint = 'no_approver', message = 'Your role does not allow you to publish for this authority.';
  end if;
  -- An end of mutual aid waits for this publication, or this waits for the end and then finds it.
  perform from app_public.mutual_aids g where g.to_authority_id = new.authority_id and g.ended_at is null for share;
  perform app_private.require_inside(new);
  return new;
end
$$;
COMMENT ON FUNCTION app_private.check_authority() IS 'Refuses an alert of an authority in which the user of this request is no author, or whose zone ONE leaves its area: error LA403. A trigger, as it also binds the functions that run as the owner.';
CREATE FUNCTION app_private.check_draft() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  max_drafts constant integer := 100;
begin
  if tg_op = 'UPDATE' and new.is_private = old.is_private then
    return new;
  end if;
  -- Who shares a draft may have begun or ended training since they wrote it.
  new.is_training := (app_public.me()).is_training;
  if new.is_private then
    -- The lock serializes concurrent inserts of a user, so that each counts the others.
    perform pg_advisory_xact_lock((4159::bigint << 32) | new.user_id);
    if (select count(*) from app_public.shared_drafts d where d.user_id = new.user_id and d.is_private) >= max_drafts then
      raise exception using errcode = 'LA409', constraint = 'too_many_drafts', message = format('You have %s private drafts: discard one first.', max_drafts);
    end if;
  end if;
  return new;
end
$$;
COMMENT ON FUNCTION app_private.check_draft() IS 'Notes whether whoever makes or shares a draft is in training. Raises error LA409 if a user has the maximum number of private drafts.';
CREATE FUNCTION app_private.check_saved_area() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
  new.area := st_multi(app_private.area_of_geojson(st_asgeojson(new.area, 15, 0)::json));
  return new;
end
$$;
COMMENT ON FUNCTION app_private.check_saved_area() IS 'Refuses a saved area that no alert could have, and cuts it at the 180th meridian. Error LA400 names the fault.';
CREATE FUNCTION app_private.check_time_zone() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
begin
  -- After a colon PostgreSQL takes only the name of a file of its time zones: no abbreviation, and no rule such as XYZ5.
  -- pg_timezone_names would read all the files, a tenth of a second each time.
  perform now() at time zone (':' || new.time_zone);
  if (new.time_zone ~ '^[A-Z][A-Za-z0-9_+/-]*$') is not true then
    raise invalid_parameter_value;
  end if;
  return new;
exception when invalid_parameter_value then
  raise exception using errcode = 'LA400', constraint = 'time_zone', message = 'timeZone is unknown: send a name of the IANA time zone database, such as Europe/Rome.';
end
$_$;
COMMENT ON FUNCTION app_private.check_time_zone() IS 'Error LA400 for a time zone that is not in the IANA time zone database, or that this server does not know.';
CREATE FUNCTION app_private.checked_area(area public.geometry, field text) RETURNS public.geometry
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  -- Half of the earth's surface in square metres, WGS 84.
  half_the_globe constant double precision := 2.5503281e14;
  checked geometry := area;
  turns record;
begin
  -- An edge of more than 180 degrees takes the short way round, which is a turn of 360 degrees.
  select bool_or(r.is_ambiguous) as are_ambiguous, bool_or(r.turn <> 0) as hold_a_pole, bool_or(r.widest > 180) as are_turned,
      bool_or(r.widest >= 360) as span_the_globe
    into turns
    from (
      select bool_or(abs(abs(e.step - 360 * round(e.step / 360)) - 180) < 1e-9) as is_ambiguous,
          sum(round(e.step / 360)) as turn, max(abs(e.step)) as widest
        from (
          select d.path[1:cardinality(d.path) - 1] as ring,
              st_x(d.geom) - lag(st_x(d.geom)) over (partition by d.path[1:cardinality(d.path) - 1] order by d.path) as step
            from st_dumppoints(area) d
        ) e
        group by e.ring
    ) r;
  if turns.are_ambiguous then
    raise exception using errcode = 'LA400', constraint = 'area_edge', message = format(
      '%s has an edge that spans half the globe (180 degrees of longitude), which could run either way round: add points along the edge.', field);
  end if;
  if turns.hold_a_pole then
    raise exception using errcode = 'LA400', constraint = 'area_pole', message = format(
      '%s goes round the globe, so it holds a pole: draw an area of less than half the globe that holds no pole.', field);
  end if;
  if turns.are_turned or st_xmin(area) < -180 or st_xmax(area) > 180 then
    checked := app_private.unwrap_longitudes(area);
    -- The cut needs a valid area. Its result is validated below, as pieces that were a turn apart may overlap now.
    if st_isvalid(checked) then
      checked := st_collectionhomogenize(app_private.cut_at_180(checked));
    end if;
  end if;
  if not st_isvalid(checked) then
    if turns.span_the_globe then
      raise exception using errcode = 'LA400', constraint = 'area_globe', message = format('%s spans the whole globe: draw an area of less than half the globe.', field);
    end if;
    raise exception using errcode = 'LA400', constraint = 'area_invalid', detail = st_isvalidreason(checked),
      message = format('%s is not a valid area: %s. Correct the drawing there.', field, st_isvalidreason(checked));
  end if;
  if st_area(checked) = 0 then
    raise exception using errcode = 'LA400', constraint = 'area_flat', message = format('%s has no area, as its points lie on a line: move one of them.', field);
  end if;
  -- The outer zones have a corner each twentieth of a degree. The land of the whole earth has an outline of some 5,000 degrees.
  if st_perimeter(checked) > 10000 then
    raise exception using errcode = 'LA400', constraint = 'area_outline', message = format('%s has an outline of more than 10,000 degrees, which is 27 times round the globe: simplify it.', field);
  end if;
  -- Half the globe is at least 21,600 square degrees, so most areas need no projection.
  if st_area(checked) > 20000 then
    if st_area(st_transform(st_segmentize(checked, 1), '+proj=cea +datum=WGS84')) >= half_the_globe then
      raise exception using errcode = 'LA400', constraint = 'area_half_globe', message = format('%s covers half the globe or more: draw a smaller area.', field);
    end if;
  end if;
  return checked;
end
$$;
COMMENT ON FUNCTION app_private.checked_area(area public.geometry, field text) IS 'Validates the area of an alert and returns it, cut at the 180th meridian. Error LA400 names the input field and the fault.';
CREATE FUNCTION app_private.checked_texts(texts app_public.alert_text_input[], language text, is_from_template boolean, is_all_clear boolean DEFAULT false) RETURNS app_public.alert_text[]
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  used text[] := array[lower(language)];
  translation app_public.alert_text;
  checked app_public.alert_text[] := '{}';
begin
  if cardinality(texts) > 20 then
    raise exception using errcode = 'LA400', constraint = 'texts_count', message = 'texts has more than 20 languages: leave some out.';
  end if;
  foreach translation in array texts loop
    if not app_private.is_language(translation.language) or lower(translation.language) = any (used) then
      raise exception using errcode = 'LA400', constraint = 'texts_language', message = format(
        'texts has the language "%s", which is no language tag of BCP 47, stands twice, or is the alert''s own: send each other language once, such as "es" or "pt-BR".',
        left(translation.language, 50));
    end if;
    translation.title := nullif(btrim(translation.title), '');
    translation.is_old := coalesce(translation.is_old, false);
    if is_all_clear and num_nonnulls(translation.title, translation.text1, translation.text2, translation.text3) > 0
      or not is_all_clear and translation.all_clear is not null
      or char_length(translation.title) > 60 or translation.title ~ '[[:cntrl:]]' or app_private.without_blanks(translation.title) = ''
      or exists (
        select from unnest(case
            when is_all_clear then array[translation.all_clear]
            else array[translation.text1, translation.text2, translation.text3, coalesce(translation.all_clear, translation.text1)] end) t (text)
          where (char_length(t.text) <= 10000 and app_private.without_blanks(t.text) <> '') is not true)
    then
      raise exception using errcode = 'LA400', constraint = 'texts_length', message = format(
        'The texts in "%s" do not fit: write text1, text2 and text3, or for an all-clear only allClear, of 10,000 characters at most, and a title of 60 at most in one line, or none.',
        translation.language);
    end if;
    if is_from_template and app_private.has_placeholder(concat_ws(
      ' ', translation.title, translation.text1, translation.text2, translation.text3, translation.all_clear))
    then
      raise exception using errcode = 'LA400', constraint = 'texts_placeholder', message = format(
        'A text in "%s" still has a placeholder of the template, such as {place}: fill it in.', translation.language);
    end if;
    used := used || lower(translation.language);
    checked := checked || translation;
  end loop;
  return checked;
end
$$;
COMMENT ON FUNCTION app_private.checked_texts(texts app_public.alert_text_input[], language text, is_from_template boolean, is_all_clear boolean) IS 'Validates the texts of an alert, of its all-clear, or if is_all_clear is null of a template, which may have both, in other languages than its own and returns them. Error LA400 says what is wrong with them.';
CREATE FUNCTION app_private.claim_deliveries(provider app_private.push_provider, job_id bigint, notification_ids bigint[]) RETURNS SETOF app_private.claimed_delivery
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  -- With the job, identifies the deliveries of this call.
  claim_time constant timestamptz := clock_timestamp();
  alert_ids constant integer[] := array(
    select distinct n.alert_id from app_public.notifications n where n.id = any (notification_ids));
  active_alert_ids constant integer[] := array(
    select a.id from app_public.alerts a where a.id = any (alert_ids) and app_private.may_push('ALERT', a));
  cancelled_alert_ids constant integer[] := array(
    select a.id from app_public.alerts a where a.id = any (alert_ids) and app_private.may_push('ALL_CLEAR', a));
  inserted_count integer;
begin
  inserted_count := app_private.insert_deliveries(provider, job_id, notification_ids, active_alert_ids, cancelled_alert_ids, claim_time);
  if inserted_count > 0 then
    return query select * from app_private.deliveries_claimed_at(claim_time, provider, job_id, notification_ids);
    if found then
      return;
    end if;
  end if;
  if not exists (
    select 1 from app_private.deliveries d
      where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state in ('queued', 'sent'))
  then
    return;
  end if;
  -- From here on: due deliveries, and those that this job was sending when its host died. The latter may arrive twice.
  update app_private.deliveries d
    set state = 'failed', settled_at = claim_time, why = 'The alert ended before the push was sent.'
    from app_public.notifications n
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and d.state in ('queued', 'sent') and n.id = d.notification_id and n.user_id = d.user_id
      and n.alert_id <> all (case n.kind when 'ALL_CLEAR' then cancelled_alert_ids else active_alert_ids end);
  update app_private.deliveries d
    set state = 'dead', settled_at = claim_time, why = 'The device was unregistered.'
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state in ('queued', 'sent')
      and not exists (select from app_private.devices v where v.id = d.device_id and v.user_id = d.user_id);
  -- Otherwise an earlier text could arrive last, and stay on the screen.
  update app_private.deliveries d
    set state = 'failed', settled_at = claim_time, why = 'A later notification of the alert took its place.'
    from app_public.notifications n
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and (d.state = 'queued' or d.state = 'sent' and d.job_id = claim_deliveries.job_id)
      and n.id = d.notification_id and n.user_id = d.user_id
      and exists (
        select from app_public.notifications l
          where l.user_id = n.user_id and l.alert_id = n.alert_id
            and (l.version, l.id) > (n.version, n.id));
  update app_private.deliveries d
    set due_at = app_private.quiet_until(q.starts, q.ends, q.time_zone, now())
    from app_public.quiet_hours q
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state = 'queued'
      and d.level <> 'ONE' and d.due_at <= now() and q.user_id = d.user_id
      and app_private.quiet_until(q.starts, q.ends, q.time_zone, now()) is not null;
  -- A concurrent job with the same deliveries waits for the row locks, and then finds them sent.
  update app_private.deliveries d
    set state = 'sent', attempts = d.attempts + 1, sent_at = claim_time, job_id = claim_deliveries.job_id
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and (d.state = 'queued' and d.due_at <= now() or d.state = 'sent' and d.job_id = claim_deliveries.job_id);
  return query select * from app_private.deliveries_claimed_at(claim_time, provider, job_id, notification_ids);
end
$$;
COMMENT ON FUNCTION app_private.claim_deliveries(provider app_private.push_provider, job_id bigint, notification_ids bigint[]) IS 'Claims the deliveries of these notifications that a job has to send now, new ones first. It leaves out deliveries of an ended alert, of a notification that a later one of the same alert replaces, to a removed device, during the user''s quiet hours, or due later. Call it until it returns no row.';
CREATE FUNCTION app_private.claim_oidc_check(user_id integer, session_id bigint, family_hash bytea) RETURNS TABLE(issuer text, subject text, refresh_token bytea)
    LANGUAGE sql SECURITY DEFINER ROWS 1
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  update app_private.oidc_identities i set claimed_at = now()
    from app_private.refresh_tokens r join app_public.sessions s on s.user_id = r.user_id and s.id = r.session_id
    where r.user_id = claim_oidc_check.user_id and r.session_id = claim_oidc_check.session_id
      and r.family_hash = claim_oidc_check.family_hash and s.login_way = 'OIDC'
      -- Two checks at once would use the provider's refresh token twice, which it takes for a theft.
      and i.user_id = r.user_id and i.claimed_at < now() - interval '20 seconds'
    returning i.issuer, i.subject, i.refresh_token
$$;
COMMENT ON FUNCTION app_private.claim_oidc_check(user_id integer, session_id bigint, family_hash bytea) IS 'Returns what the host checks with the provider before it refreshes this session. No row for a session of another login, and while another host checks.';
CREATE FUNCTION app_private.claim_user(user_id text) RETURNS text
    LANGUAGE sql
    AS $$
  select pg_catalog.set_config('jwt.claims.user_id', user_id, true)
$$;
COMMENT ON FUNCTION app_private.claim_user(user_id text) IS 'Sets the user whose rows the next statements of the transaction may read, and returns the id. Hosts call it for each subscriber, after the token was checked.';
CREATE FUNCTION app_private.clear_places(user_ids integer[], ids bigint[]) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  cleared_count integer;
begin
  with located as materialized (
    select n.user_id, n.id, n.alert_id, n.version, n.kind, n.taken_at, n.created_at,
        st_setsrid(st_makepoint(n.longitude, n.latitude), 4326) as place
      from app_public.notifications n
      where n.user_id = any (clear_places.user_ids) and n.id = any (clear_places.ids) and n.place_kept
  ), areas as materialized (
    -- Falls back to the alert if the version has no row.
    select z.*, st_pointonsurface(z.zone1) as inner_place
      from (
        select k.alert_id, k.version, coalesce(v.created_at, a.created_at) as created_at, coalesce(v.zone1, a.zone1) as zone1,
            v.completed_at, p.completed_at as present_completed_at
          from (select distinct k.alert_id, k.version from located k) k
          join app_public.alerts a on a.id = k.alert_id
          left join app_public.alert_versions v on v.alert_id = k.alert_id and v.version = k.version
          left join app_private.publications p on p.alert_id = k.alert_id
      ) z
  ), coarse as materialized (
    select k.user_id, k.id, st_y(a.inner_place) as latitude, st_x(a.inner_place) as longitude,
        app_private.distance_class(app_private.metres_from(a.zone1, k.place)) as distance_class,
        case when k.kind <> 'ALL_CLEAR' then app_private.rule_when_notified(
          null, k.taken_at, k.created_at, a.created_at, a.completed_at, a.present_completed_at) end as rule
      from located k
      join areas a on a.alert_id = k.alert_id and a.version = k.version
  )
  update app_public.notifications n
    set latitude = c.latitude, longitude = c.longitude, moving_activity = 'UNKNOWN', taken_at = null, accuracy = null,
      place_kept = false, distance_class = c.distance_class, rule = c.rule
    from coarse c
    where n.user_id = c.user_id and n.id = c.id and n.place_kept;
  get diagnostics cleared_count = row_count;
  return cleared_count;
end
$$;
COMMENT ON FUNCTION app_private.clear_places(user_ids integer[], ids bigint[]) IS 'Clears the personal data of these notifications: latitude and longitude become a point of the alert''s area, moving_activity, taken_at and accuracy are reset. Level, version, time and kind stay; the class of the distance and the rule are stored in place of the position. Returns the number of cleared notifications, without those that were cleared before.';
CREATE FUNCTION app_private.client_id_fault(client_id text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case when char_length(client_id_fault.client_id) not between 1 and 100
    then 'clientId is empty or has more than 100 characters: send a UUID.' end
$$;
COMMENT ON FUNCTION app_private.client_id_fault(client_id text) IS 'Returns the fault of a clientId, or null.';
CREATE FUNCTION app_private.clock_fault() RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    AS $$
declare
  grace_period constant interval := interval '2 days';
  clock constant app_private.clock := (select c from app_private.clock c);
  is_step_forward constant boolean := now() > clock.seen_at + grace_period;
begin
  return case when is_step_forward or now() < clock.arrived_at + grace_period then format(
    'The database''s clock went from %s to %s at once, so nothing is deleted for its age until %s. Set it right, unless the service was stopped.',
    date_trunc('second', case when is_step_forward then clock.seen_at else clock.left_at end),
    date_trunc('second', case when is_step_forward then now() else clock.arrived_at end),
    date_trunc('second', case when is_step_forward then now() else clock.arrived_at end + grace_period)) end;
end
$$;
COMMENT ON FUNCTION app_private.clock_fault() IS 'Returns why the database''s clock is not trusted: it went forward by more than two days at once, less than two days ago. Null if it is trusted.';
CREATE FUNCTION app_private.clock_of(time_zone text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case
    when upper(time_zone) in ('CET', 'MET') then 'Europe/Brussels'
    when upper(time_zone) = 'EET' then 'Europe/Athens'
    when upper(time_zone) = 'WET' then 'Europe/Lisbon'
    else time_zone
  end
$$;
COMMENT ON FUNCTION app_private.clock_of(time_zone text) IS 'Returns a name by which PostgreSQL finds the clock of a time zone. It takes four names for abbreviations, which have no summer time. Each has the clock of a city.';
CREATE FUNCTION app_private.commit_synchronously() RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  if pg_catalog.current_setting('synchronous_commit') not in ('on', 'remote_apply') then
    -- Null means the default, which may be remote_apply: a report may have lowered it in this transaction.
    if pg_catalog.set_config('synchronous_commit', null, true) not in ('on', 'remote_apply') then
      perform pg_catalog.set_config('synchronous_commit', 'on', true);
    end if;
  end if;
end
$$;
COMMENT ON FUNCTION app_private.commit_synchronously() IS 'Sets synchronous_commit to on for this transaction, or to remote_apply if that is the default: the commit is on disk, and on the synchronous standby if there is one, before it becomes visible.';
CREATE FUNCTION app_private.compact_alert_reach() RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  compacted integer;
begin
  with deleted as (
    delete from app_private.alert_reach r
      where r.alert_id in (select m.alert_id from app_private.alert_reach m group by m.alert_id having count(*) > 1)
      returning r.alert_id, r.users
  )
  insert into app_private.alert_reach (alert_id, users) select d.alert_id, sum(d.users) from deleted d group by d.alert_id;
  get diagnostics compacted = row_count;
  return compacted;
end
$$;
COMMENT ON FUNCTION app_private.compact_alert_reach() IS 'Replaces the rows of each alert by one with their sum. Returns the number of alerts that it compacted.';
CREATE FUNCTION app_private.complete_factor(user_id integer, address cidr, way app_public.login_way, factor_id integer, counter bigint, code text, secret bytea, session_id bigint) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if way = 'RECOVERY_CODE' then
    delete from app_private.recovery_codes c
      where c.user_id = complete_factor.user_id and c.code_hash = app_private.key_hash(complete_factor.code);
  else
    -- Each code has a higher counter than the last one, and so does each use of a passkey that counts.
    update app_public.second_factors f
      set counter = complete_factor.counter, used_at = now(), secret = coalesce(complete_factor.secret, f.secret)
      where f.user_id = complete_factor.user_id and f.id = complete_factor.factor_id
        and (f.counter < complete_factor.counter or f.kind = 'PASSKEY' and f.counter = 0 and complete_factor.counter = 0);
  end if;
  if not found then
    perform app_private.audit('LOGIN_FAILED', 'USER', complete_factor.user_id, jsonb_build_object('way', way));
    return false;
  end if;
  perform app_private.complete_login(u.email, complete_factor.address) from app_public.users u where u.id = complete_factor.user_id;
  update app_public.sessions s set second_factor_at = now()
    where s.user_id = complete_factor.user_id and s.id = complete_factor.session_id;
  return true;
end
$$;
COMMENT ON FUNCTION app_private.complete_factor(user_id integer, address cidr, way app_public.login_way, factor_id integer, counter bigint, code text, secret bytea, session_id bigint) IS 'Ends the check of a second factor: true if a recovery code is one and unused, or if the counter that the host has verified is new. It then forgives failures, and the session, if there is one, has shown the factor. A new secret replaces the stored one. Else the failure is recorded.';
CREATE FUNCTION app_private.complete_login(email text, address cidr) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
COMMENT ON FUNCTION app_private.complete_login(email text, address cidr) IS 'Records a successful login: forgives the account''s failures from this address, and stores the address, at most twenty for each user.';
CREATE FUNCTION app_private.complete_replaced_jobs() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform graphile_worker.complete_jobs(array_agg(j.id))
    from graphile_worker.jobs j
    where j.locked_at is null and j.attempts >= j.max_attempts
      and (
        j.key is null and j.task_identifier in (
          'checkpoint_audit', 'count_figures', 'count_versions', 'forget_history', 'make_position_partitions', 'publish_alert',
          'make_cap_messages', 'purge_deliveries', 'purge_last_positions', 'purge_notification_places', 'purge_positions', 'send_mail', 'speak_alert')
        -- A mail is of no use after a day, and providers keep receipts for a day.
        or j.task_identifier in ('send_mail', 'push_receipts') and j.run_at < now() - interval '1 day')
    having count(*) > 0;
end
$$;
COMMENT ON FUNCTION app_private.complete_replaced_jobs() IS 'Completes jobs that have used up their attempts and would count as failed although nobody needs them: jobs that another job with the same key replaced while they ran (they have lost their key, and jobs of these tasks always have one), and mails and requests for receipts a day after their last due time.';
CREATE FUNCTION app_private.continue_publication(alert_id integer) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.commit_synchronously();
  select graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', alert_id), job_key => 'publish_alert:' || alert_id);
$$;
COMMENT ON FUNCTION app_private.continue_publication(alert_id integer) IS 'Queues a job that continues an unfinished publication at once. The job that app_private.new_alert() queues waits some seconds.';
CREATE FUNCTION app_private.count_alert(until timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET jit TO 'off'
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
declare
  k constant integer := (select s.smallest_group from app_private.settings s);
  alert app_public.alerts;
  last_completed_at timestamptz;
  is_last boolean;
begin
  -- Alerts are added in the order of their ids. One that committed after a later one is found by the overlap.
  insert into app_private.alert_counts (alert_id)
    select a.id from app_public.alerts a
      where a.id > coalesce((select max(t.alert_id) from app_private.alert_counts t), 0) - 100
    on conflict do nothing;
  select a.* into alert
    from app_private.alert_counts t join app_public.alerts a on a.id = t.alert_id
    where not t.is_final and coalesce(t.counted_until, '-infinity') < count_alert.until
      -- Nobody, or few, of an alert that was just being published then would be told for an hour. So the first count waits.
      and (t.counted_until is not null or a.created_at <= count_alert.until - interval '1 hour'
        or exists (select from app_private.publications p where p.alert_id = a.id and p.completed_at < count_alert.until))
    order by t.alert_id desc limit 1;
  if not found then
    return false;
  end if;
  last_completed_at := (select p.completed_at from app_private.publications p where p.alert_id = alert.id);
  is_last := least(alert.expires_at, alert.cancelled_at) + interval '1 day' <= count_alert.until;
  delete from app_private.alert_push_figures f where f.alert_id = alert.id;
  with told as materialized (
    select n.user_id, n.version, n.level, n.created_at as told_at, b.is_late, n.place_kept,
        case when n.seen_at < count_alert.until then n.seen_at end as seen_at,
        p.provider, p.outcome, p.reason, case when p.outcome = 'ACCEPTED' then p.settled_at end as accepted_at,
        -- For a late entry, time counts from its notification.
        case when b.is_late then n.created_at else b.published_at end as began_at,
        -- True if the square around the circle of accuracy reaches out of the zone. Of earlier versions only the area is kept.
        n.accuracy > 0 and not st_covers(
          case n.level when 'ONE' then coalesce(v.zone1, alert.zone1) when 'TWO' then alert.zone2 else alert.zone3 end, q.square) as reaches_out
      from app_public.notifications n
      left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
      left join app_private.best_pushes(alert.id, until) p on p.notification_id = n.id
      cross join lateral (
        select coalesce(v.created_at, alert.created_at) as published_at,
            app_private.rule_when_notified(
              n.rule, n.taken_at, n.created_at, v.created_at, v.completed_at, last_completed_at) = 'CAME_IN_LATER' as is_late
      ) b
      cross join lateral (
        -- Zones are cut at the 180th meridian too. Few squares reach over it, and a call for each would take long.
        select case when st_xmin(s.square) < -180 or st_xmax(s.square) > 180 then app_private.cut_at_180(s.square) else s.square end as square
          from (
            -- A wider square would overlap itself there, and no zone is that wide.
            select st_expand(st_setsrid(st_makepoint(n.longitude, n.latitude), 4326),
                least(e.metres / (111320 * e.narrowing), 179), e.metres / 110574) as square
              -- As functions of numbers next to zero fail.
              from (select greatest(n.accuracy, 0.001) as metres, greatest(cosd(case when abs(n.latitude) < 1e-9 then 0 else n.latitude end), 0.01) as narrowing) e
          ) s
      ) q
      where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR' and n.created_at < count_alert.until
  ), ranked as (
    select t.version, t.level, t.provider, t.outcome, t.reason, count(*) as people,
        sum(count(*)) over (partition by t.version, t.level order by count(*) desc, t.provider, t.outcome, t.reason) as with_larger,
        sum(count(*)) over (partition by t.version, t.level) as everyone
      from told t where t.provider is not null group by t.version, t.level, t.provider, t.outcome, t.reason
  ), pushes as (
    -- Groups of few people are in one row, with the smallest of the others if that row would still have too few.
    insert into app_private.alert_push_figures (alert_id, version, level, provider, outcome, reason, people, smallest_group)
      select alert.id, g.version, g.level, g.provider, g.outcome, g.reason, app_private.round_down(sum(g.people)::bigint, k), k
        from (
          select r.version, r.level, r.people, s.*
            from ranked r
            cross join lateral (
              select r.provider, r.outcome, r.reason where r.people >= k and r.everyone - r.with_larger not between 1 and k - 1
              union all select 'OTHER', 'OTHER', '' where not (r.people >= k and r.everyone - r.with_larger not between 1 and k - 1)
            ) s
        ) g group by g.version, g.level, g.provider, g.outcome, g.reason having sum(g.people) >= k
      returning version, level, outcome, people + smallest_group - 1 as most
  ), explained as (
    select p.version, p.level, sum(p.most) filter (where p.outcome = 'ACCEPTED') as accepted, sum(p.most) filter (where p.outcome = 'FAILED') as failed,
        bool_or(p.outcome = 'OTHER') as has_other
      from pushes p group by p.version, p.level
  ), numbers as (
    select t.version, t.level, count(*) as told, count(*) filter (where t.is_late) as late, count(*) filter (where t.reaches_out) as reaching_out,
        bool_or(not t.place_kept) as is_cleared, count(t.seen_at) as seen, count(t.accepted_at) as accepted,
        count(*) filter (where t.outcome = 'FAILED') as failed,
        percentile_disc(array[0.5, 0.95, 1]) within group (order by s.told) as told_seconds, count(s.told) as timed,
        percentile_disc(array[0.5, 0.95, 1]) within group (order by s.accepted) as accepted_seconds,
        percentile_disc(array[0.5, 0.95, 1]) within group (order by s.seen) as seen_seconds
      from told t
      cross join lateral (
        select case when not t.is_late then extract(epoch from t.told_at - t.began_at)::float8 end as told,
            extract(epoch from t.accepted_at - t.began_at)::float8 as accepted, extract(epoch from t.seen_at - t.began_at)::float8 as seen
      ) s
      group by t.version, t.level
  ), figures as (
    insert into app_private.alert_figures as f (
        alert_id, version, level, told, late, reaching_out, accepted, accepted_high, failed, failed_high, seen,
        told_seconds, accepted_seconds, seen_seconds, smallest_group)
      select alert.id, g.version, g.level, l.told, app_private.round_down(n.late, k),
          -- Of earlier versions the outer zones are not kept. Whose place was cleared cannot be counted again.
          case when g.level = 'ONE' or g.version = alert.version
            then greatest(app_private.round_down(n.reaching_out, k), case when n.is_cleared then e.reaching_out end) end,
          l.accepted, app_private.upper_bound(l.accepted, k, coalesce(x.accepted, 0)::bigint, l.told + k - 1),
          l.failed, app_private.upper_bound(l.failed, k, coalesce(x.failed, 0)::bigint, l.told + k - 1), app_private.round_down(n.seen, k),
          case when n.timed >= k then app_private.rounded_seconds(n.told_seconds) end,
          case when n.accepted >= k then app_private.rounded_seconds(n.accepted_seconds) end,
          case when n.seen >= k then app_private.rounded_seconds(n.seen_seconds) end, k
        -- Each level has a row, so that a row says nothing of whether anybody is there.
        from (
          select v.version, l.level
            from generate_series(1, alert.version) v (version) cross join unnest(enum_range(null::app_public.level_alert)) l (level)
            where not exists (
              select from app_public.alert_versions c where c.alert_id = alert.id and c.version = v.version and c.all_clear is not null)
        ) g
        left join numbers n on n.version = g.version and n.level = g.level
        left join explained x on x.version = g.version and x.level = g.level
        left join app_private.alert_figures e on e.alert_id = alert.id and e.version = g.version and e.level = g.level
        cross join lateral (
          select app_private.round_down(n.told, k) as told, app_private.round_down(n.accepted, k, coalesce(x.accepted, 0)::bigint) as accepted,
              app_private.round_down(n.failed, k, coalesce(x.failed, 0)::bigint) as failed
        ) l
      on conflict on constraint alert_figures_pkey do update
        set told = excluded.told, late = excluded.late, reaching_out = excluded.reaching_out, accepted = excluded.accepted,
          accepted_high = excluded.accepted_high, failed = excluded.failed, failed_high = excluded.failed_high, seen = excluded.seen,
          told_seconds = excluded.told_seconds, accepted_seconds = excluded.accepted_seconds, seen_seconds = excluded.seen_seconds,
          smallest_group = excluded.smallest_group
      returning f.told, f.told + f.smallest_group - 1 as most
  ), events as (
    -- If some groups of pushes are not shown, the minutes would tell how many of their people had one accepted.
    insert into app_private.alert_events (alert_id, version, level, kind, minutes, starts_at, people, smallest_group)
      select alert.id, t.version, t.level, m.kind, 1, date_trunc('minute', m.moment), count(*), k
        from told t
        left join explained x on x.version = t.version and x.level = t.level
        cross join lateral (
          values ('TOLD', t.told_at), ('ACCEPTED', case when not x.has_other then t.accepted_at end), ('SEEN', t.seen_at)
        ) m (kind, moment)
        where is_last and m.moment is not null
        group by t.version, t.level, m.kind, 6
  ), reached as (
    select app_private.round_down((select count(distinct t.user_id) from told t), k, x.told) as low, x.told, x.most
      from (select coalesce(sum(f.most) filter (where f.told > 0), 0)::bigint as told, sum(f.most)::bigint as most from figures f) x
  )
  update app_private.alert_counts t
    set counted_until = count_alert.until, is_final = is_last, smallest_group = k,
      reached = r.low, reached_high = app_private.upper_bound(r.low, k, r.told, r.most)
    from reached r where t.alert_id = alert.id;
  perform app_private.merge_small_bins(alert.id, k);
  return true;
end
$$;
COMMENT ON FUNCTION app_private.count_alert(until timestamp with time zone) IS 'Counts the newest alert that was not counted as of a moment, and keeps what analysts may see of it. A day after its end it is counted for the last time. False if there is no such alert.';
CREATE FUNCTION app_private.count_attempt(counter text, key text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
COMMENT ON FUNCTION app_private.count_attempt(counter text, key text) IS 'Counts a failed login, a refused attempt to join, or a requested mail.';
CREATE FUNCTION app_private.count_cell() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET jit TO 'off'
    AS $$
declare
  counted_after_end constant interval := '7 days';
  recount_interval constant interval := '1 minute';
  -- All alerts once a minute, and those that are new, active or just over each time.
  is_recount constant boolean := (
    select coalesce(s.counted_at < now() - recount_interval, true) from app_private.cell_states s, app_private.cell c where s.cell = c.name);
begin
  if is_recount then
    update app_private.cell_states s set people = (select count(*) from app_public.last_positions), counted_at = now()
      from app_private.cell c where s.cell = c.name;
  end if;
  insert into app_private.cell_figures as f (cell, alert_id, version, level, users, users_pushed, users_waiting, users_failed, users_seen, is_complete)
    select c.name, a.id, a.version, d.level, d.users, d.users_pushed, d.users_waiting, d.users_failed, d.users_seen, p.completed_at is not null
      from app_private.cell c
      join app_public.alerts a on a.user_id = c.head_user_id
      join app_private.publications p on p.alert_id = a.id
      cross join lateral unnest(app_public.alerts_delivery(a)) d
      where least(a.cancelled_at, a.expires_at) > now() - case when is_recount then counted_after_end else recount_interval end
    on conflict (cell, alert_id, version, level) do update
      set users = excluded.users, users_pushed = excluded.users_pushed, users_waiting = excluded.users_waiting,
        users_failed = excluded.users_failed, users_seen = excluded.users_seen, is_complete = excluded.is_complete
      where (f.users, f.users_pushed, f.users_waiting, f.users_failed, f.users_seen, f.is_complete)
        is distinct from (excluded.users, excluded.users_pushed, excluded.users_waiting, excluded.users_failed, excluded.users_seen, excluded.is_complete);
end
$$;
COMMENT ON FUNCTION app_private.count_cell() IS 'Counts for the head whom its alerts have reached here, by version and level, until seven days after their end, and the people of this cell once a minute.';
CREATE FUNCTION app_private.count_day() RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET jit TO 'off'
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
declare
  k constant integer := (select s.smallest_group from app_private.settings s);
  day_start constant timestamptz := app_private.first_uncounted('day');
  day_end constant timestamptz := day_start + interval '1 day';
begin
  -- The figures of its alerts bound those of a day, so they come first.
  if day_start is null or exists (
      select from app_private.alert_counts t join app_public.alerts a on a.id = t.alert_id
        where t.counted_until is null and a.created_at < day_end) then
    return false;
  end if;
  insert into app_private.reporting (period, starts_at, activity, people, positions, smallest_group)
    select 'day', day_start, 'ALL', app_private.round_down(count(*), k),
        case when count(*) >= k then sum(u.positions)::bigint / k * k else 0 end, k
      from (select count(*) as positions from app_private.positions_taken(day_start, day_end) p group by p.user_id) u;
  insert into app_private.day_notifications (
      day, level, notifications, notifications_high, users, users_high, seen, seen_high, smallest_group)
    with alerts as materialized (
      select a.id from app_public.alerts a where a.created_at < day_end and least(a.expires_at, a.cancelled_at) >= day_start
    ), numbers as (
      select n.level, count(*) as notifications, count(distinct n.user_id) as users,
          count(distinct n.user_id) filter (where n.seen_at < day_end) as seen
        from app_public.notifications n
        where n.alert_id in (select a.id from alerts a) and n.kind <> 'ALL_CLEAR' and n.created_at >= day_start and n.created_at < day_end
        group by n.level
    ), explained as (
      select f.level, sum(f.told + f.smallest_group - 1)::bigint as most_told, sum(f.seen + f.smallest_group - 1)::bigint as most_seen,
          coalesce(sum(f.told + f.smallest_group - 1) filter (where f.told > 0), 0)::bigint as told,
          coalesce(sum(f.seen + f.smallest_group - 1) filter (where f.seen > 0), 0)::bigint as seen
        from app_private.alert_figures f where f.alert_id in (select a.id from alerts a) group by f.level
    ), lows as (
      select e.*, app_private.round_down(n.users, k, e.told) as users,
          case when n.users >= k then app_private.round_down(n.notifications, k, e.told) else 0 end as notifications,
          app_private.round_down(n.seen, k, e.seen) as seen_users
        from explained e left join numbers n on n.level = e.level
    )
    select (day_start at time zone 'UTC')::date, l.level,
        l.notifications, case when l.users > 0 then app_private.upper_bound(l.notifications, k, l.told, l.most_told) else l.most_told end,
        l.users, app_private.upper_bound(l.users, k, l.told, l.most_told),
        l.seen_users, app_private.upper_bound(l.seen_users, k, l.seen, l.most_seen), k
      from lows l;
  return true;
end
$$;
COMMENT ON FUNCTION app_private.count_day() IS 'Counts the earliest day that has ended and was not counted, for good: the people who reported, and those who were notified. False if all are counted, or the day waits for the figures of its alerts.';
CREATE FUNCTION app_private.count_hour() RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET jit TO 'off'
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
declare
  k constant integer := (select s.smallest_group from app_private.settings s);
  hour_start constant timestamptz := app_private.first_uncounted('hour');
  hour_end constant timestamptz := hour_start + interval '1 hour';
begin
  if hour_start is null then
    return false;
  end if;
  with last_reports as materialized (
    select distinct on (p.user_id) p.moving_activity::text as activity, p.longitude,
        -- Functions of numbers next to zero fail.
        case when abs(p.latitude) < 1e-9 then 0 else greatest(-85.05112, least(85.05112, p.latitude)) end as latitude
      from app_private.positions_taken(hour_start, hour_end) p
      order by p.user_id, p.taken_at desc, p.id desc
  ), cells as (
    insert into app_private.presence (hour, zoom, x, y, people, smallest_group)
      select hour_start, 15, least(greatest(c.x, 0), 32767), least(greatest(c.y, 0), 32767), count(*), k
        from (
          select floor((r.longitude + 180) / 360 * 32768)::integer as x,
              floor((1 - asinh(tan(radians(r.latitude))) / pi()) / 2 * 32768)::integer as y
            from last_reports r
        ) c group by 3, 4
  ), ranked as (
    select r.activity, count(*) as people, sum(count(*)) over (order by count(*) desc, r.activity) as with_larger,
        sum(count(*)) over () as everyone
      from last_reports r group by r.activity
  ), activities as (
    -- Activities of few people are in one row, with the smallest of the others if that row would still have too few.
    select case when r.people >= k and r.everyone - r.with_larger not between 1 and k - 1 then r.activity else 'OTHER' end as activity,
        sum(r.people)::bigint as people
      from ranked r group by 1 having sum(r.people) >= k
  )
  insert into app_private.reporting (period, starts_at, activity, people, users, smallest_group)
    select 'hour', hour_start, 'ALL', app_private.round_down((select count(*) from last_reports), k), app_private.round_down(u.users, k), k
      -- Of others there is no history to count.
      from (
        select count(*) as users from app_public.users u, app_private.settings s where not u.last_position_only and not s.last_position_only
      ) u
    union all select 'hour', hour_start, a.activity, app_private.round_down(a.people, k), null, k from activities a;
  perform app_private.merge_small_cells(hour_start, k);
  insert into app_private.hour_deliveries (hour, provider, outcome, pushes, smallest_group)
    select hour_start, g.provider, g.outcome, app_private.round_down(sum(g.people)::bigint, k), k
      from (
        select b.provider, b.outcome, count(*) as people
          from app_public.alerts a
          cross join lateral app_private.best_pushes(a.id, hour_end) b
          join app_public.notifications n on n.id = b.notification_id and n.kind <> 'ALL_CLEAR'
          where a.created_at < hour_end and least(a.expires_at, a.cancelled_at) + interval '1 day' >= hour_start
            and b.settled_at >= hour_start
          group by a.id, n.version, n.level, b.provider, b.outcome having count(*) >= k
      ) g group by g.provider, g.outcome;
  return true;
end
$$;
COMMENT ON FUNCTION app_private.count_hour() IS 'Counts the earliest hour that has ended and was not counted, for good: the people who reported, each by their last position in it, and what providers did. False if all are counted.';
CREATE FUNCTION app_private.count_own_mail(user_id integer, email text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  wait constant integer := greatest(
    app_private.attempt_wait('mail by user', user_id::text), app_private.attempt_wait('mail by email', app_private.email_key(email)));
begin
  if wait > 0 then
    raise exception using errcode = 'LA409', constraint = 'too_many_mails', detail = wait, message = format('Too many mails were asked for: try again in %s seconds.', wait);
  end if;
  perform app_private.count_attempt('mail by user', user_id::text);
  perform app_private.count_attempt('mail by email', app_private.email_key(email));
end
$$;
COMMENT ON FUNCTION app_private.count_own_mail(user_id integer, email text) IS 'Counts a mail that a user requests to their own, unverified email. Error LA409 after too many requests by this user or to this email.';
CREATE FUNCTION app_private.count_step() RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    AS $$
begin
  -- One worker counts at a time. Another has nothing to do then.
  if not pg_try_advisory_xact_lock(4158::int8 << 32) then
    return false;
  elsif app_private.count_hour() then
    return true;
  -- Notifications of the last moments of an hour have been committed five minutes later.
  elsif app_private.count_alert(date_trunc('hour', now() - interval '5 minutes')) then
    return true;
  elsif app_private.count_day() then
    return true;
  end if;
  delete from app_private.presence p where p.hour < now() - (select s.presence_retention from app_private.settings s)
    and p.hour <= (select min(o.hour) from app_private.presence o) and app_private.clock_fault() is null;
  return found;
end
$$;
COMMENT ON FUNCTION app_private.count_step() IS 'Counts an hour, an alert or a day of what analysts may see, or deletes an hour that is past its retention, in a transaction of its own. False if nothing is left to do.';
CREATE FUNCTION app_private.count_versions(most integer DEFAULT 1) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET jit TO 'off'
    AS $$
declare
  k constant integer := (select s.smallest_group from app_private.settings s);
  version app_public.alert_versions;
  alert app_public.alerts;
  before geometry;
  stale bigint;
  inaccurate bigint;
  counted integer := 0;
begin
  for version in
    select v.* from app_public.alert_versions v
      join app_private.publications p on p.alert_id = v.alert_id and p.completed_at is not null
      where not exists (
        select from app_private.version_figures f where f.alert_id = v.alert_id and f.version = v.version)
      order by v.alert_id desc, v.version desc limit most
  loop
    counted := counted + 1;
    stale := null;
    inaccurate := null;
    select a.* into alert from app_public.alerts a where a.id = version.alert_id;
    -- Later than an hour, last positions say little of the moment of publication.
    if version.version = alert.version and alert.cancelled_at is null and version.created_at > now() - interval '1 hour' then
      select count(*) filter (where not q.is_fresh), count(*) filter (where q.is_fresh and q.level is null) into stale, inaccurate
        from (
          select app_private.is_fresh(l.taken_at, l.alive_at, alert.max_position_age, version.created_at) as is_fresh,
              app_private.level_at(alert.zone1, alert.zone2, alert.zone3, l.location, l.accuracy > alert.max_accuracy) as level,
              case when alert.version > alert.renotified_version then (
                select min(n.level) from app_public.notifications n
                  where n.alert_id = alert.id and n.user_id = l.user_id and n.version >= alert.renotified_version) end as told
            from app_public.last_positions l
            where st_covers(alert.zone3, l.location) and l.created_at <= version.created_at
              and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
            offset 0
        ) q
        -- Whom an earlier version told is not left out, unless their level is more urgent now.
        where not app_private.is_notified(q.told, coalesce(q.level, 'THREE'));
    end if;
    select v.zone1 into before from app_public.alert_versions v
      where v.alert_id = version.alert_id and v.version < version.version order by v.version desc limit 1;
    insert into app_private.version_figures (
        alert_id, version, area_km2, added_km2, removed_km2, stale, inaccurate, counted_at, smallest_group)
      values (
        version.alert_id, version.version, st_area(version.zone1::geography) / 1e6,
        case when before is null then null when st_equals(before, version.zone1) then 0
          else st_area(st_difference(version.zone1, before)::geography) / 1e6 end,
        case when before is null then null when st_equals(before, version.zone1) then 0
          else st_area(st_difference(before, version.zone1)::geography) / 1e6 end,
        case when stale is not null then app_private.round_down(stale, k) end,
        case when inaccurate is not null then app_private.round_down(inaccurate, k) end, now(), k)
      on conflict do nothing;
  end loop;
  return counted = most;
end
$$;
COMMENT ON FUNCTION app_private.count_versions(most integer) IS 'Keeps how the area of new versions of alerts changed, and the number of people inside who were not told since their position was too old or too inaccurate. True if there may be more.';
CREATE FUNCTION app_private.cover_borders(cells app_private.border_cell[], projection text, tolerance double precision) RETURNS app_public.watch_circle[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
  return array(
    with placed as (
      select c.*, (c.x1 + c.x2) / 2 as x, (c.y1 + c.y2) / 2 as y, greatest(1, sqrt((c.x1 + c.x2) ^ 2 + (c.y1 + c.y2) ^ 2) / 2) as far
        from unnest(cells) c
    ), clustered as (
      select st_makebox2d(st_makepoint(p.x1, p.y1), st_makepoint(p.x2, p.y2))::geometry as corners, p.distance,
          -- The transformation compresses great distances, so that circles near the user are smaller.
          st_clusterkmeans(st_makepoint(p.x / p.far ^ 0.75, p.y / p.far ^ 0.75), least(19, cardinality(cells))) over () as cluster
        from placed p
    ), bounded as (
      select st_minimumboundingradius(st_collect(c.corners)) as circle, min(c.distance) as distance from clustered c group by c.cluster
    ), numbered as (
      select (b.circle).center as centre, b.distance, row_number() over (order by b.distance) as number,
          -- The projection is exact to a ten-thousandth.
          greatest(100, (b.circle).radius * 1.001 + tolerance + 5) as radius
        from bounded b
    ), located as (
      -- One call for all centres, as each call builds the projection again.
      select p.path[1] as number, p.geom as centre
        from (select st_transform(st_collect(n.centre order by n.number), projection, 4326) as centres from numbered n) c, st_dumppoints(c.centres) p
    )
    select row(st_y(l.centre), st_x(l.centre), n.radius, st_distance(n.centre, st_makepoint(0, 0)) < n.radius, n.distance)::app_public.watch_circle
      from numbered n join located l using (number) order by number);
end
$$;
COMMENT ON FUNCTION app_private.cover_borders(cells app_private.border_cell[], projection text, tolerance double precision) IS 'Returns at most 19 circles that cover these cells of borders, the nearest first. The tolerance in metres is that of the borders.';
CREATE FUNCTION app_private.covers_from_other_side(zone public.geometry, place public.geometry) RETURNS boolean
    LANGUAGE sql IMMUTABLE COST 1 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  -- The cost is low, as nearly no place is on the meridian. With the cost of st_covers(), a custom plan would look much
  -- cheaper than the generic one, and each report would plan its statement again.
  select st_covers(zone, st_scale(place, -1, 1))
$$;
COMMENT ON FUNCTION app_private.covers_from_other_side(zone public.geometry, place public.geometry) IS 'True if a zone covers a place on the 180th meridian by its other longitude: -180 for 180, and the reverse.';
CREATE FUNCTION app_private.cut_at_180(zone public.geometry) RETURNS public.geometry
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  select case
    when st_xmin(zone) >= -180 and st_xmax(zone) <= 180 then zone
    else (
      select st_collect(piece.geom)
        from unnest(array[0, -360, 360]) turn,
          st_dump(st_intersection(st_translate(zone, turn, 0), st_makeenvelope(-180, -90, 180, 90, st_srid(zone)))) piece
        where st_dimension(piece.geom) = 2)
  end
$$;
COMMENT ON FUNCTION app_private.cut_at_180(zone public.geometry) IS 'Cuts a zone whose longitudes run on past 180 or -180, so that its pieces meet at the 180th meridian (RFC 7946, 3.1.9).';
CREATE FUNCTION app_private.database_login() RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  -- The service sets app.request_id in each of its transactions.
  select case when coalesce(current_setting('app.request_id', true), '') = '' then jsonb_build_object('login', session_user) else '{}' end
$$;
COMMENT ON FUNCTION app_private.database_login() IS 'Returns the database login of a change that was made without the service, such as by psql, as a fact of the audit log.';
CREATE FUNCTION app_private.delete_user(user_id integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if not exists (select from app_public.users u where u.id = delete_user.user_id) then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  if exists (select from app_public.alerts a where a.user_id = delete_user.user_id)
    or exists (select from app_public.alert_versions v where v.user_id = delete_user.user_id)
    or exists (select from app_public.notifications n where n.user_id = delete_user.user_id)
    or exists (select from app_public.last_positions l where l.user_id = delete_user.user_id)
  then
    raise exception using errcode = 'foreign_key_violation',
      message = format('users %s cannot be deleted: alerts, positions or notifications refer to it, and they prove who was told and why.', user_id);
  end if;
  perform app_private.forget_account(delete_user.user_id, (select u.email from app_public.users u where u.id = delete_user.user_id));
  perform app_private.audit('USER_REMOVED', 'USER', delete_user.user_id);
  perform pg_notify('token_revoked', delete_user.user_id::text);
end
$$;
COMMENT ON FUNCTION app_private.delete_user(user_id integer) IS 'Deletes a user and their account, for a database administrator: see app_private.forget_account(). Error LA404 for an unknown user, 23503 if the user published an alert, reported a position or was notified.';
CREATE FUNCTION app_private.deliveries_claimed_at(claim_time timestamp with time zone, provider app_private.push_provider, job_id bigint, notification_ids bigint[]) RETURNS SETOF app_private.claimed_delivery
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  return query
    select d.user_id, d.id, d.notification_id, d.device_id, v.token, d.alert_id, d.level, n.kind
      from app_private.deliveries d
      join app_private.devices v on v.user_id = d.user_id and v.id = d.device_id
      join app_public.notifications n on n.user_id = d.user_id and n.id = d.notification_id
      where d.notification_id = any (notification_ids) and d.provider = deliveries_claimed_at.provider
        and d.state = 'sent' and d.sent_at = claim_time and d.job_id = deliveries_claimed_at.job_id
      order by d.notification_id, d.device_id;
end
$$;
COMMENT ON FUNCTION app_private.deliveries_claimed_at(claim_time timestamp with time zone, provider app_private.push_provider, job_id bigint, notification_ids bigint[]) IS 'Returns the deliveries that a call of app_private.claim_deliveries() has claimed for a job, by the time of that call.';
CREATE FUNCTION app_private.device_token(given text) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
declare
  subscription jsonb;
  trimmed constant text := app_private.trim_blanks(given);
begin
  if app_private.push_provider(trimmed) <> 'web_push' then
    return coalesce(app_private.trim_blanks(substring(trimmed from '^Expo(?:nent)?PushToken\[(.+)\]$')), trimmed);
  end if;
  begin
    subscription := trimmed::jsonb;
  exception when others then
    subscription := null;
  end;
  if subscription is null or not coalesce(
    subscription ->> 'endpoint' ~ '^https?://' and subscription #>> '{keys,p256dh}' ~ '^[A-Za-z0-9_=-]+$'
      and subscription #>> '{keys,auth}' ~ '^[A-Za-z0-9_=-]+$', false)
  then
    raise exception using errcode = 'LA400',
      constraint = 'token_form', message = 'token is not a Web Push subscription: send the JSON of PushSubscription.toJSON(), with endpoint (a URL), keys.p256dh and keys.auth (base64url).';
  end if;
  return jsonb_build_object(
    'endpoint', subscription -> 'endpoint',
    'keys', jsonb_build_object('auth', subscription #> '{keys,auth}', 'p256dh', subscription #> '{keys,p256dh}'))::text;
end
$_$;
COMMENT ON FUNCTION app_private.device_token(given text) IS 'Returns a device''s token as the database stores it, without blanks around it. Of an Expo token it keeps what stands between the brackets, which is the bare form. Of a Web Push subscription it keeps only the endpoint and the keys, so that one device has one token however its JSON is written. Error LA400 for JSON that is no subscription.';
CREATE TABLE app_private.held_publications (
    id integer NOT NULL,
    user_id integer NOT NULL,
    key text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone NOT NULL,
    new_alert json,
    alert_id integer,
    changes json,
    all_clear text,
    state app_public.held_publication_state DEFAULT 'HELD'::app_public.held_publication_state NOT NULL,
    settled_at timestamp with time zone,
    settled_by integer,
    why text,
    by_training_user boolean DEFAULT false NOT NULL,
    refusal text,
    authority_id integer DEFAULT 1 NOT NULL,
    publish_at timestamp with time zone,
    break_glass text,
    approved_by integer,
    approved_digest text,
    all_clear_texts json,
    CONSTRAINT held_publications_key CHECK (((char_length(key) >= 1) AND (char_length(key) <= 200)))
);
COMMENT ON TABLE app_private.held_publications IS 'Publications that wait: some seconds to be taken back, for their time, or for a second person. Rows are kept for 30 days after the end.';
COMMENT ON COLUMN app_private.held_publications.id IS 'The id of the held publication.';
COMMENT ON COLUMN app_private.held_publications.user_id IS 'Who publishes or proposes it.';
COMMENT ON COLUMN app_private.held_publications.key IS 'The key of the request.';
COMMENT ON COLUMN app_private.held_publications.created_at IS 'When it was asked for.';
COMMENT ON COLUMN app_private.held_publications.due_at IS 'When it is published, once nobody has to approve it.';
COMMENT ON COLUMN app_private.held_publications.new_alert IS 'The new alert, as alert_input. Null for an update or an all-clear.';
COMMENT ON COLUMN app_private.held_publications.alert_id IS 'The alert to update or to cancel, or the new one once it is published.';
COMMENT ON COLUMN app_private.held_publications.changes IS 'The changes, as alert_update_input. Null unless it is an update.';
COMMENT ON COLUMN app_private.held_publications.all_clear IS 'The text of the all-clear. Null unless it is one.';
COMMENT ON COLUMN app_private.held_publications.state IS 'What became of it.';
COMMENT ON COLUMN app_private.held_publications.settled_at IS 'When it was published, taken back or rejected, or failed.';
COMMENT ON COLUMN app_private.held_publications.settled_by IS 'Who took it back or rejected it.';
COMMENT ON COLUMN app_private.held_publications.why IS 'Why it failed or was rejected.';
COMMENT ON COLUMN app_private.held_publications.by_training_user IS 'True if its author was in training, so that a new alert is an exercise.';
COMMENT ON COLUMN app_private.held_publications.refusal IS 'The reason of the refusal, as in the extensions of errors. Null if it was not refused.';
COMMENT ON COLUMN app_private.held_publications.authority_id IS 'The authority that warns.';
COMMENT ON COLUMN app_private.held_publications.publish_at IS 'When it is to be published. Null for at once.';
COMMENT ON COLUMN app_private.held_publications.break_glass IS 'Why nobody approved it although somebody had to, or why the second factor was not shown again. Null for others.';
COMMENT ON COLUMN app_private.held_publications.approved_by IS 'Who approved it.';
COMMENT ON COLUMN app_private.held_publications.approved_digest IS 'What they approved, see app_private.digest_of_held().';
COMMENT ON COLUMN app_private.held_publications.all_clear_texts IS 'The all-clear in other languages.';
COMMENT ON CONSTRAINT held_publications_key ON app_private.held_publications IS 'key is empty or has more than 200 characters: send a UUID, for example.';
CREATE FUNCTION app_private.digest_of_held(held app_private.held_publications) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  draft constant app_public.alerts := app_private.draft_of_held(held);
begin
  return encode(sha256(convert_to(jsonb_build_object(
      'draft', to_jsonb(draft) - '{created_at,expires_at,zone1,zone2,zone3}'::text[],
      'area', draft.zone1::text,
      -- An alert without a time of its own ends so long after its publication.
      'expires_at', case
        when held.new_alert is null or held.new_alert ->> 'expires_at' is not null then to_jsonb(draft.expires_at)
        else to_jsonb(draft.expires_at - draft.created_at)
      end,
      'publish_at', held.publish_at)::text, 'UTF8')), 'hex');
end
$$;
COMMENT ON FUNCTION app_private.digest_of_held(held app_private.held_publications) IS 'Returns a SHA-256 of all that a held publication would publish now, in hexadecimal: an approval is for this digest.';
CREATE FUNCTION app_private.distance_class(metres double precision) RETURNS app_public.distance_class
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case
    when metres = 0 then 'INSIDE'
    when metres <= 100 then 'WITHIN_100_M'
    when metres <= 500 then 'WITHIN_500_M'
    when metres <= 1000 then 'WITHIN_1_KM'
    when metres <= 2000 then 'WITHIN_2_KM'
    when metres <= 5000 then 'WITHIN_5_KM'
    when metres <= 10000 then 'WITHIN_10_KM'
    else 'BEYOND_10_KM'
  end::app_public.distance_class
$$;
COMMENT ON FUNCTION app_private.distance_class(metres double precision) IS 'Returns the class of a distance in metres from an alert''s area. A notification keeps the class when its place is cleared.';
CREATE FUNCTION app_private.draft_alert(input app_public.alert_input, previous app_public.alerts) RETURNS app_public.alerts
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  setting app_private.settings;
  draft app_public.alerts := previous;
begin
  select s.* into setting from app_private.settings s;
  if cardinality(input.points) > 0 and input.area is not null then
    raise exception using errcode = 'LA400', constraint = 'area_or_points', message = 'points and area are both given: send one of them.';
  end if;
  if input.area is not null then
    draft.zone1 := app_private.area_of_geojson(input.area);
  -- An update without points keeps the area. An empty list is an error.
  elsif input.points is not null or previous.id is null then
    draft.zone1 := app_private.area_of_points(coalesce(input.points, '{}'));
  end if;
  draft.level2_distance := coalesce(input.level2_distance, previous.level2_distance, setting.level2_distance);
  draft.level3_distance := coalesce(
    input.level3_distance, previous.level3_distance,
    -- The default of THREE is proportional to TWO, so that it stays greater.
    least(draft.level2_distance * setting.level3_distance / setting.level2_distance, 100000));
  if (draft.level2_distance > 0 and draft.level3_distance > draft.level2_distance and draft.level3_distance <= 100000) is not true then
    raise exception using errcode = 'LA400',
      constraint = 'distances', message = 'level2Distance and level3Distance do not fit: send metres, level2Distance more than 0, level3Distance more than level2Distance and at most 100,000.';
  end if;
  if draft.zone1 is distinct from previous.zone1 or draft.level2_distance is distinct from previous.level2_distance
    or draft.level3_distance is distinct from previous.level3_distance
  then
    draft.zone2 := app_private.zone_around(draft.zone1, draft.level2_distance);
    draft.zone3 := app_private.zone_around(draft.zone1, draft.level3_distance);
  end if;
  draft.created_at := coalesce(previous.created_at, now());
  if input.expires_at is not null then
    if (input.expires_at > extract(epoch from now()) and input.expires_at < extract(epoch from now() + interval '1 year')) is not true then
      raise exception using errcode = 'LA400', constraint = 'expires_at', message = 'expiresAt is not within the next year: send a future time in seconds since 1970-01-01 UTC.';
    end if;
    draft.expires_at := to_timestamp(input.expires_at);
  elsif previous.id is null then
    draft.expires_at := now() + setting.alert_duration;
  end if;
  if input.max_position_age not between 60 and 2592000 then
    raise exception using errcode = 'LA400', constraint = 'max_position_age', message = 'maxPositionAge is out of range: send 60 to 2,592,000 seconds (30 days).';
  end if;
  draft.max_position_age := coalesce(
    make_interval(secs => input.max_position_age), previous.max_position_age, setting.max_position_age);
  draft.max_accuracy := coalesce(previous.max_accuracy, setting.max_accuracy);
  draft.user_id := coalesce(previous.user_id, app_private.require_user_id());
  -- A blank title removes it.
  draft.title := nullif(btrim(coalesce(input.title, previous.title)), '');
  draft.text1 := coalesce(input.text1, previous.text1);
  draft.text2 := coalesce(input.text2, previous.text2);
  draft.text3 := coalesce(input.text3, previous.text3);
  draft.language := coalesce(input.language, previous.language, setting.default_language);
  if input.texts is not null then
    draft.texts := app_private.checked_texts(
      input.texts, draft.language, coalesce(input.template_id, previous.template_id) is not null);
  elsif (draft.title, draft.text1, draft.text2, draft.text3)
    is distinct from (previous.title, previous.text1, previous.text2, previous.text3)
  then
    -- Translations that the input leaves out stay, and are known to be old.
    draft.texts := array(
      select row(t.language, t.title, t.text1, t.text2, t.text3, t.all_clear, true)::app_public.alert_text from unnest(previous.texts) t);
  end if;
  draft.event := coalesce(input.event, previous.event);
  draft.authority_id := coalesce(previous.authority_id, input.authority_id, app_private.my_authority());
  draft.template_id := coalesce(input.template_id, previous.template_id);
  draft.severity := coalesce(input.severity, previous.severity, 'UNKNOWN');
  draft.urgency := coalesce(input.urgency, previous.urgency, 'UNKNOWN');
  draft.certainty := coalesce(input.certainty, previous.certainty, 'UNKNOWN');
  draft.category := coalesce(input.category, previous.category);
  draft.response_type := coalesce(input.response_type, previous.response_type);
  draft.status := coalesce(
    previous.status,
    -- The input of a training user does not matter.
    case when (app_public.me()).is_training then 'EXERCISE'::app_public.alert_status end, input.status, 'ACTUAL');
  draft.active := true;
  draft.version := coalesce(previous.version, 0) + 1;
  draft.renotified_version := coalesce(previous.renotified_version, 1);
  return draft;
end
$$;
COMMENT ON FUNCTION app_private.draft_alert(input app_public.alert_input, previous app_public.alerts) IS 'Returns the alert that an input describes, as its publication would store it. Fields that the input leaves out come from the previous version, or from the settings for a new alert. A new alert of a training user is an exercise. Error LA400 says what is wrong with the input.';
CREATE FUNCTION app_private.draft_of_held(held app_private.held_publications) RETURNS app_public.alerts
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  previous app_public.alerts;
  draft app_public.alerts;
begin
  if held.changes is not null then
    select a.* into previous from app_public.alerts a where a.id = held.alert_id;
    return app_private.draft_update(json_populate_record(null::app_public.alert_update_input, held.changes), previous);
  end if;
  draft := app_private.draft_alert(json_populate_record(null::app_public.alert_input, held.new_alert), null);
  -- As its author publishes it, whoever looks at it.
  draft.user_id := held.user_id;
  draft.authority_id := held.authority_id;
  draft.status := case when held.by_training_user then 'EXERCISE' else coalesce(held.new_alert ->> 'status', 'ACTUAL') end;
  return draft;
end
$$;
COMMENT ON FUNCTION app_private.draft_of_held(held app_private.held_publications) IS 'Returns the alert, or its next version, that a held publication would publish now. Error LA400 if it could not be published any more.';
CREATE FUNCTION app_private.draft_update(input app_public.alert_update_input, previous app_public.alerts) RETURNS app_public.alerts
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  changes app_public.alert_input;
  alert app_public.alerts;
begin
  changes.points := input.points;
  changes.area := input.area;
  changes.level2_distance := input.level2_distance;
  changes.level3_distance := input.level3_distance;
  changes.expires_at := input.expires_at;
  changes.title := input.title;
  changes.text1 := input.text1;
  changes.text2 := input.text2;
  changes.text3 := input.text3;
  changes.texts := input.texts;
  alert := app_private.draft_alert(changes, previous);
  if input.renotify then
    alert.renotified_version := alert.version;
  end if;
  return alert;
end
$$;
COMMENT ON FUNCTION app_private.draft_update(input app_public.alert_update_input, previous app_public.alerts) IS 'Returns the next version of an alert that an input describes, as its publication would store it. Error LA400 says what is wrong with the input.';
CREATE FUNCTION app_private.drain_reports(user_ids integer[] DEFAULT NULL::integer[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform app_private.refuse_isolation();
  end if;
  -- All transactions lock in the same order, so that publications do not deadlock.
  if user_ids is null then
    -- The keys are consecutive. That of user 0 is the first, and that of user -1 the last.
    perform pg_advisory_xact_lock(k) from generate_series(app_private.report_lock(0), app_private.report_lock(-1)) k;
  else
    perform pg_advisory_xact_lock(h.lock)
      from (select distinct app_private.report_lock(u.user_id) as lock from unnest(user_ids) u (user_id) order by 1) h;
  end if;
end
$$;
COMMENT ON FUNCTION app_private.drain_reports(user_ids integer[]) IS 'Takes the advisory locks of these users'' reports, of all users'' by default: it waits for the reports in flight and blocks new ones until the transaction ends. A statement that begins after it sees the last position of each user. A blocked report sees what the transaction has committed. Error 25001 at another isolation level than READ COMMITTED.';
CREATE FUNCTION app_private.drop_position_partitions() RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '100ms'
    AS $_$
declare
  cutoff constant timestamptz := app_private.oldest_position_kept();
  expired record;
  dropped integer := 0;
begin
  for expired in
    select c.oid::regclass as name
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'app_public.positions'::regclass
        and c.relname ~ '^positions_\d{4}_\d\d_\d\d$'
        and to_timestamp(c.relname, '"positions_"YYYY_MM_DD') + interval '1 week' <= cutoff
  loop
    execute format('drop table %s', expired.name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$_$;
COMMENT ON FUNCTION app_private.drop_position_partitions() IS 'Drops the weekly partitions of positions that are past the retention, and returns their number. Call it in a transaction of its own, as reports wait for its end. Error 55P03 (lock_not_available) if a transaction that reads positions takes long: try again later.';
CREATE FUNCTION app_private.email_key(email text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select pg_catalog.lower(normalize(email_key.email, nfkc))
$$;
COMMENT ON FUNCTION app_private.email_key(email text) IS 'Returns the normalized form of an email address, for the unique index and lookups: lower case, and the Unicode normalization form NFKC.';
CREATE FUNCTION app_private.enclosing_ring(zone public.geometry) RETURNS public.geometry
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
declare
  joined public.geometry;
begin
  if public.st_nrings(zone) = 1 then
    return public.st_geometryn(zone, 1);
  elsif public.st_numgeometries(zone) = 1 then
    return public.st_makepolygon(public.st_exteriorring(public.st_geometryn(zone, 1)));
  end if;
  -- Pieces west of Greenwich move east by 360 degrees if this makes the whole narrower: they meet at the 180th meridian.
  select public.st_collect(case when public.st_xmax(p.geom) <= 0 then public.st_translate(p.geom, 360, 0) else p.geom end)
    into joined
    from public.st_dump(zone) p;
  if public.st_xmax(joined) - public.st_xmin(joined) >= public.st_xmax(zone) - public.st_xmin(zone) then
    return public.st_convexhull(zone);
  end if;
  -- The union removes the cut at the meridian. The grid closes gaps of rounding between its two sides.
  joined := public.st_unaryunion(joined, 1e-10);
  if public.st_numgeometries(joined) > 1 then
    return public.st_convexhull(joined);
  end if;
  -- A tolerance of 0 removes the collinear corners of the cut. The ring's first corner always stays; normalization makes it a
  -- corner of the zone.
  return public.st_simplify(public.st_normalize(
    public.st_makepolygon(public.st_exteriorring(public.st_geometryn(joined, 1)))), 0);
end
$$;
COMMENT ON FUNCTION app_private.enclosing_ring(zone public.geometry) IS 'Returns a polygon of one ring that encloses a zone, for clients that read no other geometry. Holes are dropped, and several pieces become their convex hull. Across the 180th meridian longitudes run on past 180. A zone of one ring is returned unchanged.';
CREATE FUNCTION app_private.end_expired_alerts() RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  ended_ids integer[];
begin
  with ended as (
    update app_public.alerts a set active = false where a.active and a.expires_at <= now() returning a.id
  )
  select array_agg(e.id) into ended_ids from ended e;
  perform app_private.note_alert_changes(ended_ids);
  perform app_private.queue_webhooks(a, 'ALERT_ENDED') from app_public.alerts a where a.id = any (ended_ids);
  return coalesce(cardinality(ended_ids), 0);
end
$$;
COMMENT ON FUNCTION app_private.end_expired_alerts() IS 'Marks expired alerts as inactive, which removes them from the partial indexes that position reports search, and tells webhooks. Returns their number.';
CREATE FUNCTION app_private.end_invitations() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  revoked_id integer;
begin
  for revoked_id in
    update app_private.invitations i set revoked_at = now()
      where i.made_by = old.id and i.revoked_at is null and now() < i.expires_at and i.used < i.places
      returning i.id
  loop
    perform app_private.audit('INVITATION_REVOKED', 'INVITATION', revoked_id);
  end loop;
  return null;
end
$$;
COMMENT ON FUNCTION app_private.end_invitations() IS 'A trigger: revokes the open invitations of someone who is no administrator any more. It runs as the owner, for whoever may change the user.';
CREATE FUNCTION app_private.end_oidc_check(issuer text, subject text, groups text[], rules jsonb, refresh_token bytea) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  owner_id integer;
  ended_id bigint;
begin
  update app_private.oidc_identities i
    set checked_at = now(), refresh_token = coalesce(end_oidc_check.refresh_token, i.refresh_token)
    where i.issuer = end_oidc_check.issuer and i.subject = end_oidc_check.subject
    returning i.user_id into owner_id;
  perform app_private.keep_group_memberships(owner_id, coalesce(groups, '{}'), rules);
  if groups is null then
    for ended_id in
      delete from app_public.sessions s where s.user_id = owner_id and s.login_way = 'OIDC' returning s.id
    loop
      perform app_private.audit('SESSION_ENDED', 'USER', owner_id, jsonb_build_object('session_id', ended_id, 'reason', 'PROVIDER_REFUSED'));
    end loop;
    perform pg_notify('token_revoked', owner_id::text);
  end if;
end
$$;
COMMENT ON FUNCTION app_private.end_oidc_check(issuer text, subject text, groups text[], rules jsonb, refresh_token bytea) IS 'Keeps what a provider says of a user: the groups, and its next refresh token. Without groups the provider knows the user no more: their sessions of this login end, and so do the roles of their groups.';
CREATE FUNCTION app_private.end_oidc_login(issuer text, subject text, email text, email_verified boolean, name text, groups text[], rules jsonb, refresh_token bytea, ticket_hash bytea) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  ticket_lifetime constant interval := '1 minute';
  owner_id integer := (
    select i.user_id from app_private.oidc_identities i
      where i.issuer = end_oidc_login.issuer and i.subject = end_oidc_login.subject);
  home_id constant integer := (
    select min(a.id) from jsonb_each(rules) r join app_public.authorities a on a.id = (r.value ->> 'authority')::integer
      where r.key = any (groups));
  rule text;
begin
  if owner_id is null then
    -- Whoever controls a provider controls the emails in it, so an email never finds a user.
    if app_private.user_id_of(email) is not null then
      rule := 'oidc_email_taken';
    elsif home_id is null then
      rule := 'oidc_no_role';
    end if;
    if rule is not null then
      perform app_private.audit(
        'LOGIN_FAILED', 'USER', app_private.user_id_of(email),
        jsonb_build_object('way', 'OIDC', 'issuer', end_oidc_login.issuer, 'reason', upper(rule)));
      return upper(rule);
    end if;
    owner_id := (app_private.add_user(email, left(coalesce(nullif(btrim(name), ''), email), 200), '')).id;
    update app_public.users u set authority_id = home_id, email_verified = end_oidc_login.email_verified where u.id = owner_id;
    insert into app_private.oidc_identities (issuer, subject, user_id) values (end_oidc_login.issuer, end_oidc_login.subject, owner_id);
    perform app_private.audit('USER_CREATED', 'USER', owner_id, jsonb_build_object('issuer', end_oidc_login.issuer), actor_id => owner_id);
  end if;
  update app_private.oidc_identities i
    set refresh_token = end_oidc_login.refresh_token, checked_at = now(), ticket_hash = end_oidc_login.ticket_hash,
      ticket_until = now() + ticket_lifetime
    where i.user_id = owner_id;
  perform app_private.keep_group_memberships(owner_id, groups, rules);
  return null;
end
$$;
COMMENT ON FUNCTION app_private.end_oidc_login(issuer text, subject text, email text, email_verified boolean, name text, groups text[], rules jsonb, refresh_token bytea, ticket_hash bytea) IS 'Ends a login at an OpenID provider: finds the user by issuer and subject, or makes one if a group gives a role, and keeps the ticket that begins the session. Returns null, or the reason of a refusal: OIDC_EMAIL_TAKEN or OIDC_NO_ROLE.';
CREATE FUNCTION app_private.end_role_change(user_id integer, authority_id integer, role app_public.authority_role) RETURNS app_public.users
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  changed app_public.users;
begin
  perform app_private.require_manager();
  perform app_private.require_trained_administrator();
  perform app_private.audit(
    'RIGHTS_CHANGED', 'USER', end_role_change.user_id,
    jsonb_build_object('authority_id', end_role_change.authority_id, 'role', end_role_change.role) || app_private.database_login());
  perform pg_notify('token_revoked', end_role_change.user_id::text);
  select u.* into changed from app_public.users u where u.id = end_role_change.user_id;
  return changed;
end
$$;
COMMENT ON FUNCTION app_private.end_role_change(user_id integer, authority_id integer, role app_public.authority_role) IS 'Ends a change of what a user may do: records it, and makes hosts ask again what their subscriptions may see. Returns the user. Error LA409 if the service has no manager left.';
CREATE FUNCTION app_private.end_sessions(user_id integer, kept_id bigint DEFAULT NULL::bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  ended_count integer;
begin
  delete from app_public.sessions s
    where s.user_id = end_sessions.user_id and s.id is distinct from end_sessions.kept_id;
  get diagnostics ended_count = row_count;
  if ended_count > 0 then
    perform app_private.audit('SESSIONS_ENDED', 'USER', end_sessions.user_id, jsonb_build_object('sessions', ended_count));
  end if;
  perform pg_notify('token_revoked', end_sessions.user_id::text);
end
$$;
COMMENT ON FUNCTION app_private.end_sessions(user_id integer, kept_id bigint) IS 'Ends all sessions of a user, or all but one, and announces it to the hosts, so that they close the connections of these sessions.';
CREATE FUNCTION app_private.erase_me() RETURNS app_private.erasure
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  return app_private.erase_person(app_private.require_user_id());
end
$$;
COMMENT ON FUNCTION app_private.erase_me() IS 'Erases the user of this request, whose password the host has checked. See app_private.erase_person().';
CREATE FUNCTION app_private.erase_person(user_id integer) RETURNS app_private.erasure
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  person app_public.users;
  erased app_private.erasure;
begin
  if not exists (select from app_public.users u where u.id = erase_person.user_id) then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  perform app_private.commit_synchronously();
  -- Most of a long history is deleted before any lock that reports wait for.
  erased.positions := app_private.forget_positions(erase_person.user_id);
  -- The lock serializes two administrators who erase each other, so that one remains.
  perform from app_private.settings for update;
  perform app_private.lock_user(erase_person.user_id);
  -- Waits for reports and publications in flight. Later ones do not find the user.
  perform app_private.drain_reports(array[erase_person.user_id]);
  select u.* into person from app_public.users u where u.id = erase_person.user_id;
  if person.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  delete from app_public.last_positions l where l.user_id = person.id;
  perform app_private.announce_gone_positions(array[person.id]);
  erased.positions := erased.positions + app_private.forget_positions(person.id);
  perform app_private.clear_places(
    array[person.id], array(select n.id from app_public.notifications n where n.user_id = person.id and n.place_kept));
  erased.notifications := (select count(*) from app_public.notifications n where n.user_id = person.id);
  -- Results of pushes may contain device tokens.
  update app_private.deliveries d
    set why = app_private.push_reason(d.why), receipt = null,
      failures = array(select app_private.push_reason(f.failure) from unnest(d.failures) with ordinality f (failure, place) order by f.place)
    where d.user_id = person.id and (d.why is not null or d.receipt is not null or d.failures <> '{}');
  perform app_private.forget_account(person.id, person.email);
  if person.is_admin then
    perform app_private.require_manager();
    perform app_private.require_trained_administrator();
  end if;
  insert into app_private.erased_users as e (user_id, erasure_key)
    values (person.id, coalesce(person.erasure_key, gen_random_uuid()))
    returning e.user_id, e.erased_at into erased.user_id, erased.erased_at;
  perform app_private.audit('USER_ERASED', 'USER', person.id,
    jsonb_build_object('positions', erased.positions, 'notifications', erased.notifications));
  perform pg_notify('token_revoked', person.id::text);
  return erased;
end
$$;
COMMENT ON FUNCTION app_private.erase_person(user_id integer) IS 'Erases a person: deletes all their data except for notifications and deliveries, which stay without place and device as the proof of who was notified. Returns what it did. Error LA404 for an unknown or erased user, LA409 for the last administrator. A host then lists the erasure outside of the database.';
CREATE FUNCTION app_private.export_item(item jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  -- A column such as last_position_only becomes a field such as lastPositionOnly.
  select (
    select jsonb_object_agg(left(f.name, 1) || substr(replace(initcap(f.name collate "C"), '_', ''), 2), f.value)
      from jsonb_each(item - array[
        -- Secrets.
        'erasure_key', 'key_hash', 'secret', 'secret_hash', 'token', 'receipt', 'failures', 'counter', 'credential_id', 'transports',
        -- Other people.
        'actor_id', 'editor_id', 'made_by', 'settled_by', 'user_id',
        -- The content of alerts, which are public.
        'all_clear', 'all_clear_texts', 'area', 'changes', 'correction', 'location', 'new_alert', 'text1', 'text2', 'text3', 'texts', 'zone1',
        -- Internal numbers.
        'is_fallback', 'job_id', 'key', 'position_id', 'seen_change'
      ]) f (name, value))::text
$$;
COMMENT ON FUNCTION app_private.export_item(item jsonb) IS 'Returns a row of a table as an item of an export: all columns except for a list of secrets.';
CREATE FUNCTION app_private.export_page(token_user_id integer, session_id bigint, user_id integer, part text, after bigint, max_items integer, OUT is_allowed boolean, OUT items text[], OUT last_id bigint) RETURNS record
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  person constant integer := export_page.user_id;
begin
  is_allowed := coalesce(app_private.may_export(token_user_id, export_page.session_id, person), false);
  if not is_allowed then
    return;
  end if;
  case part
  when 'user' then
    select array_agg(app_private.export_item(to_jsonb(u) || jsonb_build_object(
        'joined_by', (select j.invitation_id from app_private.joined_users j where j.user_id = u.id),
        'issuer', (select i.issuer from app_private.oidc_identities i where i.user_id = u.id),
        'subject', (select i.subject from app_private.oidc_identities i where i.user_id = u.id),
        'has_password', exists (select from app_private.user_credentials c where c.user_id = person),
        'password_link_expires_at', (select max(l.expires_at) from app_private.password_links l where l.user_id = u.id),
        'email_link_expires_at', (select l.expires_at from app_private.email_links l where l.user_id = u.id))))
      into items from app_public.users u where u.id = person;
  when 'lastPosition' then
    select array_agg(app_private.export_item(to_jsonb(l))) into items from app_public.last_positions l where l.user_id = person;
  when 'quietHours' then
    select array_agg(app_private.export_item(to_jsonb(q) - '{starts,ends}'::text[] || jsonb_build_object('from', q.starts, 'to', q.ends)))
      into items from app_public.quiet_hours q where q.user_id = person;
  when 'memberships' then
    select array_agg(app_private.export_item(to_jsonb(m) || jsonb_build_object('authority', a.name)) order by a.id)
      into items from app_public.memberships m join app_public.authorities a on a.id = m.authority_id where m.user_id = person;
  when 'sessions' then
    select array_agg(app_private.export_item(to_jsonb(s)) order by s.id) into items from app_public.sessions s where s.user_id = person;
  when 'loginAddresses' then
    select array_agg(app_private.export_item(to_jsonb(a)) order by a.last_at)
      into items from app_private.login_addresses a where a.user_id = person;
  when 'devices' then
    select array_agg(app_private.export_item(d.device) order by d.created_at, d.id)
      into items
      from (
        select v.created_at, v.id, to_jsonb(v) || '{"left_at": null}' as device from app_private.devices v where v.user_id = person
        union all
        select l.created_at, l.id, to_jsonb(l) from app_private.left_devices l where l.user_id = person
      ) d;
  when 'deviceKeys' then
    select array_agg(app_private.export_item(to_jsonb(k)) order by k.id) into items from app_private.device_keys k where k.user_id = person;
  when 'secondFactors' then
    select array_agg(app_private.export_item(to_jsonb(f)) order by f.id) into items from app_public.second_factors f where f.user_id = person;
  when 'positions' then
    select array_agg(app_private.export_item(to_jsonb(p)) order by p.id), max(p.id)
      into items, last_id
      from (select o.* from app_public.positions o where o.user_id = person and o.id > after order by o.id limit max_items) p;
  when 'notifications' then
    with page as materialized (
      select n.* from app_public.notifications n where n.user_id = person and n.id > after order by n.id limit max_items
    )
    select array_agg(app_private.export_item(to_jsonb(p)
        || case when p.place_kept then '{}' else '{"latitude": null, "longitude": null, "moving_activity": null}' end::jsonb
        || jsonb_build_object('title', case when t.language is null then a.title else t.title end, 'event', a.event, 'status', a.status, 'text',
          case when p.kind = 'ALL_CLEAR' then coalesce(t.all_clear, v.all_clear, a.all_clear) else coalesce(
            app_private.text_of(p.level, t.text1, t.text2, t.text3), app_private.text_of(p.level, v.text1, v.text2, v.text3),
            app_private.text_of(p.level, a.text1, a.text2, a.text3)) end))
          order by p.id), max(p.id)
      into items, last_id
      from page p
      join app_public.alerts a on a.id = p.alert_id
      left join app_public.alert_versions v on v.alert_id = p.alert_id and v.version = p.version
      left join unnest(v.texts) t on t.language = p.told_language;
  when 'deliveries' then
    select array_agg(app_private.export_item(to_jsonb(d) || jsonb_build_object('why', app_private.push_reason(d.why))) order by d.id), max(d.id)
      into items, last_id
      from (select o.* from app_private.deliveries o where o.user_id = person and o.id > after order by o.id limit max_items) d;
  when 'auditEntries' then
    -- Of other actors, only the entries about this person.
    select array_agg(app_private.export_item(to_jsonb(e) - '{facts,session_id,request_id}'::text[] || jsonb_build_object(
        'is_yours', coalesce(e.actor_id = person, false), 'fields', e.facts -> 'fields')) order by e.id), max(e.id)
      into items, last_id
      from (
        (select a.* from app_public.audit_entries a where a.actor_id = person and a.id > after order by a.id limit max_items)
        union
        (select a.* from app_public.audit_entries a
          where a.object_type = 'USER' and a.object_id = person and a.id > after order by a.id limit max_items)
        union
        (select a.* from app_public.audit_entries a
          where a.action in ('PEOPLE_READ', 'PEOPLE_FOLLOWED') and a.facts -> 'user_ids' @> to_jsonb(person)
            and a.id > after order by a.id limit max_items)
        order by id limit max_items
      ) e;
  when 'alertVersions' then
    select array_agg(app_private.export_item(to_jsonb(v)) order by v.alert_id, v.version)
      into items from app_public.alert_versions v where v.user_id = person;
  when 'heldPublications' then
    select array_agg(app_private.export_item(to_jsonb(h)) order by h.id)
      into items from app_private.held_publications h where person in (h.user_id, h.settled_by, h.approved_by);
  when 'sharedDrafts' then
    select array_agg(app_private.export_item(to_jsonb(d)) order by d.id)
      into items from app_public.shared_drafts d where person in (d.user_id, d.editor_id);
  when 'alertTemplates' then
    select array_agg(app_private.export_item(to_jsonb(m)) order by m.id) into items from app_public.alert_templates m where m.user_id = person;
  when 'savedAreas' then
    select array_agg(app_private.export_item(to_jsonb(s)) order by s.id) into items from app_public.saved_areas s where s.user_id = person;
  when 'capSources' then
    select array_agg(app_private.export_item(jsonb_build_object('id', s.id, 'name', s.name, 'url', s.url)) order by s.id) into items
      from app_public.cap_sources s where s.user_id = person;
  when 'invitations' then
    select array_agg(app_private.export_item(to_jsonb(i)) order by i.id) into items from app_private.invitations i where i.made_by = person;
  when 'mutualAids' then
    select array_agg(app_private.export_item(to_jsonb(g) - 'allowed_area') order by g.id) into items from app_public.mutual_aids g where g.user_id = person;
  end case;
  items := coalesce(items, '{}');
end
$$;
COMMENT ON FUNCTION app_private.export_page(token_user_id integer, session_id bigint, user_id integer, part text, after bigint, max_items integer, OUT is_allowed boolean, OUT items text[], OUT last_id bigint) IS 'Returns the next page of a part of a user''s export, as JSON, and the id of its last item; after is 0 for the first page. app_private.export_item() leaves secrets out. is_allowed is false if the session of the request has ended meanwhile, or the user is erased.';
CREATE FUNCTION app_private.factor_is_fresh() RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select not app_private.has_second_factor(app_public.current_user_id()) or exists (
    select from app_public.sessions s
      where s.user_id = app_public.current_user_id() and s.id = app_private.current_session_id()
        and s.second_factor_at > now() - (select t.second_factor_lasts from app_private.settings t))
$$;
COMMENT ON FUNCTION app_private.factor_is_fresh() IS 'True if the user of this request has no second factor, or has shown one in this session a short while ago.';
CREATE FUNCTION app_private.fail_login(email text, address cidr) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform app_private.count_attempt(k.counter, k.key)
    from (select c.* from app_private.login_counters(fail_login.email, fail_login.address) c order by c.counter) k;
  -- Last, as it may wait for another failure of the account.
  perform app_private.audit('LOGIN_FAILED', 'USER', app_private.user_id_of(fail_login.email));
end
$$;
COMMENT ON FUNCTION app_private.fail_login(email text, address cidr) IS 'Counts a login with a wrong password or an unknown email.';
CREATE FUNCTION app_private.failing_mail() RETURNS json
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select json_build_object('since', o.failing_since, 'why', o.why) from app_private.mail_outcome o where o.why is not null
$$;
COMMENT ON FUNCTION app_private.failing_mail() IS 'Returns since when and why mails fail. Null if the mail server accepted the last one. The grant guards it: it is for administrators only.';
CREATE FUNCTION app_private.failing_pushes() RETURNS json
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select json_object_agg(o.provider, json_build_object('since', o.failing_since, 'why', app_private.push_reason(o.why)))
    from app_private.push_outcomes o where o.why is not null;
$$;
COMMENT ON FUNCTION app_private.failing_pushes() IS 'Returns, by provider, since when and why its last push failed. Null if no provider fails. The grant guards it: it is for administrators only.';
CREATE FUNCTION app_private.find_speech(alert_id integer, level integer, version uuid DEFAULT NULL::uuid, OUT id uuid, OUT size integer) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select s.id, octet_length(s.mp3)
    from app_public.alerts l
    join app_private.alert_speeches a on a.alert_id = l.id
    join app_private.speeches s on s.id = a.speech_id
    where l.id = find_speech.alert_id and a.level = (enum_range(null::app_public.level_alert))[find_speech.level]
      and (a.language = l.language or s.id = find_speech.version)
    order by s.id = find_speech.version desc nulls last, a.language = l.language desc
    limit 1
$$;
COMMENT ON FUNCTION app_private.find_speech(alert_id integer, level integer, version uuid, OUT id uuid, OUT size integer) IS 'Returns a speech of an alert''s text 1, 2 or 3 and its size in bytes: that with this id, or else that in the alert''s own language. Both are null until the text is spoken.';
CREATE FUNCTION app_private.first_bad_position(input app_public.position_input[]) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  select format('input[%s].%s', p.ordinality - 1, f.fault)
    from unnest(input) with ordinality as p
    cross join lateral (
      select coalesce(
        app_private.position_fault(p.latitude, p.longitude, p.accuracy, app_private.moment_taken(p.taken_at), now()),
        case when p.moving_activity is null then 'movingActivity is missing: send one of its values.' end,
        app_private.client_id_fault(p.client_id))
    ) f (fault)
    where f.fault is not null
    order by p.ordinality
    limit 1
$$;
COMMENT ON FUNCTION app_private.first_bad_position(input app_public.position_input[]) IS 'Returns the fault of the first invalid entry, with its index, which the error of a constraint would not name. Null if all entries are valid.';
CREATE FUNCTION app_private.first_moment(here timestamp without time zone, zone text) RETURNS timestamp with time zone
    LANGUAGE plpgsql IMMUTABLE STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  about constant timestamptz := here at time zone zone;
  day_before constant timestamptz := about - interval '24 hours';
  day_after constant timestamptz := about + interval '24 hours';
  -- The moment by the clock of the day before, and by that of the day after.
  by_old constant timestamptz := (here - ((day_before at time zone zone) - (day_before at time zone 'UTC'))) at time zone 'UTC';
  by_new constant timestamptz := (here - ((day_after at time zone zone) - (day_after at time zone 'UTC'))) at time zone 'UTC';
  early timestamptz := least(by_old, by_new);
  late timestamptz := greatest(by_old, by_new);
  middle timestamptz;
begin
  if early at time zone zone >= here then
    return early;
  end if;
  -- Clocks that are set forward may skip the time: then the moment of the change is between the two, on a whole second.
  while late - early > interval '1 second' loop
    middle := early + date_trunc('second', (late - early) / 2);
    if middle at time zone zone >= here then
      late := middle;
    else
      early := middle;
    end if;
  end loop;
  return late;
end
$$;
COMMENT ON FUNCTION app_private.first_moment(here timestamp without time zone, zone text) IS 'Returns the first moment at which clocks of a time zone show a time or a later one: the first of two if they are set back, the change if they skip it.';
CREATE FUNCTION app_private.first_uncounted(period text) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  due timestamptz := date_trunc(period, now() - interval '5 minutes');
  step constant interval := ('1 ' || period)::interval;
  -- What is older is purged, perhaps in part.
  oldest constant timestamptz := (
    select greatest(date_trunc(period, now() - s.position_retention) + step, date_trunc(period, first.created_at))
      from app_private.settings s
      cross join (select p.created_at from app_public.positions p order by p.id limit 1) first);
  newest constant timestamptz := (
    select max(r.starts_at) from app_private.reporting r where r.period = first_uncounted.period);
  next timestamptz;
begin
  next := coalesce(greatest(newest + step, oldest), due - step);
  return case when next < due then next end;
end
$$;
COMMENT ON FUNCTION app_private.first_uncounted(period text) IS 'Returns the start of the earliest hour or day that has ended five minutes ago and was not counted. Null if there is none. Hours that are older than all positions are left out.';
CREATE FUNCTION app_private.follow_up_deliveries(provider app_private.push_provider, notification_ids bigint[], level app_public.level_alert, not_before timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  queued_deliveries record;
  probe_at constant timestamptz := greatest(now() + (18 + 6 * random()) * interval '1 second', not_before);
  probe record;
begin
  select array_agg(distinct d.notification_id) as ids, min(d.due_at) as due_at into queued_deliveries
    from app_private.deliveries d
    where d.notification_id = any (notification_ids) and d.provider = follow_up_deliveries.provider and d.state = 'queued';
  if queued_deliveries.ids is null then
    return;
  end if;
  -- While the provider fails, one delivery is sent every half minute as a probe (circuit breaker).
  if queued_deliveries.due_at > probe_at
    and exists (select from app_private.push_outcomes o where o.provider = follow_up_deliveries.provider and o.why is not null)
    and not exists (
      select from graphile_worker.jobs j
        where j.task_identifier = 'push_' || follow_up_deliveries.provider and j.locked_at is null and j.run_at <= probe_at)
  then
    select d.user_id, d.id into probe
      from app_private.deliveries d
      where d.notification_id = any (queued_deliveries.ids) and d.provider = follow_up_deliveries.provider and d.state = 'queued'
        -- Others wait for the end of quiet hours, or for the Retry-After of their host.
        and d.attempts > 0 and d.due_at < now() + interval '7 minutes'
      order by d.level, d.due_at
      limit 1
      for no key update skip locked;
    if found then
      update app_private.deliveries d set due_at = probe_at where d.user_id = probe.user_id and d.id = probe.id;
      queued_deliveries.due_at := probe_at;
    end if;
  end if;
  perform graphile_worker.add_job(
    'push_' || provider,
    json_build_object('notificationIds', queued_deliveries.ids),
    run_at => greatest(queued_deliveries.due_at, not_before),
    priority => array_position(enum_range(null::app_public.level_alert), level));
end
$$;
COMMENT ON FUNCTION app_private.follow_up_deliveries(provider app_private.push_provider, notification_ids bigint[], level app_public.level_alert, not_before timestamp with time zone) IS 'Queues a job for the queued deliveries of these notifications, at the first due time, but not before not_before. While the provider fails, one delivery is sent at least every 30 seconds as a probe.';
CREATE FUNCTION app_private.forget_account(user_id integer, email text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform app_private.lock_user(forget_account.user_id);
  -- Waits for a registration that moves one of these devices, as it then inserts a row for this user.
  perform from app_private.devices d where d.user_id = forget_account.user_id order by d.token for update;
  delete from app_public.shared_drafts d where d.user_id = forget_account.user_id and d.is_private;
  delete from app_public.users u where u.id = forget_account.user_id;
  delete from app_private.login_failures f
    where f.counter = 'account' and f.key = app_private.key_hash(app_private.email_key(forget_account.email));
  -- In the lock order of app_private.count_own_mail().
  delete from app_private.login_failures f
    where f.counter = 'mail by user' and f.key = app_private.key_hash(forget_account.user_id::text);
  delete from app_private.login_failures f
    where f.counter = 'mail by email' and f.key = app_private.key_hash(app_private.email_key(forget_account.email));
  -- The jobs of unsent mails contain the email.
  perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(app_private.email_key(forget_account.email)), 'hex'));
  perform graphile_worker.remove_job('verification:' || forget_account.user_id);
end
$$;
COMMENT ON FUNCTION app_private.forget_account(user_id integer, email text) IS 'Deletes a user and, by foreign keys, their credentials, sessions, login addresses, links, devices, device keys and quiet hours; their private drafts; and the counters of their logins and mails.';
CREATE FUNCTION app_private.forget_history(user_id integer, max_rows integer DEFAULT 1000) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  deleted_count integer;
begin
  delete from app_public.positions p
    where p.user_id = forget_history.user_id
      and exists (select from app_public.users u where u.id = forget_history.user_id and u.last_position_only)
      and p.id in (
        select o.id from app_public.positions o where o.user_id = forget_history.user_id order by o.id limit forget_history.max_rows);
  get diagnostics deleted_count = row_count;
  return deleted_count;
end
$$;
COMMENT ON FUNCTION app_private.forget_history(user_id integer, max_rows integer) IS 'Deletes the oldest positions of a user of whom only the last position is kept, and returns their number. Call it until it returns 0, each time in a transaction of its own.';
CREATE FUNCTION app_private.forget_positions(user_id integer) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  deleted_count integer;
begin
  delete from app_public.positions p where p.user_id = forget_positions.user_id;
  get diagnostics deleted_count = row_count;
  delete from app_private.position_hashes h where h.user_id = forget_positions.user_id;
  delete from app_private.lone_positions l where l.user_id = forget_positions.user_id;
  return deleted_count;
end
$$;
COMMENT ON FUNCTION app_private.forget_positions(user_id integer) IS 'Deletes the history of a user''s positions and their hashes. Returns the number of positions.';
CREATE FUNCTION app_private.forget_when_set() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform app_private.list_last_positions();
  perform app_private.queue_forgetting();
  return null;
end
$$;
COMMENT ON FUNCTION app_private.forget_when_set() IS 'Fills app_private.lone_positions and queues the deletion of all history, when last_position_only is switched on. Only its trigger calls it, as the owner, for whoever may change the row.';
CREATE FUNCTION app_private.free_jobs(worker_ids text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform graphile_worker.force_unlock_workers(worker_ids);
  perform app_private.complete_replaced_jobs();
end
$$;
COMMENT ON FUNCTION app_private.free_jobs(worker_ids text[]) IS 'Unlocks the jobs of dead worker pools, and completes those that another job has replaced.';
CREATE FUNCTION app_private.give_erasure_keys(max_rows integer) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  updated_count integer;
begin
  update app_public.users u set erasure_key = gen_random_uuid()
    where u.erasure_key is null and u.id = any (array(
      select o.id from app_public.users o where o.erasure_key is null order by o.id limit max_rows));
  get diagnostics updated_count = row_count;
  return updated_count;
end
$$;
COMMENT ON FUNCTION app_private.give_erasure_keys(max_rows integer) IS 'Sets the erasure key of at most max_rows users without one. Returns their number. Call it until it returns 0.';
CREATE FUNCTION app_private.goes_by_sms(user_id integer, alert_id integer) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select exists (
    select from app_public.notifications n
      where n.user_id = goes_by_sms.user_id and n.alert_id = goes_by_sms.alert_id and n.level = any (app_private.sms_levels()))
$$;
COMMENT ON FUNCTION app_private.goes_by_sms(user_id integer, alert_id integer) IS 'True if what a user is told of an alert goes out by SMS: at one of its levels, or after they were told at one, so that they learn how it goes on.';
CREATE FUNCTION app_private.has_role(user_id integer, authority_id integer, least_role app_public.authority_role) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  with recursive above as (
    select a.id, a.parent_id from app_public.authorities a where a.id = has_role.authority_id
    union all
    select a.id, a.parent_id from app_public.authorities a join above on above.parent_id = a.id
  )
  select exists (
    select from app_public.memberships m join above on above.id = m.authority_id
      where m.user_id = has_role.user_id and m.role >= least_role)
$$;
COMMENT ON FUNCTION app_private.has_role(user_id integer, authority_id integer, least_role app_public.authority_role) IS 'Returns true if a user has this role or a higher one in an authority, or in one above it.';
CREATE FUNCTION app_private.has_second_factor(user_id integer) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select exists (select from app_public.second_factors f where f.user_id = has_second_factor.user_id)
$$;
COMMENT ON FUNCTION app_private.has_second_factor(user_id integer) IS 'True if a user has a second factor.';
CREATE FUNCTION app_private.heartbeat(VARIADIC worker_ids text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  timeout constant interval := '10 seconds';
  living_since timestamptz;
  dead_ids text[];
begin
  perform app_private.note_clock();
  with beat as (
    insert into app_private.workers as w (id) select unnest(worker_ids)
      on conflict (id) do update
        set since = case when w.seen_at < now() - timeout then now() else w.since end, seen_at = now()
      returning w.since
  )
  select min(b.since) into living_since from beat b;
  -- Only a pool that has been alive for longer than the timeout removes others: after an outage of PostgreSQL, all are late.
  if living_since < now() - timeout then
    with deleted as (
      delete from app_private.workers w where w.seen_at < now() - timeout returning w.id
    )
    select array_agg(g.id) into dead_ids from deleted g;
    if dead_ids is not null then
      perform app_private.free_jobs(dead_ids);
    end if;
  end if;
  -- Resets the exponential backoff of failed publications, which must not wait.
  perform graphile_worker.reschedule_jobs(array_agg(j.id), run_at => now(), attempts => 0)
    from app_private.publications p
    join graphile_worker.jobs j on j.key = 'publish_alert:' || p.alert_id
    where p.completed_at is null and j.locked_at is null
      and (j.attempts >= j.max_attempts or j.attempts > 0 and j.run_at > now() + timeout / 2)
    having count(*) > 0;
  perform app_private.complete_replaced_jobs();
end
$$;
COMMENT ON FUNCTION app_private.heartbeat(VARIADIC worker_ids text[]) IS 'Records that the worker pools of a process are alive, and the time of the clock. Each process calls it every two seconds. It unlocks the jobs of pools without a heartbeat for ten seconds, retries unfinished publications within that time, and completes failed jobs that were replaced.';
CREATE FUNCTION app_private.held_publication(held app_private.held_publications) RETURNS app_public.held_publication
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  result app_public.held_publication;
begin
  result.id := held.id;
  result.state := held.state;
  result.seconds_left := case
    when held.state in ('HELD', 'APPROVED') then greatest(0, extract(epoch from held.due_at - clock_timestamp())) else 0 end;
  result.alert_id := held.alert_id;
  result.reason := held.why;
  result.refusal := held.refusal;
  result.title := coalesce(
    held.new_alert ->> 'title', held.new_alert ->> 'text1', held.changes ->> 'title',
    (select coalesce(a.title, a.text1) from app_public.alerts a where a.id = held.alert_id));
  result.user_id := held.user_id;
  result.authority_id := held.authority_id;
  result.created_at := held.created_at;
  result.publish_at := held.publish_at;
  result.break_glass := held.break_glass;
  result.decided_by := coalesce(held.approved_by, held.settled_by);
  return result;
end
$$;
COMMENT ON FUNCTION app_private.held_publication(held app_private.held_publications) IS 'Returns a held publication as the API shows it.';
CREATE FUNCTION app_private.insert_deliveries(provider app_private.push_provider, job_id bigint, notification_ids bigint[], active_alert_ids integer[], cancelled_alert_ids integer[], claim_time timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  inserted_count integer;
begin
  -- Most deliveries are sent by their first claim. Inserting them as sent saves a row version.
  insert into app_private.deliveries as d (
      notification_id, device_id, alert_id, user_id, level, provider, job_id, state, attempts, sent_at, due_at, settled_at, why)
    select n.id, v.id, n.alert_id, n.user_id, n.level, v.provider, insert_deliveries.job_id,
        c.state, (c.state = 'sent')::integer, case c.state when 'sent' then claim_time end,
        coalesce(q.until, now()), case c.state when 'failed' then claim_time end,
        case when c.has_ended then 'The alert ended before the push was sent.'
          when c.is_replaced then 'A later notification of the alert took its place.' end
      from app_public.notifications n
      join app_private.devices v on v.provider = insert_deliveries.provider and v.user_id = n.user_id
        and (not v.is_fallback or not exists (select from app_private.devices o where o.user_id = v.user_id and o.provider not in ('email', 'sms')))
      left join lateral (
        select app_private.quiet_until(h.starts, h.ends, h.time_zone, now()) as until
          from app_public.quiet_hours h where h.user_id = n.user_id and n.level <> 'ONE'
      ) q on true
      cross join lateral (
        select r.*, case when r.has_ended or r.is_replaced then 'failed' when q.until is not null then 'queued'
            else 'sent' end::app_private.delivery_state as state
          from (
            select n.alert_id <> all (case n.kind when 'ALL_CLEAR' then cancelled_alert_ids else active_alert_ids end) as has_ended,
                exists (
                  select from app_public.notifications l
                    where l.user_id = n.user_id and l.alert_id = n.alert_id
                      and (l.version, l.id) > (n.version, n.id)) as is_replaced
          ) r
      ) c
      where n.id = any (notification_ids)
        and (v.provider <> 'sms' or app_private.goes_by_sms(n.user_id, n.alert_id))
        and not exists (
          select from app_private.deliveries o where o.notification_id = n.id and o.device_id = v.id and o.user_id = n.user_id)
      order by n.id, v.id
    on conflict (notification_id, device_id, user_id) do nothing;
  get diagnostics inserted_count = row_count;
  return inserted_count;
end
$$;
COMMENT ON FUNCTION app_private.insert_deliveries(provider app_private.push_provider, job_id bigint, notification_ids bigint[], active_alert_ids integer[], cancelled_alert_ids integer[], claim_time timestamp with time zone) IS 'Inserts the missing deliveries of these notifications, for app_private.claim_deliveries(): as sent at claim_time, as queued in quiet hours, or as failed if a later notification of the alert replaces theirs, or if their alert is not in active_alert_ids (for an all-clear: in cancelled_alert_ids). Returns their number.';
CREATE FUNCTION app_private.insert_notifications(alert_id integer, version integer, kind app_public.notification_kind, level app_public.level_alert, recipients app_private.recipient[], newly_reached integer DEFAULT 0) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
declare
  -- The ids are taken first, because pushes and announcements name them.
  ids constant bigint[] := array(select nextval('app_public.notifications_id_seq') from generate_series(1, cardinality(recipients)));
  -- Null for an alert in one language, which most are: then nobody's languages are looked up.
  languages constant text[] := (
    select app_private.languages_of(a.language, a.texts, insert_notifications.kind = 'ALL_CLEAR')
      from app_public.alerts a where a.id = insert_notifications.alert_id and a.texts <> '{}');
  -- People want few different lists, so each is compared once.
  told jsonb;
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  if languages is not null then
    told := (
      select jsonb_object_agg(w.wanted::text, nullif(app_private.text_language(w.wanted, languages), languages[1]))
        from (
          select distinct app_private.wanted_languages(u.languages, u.device_language) as wanted
            from unnest(recipients) r join app_public.users u on u.id = r.user_id
        ) w);
  end if;
  insert into app_public.notifications (
      id, alert_id, version, kind, level, user_id, latitude, longitude, moving_activity, taken_at, accuracy,
      place_kept, distance_class, told_language)
    overriding system value
    select t.id, insert_notifications.alert_id, insert_notifications.version,
        case when insert_notifications.kind = 'ALERT' and insert_notifications.version > 1 and (
          select min(n.level) from app_public.notifications n
            where n.alert_id = insert_notifications.alert_id and n.user_id = (t.recipient).user_id) is not null
          then 'UPDATE' else insert_notifications.kind end,
        insert_notifications.level, (t.recipient).user_id, (t.recipient).latitude, (t.recipient).longitude, (t.recipient).moving_activity,
        (t.recipient).taken_at, (t.recipient).accuracy, (t.recipient).place_kept, (t.recipient).distance_class,
        case when told is not null then (
          select told ->> app_private.wanted_languages(u.languages, u.device_language)::text
            from app_public.users u where u.id = (t.recipient).user_id) end
      -- In the select list, unnest() makes no intermediate table.
      from (select unnest(ids) as id, unnest(insert_notifications.recipients) as recipient) t;
  if newly_reached > 0 then
    insert into app_private.alert_reach (alert_id, users) values (insert_notifications.alert_id, newly_reached);
  end if;
  perform app_private.queue_pushes(
      case when insert_notifications.kind = 'ALL_CLEAR' then 'ONE' else insert_notifications.level end,
      ids, min(u.user_id), max(u.user_id))
    from unnest(recipients) u;
  perform app_private.announce_notifications(insert_notifications.alert_id, ids[1], ids[cardinality(ids)]);
end
$$;
COMMENT ON FUNCTION app_private.insert_notifications(alert_id integer, version integer, kind app_public.notification_kind, level app_public.level_alert, recipients app_private.recipient[], newly_reached integer) IS 'Notifies users of a version of an alert at one level: it inserts the notifications, counts the newly reached users, queues pushes and announces them to the hosts. An ALERT becomes an UPDATE for a user who was notified of an earlier version. The caller holds the locks of these users'' reports.';
CREATE TABLE app_private.invitations (
    id integer NOT NULL,
    name text NOT NULL,
    secret_hash bytea NOT NULL,
    places integer NOT NULL,
    used integer DEFAULT 0 NOT NULL,
    made_by integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    authority_id integer DEFAULT app_private.my_authority() NOT NULL,
    CONSTRAINT invitations_name CHECK (((char_length(name) <= 100) AND (app_private.without_blanks(name) <> ''::text) AND (name !~ '[[:cntrl:]]'::text))),
    CONSTRAINT invitations_places CHECK (((places >= 1) AND (places <= 100000))),
    CONSTRAINT invitations_used CHECK (((used >= 0) AND (used <= places)))
);
COMMENT ON TABLE app_private.invitations IS 'Invitations by which people create their own user.';
COMMENT ON COLUMN app_private.invitations.id IS 'The id of the invitation.';
COMMENT ON COLUMN app_private.invitations.name IS 'The name that administrators know it by.';
COMMENT ON COLUMN app_private.invitations.secret_hash IS 'The SHA-256 hash of the secret, which the table does not reveal.';
COMMENT ON COLUMN app_private.invitations.places IS 'How many people can join by it.';
COMMENT ON COLUMN app_private.invitations.used IS 'How many have joined.';
COMMENT ON COLUMN app_private.invitations.made_by IS 'The administrator who made it. No foreign key: the row outlasts them.';
COMMENT ON COLUMN app_private.invitations.created_at IS 'When it was made.';
COMMENT ON COLUMN app_private.invitations.expires_at IS 'Until when people can join.';
COMMENT ON COLUMN app_private.invitations.revoked_at IS 'When an administrator revoked it.';
COMMENT ON COLUMN app_private.invitations.authority_id IS 'The authority that invites.';
COMMENT ON CONSTRAINT invitations_name ON app_private.invitations IS 'name is empty, has more than 100 characters or contains a control character: send a short name such as "Town hall".';
COMMENT ON CONSTRAINT invitations_places ON app_private.invitations IS 'places is not from 1 to 100,000: send how many people may join.';
COMMENT ON CONSTRAINT invitations_used ON app_private.invitations IS 'used is more than places: the invitation is full.';
CREATE FUNCTION app_private.invitation(invitation app_private.invitations, secret text DEFAULT NULL::text) RETURNS app_public.invitation
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select row(
    invitation.id, invitation.name, secret, invitation.places, invitation.used, invitation.made_by, invitation.created_at,
    invitation.expires_at, invitation.revoked_at)::app_public.invitation
$$;
COMMENT ON FUNCTION app_private.invitation(invitation app_private.invitations, secret text) IS 'Returns an invitation as the API shows it. The secret is null, except just after it was made.';
CREATE FUNCTION app_private.invitation_is_open(secret text) RETURNS boolean
    LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  return exists (
    select from app_private.invitations i
      where i.secret_hash = app_private.key_hash(secret) and i.revoked_at is null and now() < i.expires_at and i.used < i.places);
end
$$;
COMMENT ON FUNCTION app_private.invitation_is_open(secret text) IS 'True if an invitation is open. False if it is unknown, revoked, expired or full.';
CREATE FUNCTION app_private.is_active(active boolean, expires_at timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select active and expires_at > pg_catalog.now()
$$;
COMMENT ON FUNCTION app_private.is_active(active boolean, expires_at timestamp with time zone) IS 'True while an alert is active: it was not cancelled and has not expired.';
CREATE FUNCTION app_private.is_fresh(taken_at timestamp with time zone, alive_at timestamp with time zone, max_position_age interval, at timestamp with time zone DEFAULT now()) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select greatest(taken_at, alive_at) > app_private.oldest_fresh(max_position_age, at)
$$;
COMMENT ON FUNCTION app_private.is_fresh(taken_at timestamp with time zone, alive_at timestamp with time zone, max_position_age interval, at timestamp with time zone) IS 'True if a last position was taken, or confirmed by an app, less than max_position_age before a time, which is now by default.';
CREATE FUNCTION app_private.is_language(tag text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$
  select coalesce(tag ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$', false)
$_$;
COMMENT ON FUNCTION app_private.is_language(tag text) IS 'True for a language tag of BCP 47, such as it or pt-BR, whether it is registered or not.';
CREATE FUNCTION app_private.is_notified(notified_level app_public.level_alert, level app_public.level_alert) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select coalesce(notified_level <= level, false)
$$;
COMMENT ON FUNCTION app_private.is_notified(notified_level app_public.level_alert, level app_public.level_alert) IS 'True if a user who was notified at a level needs no notification at this one, because it is no more urgent. False if the user was not notified (null).';
CREATE FUNCTION app_private.is_own_alert(alert app_public.alerts) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  -- The service itself acts without a user.
  select app_public.current_user_id() is null
    -- A caller can make up a row. What is stored counts, but for a draft, which has no id.
    or coalesce((select a.authority_id from app_public.alerts a where a.id = alert.id), alert.authority_id)
      = any (app_private.my_authorities('VIEWER'))
$$;
COMMENT ON FUNCTION app_private.is_own_alert(alert app_public.alerts) IS 'True if an alert belongs to an authority in which the user of this request has a role, or one below.';
CREATE FUNCTION app_private.is_road_by_email(person app_public.users) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select person.email_verified and person.email_refusal is null and person.alerts_by_email <> 'NEVER'
    and exists (select from app_private.mail_outcome o where o.alerts)
$$;
COMMENT ON FUNCTION app_private.is_road_by_email(person app_public.users) IS 'True if a user may be warned by email: it is on, and the address is confirmed, took the last mail, and is not taken back.';
CREATE FUNCTION app_private.keep_cap_messages(alert_id integer, version integer, messages jsonb) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  -- Another host may have made them at the same time: the first stay.
  insert into app_private.cap_messages (alert_id, version, level, identifier, sender, sent, expires_at, facts, message)
    select keep_cap_messages.alert_id, keep_cap_messages.version, m.level, m.identifier, m.sender, m.sent, m.expires_at, m.facts, m.message
      from jsonb_populate_recordset(null::app_private.cap_messages, messages) m
    on conflict do nothing
$$;
COMMENT ON FUNCTION app_private.keep_cap_messages(alert_id integer, version integer, messages jsonb) IS 'Stores the messages of a version of an alert, which never change.';
CREATE FUNCTION app_private.keep_delivery_results(alert app_public.alerts) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET jit TO 'off'
    AS $$
begin
  insert into app_private.delivery_results (alert_id, levels, failures, pushed)
    values (
      alert.id,
      (select jsonb_agg(d order by d.level) from unnest(app_public.alerts_delivery(alert)) d),
      coalesce((select jsonb_agg(f) from unnest(app_public.alerts_push_failures(alert)) f), '[]'),
      coalesce(
        -- By second since the publication, from which the steps of the timeline are computed.
        (select jsonb_agg(jsonb_build_object('at', m.at, 'people', m.people, 'is_late', m.is_late) order by m.at)
          from (
            select max(t.at) as at, count(*) as people, t.is_late
              from app_private.pushed_people(alert) t
                group by date_bin('1 second', t.at, alert.created_at), t.is_late
          ) m),
        '[]'))
    on conflict do nothing;
end
$$;
COMMENT ON FUNCTION app_private.keep_delivery_results(alert app_public.alerts) IS 'Stores the figures of an alert''s deliveries, before the deliveries are purged.';
CREATE FUNCTION app_private.keep_email_road() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  road constant text := case when app_private.is_road_by_email(new) then 'email:' || new.email end;
begin
  delete from app_private.devices d where d.user_id = new.id and d.provider = 'email' and d.token is distinct from road;
  if road is not null then
    insert into app_private.devices as d (user_id, token, provider, is_fallback)
      values (new.id, road, 'email', new.alerts_by_email = 'WITHOUT_DEVICE')
      on conflict (token) do update set is_fallback = excluded.is_fallback where d.user_id = excluded.user_id;
  end if;
  return null;
end
$$;
COMMENT ON FUNCTION app_private.keep_email_road() IS 'Makes or removes the device that stands for the email of a user who is warned by email. A mail that waits for a removed device is not sent.';
CREATE FUNCTION app_private.keep_group_memberships(user_id integer, groups text[], rules jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  changed record;
begin
  for changed in
    with given as (
      select a.id as authority_id, max((r.value ->> 'role')::app_public.authority_role) as role
        from jsonb_each(rules) r join app_public.authorities a on a.id = (r.value ->> 'authority')::integer
        where r.key = any (groups)
        group by a.id
    ), taken as (
      delete from app_public.memberships m
        where m.user_id = keep_group_memberships.user_id and m.from_group
          and not exists (select from given g where g.authority_id = m.authority_id)
        returning m.authority_id, null::app_public.authority_role as role
    ), kept as (
      insert into app_public.memberships as m (user_id, authority_id, role, from_group)
        select keep_group_memberships.user_id, g.authority_id, g.role, true from given g
        on conflict on constraint memberships_pkey do update set role = excluded.role
          where m.from_group and m.role <> excluded.role
        returning m.authority_id, m.role
    )
    select * from taken union all select * from kept
  loop
    perform app_private.audit(
      'RIGHTS_CHANGED', 'USER', keep_group_memberships.user_id,
      jsonb_build_object('authority_id', changed.authority_id, 'role', changed.role, 'from_group', true));
    perform pg_notify('token_revoked', keep_group_memberships.user_id::text);
  end loop;
end
$$;
COMMENT ON FUNCTION app_private.keep_group_memberships(user_id integer, groups text[], rules jsonb) IS 'Gives a user the roles of their groups at a provider, by rules that map a group to an authority and a role, and takes those of groups they have left. Roles that a manager gave stay as they are.';
CREATE FUNCTION app_private.keep_is_admin() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  update app_public.users u set is_admin = not u.is_admin
    where u.id = coalesce(new.user_id, old.user_id)
      and u.is_admin <> exists (select from app_public.memberships m where m.user_id = u.id and m.role = 'MANAGER');
  return null;
end
$$;
COMMENT ON FUNCTION app_private.keep_is_admin() IS 'Keeps users.is_admin: true for the manager of an authority. The grants and policies of memberships guard it.';
CREATE FUNCTION app_private.keep_membership() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if new.is_admin then
    -- A manager of another authority is an administrator already, and must not become one of the service.
    insert into app_public.memberships as m (user_id, authority_id, role)
      select new.id, new.authority_id, 'MANAGER'
        where not exists (select from app_public.memberships o where o.user_id = new.id and o.role = 'MANAGER')
      on conflict (user_id, authority_id) do update set role = 'MANAGER', from_group = false;
  else
    delete from app_public.memberships m where m.user_id = new.id and m.role = 'MANAGER';
  end if;
  return null;
end
$$;
COMMENT ON FUNCTION app_private.keep_membership() IS 'Makes a new administrator a manager of their authority, and ends the management of a former one. The grants and policies of users guard it.';
CREATE FUNCTION app_private.keep_positions(user_id integer, input app_public.position_input[], OUT kept app_public.positions[], OUT ids bigint[]) RETURNS record
    LANGUAGE plpgsql
    AS $$
declare
  hashes constant uuid[] := array(
    select app_private.position_hash(i.client_id, i.taken_at, i.latitude, i.longitude)
      from unnest(input) with ordinality as i order by i.ordinality);
  first_ids bigint[] := '{}';
  first_id bigint;
  is_history boolean;
  latest app_public.positions;
begin
  perform app_private.share_report_lock(keep_positions.user_id);
  is_history := app_private.apply_report_settings(keep_positions.user_id);
  ids := array(select nextval('app_public.positions_id_seq') from generate_series(1, cardinality(input)));
  -- Inserted in the order of the hashes, so that two requests with the same positions do not deadlock. The primary key
  -- detects duplicates.
  for first_id in
    insert into app_private.position_hashes (user_id, hash, position_id)
      select keep_positions.user_id, h.hash, min(h.id) from unnest(hashes, ids) h (hash, id)
        where h.hash is not null group by h.hash order by h.hash
      on conflict do nothing
      returning position_id
  loop
    first_ids := first_ids || first_id;
  end loop;
  kept := array(
    select row(ids[i.ordinality], keep_positions.user_id, now(), app_private.moment_taken(i.taken_at),
          i.latitude, i.longitude, i.accuracy, i.moving_activity)::app_public.positions
      from unnest(input) with ordinality as i
      where hashes[i.ordinality] is null or ids[i.ordinality] = any (first_ids)
      order by i.ordinality);
  if is_history then
    insert into app_public.positions (id, user_id, created_at, taken_at, latitude, longitude, accuracy, moving_activity)
      overriding system value
      select k.id, k.user_id, k.created_at, k.taken_at, k.latitude, k.longitude, k.accuracy, k.moving_activity from unnest(kept) k;
  end if;
  -- Only the latest position can notify. All with a takenAt ahead of the server's clock count as taken now: takenAt orders
  -- them. An entry without takenAt is taken at the report, so it is later than these.
  select k.* into latest
    from unnest(input) with ordinality as i
    join unnest(kept) k on k.id = ids[i.ordinality]
    order by k.taken_at desc, i.taken_at desc nulls first, i.ordinality desc limit 1;
  if latest.id is not null then
    perform app_private.apply_position_report(latest, is_history);
  end if;
  if cardinality(kept) is distinct from cardinality(input) then
    -- An entry that was reported before has the id of its first report.
    ids := array(
      select coalesce(h.position_id, i.id)
        from unnest(hashes, ids) with ordinality i (hash, id, index)
        left join app_private.position_hashes h on h.user_id = keep_positions.user_id and h.hash = i.hash
        order by i.index);
  end if;
end
$$;
COMMENT ON FUNCTION app_private.keep_positions(user_id integer, input app_public.position_input[], OUT kept app_public.positions[], OUT ids bigint[]) IS 'Stores those positions of a user that were not reported before, and matches the latest of them against the active alerts. Returns the new positions, and for each entry the id of its position. The caller has validated the entries.';
CREATE FUNCTION app_private.keep_speech(alert_id integer, level app_public.level_alert, voice text, mp3 bytea DEFAULT NULL::bytea, spoken text DEFAULT NULL::text, language text DEFAULT NULL::text) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  alert app_public.alerts;
  present text;
  text_digest bytea;
begin
  -- An update may change the text while it is synthesized. The row lock serializes the two.
  select a.* into alert from app_public.alerts a where a.id = keep_speech.alert_id for share;
  language := coalesce(keep_speech.language, alert.language);
  present := app_private.spoken_text(alert, keep_speech.level, keep_speech.language);
  text_digest := sha256(convert_to(keep_speech.voice || chr(10) || coalesce(keep_speech.spoken, present), 'UTF8'));
  if keep_speech.mp3 is not null then
    -- Another host may have stored this speech first. It stays, as clients may have downloaded parts of it.
    insert into app_private.speeches (digest, voice, mp3)
      values (text_digest, keep_speech.voice, keep_speech.mp3)
      on conflict on constraint speeches_digest_key do nothing;
  end if;
  insert into app_private.alert_speeches (alert_id, level, language, speech_id)
    select keep_speech.alert_id, keep_speech.level, keep_speech.language, s.id
      from app_private.speeches s where s.digest = text_digest and coalesce(keep_speech.spoken = present, true)
    on conflict on constraint alert_speeches_pkey do nothing;
  return exists (
    select from app_private.alert_speeches s
      where (s.alert_id, s.level, s.language) = (keep_speech.alert_id, keep_speech.level, keep_speech.language));
end
$$;
COMMENT ON FUNCTION app_private.keep_speech(alert_id integer, level app_public.level_alert, voice text, mp3 bytea, spoken text, language text) IS 'Stores an MP3 as the speech of a text, and links it to the alert if the alert still has that text. Without an MP3 it links the stored speech of the same text and voice. The default language is the alert''s own, and the default text what is spoken in it. True if the alert''s text has a speech now.';
CREATE FUNCTION app_private.keep_version(alert app_public.alerts) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  insert into app_public.alert_versions (
      alert_id, version, user_id, zone1, level2_distance, level3_distance, expires_at, title, text1, text2, text3, texts, all_clear, is_renotified)
    values (
      alert.id, alert.version, app_public.current_user_id(), alert.zone1, alert.level2_distance, alert.level3_distance,
      alert.expires_at, alert.title, alert.text1, alert.text2, alert.text3, alert.texts, alert.all_clear, alert.renotified_version = alert.version);
  -- The previous version ends here, unless its publication was complete before. The caller holds the lock on the publication.
  update app_public.alert_versions v
    set completed_at = coalesce((select p.completed_at from app_private.publications p where p.alert_id = v.alert_id), now())
    where v.alert_id = alert.id and v.version = alert.version - 1;
  select app_private.send_to_cells(alert, now());
  select app_private.queue_cap(alert);
  select app_private.queue_webhooks(alert, case
    when alert.cancelled_at is not null then 'ALERT_ENDED' when alert.version = 1 then 'ALERT_PUBLISHED' else 'ALERT_UPDATED' end::app_public.webhook_event);
  select app_private.audit_version(alert)
$$;
COMMENT ON FUNCTION app_private.keep_version(alert app_public.alerts) IS 'Stores the current state of an alert as a version by the user of this request, and records when the previous version was complete. A head sends it to its cells. If the service speaks CAP, a job makes its messages. Webhooks are told.';
CREATE FUNCTION app_private.keeps_last_only() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select s.last_position_only from app_private.settings s
$$;
COMMENT ON FUNCTION app_private.keeps_last_only() IS 'True if the setting last_position_only disables the history of all users. The grant guards it: it is for administrators only.';
CREATE FUNCTION app_private.key_hash(key text) RETURNS bytea
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select pg_catalog.sha256(pg_catalog.convert_to(key_hash.key, 'UTF8'))
$$;
COMMENT ON FUNCTION app_private.key_hash(key text) IS 'Returns the SHA-256 hash of a device key. A key is random, so it needs no slower hash.';
CREATE FUNCTION app_private.language_for(user_id integer, available text[]) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  return coalesce(
    (select app_private.text_language(app_private.wanted_languages(u.languages, u.device_language), available)
      from app_public.users u where u.id = language_for.user_id), available[1]);
end
$$;
COMMENT ON FUNCTION app_private.language_for(user_id integer, available text[]) IS 'Returns the language of an alert that a user reads: the first of theirs that it has, or else its own, the first of these.';
CREATE FUNCTION app_private.languages_of(language text, texts app_public.alert_text[], is_all_clear boolean DEFAULT false) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select languages_of.language || array(
    select t.language from unnest(texts) t where case when is_all_clear then t.all_clear else t.text1 end is not null)
$$;
COMMENT ON FUNCTION app_private.languages_of(language text, texts app_public.alert_text[], is_all_clear boolean) IS 'Returns the languages in which an alert, or its all-clear, is written: its own first.';
CREATE FUNCTION app_private.last_positions_after(position_id bigint) RETURNS TABLE(id bigint, user_id integer, created_at timestamp with time zone)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_sort TO 'off'
    SET jit TO 'off'
    AS $$
begin
  return query
    select p.id, p.user_id, p.created_at
      from (
        select q.id, q.user_id, q.created_at from app_public.positions q
          where q.id > last_positions_after.position_id and q.created_at > now() - interval '1 minute'
          order by q.id offset 0
      ) p
      -- A scalar subquery forces an index lookup for each row, for the same reason.
      where p.id = (select l.position_id from app_public.last_positions l where l.user_id = p.user_id);
end
$$;
COMMENT ON FUNCTION app_private.last_positions_after(position_id bigint) IS 'Returns the last positions with a higher position id, so at most one for each user. Hosts poll it while administrators subscribe. A position that commits late may have a lower id than one that was already returned.';
CREATE TABLE app_private.tasks (
    name text NOT NULL,
    late_after interval NOT NULL,
    succeeded_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE app_private.tasks IS 'The regular tasks and their last success, by which a task that keeps failing is detected.';
COMMENT ON COLUMN app_private.tasks.name IS 'The name of the task in graphile_worker.jobs.';
COMMENT ON COLUMN app_private.tasks.late_after IS 'How long after its last success the task is late.';
COMMENT ON COLUMN app_private.tasks.succeeded_at IS 'When a job of the task last succeeded; before the first success, when the task was registered.';
CREATE FUNCTION app_private.late_tasks() RETURNS json
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    BEGIN ATOMIC
 SELECT json_object_agg(t.name, to_char((t.succeeded_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'::text) ORDER BY t.name) AS json_object_agg
    FROM app_private.tasks t
   WHERE ((t.succeeded_at + t.late_after) < now());
END;
COMMENT ON FUNCTION app_private.late_tasks() IS 'Returns, by late task, when it last succeeded. Null if no task is late.';
CREATE FUNCTION app_private.level_at(zone1 public.geometry, zone2 public.geometry, zone3 public.geometry, location public.geometry, is_coarse boolean DEFAULT false) RETURNS app_public.level_alert
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  -- Each value has its own cast, which the planner folds to a constant. One cast at the end would run for each row.
  select case
    when public.st_covers(zone1, location) then 'ONE'::app_public.level_alert
    -- Longitudes 180 and -180 are one place. The outer zones extend to both sides of it, but an area may end there.
    when pg_catalog.abs(public.st_x(location)) = 180 and app_private.covers_from_other_side(zone1, location)
      then 'ONE'::app_public.level_alert
    when is_coarse then null
    when public.st_covers(zone2, location) then 'TWO'::app_public.level_alert
    when public.st_covers(zone3, location) then 'THREE'::app_public.level_alert
  end
$$;
COMMENT ON FUNCTION app_private.level_at(zone1 public.geometry, zone2 public.geometry, zone3 public.geometry, location public.geometry, is_coarse boolean) IS 'Returns the level of the innermost zone that contains a point, edges included. Null outside all zones. A coarse position gets ONE or null, as its accuracy does not distinguish the outer zones.';
CREATE FUNCTION app_private.limit_device_keys() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  max_keys constant integer := 20;
begin
  -- The lock serializes concurrent inserts of a user, so that each counts the others.
  perform pg_catalog.pg_advisory_xact_lock((4158::pg_catalog.int8 << 32) | new.user_id);
  if (select count(*) from app_private.device_keys k where k.user_id = new.user_id) >= max_keys then
    raise exception using errcode = 'LA409', constraint = 'too_many_device_keys', message = format('You have %s device keys: revoke one first.', max_keys);
  end if;
  return new;
end
$$;
COMMENT ON FUNCTION app_private.limit_device_keys() IS 'Raises error LA409 if a user has the maximum number of device keys.';
CREATE FUNCTION app_private.link_oidc(user_id integer, issuer text, subject text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  insert into app_private.oidc_identities (issuer, subject, user_id) values (link_oidc.issuer, link_oidc.subject, link_oidc.user_id)
    on conflict on constraint oidc_identities_user_id_key do update set issuer = excluded.issuer, subject = excluded.subject, refresh_token = null;
  perform app_private.end_sessions(link_oidc.user_id);
  perform app_private.audit(
    'USER_EDITED', 'USER', link_oidc.user_id,
    jsonb_build_object('fields', array['issuer', 'subject'], 'issuer', link_oidc.issuer) || app_private.database_login());
end
$$;
COMMENT ON FUNCTION app_private.link_oidc(user_id integer, issuer text, subject text) IS 'Lets a user log in as this subject of an OpenID provider, and no other. Ends their sessions.';
CREATE FUNCTION app_private.list_last_positions() RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  insert into app_private.lone_positions as o (user_id, position_id)
    select l.user_id, l.position_id from app_public.last_positions l
    on conflict (user_id) do update set position_id = excluded.position_id where excluded.position_id > o.position_id
$$;
COMMENT ON FUNCTION app_private.list_last_positions() IS 'Upserts the last position of every user into app_private.lone_positions, when the history is switched off. Later reports do the same.';
CREATE FUNCTION app_private.lock_active_alert(alert_id integer, is_end boolean) RETURNS app_public.alerts
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  alert app_public.alerts;
begin
  perform app_private.require_user_id();
  -- The same order of locks as in app_private.publish_chunk().
  perform from app_private.publications p where p.alert_id = lock_active_alert.alert_id for update;
  -- Not "for update": reports insert rows with a foreign key to this one, and the caller waits for reports later.
  select a.* into alert from app_public.alerts a where a.id = lock_active_alert.alert_id for no key update;
  if alert.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_alert', message = 'There is no alert with this id.';
  end if;
  if (app_public.me()).is_training and app_private.applies_to(alert.status, is_tester => false) then
    raise exception using errcode = 'LA403', constraint = 'real_alert', message = 'You are in training: you cannot change or end a real alert.';
  end if;
  if not (alert.authority_id = any (app_private.my_authorities('AUTHOR'))
      and (not is_end or alert.user_id = app_public.current_user_id() or alert.authority_id = any (app_private.my_authorities('APPROVER'))))
  then
    raise exception using errcode = 'LA403', constraint = 'no_approver', message = 'Your role does not allow you to publish for this authority.';
  end if;
  if alert.user_id = (select c.head_user_id from app_private.cell c) then
    raise exception using errcode = 'LA409', constraint = 'alert_of_head', message = 'This alert came from the head of this cell: change or end it there.';
  end if;
  if alert.cancelled_at is not null then
    raise exception using errcode = 'LA409', constraint = 'alert_cancelled', message = 'This alert is already cancelled: publish a new one.';
  end if;
  if not app_private.is_active(alert.active, alert.expires_at) then
    raise exception using errcode = 'LA409', constraint = 'alert_expired', message = 'This alert has expired: publish a new one.';
  end if;
  return alert;
end
$$;
COMMENT ON FUNCTION app_private.lock_active_alert(alert_id integer, is_end boolean) IS 'Returns an active alert and locks it for a change; no part of its publication runs meanwhile. Error LA401 without a user, LA404 for an unknown alert, LA403 for one of another authority, or that the user may not end (an author may end their own), and if a training user asks for one that is no exercise or test, LA409 for one that has ended, or that came from the head.';
CREATE FUNCTION app_private.lock_proposal(id integer) RETURNS app_private.held_publications
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  held app_private.held_publications;
begin
  perform app_private.commit_synchronously();
  -- Two approvers at once: the second one waits here, and finds what the first one decided.
  select h.* into held from app_private.held_publications h
    where h.id = lock_proposal.id and h.authority_id = any (app_private.my_authorities('APPROVER')) for update;
  if held.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_held_publication', message = 'There is no held publication with this id.';
  elsif held.user_id = app_public.current_user_id() then
    raise exception using errcode = 'LA403', constraint = 'own_proposal', message = 'This is your own proposal: a second person has to decide.';
  end if;
  if not held.by_training_user then
    perform app_private.refuse_training_users();
  end if;
  return held;
end
$$;
COMMENT ON FUNCTION app_private.lock_proposal(id integer) IS 'Returns a held publication and locks it for a decision by the user of this request. Error LA404 unless they are an approver of its authority, LA403 if they proposed it, or are in training.';
CREATE FUNCTION app_private.lock_user(user_id integer) RETURNS text
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform from app_public.users u where u.id = lock_user.user_id for no key update;
  return (select u.email from app_public.users u where u.id = lock_user.user_id);
end
$$;
COMMENT ON FUNCTION app_private.lock_user(user_id integer) IS 'Locks a user until the transaction ends, and returns their email. Null if there is no such user. Functions that write emails, links or passwords call it first: one lock order prevents deadlocks.';
CREATE FUNCTION app_private.login_counters(email text, address cidr) RETURNS TABLE(counter text, key text)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  values
    ('account', app_private.email_key(email)),
    ('account and address', app_private.email_key(email) || ' ' || address::pg_catalog.text),
    ('address', address::pg_catalog.text)
$$;
COMMENT ON FUNCTION app_private.login_counters(email text, address cidr) IS 'Returns the counters and keys of a login, in lock order.';
CREATE FUNCTION app_private.login_credentials(email text) RETURNS TABLE(user_id integer, is_admin boolean, password_hash text, has_factor boolean)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  owner_id constant integer := app_private.user_id_of(login_credentials.email);
begin
  return query
    select c.user_id, exists (select from app_public.memberships m where m.user_id = u.id), c.password_hash,
        app_private.has_second_factor(u.id)
      from app_private.user_credentials c
      join app_public.users u on u.id = c.user_id
      where c.user_id = owner_id;
end
$$;
COMMENT ON FUNCTION app_private.login_credentials(email text) IS 'Returns the credentials for the check of a password, and whether the user has a role, and a second factor. No row for an unknown email.';
CREATE FUNCTION app_private.lone_positions_after(position_id bigint) RETURNS TABLE(id bigint, user_id integer)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
begin
  return query
    select l.position_id, l.user_id from app_private.lone_positions l
      where l.position_id > lone_positions_after.position_id
      order by l.position_id;
end
$$;
COMMENT ON FUNCTION app_private.lone_positions_after(position_id bigint) IS 'Returns the last positions with a higher position id of users of whom only the last position is kept. Hosts poll it beside app_private.last_positions_after(), which does not return these.';
CREATE FUNCTION app_private.make_password_mail(email text) RETURNS TABLE(address text, token text)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  lifetime constant interval := '1 hour';
  secret constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  owner_id integer;
begin
  owner_id := app_private.user_id_of(make_password_mail.email);
  -- A change of the email either commits before this lock, and is visible here, or comes after it, and deletes the link.
  make_password_mail.address := app_private.lock_user(owner_id);
  if address is null or app_private.email_key(address) <> app_private.email_key(make_password_mail.email) then
    return;
  end if;
  insert into app_private.password_links as l (user_id, token_hash, expires_at, is_mailed)
    values (owner_id, app_private.key_hash(secret), now() + lifetime, true)
    on conflict on constraint password_links_pkey
      do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at;
  make_password_mail.token := owner_id || '.' || secret;
  return next;
end
$$;
COMMENT ON FUNCTION app_private.make_password_mail(email text) IS 'Makes a link by which the user with this email sets a password. It replaces an earlier mailed link. Returns the address and the token to mail. No row if no user has the email.';
CREATE FUNCTION app_private.make_position_partitions(ahead interval DEFAULT '91 days'::interval) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '5s'
    AS $$
declare
  week timestamptz;
  partition_name text;
  new_partitions text[] := '{}';
  week_starts timestamptz[] := '{}';
begin
  -- One process at a time makes partitions. Reports do not wait for this lock.
  lock table only app_public.positions in share update exclusive mode;
  for week in select generate_series(date_trunc('week', now()), now() + ahead, '1 week') loop
    -- A week with rows in the default partition gets no partition: moving its rows would block reports.
    continue when exists (
      select 1 from app_public.positions_default d where d.created_at >= week and d.created_at < week + interval '1 week');
    partition_name := 'positions_' || to_char(week, 'YYYY_MM_DD');
    continue when to_regclass(format('app_public.%I', partition_name)) is not null;
    -- The partition is attached later, so that this takes no lock on positions that a report or a reader waits for.
    -- Positions are insert-only, so the first vacuum freezes them. A later one would otherwise rewrite all pages.
    execute format(
      'create table app_public.%I (like app_public.positions including defaults including constraints including indexes)
        with (autovacuum_freeze_min_age = 0)',
      partition_name);
    -- Access goes only through the parent, so its policies and grants apply.
    execute format('alter table app_public.%I enable row level security', partition_name);
    execute format('comment on table app_public.%I is %L', partition_name, E'@behavior -*\nPositions of one week.');
    execute format(
      'alter table app_public.%I owner to %s', partition_name,
      (select c.relowner::regrole from pg_class c where c.oid = 'app_public.positions'::regclass));
    new_partitions := new_partitions || partition_name;
    week_starts := week_starts || week;
  end loop;
  -- Attaching locks the default partition. Reports do not use it while their week has a partition, but readers of all positions
  -- do: the timeout is short, so that a long-running reader does not delay the others.
  set local lock_timeout = '200ms';
  for i in 1 .. cardinality(new_partitions) loop
    execute format(
      'alter table app_public.positions attach partition app_public.%I for values from (%L) to (%L)',
      new_partitions[i], week_starts[i], week_starts[i] + interval '1 week');
  end loop;
  return cardinality(new_partitions);
end
$$;
COMMENT ON FUNCTION app_private.make_position_partitions(ahead interval) IS 'Makes the weekly partitions of positions from this week on, as far ahead as given. Returns the number of new ones. Error 55P03 (lock_not_available) if a transaction that reads positions takes long: try again later.';
CREATE FUNCTION app_private.make_recovery_codes(user_id integer) RETURNS text[]
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  -- 80 random bits each, the random parts of a UUID, so that a hash without salt keeps them.
  codes constant text[] := array(
    select regexp_replace(left(u, 8) || right(u, 12), '(.{5})(?=.)', '\1-', 'g')
      from (select gen_random_uuid()::text as u from generate_series(1, 10)) r);
begin
  delete from app_private.recovery_codes c where c.user_id = make_recovery_codes.user_id;
  insert into app_private.recovery_codes (user_id, code_hash)
    select make_recovery_codes.user_id, app_private.key_hash(replace(c, '-', '')) from unnest(codes) c;
  return codes;
end
$$;
COMMENT ON FUNCTION app_private.make_recovery_codes(user_id integer) IS 'Makes ten recovery codes of a user, instead of those before, and returns them.';
CREATE FUNCTION app_private.make_sms_code(user_id integer) RETURNS TABLE(number text, code text, languages text[])
    LANGUAGE plpgsql ROWS 1
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  -- The first twelve digits are random.
  random_bits constant bigint := ('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint;
begin
  code := lpad((random_bits % 1000000)::text, 6, '0');
  return query
    with made as (
      update app_private.sms_codes c set code_hash = app_private.key_hash(c.user_id || ':' || make_sms_code.code)
        where c.user_id = make_sms_code.user_id and c.asked_at > now() - interval '10 minutes'
        returning c.number
    )
    select m.number, make_sms_code.code, app_private.wanted_languages(u.languages, u.device_language)
      from made m, app_public.users u where u.id = make_sms_code.user_id;
end
$$;
COMMENT ON FUNCTION app_private.make_sms_code(user_id integer) IS 'Makes the code that confirms a user''s number. Returns what to send, and their languages. No row if the code would be too late. The job makes it when it sends it, so that no table contains the code.';
CREATE FUNCTION app_private.make_verification_mail(user_id integer) RETURNS TABLE(address text, token text)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  lifetime constant interval := '3 days';
  secret constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  address := app_private.lock_user(make_verification_mail.user_id);
  if not exists (select from app_public.users u where u.id = make_verification_mail.user_id and not u.email_verified) then
    return;
  end if;
  insert into app_private.email_links as l (user_id, email, token_hash, expires_at)
    values (make_verification_mail.user_id, lower(address), app_private.key_hash(secret), now() + lifetime)
    on conflict on constraint email_links_pkey
      do update set email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at;
  make_verification_mail.token := make_verification_mail.user_id || '.' || secret;
  return next;
end
$$;
COMMENT ON FUNCTION app_private.make_verification_mail(user_id integer) IS 'Makes a link by which a user confirms their email. It replaces an earlier one. Returns the address and the token to mail. No row if the email is confirmed, or for an unknown user.';
CREATE FUNCTION app_private.manages(user_id integer) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  mine constant integer[] := app_private.my_authorities('MANAGER');
begin
  return exists (
    select from app_public.users u
      where u.id = manages.user_id and u.authority_id = any (mine)
        -- Whoever could log in as a member of another authority would have their rights there.
        and not exists (select from app_public.memberships m where m.user_id = u.id and m.authority_id <> all (mine)));
end
$$;
COMMENT ON FUNCTION app_private.manages(user_id integer) IS 'True if the user of this request manages the authority that made or invited a user, and all in which the user has a role.';
CREATE FUNCTION app_private.mark_editor() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if new.editing_until is null then
    new.editor_id := null;
  elsif new.editing_until is distinct from old.editing_until then
    new.editor_id := app_public.current_user_id();
    new.editing_until := least(new.editing_until, clock_timestamp() + interval '1 minute');
  end if;
  return new;
end
$$;
COMMENT ON FUNCTION app_private.mark_editor() IS 'Whoever sets until when a shared draft is edited becomes its editor, for a minute at most.';
CREATE FUNCTION app_private.marked_text(status app_public.alert_status, language text, text text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select case
    when status = 'ACTUAL' then marked_text.text
    else case split_part(lower(marked_text.language), '-', 1)
      when 'it' then case status when 'EXERCISE' then 'ESERCITAZIONE' else 'PROVA' end
      when 'de' then case status when 'EXERCISE' then 'ÜBUNG' else 'TEST' end
      when 'fr' then case status when 'EXERCISE' then 'EXERCICE' else 'ESSAI' end
      when 'es' then case status when 'EXERCISE' then 'SIMULACRO' else 'PRUEBA' end
      else case status when 'EXERCISE' then 'EXERCISE' else 'TEST' end
    end || ' – ' || marked_text.text
  end
$$;
COMMENT ON FUNCTION app_private.marked_text(status app_public.alert_status, language text, text text) IS 'Returns a title or a text of an alert for display and speech. An exercise or a test gets a prefix in the alert''s language if that is Italian, German, French or Spanish, and otherwise in English.';
CREATE FUNCTION app_private.may_add_factor() RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if (app_public.second_factor_state()).rule = 'NONE' then
    raise exception using errcode = 'LA403', constraint = 'second_factor_off', message = 'Your role has no second factor at this service.';
  end if;
  perform app_private.require_fresh_factor();
  return app_private.has_second_factor(app_private.require_user_id());
end
$$;
COMMENT ON FUNCTION app_private.may_add_factor() IS 'Raises error LA403 if the user of this request may not add a second factor now. False for the first one, for which the host asks for the password.';
CREATE FUNCTION app_private.may_export(token_user_id integer, session_id bigint, user_id integer) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  caller constant record := app_private.authenticate(token_user_id, may_export.session_id);
begin
  if caller.user_id = may_export.user_id::text then
    return exists (select from app_public.users u where u.id = may_export.user_id);
  end if;
  perform set_config('jwt.claims.user_id', caller.user_id, true);
  return caller.role in ('app_manager', 'app_admin') and app_private.manages(may_export.user_id);
end
$$;
COMMENT ON FUNCTION app_private.may_export(token_user_id integer, session_id bigint, user_id integer) IS 'True if this session is valid and may export the data of a user: it is the user''s or an administrator''s, and the user is not erased.';
CREATE FUNCTION app_private.may_push(kind app_public.notification_kind, alert app_public.alerts) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  select case
    when kind = 'ALL_CLEAR' then alert.cancelled_at > now() - interval '1 day'
    else app_private.is_active(alert.active, alert.expires_at)
  end
$$;
COMMENT ON FUNCTION app_private.may_push(kind app_public.notification_kind, alert app_public.alerts) IS 'True while a push still makes sense: as long as the alert is active, and for a day after an all-clear.';
CREATE FUNCTION app_private.members_to_tell(kind text, id bigint) RETURNS TABLE(email text, provider app_private.push_provider, token text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  with members as (
    select m.user_id from app_private.held_publications h
      join lateral (
        select distinct m.user_id from app_public.memberships m
          where m.user_id <> h.user_id and app_private.has_role(m.user_id, h.authority_id, 'APPROVER')) m on true
      where h.id = members_to_tell.id and (kind = 'PROPOSED' and h.state = 'PROPOSED' or kind = 'BREAK_GLASS')
    union all
    select h.user_id from app_private.held_publications h where h.id = members_to_tell.id and kind in ('DECIDED', 'FAILED')
    union
    select m.user_id
      from app_public.alerts a, app_private.neighbours(a) n
        join app_public.memberships m on m.authority_id = n.id and m.role >= 'APPROVER'
      where a.id = members_to_tell.id and kind = 'NEIGHBOUR' and m.user_id <> a.user_id
    union
    select m.user_id
      from app_private.cap_received r join app_public.memberships m on app_private.has_role(m.user_id, r.authority_id, 'AUTHOR')
      where r.id = members_to_tell.id and kind = 'RECEIVED'
  )
  select u.email, null, null from members m join app_public.users u on u.id = m.user_id and u.email_verified
  union all
  select null, d.provider, d.token from members m join app_private.devices d on d.user_id = m.user_id and d.provider not in ('email', 'sms')
$$;
COMMENT ON FUNCTION app_private.members_to_tell(kind text, id bigint) IS 'Returns the confirmed emails and the devices to tell: of all approvers but its author for a proposal that still waits (PROPOSED) and for a publication without approval or without a second factor (BREAK_GLASS), of its author for one that was decided (DECIDED) or did not go out (FAILED), of the approvers of neighbours whom an alert reaches (NEIGHBOUR), and of the authors for whom a CAP message came (RECEIVED).';
CREATE FUNCTION app_private.merge_small_bins(alert_id integer, smallest_group integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  k constant integer := smallest_group;
  widths constant integer[] := array[1, 5, 15, 60, 1440];
begin
  for i in 1 .. cardinality(widths) loop
    with small as (
      delete from app_private.alert_events e
        where e.alert_id = merge_small_bins.alert_id and e.minutes = widths[i] and e.people < k
        returning e.version, e.level, e.kind, e.starts_at, e.people
    )
    insert into app_private.alert_events (alert_id, version, level, kind, minutes, starts_at, people, smallest_group)
      select merge_small_bins.alert_id, s.version, s.level, s.kind, coalesce(widths[i + 1], 0),
          coalesce(date_bin(make_interval(mins => widths[i + 1]), s.starts_at, 'epoch'), '-infinity'), sum(s.people), k
        from small s group by s.version, s.level, s.kind, 6;
  end loop;
  -- A rest that is too small takes the smallest bin, so that no difference from the whole shows it. It is no bin inside
  -- another that is shown, as events count for the smallest shown bin around them.
  with rest as (
    delete from app_private.alert_events e
      where e.alert_id = merge_small_bins.alert_id and e.minutes = 0 and e.people < k returning e.version, e.level, e.kind, e.people
  ), smallest as (
    delete from app_private.alert_events e
      using (
        select distinct on (b.version, b.level, b.kind) b.version, b.level, b.kind, b.minutes, b.starts_at
          from app_private.alert_events b join rest r on r.version = b.version and r.level = b.level and r.kind = b.kind
          where b.alert_id = merge_small_bins.alert_id and b.minutes > 0
            and not exists (
              select from app_private.alert_events a
                where a.alert_id = b.alert_id and (a.version, a.level, a.kind) = (b.version, b.level, b.kind) and a.minutes > b.minutes
                  and a.starts_at <= b.starts_at and b.starts_at < a.starts_at + make_interval(mins => a.minutes))
          order by b.version, b.level, b.kind, b.people, b.minutes, b.starts_at
      ) b
      where e.alert_id = merge_small_bins.alert_id
        and (e.version, e.level, e.kind, e.minutes, e.starts_at) = (b.version, b.level, b.kind, b.minutes, b.starts_at)
      returning e.version, e.level, e.kind, e.people
  )
  insert into app_private.alert_events (alert_id, version, level, kind, minutes, starts_at, people, smallest_group)
    select merge_small_bins.alert_id, r.version, r.level, r.kind, 0, '-infinity', r.people + s.people, k
      from rest r join smallest s on s.version = r.version and s.level = r.level and s.kind = r.kind;
  update app_private.alert_events e set people = e.people / k * k where e.alert_id = merge_small_bins.alert_id;
end
$$;
COMMENT ON FUNCTION app_private.merge_small_bins(alert_id integer, smallest_group integer) IS 'Merges the minutes of an alert''s events that have fewer people than the smallest group into the five minutes, quarter, hour and day around them, and then into one row without a time, and rounds down. So each event is in one row at most, and no row has too few.';
CREATE FUNCTION app_private.merge_small_cells(hour timestamp with time zone, smallest_group integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  for inner_zoom in reverse 15 .. 1 loop
    with small as (
      delete from app_private.presence p
        where p.hour = merge_small_cells.hour and p.zoom = inner_zoom and p.people < merge_small_cells.smallest_group
        returning p.x, p.y, p.people
    )
    insert into app_private.presence (hour, zoom, x, y, people, smallest_group)
      select merge_small_cells.hour, inner_zoom - 1, s.x / 2, s.y / 2, sum(s.people), merge_small_cells.smallest_group from small s group by 3, 4;
  end loop;
  -- A rest that is too small takes the smallest cell, so that no difference from the whole shows it. It is no cell inside
  -- another that is shown, as people count for the smallest shown cell around them.
  with rest as (
    delete from app_private.presence p
      where p.hour = merge_small_cells.hour and p.zoom = 0 and p.people < merge_small_cells.smallest_group returning p.people
  ), smallest as (
    delete from app_private.presence p
      using (
        select c.zoom, c.x, c.y from app_private.presence c
          where c.hour = merge_small_cells.hour and c.zoom > 0 and exists (select from rest)
            and not exists (
              select from generate_series(1, c.zoom - 1) z
                join app_private.presence a on a.hour = c.hour and (a.zoom, a.x, a.y) = (z, c.x >> (c.zoom - z), c.y >> (c.zoom - z)))
          order by c.people, c.zoom, c.x, c.y limit 1
      ) c
      where p.hour = merge_small_cells.hour and (p.zoom, p.x, p.y) = (c.zoom, c.x, c.y)
      returning p.people
  )
  insert into app_private.presence (hour, zoom, x, y, people, smallest_group)
    select merge_small_cells.hour, 0, 0, 0, r.people + s.people, merge_small_cells.smallest_group from rest r, smallest s;
  update app_private.presence p set people = p.people / p.smallest_group * p.smallest_group where p.hour = merge_small_cells.hour;
end
$$;
COMMENT ON FUNCTION app_private.merge_small_cells(hour timestamp with time zone, smallest_group integer) IS 'Merges the cells of an hour that have fewer people than the smallest group into the cells around them, up to the whole globe, and rounds down. So each person is in one cell at most, and no cell has too few.';
CREATE TABLE app_public.notifications (
    id bigint NOT NULL,
    alert_id integer NOT NULL,
    user_id integer NOT NULL,
    level app_public.level_alert NOT NULL,
    latitude double precision NOT NULL,
    longitude double precision NOT NULL,
    moving_activity app_public.moving_activity NOT NULL,
    seen boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    seen_at timestamp with time zone,
    taken_at timestamp with time zone,
    accuracy double precision,
    version integer DEFAULT 1 NOT NULL,
    kind app_public.notification_kind DEFAULT 'ALERT'::app_public.notification_kind NOT NULL,
    place_kept boolean DEFAULT true NOT NULL,
    distance_class app_public.distance_class,
    rule app_public.notification_rule,
    seen_change bigint,
    told_language text
);
COMMENT ON TABLE app_public.notifications IS '@newestFirst
@filterBy seen id alert_id
@foreignKey (alert_id) references app_public.alerts (id)|@fieldName alert|@foreignFieldName notifications|@notNull|@forwardDescription The alert.|@backwardDescription The notifications of the alert, newest first: your own; for an administrator, those of everyone.
@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The user who was notified.|@behavior -manyRelation:resource:list
The record that a user was notified of an alert: at which level, and by which position.';
COMMENT ON COLUMN app_public.notifications.id IS '@asInt
@behavior -attribute:groupBy
The id of the notification.';
COMMENT ON COLUMN app_public.notifications.alert_id IS 'The id of the alert.';
COMMENT ON COLUMN app_public.notifications.user_id IS 'The id of the user.';
COMMENT ON COLUMN app_public.notifications.level IS 'The level at which the user was notified, which tells the text.';
COMMENT ON COLUMN app_public.notifications.latitude IS 'Where the user was, in degrees north. A point of the alert''s area if placeKept is false.';
COMMENT ON COLUMN app_public.notifications.longitude IS 'Where the user was, in degrees east. A point of the alert''s area if placeKept is false.';
COMMENT ON COLUMN app_public.notifications.moving_activity IS 'How the user was moving. UNKNOWN if placeKept is false.';
COMMENT ON COLUMN app_public.notifications.seen IS 'True if the user has seen it.';
COMMENT ON COLUMN app_public.notifications.created_at IS 'When the user was notified.';
COMMENT ON COLUMN app_public.notifications.seen_at IS 'When the user first saw it. Null if they have not.';
COMMENT ON COLUMN app_public.notifications.taken_at IS 'When the device took the position that notified the user. Null if placeKept is false.';
COMMENT ON COLUMN app_public.notifications.accuracy IS 'The radius of accuracy of that position in metres. Null if the device did not report it, or placeKept is false.';
COMMENT ON COLUMN app_public.notifications.version IS 'The version of the alert that notified the user.';
COMMENT ON COLUMN app_public.notifications.kind IS 'What the notification says.';
COMMENT ON COLUMN app_public.notifications.place_kept IS 'False if it was cleared where the user was: latitude and longitude are then a point of the alert''s area.';
COMMENT ON COLUMN app_public.notifications.distance_class IS 'How far from the alert''s area the user was. Null while the place is kept.';
COMMENT ON COLUMN app_public.notifications.rule IS 'The rule by which the user was notified. Null while the place is kept, as whyNotified finds it then, and for an all-clear.';
COMMENT ON COLUMN app_public.notifications.seen_change IS '@behavior -*
The number of the last change of seen, from the sequence of the ids. Null if it never changed: the id is the number of the notification then.';
COMMENT ON COLUMN app_public.notifications.told_language IS '@behavior -orderBy
The language in which the user was told. Null if that is the alert''s own.';
CREATE FUNCTION app_private.message_of(notification app_public.notifications) RETURNS app_public.alert_text
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.text_for(
      notification.user_id, row(a.language, a.title, a.text1, a.text2, a.text3, a.all_clear, false), a.texts, notification.kind = 'ALL_CLEAR')
    from app_public.alerts a where a.id = notification.alert_id
$$;
COMMENT ON FUNCTION app_private.message_of(notification app_public.notifications) IS 'Returns the present texts of a notification''s alert, in the language that its user reads.';
CREATE FUNCTION app_private.metres_from(zone public.geometry, place public.geometry) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  -- On geography, PostGIS misclassifies points near the edges of wide zones, so this tests containment in degrees and measures
  -- the distance to the border. On geography an edge is a geodesic: a corner each twentieth of a degree keeps it straight in
  -- longitude and latitude.
  select case
    when st_covers(zone, place) then 0
    else st_distance(st_boundary(st_segmentize(zone, 0.05))::geography, place::geography)
  end
$$;
COMMENT ON FUNCTION app_private.metres_from(zone public.geometry, place public.geometry) IS 'Returns the distance of a place from a zone in metres, 0 inside.';
CREATE FUNCTION app_private.moment_taken(seconds bigint) RETURNS timestamp with time zone
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select case
    when seconds is null then pg_catalog.now()
    -- A position from a fast clock counts as taken now. to_timestamp() fails past the year 294276.
    when seconds between extract(epoch from pg_catalog.now()) - 315576000 and extract(epoch from pg_catalog.now()) + 86400
      then least(pg_catalog.to_timestamp(seconds), pg_catalog.now())
    -- GPS counts weeks up to 1,024. Receivers that miss a turn are 619,315,200 seconds behind.
    when seconds between extract(epoch from pg_catalog.now()) - 619401600 and extract(epoch from pg_catalog.now()) - 619228800
      then least(pg_catalog.to_timestamp(seconds + 619315200), pg_catalog.now())
    else 'infinity'::timestamptz
  end
$$;
COMMENT ON FUNCTION app_private.moment_taken(seconds bigint) IS 'Returns when a position was taken, from the device''s seconds since 1970-01-01 UTC. Null and up to a day ahead mean now. Within a day of 1,024 weeks ago means that GPS''s count of weeks has turned, and these weeks are added. Anything else that is in the future or more than ten years ago gives infinity, which the table refuses.';
CREATE FUNCTION app_private.my_authorities(least_role app_public.authority_role) RETURNS integer[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  with recursive mine as (
    select m.authority_id as id from app_public.memberships m
      where m.user_id = app_public.current_user_id() and m.role >= least_role
        -- Nobody in training manages.
        and (least_role < 'MANAGER' or not exists (select from app_public.users u where u.id = m.user_id and u.is_training))
    union
    select a.id from app_public.authorities a join mine on a.parent_id = mine.id
  )
  select array(select mine.id from mine order by mine.id)
$$;
COMMENT ON FUNCTION app_private.my_authorities(least_role app_public.authority_role) IS 'Returns the ids of the authorities in which the user of this request has this role or a higher one, themselves or by an authority above. Policies call it in a sub-select, once for each statement.';
CREATE FUNCTION app_private.name_words(name text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select pg_catalog.to_tsvector('pg_catalog.simple'::pg_catalog.regconfig,
    pg_catalog.regexp_replace(name, '[^[:alnum:]]+', ' ', 'g'))
$$;
COMMENT ON FUNCTION app_private.name_words(name text) IS 'Returns the words of a name in lower case, for the index users_name_words.';
CREATE FUNCTION app_private.needs_approval(alert app_public.alerts, previous app_public.alerts, reach app_public.alert_reach_preview DEFAULT NULL::app_public.alert_reach_preview) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  authority app_public.authorities;
begin
  select a.* into authority from app_public.authorities a where a.id = alert.authority_id;
  if authority.approval = 'OFF' or not (authority.approves_exercises or app_private.applies_to(alert.status, is_tester => false))
    -- Less of what was published never waits.
    or (alert.title, alert.text1, alert.text2, alert.text3, alert.texts, alert.renotified_version)
        is not distinct from (previous.title, previous.text1, previous.text2, previous.text3, previous.texts, previous.renotified_version)
      and alert.expires_at <= previous.expires_at and alert.level2_distance <= previous.level2_distance
      and alert.level3_distance <= previous.level3_distance and st_covers(previous.zone1, alert.zone1)
  then
    return false;
  elsif authority.approval = 'ALWAYS' or exists (select from app_private.cells) then
    -- A head does not know how many people its cells have.
    return true;
  end if;
  if reach.one is null then
    reach := app_private.reach_of(alert);
  end if;
  return reach.one + reach.two + reach.three + reach.already_told > authority.approval_above;
end
$$;
COMMENT ON FUNCTION app_private.needs_approval(alert app_public.alerts, previous app_public.alerts, reach app_public.alert_reach_preview) IS 'Returns true if a second person has to approve an alert, or the next version of the previous one, by the rule of its authority. The reach is counted if it is not given. An all-clear, a smaller area and an earlier end need no approval.';
CREATE FUNCTION app_private.neighbours(alert app_public.alerts) RETURNS SETOF app_public.authorities
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET jit TO 'off'
    AS $$
  with recursive above as (
    select a.id, a.parent_id from app_public.authorities a where a.id = alert.authority_id
    union
    select a.id, a.parent_id from app_public.authorities a join above on a.id = above.parent_id
  ), own as (
    select a.id from app_public.authorities a where a.id = alert.authority_id
    union
    select a.id from app_public.authorities a join own on a.parent_id = own.id
  )
  select n.*
    from app_public.authorities n
    where public.st_intersects(n.area, alert.zone3)
      and n.id not in (select above.id from above union all select own.id from own)
    order by n.name, n.id
$$;
COMMENT ON FUNCTION app_private.neighbours(alert app_public.alerts) IS 'Returns the other authorities whose areas the zones of an alert touch. Not those above the authority that warns, nor those below it, which lie within its border.';
CREATE FUNCTION app_private.new_alert(input app_public.alert_input) RETURNS integer
    LANGUAGE sql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.require_fresh_factor();
  select app_private.store_alert(input, is_approved => false)
$$;
COMMENT ON FUNCTION app_private.new_alert(input app_public.alert_input) IS 'Publishes an alert of an approver: see app_private.store_alert().';
CREATE FUNCTION app_private.newest_position_id() RETURNS bigint
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
begin
  return greatest((select max(p.id) from app_public.positions p), (select max(l.position_id) from app_private.lone_positions l), 0);
end
$$;
COMMENT ON FUNCTION app_private.newest_position_id() IS 'Returns the id of the newest position report, with which app_private.last_positions_after() and app_private.lone_positions_after() begin.';
CREATE FUNCTION app_private.next_cap_version(alert_id integer) RETURNS json
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  select json_build_object(
      'alertId', a.id, 'version', v.version, 'sentAt', v.created_at, 'expiresAt', v.expires_at, 'status', a.status,
      'language', a.language, 'event', a.event, 'severity', a.severity, 'urgency', a.urgency, 'certainty', a.certainty,
      'category', a.category, 'responseType', a.response_type, 'title', v.title, 'texts', array[v.text1, v.text2, v.text3],
      'allClear', v.all_clear,
      -- A text in another language that says something else than the present one is left out, as CAP has no mark for it.
      'translations', array(
        select json_build_object(
            'language', t.language, 'title', t.title, 'texts', array[t.text1, t.text2, t.text3], 'allClear', t.all_clear)
          from unnest(v.texts) t
          where case when v.all_clear is null then t.text1 is not null and not t.is_old else t.all_clear is not null end),
      'distances', array[v.level2_distance, v.level3_distance],
      'authority', (select u.name from app_public.authorities u where u.id = a.authority_id and u.id > 1),
      'place', (select round(st_y(c)::numeric, 3) || ', ' || round(st_x(c)::numeric, 3) from st_pointonsurface(v.zone1) c),
      'polygons', array[
        to_json(app_private.cap_polygons(st_reduceprecision(v.zone1, 1e-6))),
        to_json(app_private.cap_polygons(st_difference(z.two, v.zone1, 1e-6))),
        to_json(app_private.cap_polygons(st_difference(z.three, z.two, 1e-6)))],
      'references', array(
        select (select string_agg(concat_ws(',', m.sender, m.identifier, m.sent), ' ' order by m.version)
            from app_private.cap_messages m
            where m.alert_id = a.id and m.level = l.level and m.version < v.version and m.expires_at > v.created_at)
          from generate_series(0, 3) l (level) order by l.level))
    from app_public.alerts a
    join app_public.alert_versions v on v.alert_id = a.id
    cross join lateral (
      select app_private.zone_around(v.zone1, v.level2_distance) as two, app_private.zone_around(v.zone1, v.level3_distance) as three) z
    where a.id = next_cap_version.alert_id
      and not exists (select from app_private.cap_messages m where (m.alert_id, m.version) = (v.alert_id, v.version))
    order by v.version limit 1
$$;
COMMENT ON FUNCTION app_private.next_cap_version(alert_id integer) IS 'Returns the first version of an alert that has no messages of CAP: its texts in each language, the polygons of its three disjoint zones, and the references to earlier messages that had not expired, for the single message and for each zone. Null if there is none.';
CREATE FUNCTION app_private.note_alert_changes(alert_ids integer[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if cardinality(alert_ids) > 0 then
    -- The lock is held until the commit, so that numbers are in the order of commits. Callers take no other lock after it.
    perform pg_advisory_xact_lock(4156::int8 << 32);
    insert into app_public.alert_changes (alert_id) select unnest(alert_ids);
  end if;
end
$$;
COMMENT ON FUNCTION app_private.note_alert_changes(alert_ids integer[]) IS 'Logs a change of each of these alerts in app_public.alert_changes, for cursors. It is the last step of a transaction.';
CREATE FUNCTION app_private.note_alive(user_id integer, at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  last_position app_public.last_positions;
begin
  update app_public.last_positions l set alive_at = note_alive.at
    where l.user_id = note_alive.user_id and greatest(l.taken_at, l.alive_at) < note_alive.at
    returning l.* into last_position;
  -- An alert that was published while the position was too old may match now.
  if last_position.user_id is not null then
    perform app_private.notify_of_active_alerts(last_position);
  end if;
end
$$;
COMMENT ON FUNCTION app_private.note_alive(user_id integer, at timestamp with time zone) IS 'Records that an app of a user ran at a time without a newer position: the last position counts as taken then. Notifies the user of the active alerts there. The caller has begun the report by app_private.share_report_lock().';
CREATE FUNCTION app_private.note_clock() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  -- All hosts together write once a minute.
  update app_private.clock c set
      seen_at = now(),
      left_at = case when now() > c.seen_at + interval '2 days' then c.seen_at when now() >= c.seen_at then c.left_at end,
      arrived_at = case when now() > c.seen_at + interval '2 days' then now() when now() >= c.seen_at then c.arrived_at end
    where now() > c.seen_at + interval '1 minute' or now() < c.seen_at - interval '1 minute';
end
$$;
COMMENT ON FUNCTION app_private.note_clock() IS 'Records the time of the database''s clock. Each heartbeat calls it, so a step forward of more than two days means that the clock was set, or that no host ran.';
CREATE FUNCTION app_private.note_left_device(user_id integer, token text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  insert into app_private.left_devices (user_id, id, provider, created_at)
    select d.user_id, d.id, d.provider, d.created_at from app_private.devices d
      where d.user_id = note_left_device.user_id and d.token = note_left_device.token;
  delete from app_private.left_devices l
    where l.user_id = note_left_device.user_id and l.id in (
      select o.id from app_private.left_devices o where o.user_id = note_left_device.user_id
        order by o.left_at desc, o.id desc offset 20);
end
$$;
COMMENT ON FUNCTION app_private.note_left_device(user_id integer, token text) IS 'Records for a user that another user registers one of their devices. The last twenty are kept.';
CREATE FUNCTION app_private.note_mail_outcome(why text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  insert into app_private.mail_outcome as o (why, failing_since)
    values (note_mail_outcome.why, case when note_mail_outcome.why is not null then now() end)
    on conflict on constraint mail_outcome_pkey do update
      set at = now(), why = excluded.why, failing_since = case when excluded.why is not null then coalesce(o.failing_since, now()) end;
end
$$;
COMMENT ON FUNCTION app_private.note_mail_outcome(why text) IS 'Records whether the mail server accepts mails: why it does not, or null.';
CREATE FUNCTION app_private.note_push_outcome(provider app_private.push_provider, why text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  failed_since timestamptz;
begin
  -- Concurrent jobs skip the locked row. A change is written at once, the time every five seconds.
  select o.failing_since into failed_since from app_private.push_outcomes o
    where o.provider = note_push_outcome.provider
      and (o.at < clock_timestamp() - interval '5 seconds' or o.why is distinct from note_push_outcome.why)
    for no key update skip locked;
  if found then
    update app_private.push_outcomes o
      set at = clock_timestamp(), why = note_push_outcome.why,
        failing_since = case when note_push_outcome.why is not null then coalesce(o.failing_since, clock_timestamp()) end
      where o.provider = note_push_outcome.provider;
    if note_push_outcome.why is null and failed_since is not null then
      perform app_private.release_deliveries(provider);
    end if;
  elsif not exists (select from app_private.push_outcomes o where o.provider = note_push_outcome.provider) then
    insert into app_private.push_outcomes (provider, why, failing_since)
      values (note_push_outcome.provider, note_push_outcome.why, case when note_push_outcome.why is not null then clock_timestamp() end)
      on conflict on constraint push_outcomes_pkey do nothing;
  end if;
end
$$;
COMMENT ON FUNCTION app_private.note_push_outcome(provider app_private.push_provider, why text) IS 'Records whether a provider accepts pushes: why it does not, or null. The first accepted push after failures closes the circuit breaker: all deliveries that wait for the provider become due.';
CREATE FUNCTION app_private.note_seen() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if new.seen <> old.seen then
    new.seen_change := nextval('app_public.notifications_id_seq');
    new.seen_at := case when new.seen then coalesce(new.seen_at, clock_timestamp()) end;
  end if;
  return new;
end
$$;
COMMENT ON FUNCTION app_private.note_seen() IS 'Stores when a notification was first seen, and numbers the change, in the order of commits. It runs as the owner, whose sequence has the numbers; the grants and policies of notifications guard which rows a user marks.';
CREATE FUNCTION app_private.note_session_use(user_ids integer[], session_ids bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '100ms'
    AS $$
begin
  update app_public.sessions s set used_at = now()
    from unnest(user_ids, session_ids) t (user_id, id)
    where s.user_id = t.user_id and s.id = t.id and s.used_at < now() - interval '1 hour';
end
$$;
COMMENT ON FUNCTION app_private.note_session_use(user_ids integer[], session_ids bigint[]) IS 'Records that sessions were used, once an hour at most. Hosts call it outside of requests, so that no request waits for it. Error 55P03 if one of the sessions is locked: the host tries again.';
CREATE FUNCTION app_private.note_success(task text) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  update app_private.tasks t set succeeded_at = now() where t.name = note_success.task
$$;
COMMENT ON FUNCTION app_private.note_success(task text) IS 'Records that a job of a regular task has succeeded.';
CREATE FUNCTION app_private.notifications_between(alert_ids integer[], first_ids bigint[], last_ids bigint[], user_ids integer[]) RETURNS TABLE(id bigint, user_id integer)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
begin
  return query
    select n.id::bigint, n.user_id
      from unnest(alert_ids, first_ids, last_ids) r (alert_id, first_id, last_id)
      cross join lateral (
        select m.id, m.user_id from app_public.notifications m
          where m.alert_id = r.alert_id and m.id between r.first_id and r.last_id offset 0
      ) n
      where user_ids is null or n.user_id in (select u.user_id from unnest(user_ids) u (user_id));
end
$$;
COMMENT ON FUNCTION app_private.notifications_between(alert_ids integer[], first_ids bigint[], last_ids bigint[], user_ids integer[]) IS 'Returns the notifications in announced ranges of ids and their users. Each range is an alert with its lowest and highest id; user_ids limits them to these users unless it is null. Hosts call it for their subscribers, who then read their own notifications under their own role.';
CREATE FUNCTION app_private.notifications_since(since text) RETURNS bigint
    LANGUAGE plpgsql STABLE
    AS $$
declare
  parts constant bigint[] := app_private.read_cursor(since, 'notification');
begin
  if parts is null then
    return 0;
  end if;
  if parts[2] <> app_public.current_user_id() then
    raise exception using errcode = 'LA400', constraint = 'cursor_of_other_user', message = 'since is a cursor of another user: begin again with an empty text.';
  end if;
  -- A restored database assigns the same numbers to other changes. The id and the time of the change detect this.
  if not exists (
    select from app_public.notifications n
      where n.user_id = app_public.current_user_id() and n.id = parts[3] and extract(epoch from n.created_at) * 1000000 = parts[4]
        and coalesce(n.seen_change, n.id) >= parts[1])
  then
    perform app_private.refuse_unknown_cursor();
  end if;
  return parts[1];
end
$$;
COMMENT ON FUNCTION app_private.notifications_since(since text) IS 'Returns the number of the change in a cursor of the caller''s notifications, and 0 for an empty text. Error LA400 for an invalid cursor, LA409 if the database does not have the change.';
CREATE FUNCTION app_private.notify_of_active_alerts(last_position app_public.last_positions) RETURNS integer
    LANGUAGE plpgsql
    AS $$
declare
  alert_ids constant integer[] := app_private.alerts_to_match(last_position);
  match record;
  notified_count integer := 0;
begin
  -- Most reports end here, without the statement below.
  if alert_ids is null then
    return 0;
  end if;
  for match in
    select a.id, a.version, m.level, not exists (
          select from app_public.notifications n where n.alert_id = a.id and n.user_id = last_position.user_id) as is_new
      from app_public.alerts a
      cross join lateral app_private.level_at(a.zone1, a.zone2, a.zone3, last_position.location, last_position.accuracy > a.max_accuracy) m (level)
      where a.id = any (alert_ids) and app_private.is_active(a.active, a.expires_at)
        and app_private.is_fresh(last_position.taken_at, last_position.alive_at, a.max_position_age)
        and app_private.applies_to(a.status, (select u.is_tester from app_public.users u where u.id = last_position.user_id))
        and m.level is not null
        and not app_private.is_notified(
          (select min(n.level) from app_public.notifications n
            where n.alert_id = a.id and n.user_id = last_position.user_id and n.version >= a.renotified_version), m.level)
      order by m.level, a.id
  loop
    -- A push leaves as soon as this commits. If the commit were lost in a crash, the user would be notified twice.
    perform app_private.commit_synchronously();
    perform app_private.order_notifications(last_position.user_id);
    perform app_private.insert_notifications(
      match.id, match.version, 'ALERT', match.level, array[row(
        last_position.user_id, last_position.latitude, last_position.longitude, last_position.moving_activity, last_position.taken_at,
        last_position.accuracy, true, null
      )::app_private.recipient], match.is_new::integer);
    notified_count := notified_count + 1;
  end loop;
  return notified_count;
end
$$;
COMMENT ON FUNCTION app_private.notify_of_active_alerts(last_position app_public.last_positions) IS 'Notifies a user of the active alerts whose zones contain their last position, unless they were notified at this level or a more urgent one. The caller has begun the report by app_private.share_report_lock(). Returns the number of notifications.';
CREATE FUNCTION app_private.notify_users(alert app_public.alerts, published_at timestamp with time zone, user_ids integer[], is_range boolean DEFAULT false) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_sort TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    AS $$
declare
  -- The cast detoasts each zone once, not once for each user.
  zone1 constant geometry := st_setsrid(alert.zone1, 4326);
  zone2 constant geometry := st_setsrid(alert.zone2, 4326);
  zone3 constant geometry := st_setsrid(alert.zone3, 4326);
  -- Interval arithmetic is slow: this limit is computed once. Only positions reported since the publication need their own.
  cutoff constant timestamptz := app_private.oldest_fresh(alert.max_position_age, published_at);
  first_id constant integer := case when is_range then user_ids[1] else (select min(u) from unnest(user_ids) u) end;
  last_id constant integer := case when is_range then user_ids[2] else (select max(u) from unnest(user_ids) u) end;
  has_notifications boolean;
  level_group record;
begin
  -- The order by the index forces this plan, as statistics are from before this publication.
  select n.alert_id = alert.id and n.user_id <= last_id into has_notifications
    from app_public.notifications n where (n.alert_id, n.user_id) >= (alert.id, first_id)
    order by n.alert_id, n.user_id, n.level limit 1;
  for level_group in
    select c.level, count(*) filter (where c.innermost is null)::integer as newly_reached,
        array_agg(row(
          c.user_id, c.latitude, c.longitude, c.moving_activity, c.taken_at, c.accuracy, true, null
        )::app_private.recipient) as recipients
      from (
        select l.*, app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level,
            -- A scalar subquery forces an index lookup for each row, for the same reason. PostgreSQL may run EXISTS as a hash
            -- of all notifications of the alert.
            case when has_notifications and alert.renotified_version > 1 then (
              select min(n.level) from app_public.notifications n
                where n.alert_id = alert.id and n.user_id = l.user_id and n.version >= alert.renotified_version) end as renotified,
            case when has_notifications then (
              select min(n.level) from app_public.notifications n
                where n.alert_id = alert.id and n.user_id = l.user_id) end as innermost
          from (
            -- Only one of the two branches runs. A range is one index scan.
            select r.* from app_public.last_positions r where is_range and r.user_id between first_id and last_id
            union all
            select r.* from unnest(user_ids) u (id) join app_public.last_positions r on r.user_id = u.id where not is_range
          ) l
          where greatest(l.taken_at, l.alive_at) > case when l.created_at > published_at
              then app_private.oldest_fresh(alert.max_position_age, l.created_at) else cutoff end
            and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
        -- An optimization fence: the level is computed once for each row.
        offset 0
      ) c
      where c.level is not null
        and not app_private.is_notified(case when alert.renotified_version > 1 then c.renotified else c.innermost end, c.level)
      group by c.level order by c.level
  loop
    if is_range and level_group.level > 'ONE' then
      insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
        select alert.id, level_group.level, min(t.user_id), array_agg(t.user_id) from unnest(level_group.recipients) t;
    else
      perform app_private.insert_notifications(
        alert.id, alert.version, 'ALERT', level_group.level, level_group.recipients, level_group.newly_reached);
    end if;
  end loop;
end
$$;
COMMENT ON FUNCTION app_private.notify_users(alert app_public.alerts, published_at timestamp with time zone, user_ids integer[], is_range boolean) IS 'Notifies those of these users whose last position lies in an alert''s zones, unless they were notified at this level or a more urgent one. With is_range, user_ids are the first and the last id of a range: then users in the zones TWO and THREE wait in app_private.publication_waiting. The caller holds the locks of these users'' reports.';
CREATE FUNCTION app_private.oldest_fresh(max_position_age interval, at timestamp with time zone DEFAULT now()) RETURNS timestamp with time zone
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select at - max_position_age
$$;
COMMENT ON FUNCTION app_private.oldest_fresh(max_position_age interval, at timestamp with time zone) IS 'Returns the time after which a position must be taken to be fresh for an alert at a time, which is now by default.';
CREATE FUNCTION app_private.oldest_position_kept() RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  return (select case when s.last_position_only then now() else app_private.purge_time() - s.position_retention end from app_private.settings s);
end
$$;
COMMENT ON FUNCTION app_private.oldest_position_kept() IS 'Returns the cutoff of the retention of positions: now, if the service keeps no history.';
CREATE FUNCTION app_private.open_cap(message jsonb, xml text, authority_id integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  receiving_id constant integer := coalesce(open_cap.authority_id, app_private.my_authority());
  opened record;
begin
  if receiving_id = any (app_private.my_authorities('AUTHOR')) is not true then
    raise exception using errcode = 'LA403', constraint = 'role', message = 'Your role does not allow you to write drafts for this authority.';
  end if;
  -- The host asks before it reads anything.
  if message is null then
    return null;
  end if;
  select r.* into opened
    from app_private.receive_cap(message, xml, null, receiving_id, app_public.current_user_id(), (app_public.me()).is_training) r;
  if opened.draft_id is null then
    raise exception using errcode = 'LA409', constraint = 'cap_no_draft', message = 'This message makes no draft: it cancels another one, was replaced or published already, or is no alert.';
  end if;
  return opened.draft_id;
end
$$;
COMMENT ON FUNCTION app_private.open_cap(message jsonb, xml text, authority_id integer) IS 'Makes a draft from a CAP message that an author opens, and returns its id; that of the draft which it has already. Error LA409 if it makes none. Without a message it only checks the user.';
CREATE FUNCTION app_private.order_notifications(user_id integer) RETURNS void
    LANGUAGE sql
    AS $$
  select pg_catalog.pg_advisory_xact_lock((4157::pg_catalog.int8 << 32) | user_id)
$$;
COMMENT ON FUNCTION app_private.order_notifications(user_id integer) IS 'Serializes the changes of a user''s notifications by an advisory lock until the transaction ends, so that their numbers are in the order of commits. Publications lock the user''s reports instead, so the caller takes that lock first: see app_private.share_report_lock().';
CREATE FUNCTION app_private.order_seen() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  caller_id constant integer := app_public.current_user_id();
begin
  if caller_id is not null then
    perform app_private.share_report_lock(caller_id), app_private.order_notifications(caller_id);
  end if;
  return null;
end
$$;
COMMENT ON FUNCTION app_private.order_seen() IS 'Makes changes of a user''s notifications take turns, before the statement locks a row: an erasure takes these locks before rows too.';
CREATE FUNCTION app_private.passkeys_of(user_id integer) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select coalesce(jsonb_agg(jsonb_build_object('id', f.credential_id, 'transports', f.transports)), '[]')
    from app_public.second_factors f where f.user_id = passkeys_of.user_id and f.kind = 'PASSKEY'
$$;
COMMENT ON FUNCTION app_private.passkeys_of(user_id integer) IS 'Returns the passkeys of a user as a browser takes them, which asks for one of them or makes another one.';
CREATE FUNCTION app_private.password_link_email(token text) RETURNS text
    LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  -- A token is the user's id, a point, and a secret.
  owner_id constant bigint := case when token ~ '^[1-9][0-9]{0,9}\.' then split_part(token, '.', 1) end;
  secret constant text := split_part(token, '.', 2);
begin
  return (
    select u.email
      from app_private.password_links l
      join app_public.users u on u.id = l.user_id
      where l.user_id = owner_id and l.token_hash = app_private.key_hash(secret) and now() < l.expires_at);
end
$$;
COMMENT ON FUNCTION app_private.password_link_email(token text) IS 'Returns the email of the user whose link has this token. Null if the token is wrong, used or expired. The host calls it before it hashes a password, because hashing is expensive.';
CREATE FUNCTION app_private.password_to_confirm(token_user_id integer, session_id bigint) RETURNS TABLE(email text, password_hash text, has_factor boolean)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  caller constant record := app_private.authenticate(token_user_id, session_id);
begin
  return query
    select u.email, c.password_hash, app_private.has_second_factor(u.id)
      from app_private.user_credentials c
      join app_public.users u on u.id = c.user_id
      where c.user_id = nullif(caller.user_id, '')::integer;
end
$$;
COMMENT ON FUNCTION app_private.password_to_confirm(token_user_id integer, session_id bigint) IS 'Returns the email and the password hash of a session''s user, and whether they have a second factor, for the confirmation of a change of email or password. No row if the session has ended.';
CREATE FUNCTION app_private.position_hash(client_id text, taken_at bigint, latitude double precision, longitude double precision) RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select pg_catalog.md5(coalesce(
    'client ' || client_id,
    'place ' || taken_at || ' ' || latitude || ' ' || longitude))::pg_catalog.uuid
$$;
COMMENT ON FUNCTION app_private.position_hash(client_id text, taken_at bigint, latitude double precision, longitude double precision) IS 'Returns the digest by which a repeated report of a position is detected: of its clientId, or else of takenAt and the place. Null without clientId and takenAt, as such reports are never duplicates.';
CREATE FUNCTION app_private.position_id_at(moment timestamp with time zone) RETURNS bigint
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  low bigint := 0;
  high bigint := (select coalesce(max(p.id), 0) + 1 from app_public.positions p);
  middle bigint;
  at timestamptz;
begin
  while low < high loop
    middle := low + (high - low) / 2;
    -- The next position, as ids have gaps.
    select p.created_at into at from app_public.positions p where p.id >= middle order by p.id limit 1;
    if at is null or at >= moment then
      high := middle;
    else
      low := middle + 1;
    end if;
  end loop;
  return low;
end
$$;
COMMENT ON FUNCTION app_private.position_id_at(moment timestamp with time zone) IS 'Returns the id from which on positions were received at a moment or later. Ids grow with time, save for transactions of the same moment: ask for a minute earlier. It searches by halves, so positions need no index by time.';
CREATE FUNCTION app_private.positions_reported(user_id integer, input app_public.position_input[], ids bigint[]) RETURNS app_public.positions[]
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return array(
    select case when p.id is not null then p else row(
          ids[i.ordinality], positions_reported.user_id, coalesce(h.created_at, now()),
          case when i.taken_at is null then coalesce(h.created_at, now()) else app_private.moment_taken(i.taken_at) end,
          i.latitude, i.longitude, i.accuracy, i.moving_activity)::app_public.positions end
      from unnest(input) with ordinality as i
      left join app_public.positions p on p.user_id = positions_reported.user_id and p.id = ids[i.ordinality]
      left join app_private.position_hashes h on p.id is null and h.user_id = positions_reported.user_id
        and h.hash = app_private.position_hash(i.client_id, i.taken_at, i.latitude, i.longitude)
      order by i.ordinality);
end
$$;
COMMENT ON FUNCTION app_private.positions_reported(user_id integer, input app_public.position_input[], ids bigint[]) IS 'Returns the reported positions with these ids, in the order of the input. A position that the history does not have is made from its input entry.';
CREATE FUNCTION app_private.positions_taken(starts_at timestamp with time zone, ends_at timestamp with time zone) RETURNS SETOF app_public.positions
    LANGUAGE sql STABLE
    AS $$
  select p.* from app_public.positions p
    where p.taken_at >= starts_at and p.taken_at < ends_at
      and p.created_at >= starts_at and p.created_at < ends_at + interval '5 minutes'
      -- Nothing is indexed by time. An id is given a moment before or after the time of its transaction.
      and p.id >= app_private.position_id_at(starts_at - interval '1 minute')
      and p.id < app_private.position_id_at(ends_at + interval '6 minutes')
$$;
COMMENT ON FUNCTION app_private.positions_taken(starts_at timestamp with time zone, ends_at timestamp with time zone) IS 'Returns the positions that were taken in a period and received until five minutes after it. What phones send later is never counted, so a period that has been counted does not change.';
CREATE FUNCTION app_private.propose_held(held_id integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  update app_private.held_publications h set state = 'PROPOSED', approved_by = null, approved_digest = null where h.id = held_id;
  perform app_private.audit('PUBLICATION_PROPOSED', 'HELD_PUBLICATION', held_id);
  perform app_private.tell_members('PROPOSED', held_id);
  perform app_private.tell_members('PROPOSED', held_id, '10 minutes');
end
$$;
COMMENT ON FUNCTION app_private.propose_held(held_id integer) IS 'Makes a held publication wait for a second person, and tells the approvers now, and again if it still waits after ten minutes.';
CREATE FUNCTION app_private.publication_completed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform app_private.queue_webhooks(a, 'ALERT_REACH') from app_public.alerts a where a.id = new.alert_id and a.cancelled_at is null;
  return null;
end
$$;
COMMENT ON FUNCTION app_private.publication_completed() IS 'Tells webhooks how many people an alert has reached when its publication is complete.';
CREATE FUNCTION app_private.publish_chunk(alert_id integer, chunk_size integer DEFAULT 10000) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET jit TO 'off'
    AS $$
declare
  publication app_private.publications;
  alert app_public.alerts;
  published_at timestamptz;
  candidates integer[];
  is_complete boolean := false;
  is_range boolean;
  -- A larger limit costs a large publication more than it saves.
  max_candidates constant integer := least(chunk_size, 1000);
begin
  perform app_private.commit_synchronously();
  -- A second process that publishes this alert waits here, and continues where the first one stopped.
  select p.* into publication from app_private.publications p where p.alert_id = publish_chunk.alert_id for update;
  if publication.alert_id is null or publication.completed_at is not null then
    return true;
  end if;
  select a.* into alert from app_public.alerts a where a.id = publication.alert_id;
  if alert.cancelled_at is not null then
    publication.last_user_id := app_private.send_all_clear(alert, publication.last_user_id, chunk_size);
    update app_private.publications p
      set last_user_id = coalesce(publication.last_user_id, p.last_user_id),
        completed_at = case when publication.last_user_id is null then clock_timestamp() end
      where p.alert_id = alert.id;
    return publication.last_user_id is null;
  end if;
  if not app_private.is_active(alert.active, alert.expires_at) then
    delete from app_private.publication_waiting w where w.alert_id = alert.id;
    update app_private.publications p set completed_at = clock_timestamp() where p.alert_id = alert.id;
    return true;
  end if;
  published_at := app_private.published_at(alert);
  if publication.level = 'ONE' and publication.last_user_id = 0 then
    -- Most alerts concern few users: the index of last positions finds all of them at once.
    select array_agg(c.user_id) into candidates from (
      select l.user_id from app_public.last_positions l
        where st_covers(alert.zone3, l.location) and app_private.is_fresh(l.taken_at, l.alive_at, alert.max_position_age, published_at)
        limit max_candidates + 1
    ) c;
    is_complete := coalesce(cardinality(candidates), 0) <= max_candidates;
    if not is_complete and app_private.queue_recipients(alert, published_at, chunk_size) then
      publication.level := 'TWO';
      candidates := null;
    end if;
  elsif publication.level <> 'ONE' then
    candidates := app_private.take_waiting(alert.id, chunk_size);
    is_complete := candidates is null;
  end if;
  -- A large publication passes through all users by id.
  is_range := publication.level = 'ONE' and not is_complete;
  if is_range then
    candidates := array[publication.last_user_id + 1, publication.last_user_id + chunk_size];
  end if;
  if candidates is not null then
    perform app_private.drain_reports(
      case when is_range then app_private.user_of_each_lock(candidates[1], candidates[2]) else candidates end);
    perform app_private.notify_users(alert, published_at, candidates, is_range);
  end if;
  if is_range then
    publication.last_user_id := publication.last_user_id + chunk_size;
    -- max() uses the index. "not exists" is planned as a sequential scan for each chunk.
    if publication.last_user_id >= (select max(l.user_id) from app_public.last_positions l) then
      publication.level := 'TWO';
    end if;
  end if;
  update app_private.publications p
    set level = publication.level, last_user_id = publication.last_user_id,
      completed_at = case when is_complete then clock_timestamp() end
    where p.alert_id = alert.id;
  return is_complete;
end
$$;
COMMENT ON FUNCTION app_private.publish_chunk(alert_id integer, chunk_size integer) IS 'Notifies the next users whose last position lies in the alert''s zones, the most urgent level first. For a cancelled alert it sends the all-clear to the next users who were notified. True when all are done. Call it until then, each time in a transaction that begins after the alert has committed.';
CREATE FUNCTION app_private.publish_held(held_id integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  held app_private.held_publications;
  author app_public.users;
  rule text;
  reason text;
begin
  -- A concurrent publication_take_back() waits for this row lock, and then finds the state PUBLISHED.
  select h.* into held from app_private.held_publications h where h.id = held_id and h.state in ('HELD', 'APPROVED') for update;
  if held.id is null then
    return;
  end if;
  perform set_config('jwt.claims.user_id', held.user_id::text, true);
  select u.* into author from app_public.users u where u.id = held.user_id;
  if held.due_at < clock_timestamp() - interval '1 minute' then
    rule := 'too_late_to_publish';
    reason := 'The service was not running when it was due, and it is too late now: publish it again.';
  elsif not app_private.has_role(
      held.user_id, held.authority_id, case when held.state = 'APPROVED' or held.all_clear is not null then 'AUTHOR' else 'APPROVER' end::app_public.authority_role)
  then
    rule := 'author_no_administrator';
    reason := 'Its author is no administrator any more.';
  elsif held.new_alert is not null and author.is_training <> held.by_training_user then
    -- The training of the author decides whether the alert is an exercise.
    rule := 'author_training';
    reason := 'The training of its author began or ended meanwhile: publish it again.';
  elsif held.state = 'APPROVED' and not app_private.has_role(held.approved_by, held.authority_id, 'APPROVER') then
    rule := 'approver_demoted';
    reason := 'Its approver may not approve any more: propose it again.';
  else
    begin
      if (case when held.state = 'APPROVED' then held.approved_digest <> app_private.digest_of_held(held) end) then
        perform app_private.propose_held(held.id);
        return;
      end if;
      held.alert_id := app_private.run_publication(
        json_populate_record(null::app_public.alert_input, held.new_alert), held.alert_id,
        json_populate_record(null::app_public.alert_update_input, held.changes), held.all_clear,
        held.state = 'APPROVED' or held.break_glass is not null,
        array(select t from json_populate_recordset(null::app_public.alert_text_input, held.all_clear_texts) t));
      perform app_private.continue_publication(held.alert_id);
    exception when others then
      -- Errors LA… are final. After any other error the job retries.
      if sqlstate not like 'LA%' then
        raise;
      end if;
      get stacked diagnostics rule = constraint_name;
      if rule = 'needs_approval' then
        perform app_private.propose_held(held.id);
        return;
      end if;
      reason := sqlerrm;
    end;
  end if;
  update app_private.held_publications h
    set state = case when reason is null then 'PUBLISHED' else 'FAILED' end::app_public.held_publication_state,
      alert_id = held.alert_id, why = reason, refusal = upper(rule), settled_at = clock_timestamp()
    where h.id = held.id;
  -- Nobody waits for it in front of a screen any more.
  if reason is not null and (held.state = 'APPROVED' or held.publish_at is not null) then
    perform app_private.tell_members('FAILED', held.id);
  end if;
end
$$;
COMMENT ON FUNCTION app_private.publish_held(held_id integer) IS 'Publishes a held or approved publication, unless it was taken back, as its author. If it needs approval, or what was approved has changed, it waits for an approver. The second phase follows as a job. It fails if it is due for more than a minute, as after a downtime.';
CREATE FUNCTION app_private.published_at(alert app_public.alerts) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return coalesce(
    (select v.created_at from app_public.alert_versions v where v.alert_id = alert.id and v.version = alert.version),
    alert.created_at);
end
$$;
COMMENT ON FUNCTION app_private.published_at(alert app_public.alerts) IS 'Returns when the present version of an alert was published. The age of last positions counts from then, however long the publication takes.';
CREATE FUNCTION app_private.purge_audit(max_entries integer DEFAULT 10000) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  cutoff constant timestamptz := app_private.purge_time() - (select s.audit_retention from app_private.settings s);
  first_place bigint;
  last app_private.audit_chain;
begin
  lock table app_private.audit_chain in share row exclusive mode;
  select min(m.place) into first_place from app_private.audit_chain m;
  -- The places before the first entry within the retention. The last place stays, as the next entry continues the chain.
  select c.* into last
    from app_private.audit_chain c
    where c.place < least(
      (select min(f.place) from app_private.audit_chain f join app_public.audit_entries e on e.id = f.entry_id
        where f.place < first_place + purge_audit.max_entries and e.created_at >= cutoff),
      (select max(m.place) from app_private.audit_chain m),
      first_place + purge_audit.max_entries)
    order by c.place desc limit 1;
  if last.place is null then
    return 0;
  end if;
  delete from app_public.audit_entries e using app_private.audit_chain c where c.place <= last.place and e.id = c.entry_id;
  delete from app_private.audit_chain c where c.place <= last.place;
  perform app_private.audit('ENTRIES_PURGED', facts => jsonb_build_object('place', last.place, 'hash', encode(last.hash, 'hex')));
  return last.place;
end
$$;
COMMENT ON FUNCTION app_private.purge_audit(max_entries integer) IS 'Deletes the oldest entries that are past the retention, and records the last place and its hash, from which the rest of the chain is verified. Returns that place, 0 if there was nothing to delete. Call it until then, each time in a transaction of its own.';
CREATE FUNCTION app_private.purge_deliveries(max_rows integer DEFAULT 5000) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET jit TO 'off'
    AS $$
declare
  cutoff constant timestamptz := app_private.purge_time() - (select s.delivery_retention from app_private.settings s);
  alert app_public.alerts;
  purged_count integer;
begin
  select a.* into alert
    from app_public.alerts a
    left join app_private.delivery_results r on r.alert_id = a.id
    left join app_private.publications p on p.alert_id = a.id
    where least(a.expires_at, a.cancelled_at) < cutoff and (p.alert_id is null or p.completed_at < cutoff) and r.purged_at is null
    order by a.id limit 1;
  if alert.id is null then
    return 0;
  end if;
  -- The figures are stored first, in their own transaction.
  if not exists (select from app_private.delivery_results r where r.alert_id = alert.id) then
    perform app_private.keep_delivery_results(alert);
    return 1;
  end if;
  delete from app_private.deliveries d where (d.user_id, d.id) in (
    select o.user_id, o.id from app_private.deliveries o where o.alert_id = alert.id limit purge_deliveries.max_rows);
  get diagnostics purged_count = row_count;
  if purged_count = 0 then
    update app_private.delivery_results r set purged_at = now() where r.alert_id = alert.id;
  end if;
  return purged_count + 1;
end
$$;
COMMENT ON FUNCTION app_private.purge_deliveries(max_rows integer) IS 'Deletes the next max_rows deliveries of the oldest alert that ended before the retention, after it has stored their figures. Returns 0 if nothing is left to do. Call it until then, each time in a transaction of its own.';
CREATE FUNCTION app_private.purge_last_positions(after_user_id integer DEFAULT 0, max_users integer DEFAULT 5000) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET lock_timeout TO '100ms'
    AS $$
declare
  -- A last position that an active alert, or a new one, may still match is kept.
  retention constant interval := (
    select greatest(s.last_position_retention, s.max_position_age, (select max(a.max_position_age) from app_public.alerts a where a.active))
      from app_private.settings s where s.last_position_retention is not null);
  last_user_id constant integer := (
    select max(n.user_id) from (
      select l.user_id from app_public.last_positions l
        where l.user_id > purge_last_positions.after_user_id order by l.user_id limit purge_last_positions.max_users
    ) n);
  cutoff constant timestamptz := app_private.purge_time() - retention;
  expired_ids integer[];
begin
  if retention is null then
    return null;
  end if;
  expired_ids := array(
    select l.user_id from app_public.last_positions l
      where l.user_id > purge_last_positions.after_user_id and l.user_id <= last_user_id and greatest(l.created_at, l.alive_at) < cutoff);
  -- The age is checked again, as a user may have reported since.
  delete from app_public.last_positions l where l.user_id = any (expired_ids) and greatest(l.created_at, l.alive_at) < cutoff;
  delete from app_private.lone_positions o
    where o.user_id = any (expired_ids) and not exists (select from app_public.last_positions l where l.user_id = o.user_id);
  perform app_private.announce_gone_positions(expired_ids);
  return last_user_id;
end
$$;
COMMENT ON FUNCTION app_private.purge_last_positions(after_user_id integer, max_users integer) IS 'Deletes the last positions past the retention among the next max_users users, in the order of their ids. Returns the last of these ids, or null at the end. Call it until then, each time in a transaction of its own. Error 55P03 (lock_not_available) if one of the users is reporting: try again later.';
CREATE FUNCTION app_private.purge_logins(max_counters integer DEFAULT 100000) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  cutoff constant timestamptz := app_private.purge_time();
begin
  delete from app_private.login_failures f
    using app_private.login_limits l
    where l.counter = f.counter and f.last_at + f.failures * l.forgiven_every < cutoff;
  delete from app_private.login_failures f
    where f.last_at <= (select o.last_at from app_private.login_failures o order by o.last_at desc offset purge_logins.max_counters limit 1);
  delete from app_private.sms_codes c where c.asked_at < cutoff - interval '1 hour';
  delete from app_private.login_addresses a where a.last_at < cutoff - interval '90 days';
end
$$;
COMMENT ON FUNCTION app_private.purge_logins(max_counters integer) IS 'Deletes failed logins that are forgiven, all but the newest hundred thousand counters, addresses without a login for ninety days, and numbers for SMS that were not confirmed within an hour.';
CREATE FUNCTION app_private.purge_notification_places(max_rows integer DEFAULT 2000) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  cutoff constant timestamptz := (select app_private.purge_time() - s.notification_place_retention from app_private.settings s);
  progress app_private.retention_progress;
  expired record;
begin
  if cutoff is null then
    return 0;
  end if;
  -- The row lock serializes concurrent jobs.
  select p.* into progress from app_private.retention_progress p where p.task = 'notification_places' for update;
  -- Up to the first notification within the retention. Ids are nearly in the order of created_at.
  select array_agg(n.user_id) as user_ids, array_agg(n.id) as ids, max(n.id) as last_id into expired
    from (
      select m.id, m.user_id, bool_and(m.created_at < cutoff) over (order by m.id) as is_expired
        from (
          select o.id, o.user_id, o.created_at from app_public.notifications o
            where o.id > progress.last_id order by o.id limit purge_notification_places.max_rows
        ) m
    ) n
    where n.is_expired;
  if expired.ids is null then
    return 0;
  end if;
  perform app_private.clear_places(expired.user_ids, expired.ids);
  update app_private.retention_progress p set last_id = expired.last_id where p.task = 'notification_places';
  return cardinality(expired.ids);
end
$$;
COMMENT ON FUNCTION app_private.purge_notification_places(max_rows integer) IS 'Clears the places of the next notifications past the retention by app_private.clear_places(), and returns their number. Call it until it returns 0, each time in a transaction of its own.';
CREATE FUNCTION app_private.purge_position_hashes(from_block integer DEFAULT 0, max_blocks integer DEFAULT 500) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  next_block constant bigint := from_block + max_blocks;
  -- A hash of a place and a time reveals them to anyone who hashes all candidates, so it expires with the position.
  cutoff constant timestamptz := (
    select app_private.purge_time() - case when s.last_position_only then interval '1 day' else s.position_retention end
      from app_private.settings s);
begin
  delete from app_private.position_hashes h
    where h.ctid >= format('(%s,0)', from_block)::tid and h.ctid < format('(%s,0)', next_block)::tid
      and h.created_at < case
        when exists (select from app_public.users u where u.id = h.user_id and u.last_position_only)
        then greatest(cutoff, now() - interval '1 day') else cutoff end;
  return case when next_block * current_setting('block_size')::integer < pg_relation_size('app_private.position_hashes') then next_block end;
end
$$;
COMMENT ON FUNCTION app_private.purge_position_hashes(from_block integer, max_blocks integer) IS 'Deletes expired position hashes from the next max_blocks blocks of their table. A hash expires with the retention of positions, or after a day if only the last position of its user is kept. Returns the next block, or null at the end of the table. Call it until then.';
CREATE FUNCTION app_private.purge_positions(max_rows integer DEFAULT 5000) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  cutoff constant timestamptz := app_private.oldest_position_kept();
  week constant timestamptz := date_trunc('week', cutoff);
  first_id bigint;
  last_id bigint;
  purged integer;
  purged_default_rows integer;
begin
  -- Partitions of earlier weeks are dropped; app_private.drop_position_partitions() does so. Ids are in the order of created_at.
  select min(o.id), max(o.id) into first_id, last_id from (
    select p.id from app_public.positions p
      where p.created_at >= week and p.created_at < week + interval '1 week' order by p.id limit purge_positions.max_rows
  ) o;
  delete from app_public.positions p
    where p.id between first_id and last_id and p.created_at >= week and p.created_at < cutoff;
  get diagnostics purged = row_count;
  delete from app_public.positions_default d where d.id in (
    select o.id from app_public.positions_default o where o.created_at < cutoff order by o.id limit purge_positions.max_rows);
  get diagnostics purged_default_rows = row_count;
  return purged + purged_default_rows;
end
$$;
COMMENT ON FUNCTION app_private.purge_positions(max_rows integer) IS 'Deletes the oldest positions past the retention, except in weekly partitions that app_private.drop_position_partitions() drops. Returns their number. Call it until it returns 0, each time in a transaction of its own.';
CREATE FUNCTION app_private.purge_sessions() RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  cutoff constant timestamptz := app_private.purge_time();
  purged_count integer;
begin
  delete from app_public.sessions s using app_public.users u
    where u.id = s.user_id and (s.expires_at <= cutoff or s.is_admin and not u.is_admin);
  get diagnostics purged_count = row_count;
  return purged_count;
end
$$;
COMMENT ON FUNCTION app_private.purge_sessions() IS 'Deletes expired sessions, and sessions of former administrators. Returns their number.';
CREATE FUNCTION app_private.purge_speeches(max_rows integer DEFAULT 20) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  cutoff constant timestamptz := app_private.purge_time() - (select s.speech_retention from app_private.settings s);
  unused_ids uuid[];
  unlinked_count integer;
  purged_count integer;
begin
  delete from app_private.alert_speeches s where (s.alert_id, s.level) in (
    select o.alert_id, o.level from app_private.alert_speeches o join app_public.alerts a on a.id = o.alert_id
      where least(a.expires_at, a.cancelled_at) < cutoff limit purge_speeches.max_rows);
  get diagnostics unlinked_count = row_count;
  -- Another alert may begin to use a speech: the row lock comes first, and the delete checks again in a new snapshot.
  unused_ids := array(
    select s.id from app_private.speeches s
      where cutoff is not null and not exists (select from app_private.alert_speeches a where a.speech_id = s.id)
      limit purge_speeches.max_rows for update skip locked);
  delete from app_private.speeches s
    where s.id = any (unused_ids) and not exists (select from app_private.alert_speeches a where a.speech_id = s.id);
  get diagnostics purged_count = row_count;
  return unlinked_count + purged_count;
end
$$;
COMMENT ON FUNCTION app_private.purge_speeches(max_rows integer) IS 'Deletes speeches that only expired alerts use: those that ended before the retention. Returns 0 if nothing is left to do. Call it until then, each time in a transaction of its own.';
CREATE FUNCTION app_private.purge_time() RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  fault constant text := app_private.clock_fault();
begin
  if fault is not null then
    raise exception using errcode = 'LA409', message = fault;
  end if;
  return now();
end
$$;
COMMENT ON FUNCTION app_private.purge_time() IS 'Returns the time from which purges count ages. Error LA409 (conflict) while app_private.clock_fault() says that the clock may be wrong.';
CREATE FUNCTION app_private.push_provider(token text) RETURNS app_private.push_provider
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  select case
    when push_provider.token ~ '^\s*\{' then 'web_push'::app_private.push_provider
    when push_provider.token ~ '^\s*email:' then 'email'
    when push_provider.token ~ '^\s*\+[1-9][0-9]{7,14}\s*$' then 'sms'
    when push_provider.token ~ '^\s*ntfy:[0-9a-f]{48}\s*$' then 'ntfy'
    when push_provider.token ~ '^\s*Expo(nent)?PushToken\[.+\]\s*$' then 'expo'
    when push_provider.token ~ '^\s*[A-Za-z0-9_-]+:[A-Za-z0-9_-]{80,}\s*$' then 'fcm'
    else (select s.bare_token_provider from app_private.settings s)
  end
$_$;
COMMENT ON FUNCTION app_private.push_provider(token text) IS 'Returns the provider of a device''s token by its form: JSON is Web Push, email: and an address is email, ntfy: and a topic is ntfy, a plus sign and digits are a number for SMS, ExponentPushToken[…] is Expo, and an instance id with a colon is FCM. The setting bare_token_provider decides about any other token.';
CREATE FUNCTION app_private.push_reason(why text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select left(regexp_replace(regexp_replace(
    why, '(https?://[^/\s"]+)/[^\s"]*', '\1/…', 'g'), 'Expo(nent)?PushToken\[[^]]*\]|[A-Za-z0-9_:-]{60,}', '…', 'g'), 200)
$$;
COMMENT ON FUNCTION app_private.push_reason(why text) IS 'Returns the reason of a failed push without tokens and the paths of URLs, which identify a device. So equal failures have equal reasons.';
CREATE FUNCTION app_private.push_sentence(language text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select case split_part(lower(push_sentence.language), '-', 1)
    when 'it' then 'C’è una notizia su un’allerta che ti riguarda. Apri l’app.'
    when 'de' then 'Es gibt eine Nachricht zu einer Warnung, die Sie betrifft. Öffnen Sie die App.'
    when 'fr' then 'Il y a du nouveau sur une alerte qui vous concerne. Ouvrez l’application.'
    when 'es' then 'Hay novedades de una alerta que le afecta. Abra la aplicación.'
    else 'There is news of an alert that concerns you. Open the app.' end
$$;
COMMENT ON FUNCTION app_private.push_sentence(language text) IS 'Returns the text of pushes if the setting push_text is false: in Italian, German, French, Spanish or English. It reveals neither the level nor the end of an alert.';
CREATE FUNCTION app_private.pushed_people(alert app_public.alerts) RETURNS TABLE(at timestamp with time zone, people integer, is_late boolean)
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  stored constant jsonb := (select r.pushed from app_private.delivery_results r where r.alert_id = alert.id);
begin
  if stored is not null then
    return query
      select k.at, k.people, k.is_late from jsonb_to_recordset(stored) k (at timestamptz, people integer, is_late boolean);
  else
    return query
      select min(coalesce(e.accepted_at, e.settled_at)), 1,
          not bool_or(n.version = 1
            and app_private.rule_when_notified(n.rule, n.taken_at, n.created_at, alert.created_at, v.completed_at, p.completed_at)
              = 'INSIDE_WHEN_PUBLISHED')
        from app_private.deliveries e
        join app_public.notifications n on n.user_id = e.user_id and n.id = e.notification_id
        left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = 1
        left join app_private.publications p on p.alert_id = n.alert_id
        where e.alert_id = alert.id and n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
          and (e.accepted_at is not null or e.state = 'accepted')
        group by e.user_id;
  end if;
end
$$;
COMMENT ON FUNCTION app_private.pushed_people(alert app_public.alerts) IS 'Returns when a push was first sent to each user who was notified of an alert, without all-clears, and whether they came in after its publication; once the deliveries are purged, by second.';
CREATE FUNCTION app_private.queue_cap(alert app_public.alerts) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select graphile_worker.add_job(
      'make_cap_messages', json_build_object('alertId', alert.id), job_key => 'make_cap_messages:' || alert.id)
    from app_private.settings s
    where s.cap
      -- A head makes the messages of its alerts, not its cells.
      and not exists (select from app_private.cell c where c.head_user_id = alert.user_id)
$$;
COMMENT ON FUNCTION app_private.queue_cap(alert app_public.alerts) IS 'Queues the job that makes the messages of CAP of an alert. Does nothing if the service does not speak CAP.';
CREATE FUNCTION app_private.queue_cap_poll(source_id integer, wait_s double precision DEFAULT 0) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select graphile_worker.add_job('poll_cap_source', json_build_object('sourceId', source_id),
    run_at => now() + make_interval(secs => wait_s), job_key => 'poll_cap_source:' || source_id)
$$;
COMMENT ON FUNCTION app_private.queue_cap_poll(source_id integer, wait_s double precision) IS 'Queues a job that asks a source of CAP messages, in place of the one that waits already.';
CREATE FUNCTION app_private.queue_cap_polls() RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.queue_cap_poll(s.id) from app_public.cap_sources s
    where not s.is_paused and not exists (
      select from graphile_worker.jobs j
        where j.key = 'poll_cap_source:' || s.id and j.attempts < j.max_attempts)
$$;
COMMENT ON FUNCTION app_private.queue_cap_polls() IS 'Queues a job for each source of CAP messages that has none, such as after a restore.';
CREATE FUNCTION app_private.queue_forgetting(user_id integer DEFAULT NULL::integer) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select graphile_worker.add_job(
    'forget_history', json_build_object('userId', queue_forgetting.user_id), job_key => concat_ws(':', 'forget_history', user_id))
$$;
COMMENT ON FUNCTION app_private.queue_forgetting(user_id integer) IS 'Queues the job that deletes the history of a user of whom only the last position is kept; without a user, the history of everyone.';
CREATE FUNCTION app_private.queue_missing_speeches() RETURNS integer
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  with queued as materialized (
    select app_private.queue_speech(a.id)
      from app_public.alerts a
      where app_private.is_active(a.active, a.expires_at)
        and exists (select from app_private.texts_to_speak(a.id))
      order by a.id
  )
  select count(*)::integer from queued
$$;
COMMENT ON FUNCTION app_private.queue_missing_speeches() IS 'Queues the synthesis of missing speeches of active alerts, for example after a time without a speech engine. Returns the number of alerts.';
CREATE FUNCTION app_private.queue_publication(alert_id integer) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', alert_id),
    run_at => now() + interval '5 seconds', job_key => 'publish_alert:' || alert_id);
$$;
COMMENT ON FUNCTION app_private.queue_publication(alert_id integer) IS 'Queues a job that continues an alert''s publication if the host dies between the two phases.';
CREATE FUNCTION app_private.queue_pushes(level app_public.level_alert, notification_ids bigint[], first_user_id integer DEFAULT 0, last_user_id integer DEFAULT 2147483647) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  device_provider app_private.push_provider;
  size integer;
begin
  if notification_ids is null then
    return;
  end if;
  foreach device_provider in array enum_range(null::app_private.push_provider) loop
    -- The order by the index makes this one lookup, also for a provider without devices.
    if (select d.provider = device_provider and d.user_id <= last_user_id
      from app_private.devices d where (d.provider, d.user_id) >= (device_provider, first_user_id)
      order by d.provider, d.user_id limit 1)
    then
      -- A mail server or a gateway of SMS may take minutes for a thousand, and whoever is erased meanwhile would still get theirs.
      size := case when device_provider in ('email', 'sms') then 100 else 1000 end;
      perform graphile_worker.add_job(
          'push_' || device_provider,
          json_build_object('notificationIds', notification_ids[first:first + size - 1]),
          priority => array_position(enum_range(null::app_public.level_alert), level))
        from generate_series(1, cardinality(notification_ids), size) first;
    end if;
  end loop;
end
$$;
COMMENT ON FUNCTION app_private.queue_pushes(level app_public.level_alert, notification_ids bigint[], first_user_id integer, last_user_id integer) IS 'Queues pushes for notifications of one level, the more urgent level first. One job for each thousand notifications (a hundred by email or SMS) and each provider of these users'' devices.';
CREATE FUNCTION app_private.queue_receipts(provider app_private.push_provider, receipts text[]) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select graphile_worker.add_job(
      'push_receipts', json_build_object('provider', provider, 'receipts', receipts),
      run_at => now() + s.receipt_delay, priority => 5)
    from app_private.settings s;
$$;
COMMENT ON FUNCTION app_private.queue_receipts(provider app_private.push_provider, receipts text[]) IS 'Queues a job that asks a provider for the receipts of accepted pushes after settings.receipt_delay.';
CREATE FUNCTION app_private.queue_recipients(alert app_public.alerts, published_at timestamp with time zone, chunk_size integer) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  users constant bigint := (select max(l.user_id) from app_public.last_positions l);
  -- Passing through eight users costs about as much as queueing one.
  max_recipients constant bigint := least(20 * chunk_size, users / 8);
  sample constant double precision := least(1, 2000 / users::double precision);
  -- The cast detoasts each zone once, not once for each user.
  zone1 constant geometry := st_setsrid(alert.zone1, 4326);
  zone2 constant geometry := st_setsrid(alert.zone2, 4326);
  zone3 constant geometry := st_setsrid(alert.zone3, 4326);
begin
  -- Estimates the number of recipients from twenty samples of a hundred users, before it searches for all.
  if (select count(*) from generate_series(0, 19) part cross join lateral (
      select l.location from app_public.last_positions l
        where l.user_id > part * users / 20 and l.user_id <= (part + 1) * users / 20
        order by l.user_id limit 100
    ) s where st_covers(zone3, s.location)) > 2 * max_recipients * sample
  then
    return false;
  end if;
  insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
    with matches as materialized (
      select l.user_id, app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level
        from app_public.last_positions l
        where st_covers(alert.zone3, l.location) and app_private.is_fresh(l.taken_at, l.alive_at, alert.max_position_age, published_at)
          and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
        limit max_recipients + 1
    ), numbered as (
      select s.*, (row_number() over (partition by s.level order by s.user_id) - 1) / chunk_size as chunk
        from matches s where s.level is not null and (select count(*) from matches) <= max_recipients
    )
    select alert.id, n.level, min(n.user_id), array_agg(n.user_id) from numbered n group by n.level, n.chunk;
  return found;
end
$$;
COMMENT ON FUNCTION app_private.queue_recipients(alert app_public.alerts, published_at timestamp with time zone, chunk_size integer) IS 'Finds the users in an alert''s zones by the spatial index of last positions, and queues them in chunks by level. Returns false, and queues nobody, for more than twenty chunks, more than an eighth of all users, or an estimate of more than twice that. The publication then passes through all users by id.';
CREATE FUNCTION app_private.queue_speech(alert_id integer) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  -- After one second most publications are complete. They have priority for the CPU.
  select graphile_worker.add_job(
    'speak_alert', json_build_object('alertId', alert_id), run_at => now() + interval '1 second',
    max_attempts => 5, priority => 10, job_key => 'speak_alert:' || alert_id)
$$;
COMMENT ON FUNCTION app_private.queue_speech(alert_id integer) IS 'Queues the job that synthesizes an alert''s texts, with the lowest priority.';
CREATE FUNCTION app_private.queue_verification(user_id integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  -- No host runs the job if mail was never on.
  if not exists (select from app_private.mail_outcome) then
    return;
  end if;
  perform graphile_worker.add_job(
    'send_mail', json_build_object('kind', 'verification', 'userId', queue_verification.user_id),
    max_attempts => 8, job_key => 'verification:' || queue_verification.user_id);
end
$$;
COMMENT ON FUNCTION app_private.queue_verification(user_id integer) IS 'Queues the mail by which a user confirms their email. The job makes the link when it sends the mail, so that no table contains the secret. Does nothing if mail was never on.';
CREATE FUNCTION app_private.queue_waiting_webhooks() RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.queue_webhook(m.id, m.webhook_id) from app_private.webhook_messages m
    where not exists (
      select from graphile_worker.jobs j
        where j.key = 'send_webhook:' || m.id and j.attempts < j.max_attempts)
$$;
COMMENT ON FUNCTION app_private.queue_waiting_webhooks() IS 'Queues a job for each message of a webhook that has none, such as after a restore.';
CREATE FUNCTION app_private.queue_webhook(id uuid, webhook_id integer, wait_s double precision DEFAULT 0) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  -- One job of a webhook at a time, so that a slow receiver takes one worker only.
  select graphile_worker.add_job('send_webhook', json_build_object('id', id), queue_name => 'webhook:' || webhook_id,
    run_at => now() + make_interval(secs => wait_s), job_key => 'send_webhook:' || id)
$$;
COMMENT ON FUNCTION app_private.queue_webhook(id uuid, webhook_id integer, wait_s double precision) IS 'Queues a job that sends a message of a webhook, in place of the one that waits already.';
CREATE FUNCTION app_private.queue_webhooks(alert app_public.alerts, event app_public.webhook_event) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  with recursive above as (
    select alert.authority_id as id
    union
    select a.parent_id from app_public.authorities a join above on above.id = a.id where a.parent_id is not null
  ), queued as (
    insert into app_private.webhook_messages as m (webhook_id, type, data)
      select w.id, lower(replace(event::text, '_', '.')), jsonb_strip_nulls(jsonb_build_object(
          'alertId', alert.id, 'version', alert.version, 'status', alert.status, 'title', alert.title,
          'text', left(coalesce(alert.all_clear, alert.text1), 2000), 'language', alert.language, 'event', alert.event,
          'severity', alert.severity, 'urgency', alert.urgency, 'certainty', alert.certainty, 'expiresAt', alert.expires_at,
          'cancelledAt', alert.cancelled_at))
        from app_public.webhooks w
        where w.authority_id in (select above.id from above) and event = any (w.events) and not w.is_paused
          and w.secret is not null and (w.drills or alert.status not in ('EXERCISE', 'TEST'))
          -- A head tells of its alerts, not its cells.
          and not exists (select from app_private.cell c where c.head_user_id = alert.user_id)
      returning m.id, m.webhook_id
  )
  select app_private.queue_webhook(q.id, q.webhook_id) from queued q
$$;
COMMENT ON FUNCTION app_private.queue_webhooks(alert app_public.alerts, event app_public.webhook_event) IS 'Queues what the webhooks of an alert''s authority, and of those above it, are told of it, in the transaction of the event.';
CREATE FUNCTION app_private.quiet_until(starts time without time zone, ends time without time zone, time_zone text, at timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  zone constant text := app_private.clock_of(time_zone);
  here timestamp;
  until timestamptz;
begin
  here := at at time zone zone;
  until := app_private.first_moment(
    case
      when starts < ends and here::time >= starts and here::time < ends then here::date + ends
      when starts > ends and here::time < ends then here::date + ends
      when starts > ends and here::time >= starts then here::date + 1 + ends
    end, zone);
  -- Clocks that are set back show times again at which the quiet hours have ended.
  return case when until > at then until end;
exception when invalid_parameter_value then
  -- The database knew this time zone before it moved to another server. Better a push at night than none, for a thousand people.
  return null;
end
$$;
COMMENT ON FUNCTION app_private.quiet_until(starts time without time zone, ends time without time zone, time_zone text, at timestamp with time zone) IS 'Returns when the quiet hours end that contain a time, by the clock of the time zone. Null if the time is outside them, or the database does not know the time zone. Quiet hours may pass midnight.';
CREATE FUNCTION app_private.reach_of(alert app_public.alerts) RETURNS app_public.alert_reach_preview
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET jit TO 'off'
    AS $$
declare
  reach app_public.alert_reach_preview;
  sms_levels constant app_public.level_alert[] := app_private.sms_levels();
begin
  with people as (
    select app_private.level_at(alert.zone1, alert.zone2, alert.zone3, l.location, l.accuracy > alert.max_accuracy) as level,
        app_private.is_fresh(l.taken_at, l.alive_at, alert.max_position_age) as is_fresh,
        array(select distinct d.provider from app_private.roads_of(l.user_id) d order by 1) as providers,
        exists (
          select from app_public.quiet_hours h
            where h.user_id = l.user_id and app_private.quiet_until(h.starts, h.ends, h.time_zone, now()) is not null) as is_quiet,
        -- The innermost level of all versions, and of those since the last renotification. A new alert has no id: no lookup.
        case when alert.id is not null then (
          select array[min(n.level), min(n.level) filter (where n.version >= alert.renotified_version)]
            from app_public.notifications n where n.alert_id = alert.id and n.user_id = l.user_id) end as notified_levels,
        app_private.wanted_languages(u.languages, u.device_language) as wanted
      from app_public.last_positions l join app_public.users u on u.id = l.user_id
      where st_covers(alert.zone3, l.location) and app_private.applies_to(alert.status, u.is_tester)
      -- An optimization fence: the functions run once for each row.
      offset 0
  ), audience as (
    select p.level, p.is_fresh,
        case when p.level = any (sms_levels) or p.notified_levels[1] = any (sms_levels) then p.providers
          else array_remove(p.providers, 'sms') end as providers, p.is_quiet, p.notified_levels[1] is not null as is_again,
        -- A position that is too coarse for a level counts as THREE.
        app_private.is_notified(p.notified_levels[2], coalesce(p.level, 'THREE')) as is_notified,
        p.is_fresh and p.level is not null and not app_private.is_notified(p.notified_levels[2], p.level) as is_due,
        p.wanted, count(*)::integer as users
      from people p group by 1, 2, 3, 4, 5, 6, 7, 8
  ), counts as (
    select coalesce(sum(a.users) filter (where a.is_due and a.level = 'ONE'), 0) as one,
        coalesce(sum(a.users) filter (where a.is_due and a.level = 'TWO'), 0) as two,
        coalesce(sum(a.users) filter (where a.is_due and a.level = 'THREE'), 0) as three,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'ONE'), 0) as again_one,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'TWO'), 0) as again_two,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'THREE'), 0) as again_three,
        coalesce(sum(a.users) filter (where a.is_fresh and a.level is not null and not a.is_due), 0) as already_told,
        coalesce(sum(a.users) filter (where a.is_due and array_remove(a.providers, 'email') <> '{}'), 0) as with_device,
        coalesce(sum(a.users) filter (where not a.is_fresh and not a.is_notified), 0) as stale,
        coalesce(sum(a.users) filter (where a.is_fresh and a.level is null and not a.is_notified), 0) as coarse
      from audience a
  )
  select c.one, c.two, c.three, c.again_one, c.again_two, c.again_three, c.already_told, c.with_device, c.stale, c.coarse,
      array(
        select row(p.provider, sum(a.users))::app_public.provider_reach
          from audience a, unnest(a.providers) p (provider) where a.is_due group by p.provider order by p.provider),
      array(
        select row(p.providers, sum(p.users))::app_public.phone_reach
          from (
            -- A mail rings no phone.
            select array_remove(a.providers, 'email') as providers, a.users
              from audience a where a.is_due and (a.level = 'ONE' or not a.is_quiet)
          ) p
          where p.providers <> '{}' group by p.providers order by p.providers),
      array(
        select row(coalesce(t.language, alert.language), sum(a.users), case when t.language is null then a.wanted[1] end)::app_public.language_reach
          from audience a, app_private.text_language(a.wanted, app_private.languages_of(alert.language, alert.texts)) t (language)
          where a.is_due group by coalesce(t.language, alert.language), case when t.language is null then a.wanted[1] end order by sum(a.users) desc, 1)
    into reach.one, reach.two, reach.three, reach.again_one, reach.again_two, reach.again_three, reach.already_told,
      reach.with_device, reach.stale, reach.coarse, reach.by_provider, reach.ringing, reach.languages
    from counts c;
  reach.area := st_area(alert.zone1::geography);
  reach.overlapping := array(
    select row(a.id, a.text1, a.status, a.expires_at, a.title)::app_public.alert_overlap
      from app_public.alerts a
      where a.active and app_private.is_active(a.active, a.expires_at) and a.id is distinct from alert.id
        and st_intersects(a.zone3, alert.zone3)
      order by a.id desc limit 20);
  reach.neighbours := array(select n.name from app_private.neighbours(alert) n);
  if exists (select from app_private.cells) then
    reach.question := to_jsonb(alert) || jsonb_build_object(
      'zone1', alert.zone1::text, 'zone2', alert.zone2::text, 'zone3', alert.zone3::text);
  end if;
  return reach;
end
$$;
COMMENT ON FUNCTION app_private.reach_of(alert app_public.alerts) IS 'Returns how many users a new alert or the next version of one would notify if it were published now, by the rules of publication. The alert comes from app_private.draft_alert() or app_private.draft_update().';
CREATE FUNCTION app_private.read_cursor(since text, kind text) RETURNS bigint[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
declare
  parts text[];
begin
  if since = '' then
    return null;
  end if;
  if length(since) % 2 = 0 and since ~ '^[0-9a-f]{2,200}$' then
    -- The format "escape" takes any bytes. They may be no valid UTF-8.
    parts := regexp_match(encode(decode(since, 'hex'), 'escape'), '^(alert|notification)((?: \d{1,18}){4})$');
  end if;
  if parts is null then
    raise exception using errcode = 'LA400',
      constraint = 'cursor_form', message = 'since is not a cursor: send the cursor of the last row that you got, or an empty text to begin at the start.';
  end if;
  if parts[1] <> kind then
    raise exception using errcode = 'LA400', constraint = 'cursor_kind', message = format('since is a cursor of %ss, not of %ss: keep one for each.', parts[1], kind);
  end if;
  return string_to_array(btrim(parts[2]), ' ')::bigint[];
end
$_$;
COMMENT ON FUNCTION app_private.read_cursor(since text, kind text) IS 'Returns the four numbers in a cursor of this kind, alert or notification. Null for an empty text. Error LA400 for an invalid cursor, or one of the other kind.';
CREATE FUNCTION app_private.read_speech(id uuid, first_byte integer, bytes integer) RETURNS bytea
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select substring(s.mp3 from read_speech.first_byte + 1 for read_speech.bytes)
    from app_private.speeches s
    where s.id = read_speech.id
$$;
COMMENT ON FUNCTION app_private.read_speech(id uuid, first_byte integer, bytes integer) IS 'Returns a byte range of a speech (an MP3 file); first_byte counts from 0. Null for an unknown id.';
CREATE FUNCTION app_private.readiness(OUT migration text, OUT job_lag double precision, OUT failing_pushes json, OUT failing_mail json) RETURNS record
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  select m.filename into strict migration from graphile_migrate.migrations m order by m.filename desc limit 1;
  select coalesce(extract(epoch from clock_timestamp() - min(j.run_at)), 0) into job_lag
    from graphile_worker.jobs j
    where j.run_at <= clock_timestamp() and j.locked_at is null and j.attempts < j.max_attempts;
  failing_pushes := app_private.failing_pushes();
  failing_mail := app_private.failing_mail();
end
$$;
COMMENT ON FUNCTION app_private.readiness(OUT migration text, OUT job_lag double precision, OUT failing_pushes json, OUT failing_mail json) IS 'Returns the state of the database for GET /readyz: the last migration, the seconds that the oldest due job has waited, and since when and why push providers and the mail server fail. An error if no migration has run.';
CREATE FUNCTION app_private.receive_alert() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  -- A subscription that was made anew copies all rows again.
  if exists (select from app_private.sent_alerts s where (s.alert_id, s.version) = (new.alert_id, new.version) and s.sent_at >= new.sent_at) then
    return null;
  end if;
  -- A head that was restored from a backup may give the number of a version that it lost to another one.
  delete from app_private.sent_alerts s where (s.alert_id, s.version) = (new.alert_id, new.version);
  -- A job, because an error here would stop the replication, and because ordinary triggers do not fire here.
  perform graphile_worker.add_job(
    'take_alert', json_build_object('alertId', new.alert_id), job_key => 'take_alert:' || new.alert_id);
  return new;
end
$$;
COMMENT ON FUNCTION app_private.receive_alert() IS 'Queues the job that publishes a version of an alert that came from the head. A version that came before is left out, and one that the head has published anew since takes its place.';
CREATE FUNCTION app_private.receive_cap(message jsonb, xml text, source_id integer, authority_id integer, user_id integer, is_training boolean, OUT received_id bigint, OUT draft_id integer, OUT outcome text) RETURNS record
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  -- More unread drafts of a source than anybody reads.
  max_drafts constant integer := 50;
  this_source constant integer := source_id;
  this_authority constant integer := authority_id;
  this_user constant integer := user_id;
  in_training constant boolean := is_training;
  infos constant jsonb := message -> 'infos';
  this_sent constant timestamptz := message ->> 'sent';
  area constant geometry := app_private.cap_area(infos);
  source_area geometry;
  authority app_public.authorities;
  previous app_private.cap_received;
  known app_private.cap_received;
  alert app_public.alerts;
  draft app_public.shared_drafts;
  is_cancel constant boolean := message ->> 'msgType' = 'Cancel';
  made_name text;
  made jsonb;
begin
  if message ->> 'msgType' in ('Ack', 'Error') or message ->> 'status' in ('System', 'Draft') then
    outcome := 'IGNORED';
    return;
  end if;
  -- Two hosts may have the same message at once.
  perform pg_advisory_xact_lock(4160);
  select r.* into known from app_private.cap_received r
    where r.authority_id = this_authority and r.sender = message ->> 'sender' and r.identifier = message ->> 'identifier' and r.sent = this_sent
      and (r.source_id is not distinct from this_source or this_source is null)
    order by r.draft_id is null, r.alert_id is null, r.id desc limit 1;
  if coalesce(known.draft_id, known.alert_id) is not null or known.id is not null and this_source is not null then
    received_id := known.id;
    draft_id := known.draft_id;
    outcome := 'KNOWN';
    return;
  end if;
  -- Who opens a message again has removed its draft.
  delete from app_private.cap_received r where r.id = known.id and r.source_id is null;
  select a.* into authority from app_public.authorities a where a.id = this_authority;
  select s.area into source_area from app_public.cap_sources s where s.id = this_source;
  -- A sender changes and cancels its own messages only, and a source only what came from it.
  select r.* into previous
    from app_private.cap_received r join jsonb_array_elements(message -> 'references') e
      on e ->> 'sender' = r.sender and e ->> 'identifier' = r.identifier and (e ->> 'sent')::timestamptz = r.sent
    where r.authority_id = this_authority and r.sender = message ->> 'sender' and (r.source_id = this_source or this_source is null)
    order by r.sent desc, r.id desc limit 1;
  if previous.id is null and not is_cancel and this_source is not null and not st_intersects(area, coalesce(source_area, authority.area)) then
    outcome := 'OUTSIDE';
    return;
  end if;
  select d.* into draft from app_public.shared_drafts d where d.id = previous.draft_id;
  select a.* into alert from app_public.alerts a where a.id = previous.alert_id and app_private.is_active(a.active, a.expires_at);
  outcome := case
    when is_cancel then 'CANCELLED'
    -- Feeds may bring a message after the one that replaces it.
    when exists (
      select from app_private.cap_received r
        where r.authority_id = this_authority and r.source_id is not distinct from this_source and r.sender = message ->> 'sender'
          and r.refs @> jsonb_build_array(jsonb_build_object('sender', r.sender, 'identifier', message ->> 'identifier', 'sent', message ->> 'sent')))
      then 'REPLACED'
    when draft.id is null then 'DRAFT'
    -- What a person has written stays.
    when draft.version = previous.draft_version then 'UPDATED'
    else 'NOTED'
  end;
  if outcome = 'DRAFT' and this_source is not null
    and (select count(distinct r.draft_id) from app_private.cap_received r where r.source_id = this_source) >= max_drafts
  then
    outcome := 'FULL';
    return;
  end if;
  if outcome in ('DRAFT', 'UPDATED') then
    made := app_private.cap_content(message ->> 'status', infos, area, authority);
    if alert.id is not null then
      made := jsonb_build_object('level2Distance', alert.level2_distance, 'level3Distance', alert.level3_distance) || made
        || jsonb_build_object('language', alert.language, 'status', alert.status, 'base', jsonb_build_object(
          'version', alert.version, 'expiresAt', extract(epoch from alert.expires_at)::bigint, 'shapes', app_private.shapes_of(alert.zone1),
          'level2Distance', alert.level2_distance, 'level3Distance', alert.level3_distance, 'title', coalesce(alert.title, ''),
          'texts', jsonb_build_array(alert.text1, alert.text2, alert.text3)));
    end if;
  end if;
  if outcome = 'DRAFT' then
    made_name := left(coalesce(nullif(made ->> 'title', ''), message ->> 'identifier'), 60);
    select made_name || case when n = 1 then '' else format(' (%s)', n) end into made_name
      from generate_series(1, 10000) n
      where not exists (
        select from app_public.shared_drafts d
          where lower(d.name) = lower(made_name || case when n = 1 then '' else format(' (%s)', n) end) and not d.is_private)
      order by n limit 1;
    insert into app_public.shared_drafts (name, content, user_id, is_training, alert_id, authority_id)
      values (made_name, made, this_user, in_training, alert.id, this_authority)
      returning * into draft;
    perform app_private.audit('DRAFT_CREATED', 'DRAFT', draft.id);
  elsif outcome = 'UPDATED' then
    -- The trigger counts the versions of users only.
    update app_public.shared_drafts d
      set content = made, version = d.version + (app_public.current_user_id() is null)::integer
      where d.id = draft.id
      returning d.* into draft;
  end if;
  insert into app_private.cap_received as r (
      source_id, authority_id, identifier, sender, sent, msg_type, status, refs, note, infos, xml, draft_id, draft_version, alert_id, marks, changes)
    values (
      this_source, this_authority, message ->> 'identifier', message ->> 'sender', this_sent, message ->> 'msgType', message ->> 'status',
      message -> 'references', message ->> 'note', infos, receive_cap.xml, draft.id, case when outcome = 'NOTED' then previous.draft_version else draft.version end,
      previous.alert_id,
      array_remove(array[
        case when message ->> 'isValid' = 'false' then 'NOT_VALID' end,
        case when message ->> 'isSigned' = 'false' then 'NOT_SIGNED' end,
        case when (select max((i ->> 'expires')::timestamptz) from jsonb_array_elements(infos) i) < now() then 'EXPIRED' end,
        case when message ->> 'status' <> 'Actual' then 'TEST' end,
        case when not is_cancel and area is null then 'NO_AREA' end,
        case when not st_covers(authority.allowed_area, area) then 'OUTSIDE' end,
        case when message ->> 'msgType' <> 'Alert' and previous.id is null then 'UNKNOWN_REFERENCE' end,
        case when is_cancel then 'CANCELLED' end
      ]::app_public.cap_mark[], null),
      case when previous.id is not null and not is_cancel then app_private.cap_changes(app_private.cap_info(previous.infos), app_private.cap_info(infos)) end)
    returning r.id, r.draft_id into received_id, draft_id;
end
$$;
COMMENT ON FUNCTION app_private.receive_cap(message jsonb, xml text, source_id integer, authority_id integer, user_id integer, is_training boolean, OUT received_id bigint, OUT draft_id integer, OUT outcome text) IS 'Stores a CAP message that the host has read, from a source or by hand. A new one becomes a draft of the authority; an update changes that draft unless a person has, or makes a draft that updates the alert which was published from it; a cancel is noted beside these. Returns what became of it: DRAFT, UPDATED, NOTED, CANCELLED, REPLACED, or KNOWN, OUTSIDE, IGNORED and FULL for one that is not stored.';
CREATE FUNCTION app_private.receive_figures() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
begin
  -- A subscription that was made anew copies all rows again.
  if tg_op = 'INSERT' then
    execute format('delete from %I.%I t where t.cell = $1.cell and %s', tg_table_schema, tg_table_name, tg_argv[0]) using new;
  end if;
  new.received_at := clock_timestamp();
  return new;
end
$_$;
COMMENT ON FUNCTION app_private.receive_figures() IS 'Notes when a row of a cell came, by the head''s clock. A row that came before is replaced. The argument is the rest of its key, as a condition on t and $1.';
CREATE FUNCTION app_private.received_from(draft_id integer, alert_id integer) RETURNS app_public.received_message
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select r.id, s.name, r.sender, r.identifier, r.sent, r.msg_type, r.marks, app_private.cap_text(app_private.cap_info(r.infos)), r.note,
      (select coalesce(jsonb_agg(i.info - 'polygons' - 'circles' order by i.place), '[]') from jsonb_array_elements(r.infos) with ordinality i (info, place)),
      coalesce(r.changes, '[]')
    from app_private.cap_received r left join app_public.cap_sources s on s.id = r.source_id
    where (r.draft_id = received_from.draft_id or r.alert_id = received_from.alert_id)
      and r.authority_id = any (app_private.my_authorities('AUTHOR'))
    order by r.sent desc, r.id desc limit 1
$$;
COMMENT ON FUNCTION app_private.received_from(draft_id integer, alert_id integer) IS 'Returns the newest CAP message that a draft or an alert comes from. Null for all but authors of its authority.';
CREATE FUNCTION app_private.record_deliveries(provider app_private.push_provider, outcomes json) RETURNS interval
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  recorded_at constant timestamptz := clock_timestamp();
  seconds constant double precision := extract(epoch from recorded_at);
  recorded record;
  receipts text[];
  max_wait interval;
  is_accepted boolean := false;
  failure_reason text;
begin
  for recorded in
    with outcome as materialized (
      select o.*, 0.75 + random() / 2 as jitter,
          case o.state when 'retry' then 'queued' else o.state end::app_private.delivery_state as new_state,
          case when o.state <> 'accepted' then format('%s %s', o.at, o.why) end as failure
        from (
          -- The provider's reason may contain the device token.
          select r.user_id, r.id, r.state, app_private.push_reason(r.why) as why, r.receipt, r.after, r.unsent, r.everyone,
              recorded_at - r.ago * interval '1 millisecond' as at
            from json_to_recordset(outcomes) r (
              user_id integer, id bigint, state text, why text, receipt text, after float8, unsent boolean, everyone boolean, ago float8)
        ) o
    )
    update app_private.deliveries d
      set state = o.new_state,
        sent_at = case when o.unsent and d.attempts = 1 then null else d.sent_at end,
        settled_at = case when o.state <> 'retry' then o.at end,
        accepted_at = coalesce(d.accepted_at, case when o.state = 'accepted' then o.at end),
        receipt = o.receipt,
        why = o.why,
        failures = case when o.failure is null then d.failures else d.failures || o.failure end,
        due_at = case when o.state <> 'retry' then d.due_at
          else to_timestamp(seconds + greatest(
            o.after / 1000,
            -- One second, two, four, up to five minutes, with jitter.
            least(power(2, least(d.attempts, 20) - 1), 300) * o.jitter)) end
      from outcome o
      where d.user_id = o.user_id and d.id = o.id
      returning o.state, o.receipt, o.why, o.unsent, o.everyone, d.attempts,
        -- Without a Retry-After of the provider, the next probe comes long before each of them is due.
        least(d.due_at - recorded_at, greatest(o.after * interval '1 millisecond', interval '24 seconds')) as wait, d.user_id, d.device_id, d.sent_at
  loop
    if recorded.receipt is not null then
      receipts := receipts || recorded.receipt;
    end if;
    -- Repeated failures of one device say nothing about the provider.
    if recorded.unsent is not true and (recorded.everyone or recorded.state = 'retry' and recorded.attempts <= 1) then
      failure_reason := recorded.why;
    end if;
    if recorded.state = 'retry' then
      if recorded.everyone then
        max_wait := greatest(max_wait, recorded.wait);
      end if;
    elsif recorded.state = 'accepted' then
      is_accepted := true;
    elsif recorded.state = 'dead' then
      perform app_private.remove_dead_device(recorded.user_id, recorded.device_id, recorded.sent_at);
    end if;
  end loop;
  if receipts is not null then
    perform app_private.queue_receipts(provider, receipts);
  end if;
  if is_accepted or failure_reason is not null then
    perform app_private.note_push_outcome(provider, case when not is_accepted then failure_reason end);
  end if;
  return max_wait;
end
$$;
COMMENT ON FUNCTION app_private.record_deliveries(provider app_private.push_provider, outcomes json) IS 'Records the results of deliveries: an array of {user_id, id, state: accepted, failed, dead or retry, why, receipt, after (minimum delay in milliseconds), unsent (true if it was not attempted), everyone (true if the provider would accept no push now), ago (milliseconds since the answer)}. Removes dead devices, queues requests for receipts, and records whether the provider accepts pushes: not if it rejects all pushes or a first attempt. Returns the delay before the next push to the provider: its Retry-After, or else less than half a minute.';
CREATE FUNCTION app_private.record_receipts(provider app_private.push_provider, requested_receipts text[], outcomes json) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  recorded_at constant timestamptz := clock_timestamp();
  returned_receipts constant text[] := array(
    select o.receipt from json_to_recordset(outcomes) o (receipt text) where o.receipt is not null);
  missing_receipts text[];
  recorded record;
  is_accepted boolean := false;
  failure_reason text;
  retried_ids bigint[];
  retried_levels app_public.level_alert[];
begin
  -- Asks again for missing receipts, for as long as providers keep them.
  select array_agg(d.receipt) into missing_receipts
    from app_private.deliveries d
    where d.receipt = any (requested_receipts) and d.settled_at > now() - interval '1 day'
      and d.receipt <> all (returned_receipts);
  if missing_receipts is not null then
    perform app_private.queue_receipts(provider, missing_receipts);
  end if;
  for recorded in
    with outcome as materialized (
      select o.*, case o.state when 'retry' then 'queued' else o.state end::app_private.delivery_state as new_state,
          case when o.state <> 'accepted' then format('%s %s', recorded_at, o.why) end as failure
        from (
          -- The provider's reason may contain the device token.
          select r.receipt, r.state, app_private.push_reason(r.why) as why, r.everyone
            from json_to_recordset(outcomes) r (receipt text, state text, why text, everyone boolean)
        ) o
    )
    update app_private.deliveries d
      set receipt = null,
        state = o.new_state,
        settled_at = case o.state when 'accepted' then d.settled_at when 'retry' then null else recorded_at end,
        why = o.why,
        failures = case when o.failure is null then d.failures else d.failures || o.failure end
      from outcome o
      where d.receipt = o.receipt
      returning o.state, o.why, o.everyone, d.notification_id, d.device_id, d.user_id, d.level, d.sent_at
  loop
    if recorded.state = 'accepted' then
      is_accepted := true;
    elsif recorded.everyone then
      failure_reason := recorded.why;
    end if;
    if recorded.state = 'retry' then
      retried_ids := retried_ids || recorded.notification_id;
      retried_levels := retried_levels || recorded.level;
    elsif recorded.state = 'dead' then
      perform app_private.remove_dead_device(recorded.user_id, recorded.device_id, recorded.sent_at);
    end if;
  end loop;
  if failure_reason is not null and not is_accepted then
    perform app_private.note_push_outcome(provider, failure_reason);
  end if;
  perform app_private.follow_up_deliveries(provider, r.ids, r.level, now())
    from (
      select o.level, array_agg(distinct o.id) as ids from unnest(retried_levels, retried_ids) o (level, id) group by o.level
    ) r;
end
$$;
COMMENT ON FUNCTION app_private.record_receipts(provider app_private.push_provider, requested_receipts text[], outcomes json) IS 'Records the receipts of accepted deliveries: an array of {receipt, state: accepted, failed, dead or retry, why, everyone (true if the service''s account at the provider is at fault)}. Records whether the provider delivers, removes dead devices, queues retries, and asks again for missing receipts.';
CREATE FUNCTION app_private.refresh_session(user_id integer, session_id bigint, family_hash bytea, token_hash bytea, next_key bytea, next_hash bytea, lifetime interval) RETURNS bytea
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  grace_period constant interval := '30 days';
  stored app_private.refresh_tokens;
begin
  -- Only a holder of a token of this session knows its family, so nobody else can end the session below.
  if not exists (select from app_private.refresh_tokens r
      where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id and r.family_hash = refresh_session.family_hash)
    or (app_private.authenticate(refresh_session.user_id, refresh_session.session_id)).role = 'app_anonymous'
    -- Its provider has not answered for too long.
    or exists (select from app_public.sessions s join app_private.oidc_identities i on i.user_id = s.user_id
      where s.user_id = refresh_session.user_id and s.id = refresh_session.session_id and s.login_way = 'OIDC'
        and i.checked_at < now() - interval '1 hour')
  then
    return null;
  end if;
  -- The row lock serializes concurrent refreshes.
  update app_public.sessions s set used_at = now(), expires_at = now() + refresh_session.lifetime
    where s.user_id = refresh_session.user_id and s.id = refresh_session.session_id;
  if not found then
    -- It ended meanwhile.
    return null;
  end if;
  select r.* into stored from app_private.refresh_tokens r
    where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id;
  if stored.previous_hash = refresh_session.token_hash then
    return stored.successor_key;
  -- A restored database may lack the newest token.
  elsif stored.token_hash = refresh_session.token_hash or stored.restored_at > now() - grace_period then
    update app_private.refresh_tokens r
      set previous_hash = refresh_session.token_hash, token_hash = refresh_session.next_hash,
        successor_key = refresh_session.next_key, restored_at = null
      where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id;
    return refresh_session.next_key;
  end if;
  delete from app_public.sessions s
    where s.user_id = refresh_session.user_id and s.id = refresh_session.session_id;
  perform app_private.audit(
    'SESSION_ENDED', 'USER', refresh_session.user_id,
    jsonb_build_object('session_id', refresh_session.session_id, 'reason', 'REFRESH_TOKEN_REPEATED'));
  perform pg_notify('token_revoked', refresh_session.user_id::text);
  return null;
end
$$;
COMMENT ON FUNCTION app_private.refresh_session(user_id integer, session_id bigint, family_hash bytea, token_hash bytea, next_key bytea, next_hash bytea, lifetime interval) IS 'Extends a session by a refresh token, and returns the key from which the host computes the next token (rotation). A repeated token gets the same key until the next token is used. An older token ends the session, as it may be stolen; after a restore, one unknown token is accepted. Null if the token is invalid.';
CREATE FUNCTION app_private.refuse_anonymous() RETURNS integer
    LANGUAGE plpgsql STABLE
    AS $$
begin
  raise exception using errcode = 'LA401', constraint = 'log_in_first', message = 'Log in first: this needs a valid token.';
end
$$;
COMMENT ON FUNCTION app_private.refuse_anonymous() IS 'Raises error LA401.';
CREATE FUNCTION app_private.refuse_isolation() RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  raise exception using errcode = 'active_sql_transaction',
    message = 'Reports and publications run at the isolation level READ COMMITTED only: at another one a report misses an alert that is published meanwhile. Begin the transaction with it, and check default_transaction_isolation.';
end
$$;
COMMENT ON FUNCTION app_private.refuse_isolation() IS 'Raises error 25001 for a report or a publication whose transaction uses one snapshot for all its statements.';
CREATE FUNCTION app_private.refuse_to_change_audit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if tg_op = 'DELETE' then
    if tg_relid = 'app_public.audit_entries'::regclass then
      if old.created_at < now() - (select s.audit_retention from app_private.settings s) then
        return old;
      end if;
    elsif not exists (select from app_public.audit_entries e where e.id = old.entry_id) then
      return old;
    end if;
  end if;
  raise exception using errcode = 'insufficient_privilege',
    message = format('%s of %s: entries of the audit log are only added.', lower(tg_op), tg_relid::regclass);
end
$$;
COMMENT ON FUNCTION app_private.refuse_to_change_audit() IS 'Rejects changes of the audit log and of its chain, also by their owner. Only entries past the retention can be deleted, and then their places in the chain. Only its trigger calls it, as the owner, for whoever may change the row.';
CREATE FUNCTION app_private.refuse_to_lose_history() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if exists (select 1 from app_public.notifications n where n.alert_id = old.id) then
    raise exception using errcode = 'foreign_key_violation',
      message = format('alerts %s cannot be deleted: positions or notifications refer to it, and they prove who was told and why.', old.id);
  end if;
  return old;
end
$$;
COMMENT ON FUNCTION app_private.refuse_to_lose_history() IS 'Replaces a foreign key from notifications to alerts: refuses to delete an alert that has notifications. app_private.delete_user() does the same for users. Only its trigger calls it, as the owner, for whoever may change the row.';
CREATE FUNCTION app_private.refuse_training_users() RETURNS void
    LANGUAGE plpgsql STABLE
    AS $$
begin
  if (app_public.me()).is_training then
    raise exception using errcode = 'LA403', constraint = 'in_training', message = 'You are in training: another administrator has to change this.';
  end if;
end
$$;
COMMENT ON FUNCTION app_private.refuse_training_users() IS 'Raises error LA403 if the caller is in training.';
CREATE FUNCTION app_private.refuse_training_writes() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform app_private.refuse_training_users();
  return coalesce(new, old);
end
$$;
COMMENT ON FUNCTION app_private.refuse_training_writes() IS 'Raises error LA403 for a change by a training user. A trigger, as a policy would hide the rows without an error.';
CREATE FUNCTION app_private.refuse_unknown_cursor() RETURNS void
    LANGUAGE plpgsql STABLE
    AS $$
begin
  raise exception using errcode = 'LA409',
    constraint = 'cursor_unknown', message = 'since names a change that is not here, as after a restore of the database: begin again with an empty text. Ids tell which rows you have.';
end
$$;
COMMENT ON FUNCTION app_private.refuse_unknown_cursor() IS 'Raises error LA409 for a cursor whose change the database does not have.';
CREATE FUNCTION app_private.register_tasks(late_after json) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  insert into app_private.tasks as t (name, late_after)
    select n.key, make_interval(secs => n.value::float8) from json_each_text(register_tasks.late_after) n
    on conflict (name) do update set late_after = excluded.late_after where t.late_after <> excluded.late_after;
  delete from app_private.tasks t where register_tasks.late_after -> t.name is null;
end
$$;
COMMENT ON FUNCTION app_private.register_tasks(late_after json) IS 'Registers the tasks that run regularly, each with the seconds after its last success at which it is late, and removes all others. Called when jobs start.';
CREATE FUNCTION app_private.release_deliveries(provider app_private.push_provider) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  update app_private.deliveries d set due_at = now()
    from (
      select e.user_id, e.id
        from app_private.deliveries e
        where e.alert_id = any (array(select a.id from app_public.alerts a
              where app_private.may_push('ALERT', a) or app_private.may_push('ALL_CLEAR', a)))
          and e.provider = release_deliveries.provider and e.state = 'queued' and e.due_at > now()
          -- A delivery without an attempt waits for the end of quiet hours.
          and e.attempts > 0
          -- Web Push has several hosts. A delay beyond the service's own backoff is the Retry-After of one of them.
          and (e.provider <> 'web_push' or e.due_at < now() + interval '7 minutes')
        -- A locked row is being handled already. Skipping it avoids deadlocks.
        for no key update skip locked
    ) w
    where d.user_id = w.user_id and d.id = w.id;
  -- Their priorities order them: the most urgent level first.
  perform graphile_worker.reschedule_jobs(
    array(select j.id from graphile_worker.jobs j
      where j.task_identifier = 'push_' || release_deliveries.provider and j.run_at > now() and j.locked_at is null and j.key is null),
    run_at => now());
end
$$;
COMMENT ON FUNCTION app_private.release_deliveries(provider app_private.push_provider) IS 'Makes the deliveries that wait for a provider due, and reschedules their jobs, when the provider accepts pushes again.';
CREATE FUNCTION app_private.release_quiet_deliveries() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  owner_id constant integer := coalesce(new.user_id, old.user_id);
  moment constant timestamptz := now();
  quiet_end constant timestamptz := (
    select app_private.quiet_until(q.starts, q.ends, q.time_zone, moment)
      from app_public.quiet_hours q where q.user_id = owner_id);
  queued_deliveries record;
  quiet_key text;
begin
  update app_private.deliveries d
    set due_at = coalesce(case when d.level <> 'ONE' then quiet_end end, moment)
    where d.user_id = owner_id and d.state = 'queued'
      -- A delivery that was tried before waits for its provider, not for quiet hours.
      and d.attempts = 0
      and case when d.level <> 'ONE' and quiet_end is not null then d.due_at <> quiet_end else d.due_at > moment end;
  if not found then
    return null;
  end if;
  for queued_deliveries in
    select d.provider, d.level, array_agg(distinct d.notification_id) as ids, min(d.due_at) as due_at
      from app_private.deliveries d
      where d.attempts = 0 and d.user_id = owner_id and d.state = 'queued'
      group by d.provider, d.level
  loop
    quiet_key := concat_ws(':', 'quiet', owner_id, queued_deliveries.provider, queued_deliveries.level);
    -- It takes the place of the job of the last change, so that no number of changes makes more than one. A job that runs
    -- would lose its retries.
    perform graphile_worker.add_job(
      'push_' || queued_deliveries.provider,
      json_build_object('notificationIds', queued_deliveries.ids),
      run_at => queued_deliveries.due_at,
      priority => array_position(enum_range(null::app_public.level_alert), queued_deliveries.level),
      job_key => case when not exists (select from graphile_worker.jobs j where j.key = quiet_key and j.locked_at is not null) then quiet_key end);
  end loop;
  return null;
end
$$;
COMMENT ON FUNCTION app_private.release_quiet_deliveries() IS 'Makes the deliveries of a user that wait for the end of quiet hours due when the hours that the user has now end, or else now. It runs as the owner, as deliveries and jobs are no one else''s; the policies of quiet_hours guard whose.';
CREATE FUNCTION app_private.remove_dead_device(user_id integer, device_id bigint, sent_at timestamp with time zone) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  with gone as (
    delete from app_private.devices d
      where d.user_id = remove_dead_device.user_id and d.id = remove_dead_device.device_id
        and d.created_at <= coalesce(remove_dead_device.sent_at, 'infinity')
      returning d.provider
  )
  update app_public.users u
    set email_refusal = case r.provider when 'email' then r.why else u.email_refusal end,
      sms_refusal = case r.provider when 'sms' then r.why else u.sms_refusal end
    from (
      select g.provider, coalesce((
          select e.why from app_private.deliveries e
            where e.user_id = remove_dead_device.user_id and e.device_id = remove_dead_device.device_id and e.state = 'dead'
            order by e.id desc limit 1), '') as why
        from gone g where g.provider in ('email', 'sms')
    ) r
    where u.id = remove_dead_device.user_id
$$;
COMMENT ON FUNCTION app_private.remove_dead_device(user_id integer, device_id bigint, sent_at timestamp with time zone) IS 'Removes a device to which a push could not be delivered, unless it was registered again after that push was sent. The user sees why their email or number was refused.';
CREATE FUNCTION app_private.repeated_publication(input app_public.publication_input) RETURNS app_public.held_publication
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  held app_private.held_publications;
begin
  select h.* into held from app_private.held_publications h
    where h.user_id = app_public.current_user_id() and h.key = input.key;
  if held.id is null then
    return null;
  end if;
  -- Null fields do not count, so that a request stays equal when a later version of the API adds a field. The alert_id of a new
  -- alert is set by its publication, so it is compared for others only.
  if (jsonb_strip_nulls(held.new_alert::jsonb), jsonb_strip_nulls(held.changes::jsonb), held.all_clear,
      jsonb_strip_nulls(held.all_clear_texts::jsonb), held.publish_at)
      is distinct from (jsonb_strip_nulls(to_jsonb(input.new_alert)), jsonb_strip_nulls(to_jsonb(input.changes)), input.all_clear,
        jsonb_strip_nulls(to_jsonb(input.all_clear_texts)), to_timestamp(input.publish_at))
    or held.new_alert is null and held.alert_id is distinct from input.alert_id
  then
    raise exception using errcode = 'LA409',
      constraint = 'key_taken', message = 'Another publication of yours has this key: look whether it went out, and use a new key for what differs.';
  end if;
  return app_private.held_publication(held);
end
$$;
COMMENT ON FUNCTION app_private.repeated_publication(input app_public.publication_input) IS 'Returns the held publication of a repeated request by its idempotency key, in any state. Null for a new key. Error LA409 if the request differs.';
CREATE FUNCTION app_private.report_cell() RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  min_interval constant interval := '3 seconds';
  cell_name constant text := (select c.name from app_private.cell c);
begin
  -- One host is enough.
  if cell_name is null or exists (select from app_private.cell_states s where s.reported_at > now() - min_interval)
    or not pg_try_advisory_xact_lock(hashtext('app_private.report_cell'))
  then
    return false;
  end if;
  insert into app_private.cell_states as s (cell, reported_at) values (cell_name, now())
    on conflict (cell) do update set reported_at = now();
  return true;
end
$$;
COMMENT ON FUNCTION app_private.report_cell() IS 'Tells the head that this cell is alive. True if it is time to count for it too, by app_private.count_cell(). False in a database that is no cell, or if another host has just reported.';
CREATE FUNCTION app_private.report_lock(user_id integer) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select (4155::pg_catalog.int8 << 32) | ((user_id >> 11) & 255)
$$;
COMMENT ON FUNCTION app_private.report_lock(user_id integer) IS 'Returns the key of the advisory lock of a user''s reports. Users of neighbouring ids share one: there are 256, few enough for one transaction to hold all.';
CREATE FUNCTION app_private.report_with_key(user_id integer, key_hash bytea, input json, alive_at bigint DEFAULT NULL::bigint, OUT is_known boolean, OUT kept integer, OUT faults text[]) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
declare
  key_id bigint;
  is_recently_used boolean;
  entries constant app_public.position_input[] := array(
    select e from json_populate_recordset(null::app_public.position_input, input) e);
  valid_entries app_public.position_input[];
  alive_time timestamptz;
begin
  select k.id, k.last_used_at > now() - interval '1 minute' into key_id, is_recently_used
    from app_private.device_keys k
    where k.user_id = report_with_key.user_id and k.key_hash = report_with_key.key_hash;
  is_known := found;
  if not is_known then
    return;
  end if;
  select array_agg(entries[i.place] order by i.place) filter (where i.fault is null),
      array_agg(distinct i.fault) filter (where i.fault is not null)
    into valid_entries, faults
    from (
      select e.ordinality as place,
          app_private.position_fault(e.latitude, e.longitude, e.accuracy, app_private.moment_taken(e.taken_at), now()) as fault
        from unnest(entries) with ordinality as e
    ) i;
  -- Before any row lock: an erasure takes this lock first, and then the row of the key.
  perform app_private.share_report_lock(report_with_key.user_id);
  perform app_private.apply_report_settings(report_with_key.user_id);
  if is_recently_used is not true then
    update app_private.device_keys k set last_used_at = now()
      where k.user_id = report_with_key.user_id and k.id = key_id;
  end if;
  kept := 0;
  if valid_entries is not null then
    kept := coalesce(cardinality((app_private.keep_positions(report_with_key.user_id, valid_entries)).kept), 0);
  end if;
  -- An invalid time is infinity, and is ignored.
  alive_time := nullif(app_private.moment_taken(report_with_key.alive_at), 'infinity');
  if report_with_key.alive_at is not null and alive_time is not null then
    perform app_private.note_alive(report_with_key.user_id, alive_time);
  end if;
end
$$;
COMMENT ON FUNCTION app_private.report_with_key(user_id integer, key_hash bytea, input json, alive_at bigint, OUT is_known boolean, OUT kept integer, OUT faults text[]) IS 'Reports the positions of an app with a device key, as newPositions does, except that invalid entries are skipped. alive_at is when the app ran without a newer position. Returns whether the key is known, the number of new positions, and the faults of the skipped entries.';
CREATE FUNCTION app_private.require_approver(alert app_public.alerts, previous app_public.alerts) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if not alert.authority_id = any (app_private.my_authorities('APPROVER')) then
    raise exception using errcode = 'LA403', constraint = 'no_approver', message = 'Your role does not allow you to publish for this authority.';
  elsif app_private.needs_approval(alert, previous) then
    raise exception using errcode = 'LA409', constraint = 'needs_approval', message = 'A second person has to approve this: send it by publicationHold, which proposes it.';
  end if;
end
$$;
COMMENT ON FUNCTION app_private.require_approver(alert app_public.alerts, previous app_public.alerts) IS 'Raises error LA403 unless the user of this request is an approver of the authority that warns, and LA409 if a second person has to approve it.';
CREATE FUNCTION app_private.require_found(id integer) RETURNS void
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if id is null then
    raise exception using errcode = 'LA404', constraint = 'nothing_there', message = 'There is nothing with this id.';
  end if;
end
$$;
COMMENT ON FUNCTION app_private.require_found(id integer) IS 'Raises error LA404 if the row to change was not found: its id is null.';
CREATE FUNCTION app_private.require_fresh_factor() RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if not app_private.factor_is_fresh() then
    raise exception using errcode = 'LA403', constraint = 'second_factor_needed', message = 'Your second factor was last shown a while ago: show it by secondFactorConfirm, and send this again.';
  end if;
end
$$;
COMMENT ON FUNCTION app_private.require_fresh_factor() IS 'Raises error LA403 if the user of this request has a second factor, and has not shown one in this session for a while.';
CREATE FUNCTION app_private.require_inside(alert app_public.alerts) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
  if not (select coalesce(st_covers(a.allowed_area, alert.zone1), true) from app_public.authorities a where a.id = alert.authority_id)
    and st_covers(
      (select st_union(a.allowed_area, app_private.aid_area(array[a.id], with_tolerance => true), 1e-10)
        from app_public.authorities a where a.id = alert.authority_id), alert.zone1) is not true
  then
    raise exception using errcode = 'LA403', constraint = 'outside_authority', message = 'The area leaves the area of your authority: draw it inside. The outer zones may reach beyond.';
  end if;
end
$$;
COMMENT ON FUNCTION app_private.require_inside(alert app_public.alerts) IS 'Raises error LA403 if zone ONE of an alert is not within the area of its authority and what others grant it, with 20 m of tolerance.';
CREATE FUNCTION app_private.require_managed(user_id integer) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  -- The owner of the database acts without a user.
  if app_public.current_user_id() is not null and not app_private.manages(require_managed.user_id) then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
end
$$;
COMMENT ON FUNCTION app_private.require_managed(user_id integer) IS 'Raises error LA404 unless the user of this request manages a user: see app_private.manages().';
CREATE FUNCTION app_private.require_manager() RETURNS void
    LANGUAGE plpgsql STABLE
    AS $$
begin
  if not exists (select from app_public.memberships m where m.authority_id = 1 and m.role = 'MANAGER') then
    raise exception using errcode = 'LA409', constraint = 'last_administrator', message = 'This is the last administrator: make another user an administrator first.';
  end if;
end
$$;
COMMENT ON FUNCTION app_private.require_manager() IS 'Raises error LA409 if the service has no manager: nobody of the first authority. The caller has made its change and holds the row lock on the settings, which serializes such changes.';
CREATE FUNCTION app_private.require_own(alert app_public.alerts) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if not app_private.is_own_alert(alert) then
    raise exception using errcode = 'LA403', constraint = 'other_authority', message = 'This is for the authority of the alert only.';
  end if;
end
$$;
COMMENT ON FUNCTION app_private.require_own(alert app_public.alerts) IS 'Raises error LA403 for an alert of an authority in which the user of this request has no role.';
CREATE FUNCTION app_private.require_shared_draft(draft_id integer, code text DEFAULT 'LA404'::text) RETURNS void
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if draft_id is null then
    raise exception using errcode = code, constraint = 'draft_gone', message = 'This draft was published or removed meanwhile: look among the alerts.';
  end if;
end
$$;
COMMENT ON FUNCTION app_private.require_shared_draft(draft_id integer, code text) IS 'Raises error LA404, or another given code, if the shared draft to change was not found: its id is null.';
CREATE FUNCTION app_private.require_trained_administrator() RETURNS void
    LANGUAGE plpgsql STABLE
    AS $$
begin
  if not exists (select from app_public.users u where u.is_admin and not u.is_training) then
    raise exception using errcode = 'LA409', constraint = 'last_trained_administrator', message = 'This is the last administrator who is not in training: make another one first.';
  end if;
end
$$;
COMMENT ON FUNCTION app_private.require_trained_administrator() IS 'Raises error LA409 if all administrators are in training. The caller has made its change and holds the row lock on the settings, which serializes such changes.';
CREATE FUNCTION app_private.require_user() RETURNS app_public.users
    LANGUAGE plpgsql STABLE
    AS $$
declare
  caller app_public.users;
begin
  select u.* into caller from app_public.users u where u.id = app_public.current_user_id();
  if caller.id is null then
    perform app_private.refuse_anonymous();
  end if;
  return caller;
end
$$;
COMMENT ON FUNCTION app_private.require_user() IS 'Returns the user of this request. Error LA401 without a valid token.';
CREATE FUNCTION app_private.require_user_id() RETURNS integer
    LANGUAGE sql STABLE
    AS $$
  select coalesce(app_public.current_user_id(), app_private.refuse_anonymous())
$$;
COMMENT ON FUNCTION app_private.require_user_id() IS 'Returns the id of the user of this request. Error LA401 without a valid token.';
CREATE FUNCTION app_private.reset_second_factors(user_id integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  delete from app_public.second_factors f where f.user_id = reset_second_factors.user_id;
  delete from app_private.recovery_codes c where c.user_id = reset_second_factors.user_id;
  perform app_private.audit('SECOND_FACTOR_REMOVED', 'USER', reset_second_factors.user_id, app_private.database_login());
  perform app_private.end_sessions(reset_second_factors.user_id);
end
$$;
COMMENT ON FUNCTION app_private.reset_second_factors(user_id integer) IS 'Removes all second factors of a user who has lost them, and ends the sessions. `npm run user -- second-factor reset` calls it.';
CREATE TABLE app_private.devices (
    user_id integer NOT NULL,
    token text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    id bigint NOT NULL,
    provider app_private.push_provider DEFAULT 'expo'::app_private.push_provider NOT NULL,
    is_fallback boolean DEFAULT false NOT NULL,
    CONSTRAINT devices_token_length CHECK (((char_length(token) >= 1) AND (char_length(token) <= 2048) AND (token ~ '^[^[:cntrl:]]+$'::text) AND (app_private.without_blanks(token) <> ''::text)))
);
COMMENT ON TABLE app_private.devices IS 'The devices to push to. A device token belongs to one user at a time.';
COMMENT ON COLUMN app_private.devices.user_id IS 'The user who has the device.';
COMMENT ON COLUMN app_private.devices.token IS 'The device token that the provider gave it; of an email, email: and the address; of SMS, the number.';
COMMENT ON COLUMN app_private.devices.created_at IS 'When the device was last registered.';
COMMENT ON COLUMN app_private.devices.id IS 'Identifies the device without exposing its token.';
COMMENT ON COLUMN app_private.devices.provider IS 'The provider that pushes to the device. The form of the token decided this at registration.';
COMMENT ON COLUMN app_private.devices.is_fallback IS 'True if nothing goes there while the user has another device.';
COMMENT ON CONSTRAINT devices_token_length ON app_private.devices IS 'token is empty, has more than 2,048 characters or contains a control character: send it as the push service gave it.';
CREATE FUNCTION app_private.roads_of(user_id integer) RETURNS SETOF app_private.devices
    LANGUAGE sql STABLE
    AS $$
  select d.* from app_private.devices d
    where d.user_id = roads_of.user_id
      and (not d.is_fallback or not exists (select from app_private.devices o where o.user_id = d.user_id and o.provider not in ('email', 'sms')))
$$;
COMMENT ON FUNCTION app_private.roads_of(user_id integer) IS 'Returns the devices by which a user is warned: one that is_fallback only if there is no other but a number for SMS, which may get level ONE only.';
CREATE FUNCTION app_private.round_down(people bigint, smallest_group integer, explained bigint DEFAULT NULL::bigint) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select (least(coalesce(people, 0), explained) / smallest_group * smallest_group)::integer
$$;
COMMENT ON FUNCTION app_private.round_down(people bigint, smallest_group integer, explained bigint) IS 'Returns the least number of people that analysts may know of: rounded down to a multiple of the smallest group, so 0 below it. explained is what the shown parts of these people explain at most, so that a total tells nothing of parts that are not shown.';
CREATE FUNCTION app_private.rounded_seconds(seconds double precision[]) RETURNS double precision[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  -- As numeric, because three tenths would be 0.30000000000000004.
  select array_agg(case when s <= 0 then 0 else round((ceil(s / u.unit - 1e-9) * u.unit)::numeric, 1) end::double precision order by o.ordinality)
    from unnest(seconds) with ordinality o (s, ordinality)
    cross join lateral (select case when s > 0 then power(10, greatest(floor(log(s)) - 1, -1)) end as unit) u
$$;
COMMENT ON FUNCTION app_private.rounded_seconds(seconds double precision[]) IS 'Returns seconds rounded up to two digits, and to a tenth below ten.';
CREATE FUNCTION app_private.rule_when_notified(stored_rule app_public.notification_rule, taken_at timestamp with time zone, created_at timestamp with time zone, published_at timestamp with time zone, completed_at timestamp with time zone, present_completed_at timestamp with time zone) RETURNS app_public.notification_rule
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  -- Each value has its own cast: a cast of the whole expression, from text, would keep PostgreSQL from inlining the function.
  select case
    -- The report came after the publication, with a position that was taken before it.
    when created_at > coalesce(completed_at, present_completed_at) then 'CAME_IN_LATER'::app_public.notification_rule
    when stored_rule is not null then stored_rule
    when taken_at > published_at then 'CAME_IN_LATER'::app_public.notification_rule
    else 'INSIDE_WHEN_PUBLISHED'::app_public.notification_rule
  end
$$;
COMMENT ON FUNCTION app_private.rule_when_notified(stored_rule app_public.notification_rule, taken_at timestamp with time zone, created_at timestamp with time zone, published_at timestamp with time zone, completed_at timestamp with time zone, present_completed_at timestamp with time zone) IS 'Returns the rule by which a user was notified. stored_rule is the rule of a notification whose place is cleared. The other arguments are the times of the position, of the notification, and of the begin and the end of its version''s publication; the current version''s end is in app_private.publications (null while it runs). CAME_IN_LATER is a late entry, for which time counts from its own notification.';
CREATE FUNCTION app_private.run_publication(alert app_public.alert_input, alert_id integer, changes app_public.alert_update_input, all_clear text, is_approved boolean, all_clear_texts app_public.alert_text_input[]) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if all_clear is not null then
    return app_private.cancel_alert(alert_id, all_clear, coalesce(all_clear_texts, '{}'));
  elsif alert_id is not null then
    return app_private.store_update(alert_id, changes, is_approved);
  end if;
  return app_private.store_alert(alert, is_approved);
end
$$;
COMMENT ON FUNCTION app_private.run_publication(alert app_public.alert_input, alert_id integer, changes app_public.alert_update_input, all_clear text, is_approved boolean, all_clear_texts app_public.alert_text_input[]) IS 'Runs the first phase of a publication: of an all-clear, of the next version of an alert, or of a new alert. Returns the alert''s id.';
CREATE FUNCTION app_private.seen_area() RETURNS public.geometry
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select public.st_union(seen.area)
    from (
      select a.area
        from app_public.memberships m join app_public.authorities a on a.id = m.authority_id
        where m.user_id = app_public.current_user_id()
      union all
      select app_private.aid_area(app_private.my_authorities('VIEWER'), with_tolerance => false)
    ) seen
$$;
COMMENT ON FUNCTION app_private.seen_area() IS 'Returns the areas of the authorities in which the user of this request has a role, and what others grant these, as one. Policies call it in a sub-select, once for each statement.';
CREATE FUNCTION app_private.sees_everyone() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select exists (
    select from app_public.memberships m join app_public.authorities a on a.id = m.authority_id
      where m.user_id = app_public.current_user_id() and a.area is null)
$$;
COMMENT ON FUNCTION app_private.sees_everyone() IS 'True if the user of this request has a role in an authority without an area.';
CREATE FUNCTION app_private.send_all_clear(alert app_public.alerts, after_user_id integer, chunk_size integer) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_sort TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    AS $$
declare
  user_ids integer[];
  levels app_public.level_alert[];
  last_user_id integer;
  level_group record;
begin
  select array_agg(t.user_id), array_agg(t.level), max(t.user_id) into user_ids, levels, last_user_id
    from (
      -- The innermost level of each user. The index on alert, user and level has this order.
      select distinct on (n.user_id) n.user_id, n.level
        from app_public.notifications n
        where n.alert_id = alert.id and n.user_id > after_user_id
        order by n.user_id, n.level
        limit chunk_size
    ) t;
  if last_user_id is null then
    return null;
  end if;
  -- Serializes the changes of a user's notifications, so that they commit in the order of their ids. An erasure is one too.
  perform app_private.drain_reports(user_ids);
  for level_group in
    select t.level, array_agg(t.recipient) as recipients
      from (
        select u.level, row(
              l.user_id, l.latitude, l.longitude, l.moving_activity, l.taken_at, l.accuracy, true, null
            )::app_private.recipient as recipient
          from (select unnest(user_ids) as user_id, unnest(levels) as level) u
          join app_public.last_positions l on l.user_id = u.user_id
        union all
        -- Users whose last position was deleted, but not erased users.
        select u.level, row(
              u.user_id, n.latitude, n.longitude, n.moving_activity, null, null, n.place_kept, n.distance_class
            )::app_private.recipient
          from (select unnest(user_ids) as user_id, unnest(levels) as level) u
          cross join lateral (
            select n.latitude, n.longitude, n.moving_activity, n.place_kept, n.distance_class from app_public.notifications n
              where n.alert_id = alert.id and n.user_id = u.user_id
              order by n.level limit 1
          ) n
          where not exists (select from app_public.last_positions l where l.user_id = u.user_id)
            and exists (select from app_public.users p where p.id = u.user_id)
      ) t
      group by t.level order by t.level
  loop
    perform app_private.insert_notifications(alert.id, alert.version, 'ALL_CLEAR', level_group.level, level_group.recipients);
  end loop;
  return last_user_id;
end
$$;
COMMENT ON FUNCTION app_private.send_all_clear(alert app_public.alerts, after_user_id integer, chunk_size integer) IS 'Sends the all-clear to the next chunk_size users who were notified of an alert, wherever they are now: once each, at their innermost level. A user without a last position gets the place of the notification. Returns the id of the last user, or null if there are no more.';
CREATE FUNCTION app_private.send_to_cells(alert app_public.alerts, sent_at timestamp with time zone) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  insert into app_private.sent_alerts (
      alert_id, version, sent_at, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age,
      max_accuracy, title, text1, text2, text3, language, event, severity, urgency, certainty, category, response_type, status, renotified_version,
      cancelled_at, all_clear, texts, authority)
    select alert.id, alert.version, sent_at, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3,
        alert.level2_distance, alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1,
        alert.text2, alert.text3, alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.category, alert.response_type, alert.status,
        alert.renotified_version, alert.cancelled_at, alert.all_clear, to_jsonb(alert.texts),
        (select a.name from app_public.authorities a where a.id = alert.authority_id)
      where exists (select from pg_publication p where p.pubname = 'alerts_of_head')
    on conflict do nothing
$$;
COMMENT ON FUNCTION app_private.send_to_cells(alert app_public.alerts, sent_at timestamp with time zone) IS 'Sends a version of an alert to the cells, by a row that logical replication carries. Does nothing in a database that is no head.';
CREATE FUNCTION app_private.set_break_glass(user_id integer, is_on boolean) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  update app_private.user_credentials c set break_glass = is_on where c.user_id = set_break_glass.user_id;
  if not found then
    raise exception using errcode = 'LA409', constraint = 'no_password', message = 'This user has no password: set one first.';
  end if;
  if not is_on then
    perform app_private.end_sessions(set_break_glass.user_id);
  end if;
  perform app_private.audit(
    'RIGHTS_CHANGED', 'USER', set_break_glass.user_id, jsonb_build_object('break_glass', is_on) || app_private.database_login());
end
$$;
COMMENT ON FUNCTION app_private.set_break_glass(user_id integer, is_on boolean) IS 'Says whether a user may log in by password while local login is off. Error LA409 if they have none.';
CREATE FUNCTION app_private.set_first_password(token text, password_hash text) RETURNS text
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  owner_email constant text := app_private.password_link_email(token);
  owner_id integer;
  was_mailed boolean;
begin
  if owner_email is null then
    return null;
  end if;
  owner_id := split_part(token, '.', 1);
  perform app_private.lock_user(owner_id);
  -- Of two concurrent uses of a link, the second one finds no row.
  delete from app_private.password_links l
    where l.user_id = owner_id and l.token_hash = app_private.key_hash(split_part(token, '.', 2))
    returning l.is_mailed into was_mailed;
  if not found then
    return null;
  end if;
  delete from app_private.password_links l where l.user_id = owner_id;
  perform app_private.set_password(owner_id, password_hash);
  perform app_private.audit('PASSWORD_SET', 'USER', owner_id, actor_id => owner_id);
  perform app_private.end_sessions(owner_id);
  if was_mailed then
    -- Possession of a mailed link proves the email. app_public.user_edit() deletes the links to an earlier email.
    update app_public.users u set email_verified = true where u.id = owner_id;
  else
    perform app_private.queue_verification(owner_id);
  end if;
  return owner_email;
end
$$;
COMMENT ON FUNCTION app_private.set_first_password(token text, password_hash text) IS 'Sets a user''s password by the token of a link, and ends the user''s links and sessions. Returns the email to log in with. Null if the token is wrong, used or expired.';
CREATE FUNCTION app_private.set_password(user_id integer, password_hash text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  constraint_violated text;
  column_violated text;
begin
  if set_password.user_id = (select c.head_user_id from app_private.cell c) then
    raise exception using errcode = 'LA409', constraint = 'user_of_head', message = 'This user stands for the head of this cell, and cannot log in.';
  end if;
  -- An imported user has no credentials yet.
  insert into app_private.user_credentials as c (user_id, password_hash) values (set_password.user_id, set_password.password_hash)
    on conflict on constraint user_credentials_pkey do update set password_hash = excluded.password_hash;
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the hash, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
COMMENT ON FUNCTION app_private.set_password(user_id integer, password_hash text) IS 'Stores the hash of a user''s password. The error of an invalid hash does not contain it, as PostgreSQL logs the error. Error LA409 for the user who stands for the head.';
CREATE FUNCTION app_private.shapes_of(area public.geometry) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', 'polygon', 'coordinates', st_asgeojson(d.geom, 6, 0)::jsonb -> 'coordinates')), '[]')
    from st_dump(area) d
$$;
COMMENT ON FUNCTION app_private.shapes_of(area public.geometry) IS 'Returns the polygons of an area as the console keeps them in a draft.';
CREATE FUNCTION app_private.share_report_lock(user_id integer) RETURNS void
    LANGUAGE sql
    AS $$
  select case pg_catalog.current_setting('transaction_isolation') when 'read committed'
    then pg_catalog.pg_advisory_xact_lock_shared(app_private.report_lock(user_id)) else app_private.refuse_isolation() end
$$;
COMMENT ON FUNCTION app_private.share_report_lock(user_id integer) IS 'Begins a report of a user: takes the shared advisory lock, and waits while a publication holds the exclusive one. A report calls it first, so that its later statements see every alert whose publication has begun. Error 25001 at another isolation level than READ COMMITTED. See app_private.drain_reports().';
CREATE FUNCTION app_private.sms_levels() RETURNS app_public.level_alert[]
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select o.levels from app_private.push_outcomes o where o.provider = 'sms'
$$;
COMMENT ON FUNCTION app_private.sms_levels() IS 'Returns the levels that go out by SMS. Null or empty if SMS is off.';
CREATE TABLE app_public.cap_sources (
    id integer NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    interval_s integer DEFAULT 30 NOT NULL,
    area public.geometry(MultiPolygon,4326),
    public_key text,
    is_paused boolean DEFAULT false NOT NULL,
    user_id integer NOT NULL,
    authority_id integer NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    asked_at timestamp with time zone,
    answered_at timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    problem text,
    received_at timestamp with time zone,
    outside integer DEFAULT 0 NOT NULL,
    refused text,
    refused_at timestamp with time zone,
    etag text,
    last_modified text,
    seen jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT cap_sources_interval CHECK (((interval_s >= 10) AND (interval_s <= 3600))),
    CONSTRAINT cap_sources_key CHECK (((public_key ~ '^-----BEGIN (PUBLIC KEY|CERTIFICATE)-----'::text) AND (char_length(public_key) <= 10000))),
    CONSTRAINT cap_sources_name CHECK (((char_length(name) <= 100) AND (app_private.without_blanks(name) <> ''::text))),
    CONSTRAINT cap_sources_url CHECK (((url ~ '^https?://[^[:space:]]+$'::text) AND (char_length(url) <= 2000)))
);
COMMENT ON TABLE app_public.cap_sources IS '@behavior -query:resource:connection
@listForAdmins
@orderedBy name
@filterBy id
A source of CAP messages of others, which the service asks again and again. Each message becomes a draft, and nothing is published by itself.';
COMMENT ON COLUMN app_public.cap_sources.id IS 'The id of the source.';
COMMENT ON COLUMN app_public.cap_sources.name IS 'Its name.';
COMMENT ON COLUMN app_public.cap_sources.url IS 'Where its messages are: a feed of Atom or RSS, or one message.';
COMMENT ON COLUMN app_public.cap_sources.interval_s IS 'How many seconds after an answer it is asked again.';
COMMENT ON COLUMN app_public.cap_sources.area IS '@behavior -*
The area that messages must touch. Null for that of the authority.';
COMMENT ON COLUMN app_public.cap_sources.public_key IS 'The public key, or the certificate, by which its messages are signed, as PEM. Null if they are not.';
COMMENT ON COLUMN app_public.cap_sources.is_paused IS 'True if it is not asked now.';
COMMENT ON COLUMN app_public.cap_sources.user_id IS 'The id of the manager who saved it last.';
COMMENT ON COLUMN app_public.cap_sources.authority_id IS 'The id of the authority whose drafts its messages become.';
COMMENT ON COLUMN app_public.cap_sources.version IS 'The version: 1 at first, and one more with each change.';
COMMENT ON COLUMN app_public.cap_sources.asked_at IS 'When it was last asked.';
COMMENT ON COLUMN app_public.cap_sources.answered_at IS 'When it last answered.';
COMMENT ON COLUMN app_public.cap_sources.failures IS 'How often it has failed since.';
COMMENT ON COLUMN app_public.cap_sources.problem IS 'Why it failed: a code, and maybe a colon and details. Null if it answered.';
COMMENT ON COLUMN app_public.cap_sources.received_at IS 'When its last message came.';
COMMENT ON COLUMN app_public.cap_sources.outside IS 'How many of its messages lay outside of its area, and became no drafts.';
COMMENT ON COLUMN app_public.cap_sources.refused IS 'Why a message of it was refused last: a code, and maybe a colon and details. Null if none was.';
COMMENT ON COLUMN app_public.cap_sources.refused_at IS 'When that was.';
COMMENT ON COLUMN app_public.cap_sources.etag IS '@behavior -*
The ETag of its last answer. Null if something of it is still to be read.';
COMMENT ON COLUMN app_public.cap_sources.last_modified IS '@behavior -*
The Last-Modified of its last answer.';
COMMENT ON COLUMN app_public.cap_sources.seen IS '@behavior -*
The digests of the entries of its feed that were read, with 0, or with the seconds since 1970 from which to try again.';
COMMENT ON CONSTRAINT cap_sources_interval ON app_public.cap_sources IS 'intervalS is not from 10 to 3600: send seconds.';
COMMENT ON CONSTRAINT cap_sources_key ON app_public.cap_sources IS 'publicKey is not a public key or a certificate as PEM: send one, or leave it out.';
COMMENT ON CONSTRAINT cap_sources_name ON app_public.cap_sources IS 'name is empty or has more than 100 characters: write a short name.';
COMMENT ON CONSTRAINT cap_sources_url ON app_public.cap_sources IS 'url is not an address such as https://alerts.example.org/alerts.atom: send one.';
CREATE FUNCTION app_private.source_changed(source app_public.cap_sources, change text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', source.authority_id, jsonb_build_object('source_id', source.id, 'reason', change));
  if change = 'REMOVED' or source.is_paused then
    perform graphile_worker.remove_job('poll_cap_source:' || source.id);
  else
    perform app_private.queue_cap_poll(source.id);
  end if;
end
$$;
COMMENT ON FUNCTION app_private.source_changed(source app_public.cap_sources, change text) IS 'Records that a manager added, edited or removed a source of CAP messages, and asks it at once or no more.';
CREATE FUNCTION app_private.speak_cap(is_on boolean) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  update app_private.settings s set cap = is_on where s.cap <> is_on;
  select app_private.queue_cap(a) from app_public.alerts a
    where a.expires_at > now()
      and not exists (select from app_private.cap_messages m where (m.alert_id, m.version) = (a.id, a.version))
$$;
COMMENT ON FUNCTION app_private.speak_cap(is_on boolean) IS 'Notes whether the service speaks CAP, and queues the messages that alerts miss which have not expired. Called when jobs start.';
CREATE FUNCTION app_private.speech_as_list(alert_id integer, level app_public.level_alert) RETURNS integer[]
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  bytes bytea;
begin
  select s.mp3 into bytes
    from app_private.find_speech(speech_as_list.alert_id, array_position(enum_range(null::app_public.level_alert), speech_as_list.level)) f
    join app_private.speeches s on s.id = f.id
    -- In a list each byte takes four bytes here and more in JSON. A long speech could exhaust a host's memory.
    where f.size <= 4194304;
  -- The concatenation detoasts the value once, not once for each byte.
  bytes := bytes || ''::bytea;
  return array(select get_byte(bytes, i) from generate_series(0, octet_length(bytes) - 1) i);
end
$$;
COMMENT ON FUNCTION app_private.speech_as_list(alert_id integer, level app_public.level_alert) IS 'Returns the bytes of the MP3 of an alert''s text, each from 0 to 255. The list is empty until the text is spoken, and for more than 4 MiB.';
CREATE FUNCTION app_private.speech_url(alert_id integer, level integer, language text DEFAULT NULL::text) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select format('/alerts/%s/audio/%s.mp3?v=%s', speech_url.alert_id, speech_url.level, replace(s.speech_id::text, '-', ''))
    from app_private.alert_speeches s
    where s.alert_id = speech_url.alert_id and s.level = (enum_range(null::app_public.level_alert))[speech_url.level]
      and s.language = coalesce(speech_url.language, (select a.language from app_public.alerts a where a.id = speech_url.alert_id))
$$;
COMMENT ON FUNCTION app_private.speech_url(alert_id integer, level integer, language text) IS 'Returns the path at which the host serves the speech of an alert''s text 1, 2 or 3, by default in its own language. Null until the text is spoken. Its v is the id of the speech, which nobody can guess: everyone who has the path may listen.';
CREATE FUNCTION app_private.spoken_text(alert app_public.alerts, level app_public.level_alert, language text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.marked_text(alert.status, t.language, app_private.text_of(spoken_text.level, t.text1, t.text2, t.text3))
    from (
      select alert.language, alert.text1, alert.text2, alert.text3
      union all
      select o.language, o.text1, o.text2, o.text3 from unnest(alert.texts) o
    ) t
    where t.language = spoken_text.language
$$;
COMMENT ON FUNCTION app_private.spoken_text(alert app_public.alerts, level app_public.level_alert, language text) IS 'Returns what is spoken of an alert for a level in one of its languages, with the prefix of an exercise or a test. Null in a language that it does not have.';
CREATE FUNCTION app_private.stamp_version() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if new.version is distinct from old.version then
    raise exception using errcode = 'LA409', constraint = 'draft_changed', message = format(
      'Someone else has saved version %s, and you changed version %s: look at what is new, and change that.', old.version, new.version);
  end if;
  new.version := old.version + 1;
  new.updated_at := now();
  new.user_id := app_public.current_user_id();
  return new;
end
$$;
COMMENT ON FUNCTION app_private.stamp_version() IS 'Sets the next version, the author and the time of an edited row. An update sets the version that it expects (optimistic lock): error LA409 if the row has another one.';
CREATE FUNCTION app_private.stop_alert_mail(email text) RETURNS void
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  owner_id constant integer := app_private.user_id_of(stop_alert_mail.email);
begin
  update app_public.users u set alerts_by_email = 'NEVER' where u.id = owner_id and u.alerts_by_email <> 'NEVER';
  if found then
    perform app_private.audit('USER_EDITED', 'USER', owner_id, '{"fields": ["alerts_by_email"]}', actor_id => owner_id);
  end if;
end
$$;
COMMENT ON FUNCTION app_private.stop_alert_mail(email text) IS 'Stops alerts by email to an address. The host calls it with the address in the sealed token of a mail.';
CREATE FUNCTION app_private.store_alert(input app_public.alert_input, is_approved boolean) RETURNS integer
    LANGUAGE plpgsql STRICT
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
declare
  -- The digest distinguishes a repeated request from another one with the same key. It leaves out null fields at the end, so
  -- that it stays the same when a later version of the API adds a field.
  request_digest constant bytea := sha256(convert_to(regexp_replace(input::text, ',+\)$', ')'), 'UTF8'));
  earlier app_public.alerts;
  alert app_public.alerts;
begin
  perform app_private.commit_synchronously();
  alert := app_private.draft_alert(input, null);
  if input.idempotency_key is null then
    -- A client that sends no key and gets no answer may repeat its request. The lock serializes equal requests.
    perform pg_advisory_xact_lock(app_public.current_user_id(), hashtext(encode(request_digest, 'hex')));
    select a.* into earlier from app_public.alerts a
      where a.user_id = app_public.current_user_id() and a.request = request_digest and a.idempotency_key is null
        -- A user whose training has ended since publishes an actual alert, not the exercise again.
        and a.status = alert.status
        and app_private.is_active(a.active, a.expires_at) and a.created_at > now() - interval '10 minutes'
      order by a.id desc limit 1;
    if found then
      return earlier.id;
    end if;
  end if;
  if not is_approved then
    perform app_private.require_approver(alert, null);
  end if;
  insert into app_public.alerts (
      user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, max_accuracy,
      title, text1, text2, text3, texts, language, event, severity, urgency, certainty, category, response_type, status, template_id, authority_id,
      idempotency_key, request)
    values (
      alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
      alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1, alert.text2, alert.text3,
      alert.texts, alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.category, alert.response_type, alert.status,
      alert.template_id, alert.authority_id, input.idempotency_key, request_digest)
    on conflict (user_id, idempotency_key) do nothing
    returning * into alert;
  if alert.id is null then
    -- The insert waited until the first request committed, so this finds its alert.
    select a.* into earlier from app_public.alerts a
      where a.user_id = app_public.current_user_id() and a.idempotency_key = input.idempotency_key;
    if earlier.request is distinct from request_digest then
      raise exception using errcode = 'LA409',
        constraint = 'key_of_other_alert', message = 'idempotencyKey belongs to another alert of yours: send a new key with each alert, and the same key only to repeat a request.';
    end if;
    return earlier.id;
  end if;
  if input.draft_id is not null then
    perform app_private.take_shared_draft(input.draft_id, alert.id);
  end if;
  perform app_private.keep_version(alert);
  insert into app_private.publications (alert_id) values (alert.id);
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  -- The lock comes last, as reports wait from here until the commit; see app_private.drain_reports().
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
  return alert.id;
end
$_$;
COMMENT ON FUNCTION app_private.store_alert(input app_public.alert_input, is_approved boolean) IS 'Runs the first phase of a publication: it makes the alert visible after the reports in flight have committed. It queues a job for the second phase, app_private.publish_chunk(). Without is_approved, the user of this request must be one who may publish it alone. Returns the alert''s id; a repeated idempotencyKey returns the id of the first alert, and so does the same input without a key within ten minutes, unless that alert has ended or is of another status. Error LA409 if the key belongs to another alert, or the shared draft is gone, or it needs approval.';
CREATE FUNCTION app_private.store_update(alert_id integer, input app_public.alert_update_input, is_approved boolean) RETURNS integer
    LANGUAGE plpgsql STRICT
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  previous app_public.alerts := app_private.lock_active_alert(alert_id, is_end => false);
  alert app_public.alerts;
begin
  perform app_private.commit_synchronously();
  if input.expected_version <> previous.version then
    raise exception using errcode = 'LA409', constraint = 'alert_changed', message = format(
      'This alert is at version %s, not %s: look at what has changed, and update it again.',
      previous.version, input.expected_version);
  end if;
  alert := app_private.draft_update(input, previous);
  if not is_approved then
    perform app_private.require_approver(alert, previous);
  end if;
  if input.draft_id is not null then
    perform app_private.take_shared_draft(input.draft_id, alert.id);
  end if;
  update app_public.alerts a
    set zone1 = alert.zone1, zone2 = alert.zone2, zone3 = alert.zone3, level2_distance = alert.level2_distance,
      level3_distance = alert.level3_distance, expires_at = alert.expires_at, title = alert.title, text1 = alert.text1, text2 = alert.text2,
      text3 = alert.text3, texts = alert.texts, version = alert.version, renotified_version = alert.renotified_version
    where a.id = alert.id;
  perform app_private.keep_version(alert);
  delete from app_private.alert_speeches s
    where s.alert_id = alert.id
      and app_private.spoken_text(alert, s.level, s.language) is distinct from app_private.spoken_text(previous, s.level, s.language);
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  update app_private.publications p
    set level = 'ONE', last_user_id = 0, completed_at = null where p.alert_id = alert.id;
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
  return alert.id;
end
$$;
COMMENT ON FUNCTION app_private.store_update(alert_id integer, input app_public.alert_update_input, is_approved boolean) IS 'Runs the first phase of publishing an alert''s next version; app_private.publish_chunk() runs the second. It notifies users who are newly inside or further in, and the others again only with renotify. Without is_approved, the user of this request must be one who may publish it alone. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended, or that has another version than expected, or if the shared draft is gone, or it needs approval.';
CREATE FUNCTION app_private.take_alert(alert_id integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  head_user_id constant integer := (select c.head_user_id from app_private.cell c);
  previous app_public.alerts;
  alert app_public.alerts;
  sent app_private.sent_alerts;
begin
  -- It was removed from its head meanwhile.
  if head_user_id is null then
    return;
  end if;
  perform app_private.commit_synchronously();
  perform set_config('jwt.claims.user_id', head_user_id::text, true);
  -- The same order of locks as in app_private.publish_chunk().
  perform from app_private.publications p where p.alert_id = take_alert.alert_id for update;
  select a.* into previous from app_public.alerts a where a.id = take_alert.alert_id for no key update;
  if previous.user_id <> head_user_id then
    raise exception using errcode = 'LA409', constraint = 'alert_id_taken', message = format('Alert %s of the head has the id of an alert of this cell.', alert_id);
  end if;
  for sent in
    select s.* from app_private.sent_alerts s
      where s.alert_id = take_alert.alert_id
        and not exists (
          select from app_public.alert_versions v where (v.alert_id, v.version, v.created_at) = (s.alert_id, s.version, s.sent_at))
      order by s.version
  loop
    alert := jsonb_populate_record(null::app_public.alerts, to_jsonb(sent) - 'zone1' - 'zone2' - 'zone3' || jsonb_build_object(
      'id', sent.alert_id, 'user_id', head_user_id, 'active', sent.cancelled_at is null));
    alert.zone1 := sent.zone1;
    alert.zone2 := sent.zone2;
    alert.zone3 := sent.zone3;
    alert.texts := coalesce(alert.texts, '{}');
    -- The head's authority by its name, which people read. Nobody of the cell is a member.
    insert into app_public.authorities (name, parent_id) select sent.authority, 1 where sent.authority is not null on conflict do nothing;
    alert.authority_id := coalesce((select a.id from app_public.authorities a where lower(a.name) = lower(sent.authority)), 1);
    -- An older version that arrives later is history only.
    insert into app_public.alerts as a (
        id, user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, max_accuracy,
        title, text1, text2, text3, language, event, severity, urgency, certainty, category, response_type, status, version, renotified_version, active,
        cancelled_at, all_clear, texts, authority_id)
      overriding system value
      values (
        alert.id, alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
        alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1, alert.text2, alert.text3,
        alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.category, alert.response_type, alert.status, alert.version,
        alert.renotified_version, alert.active, alert.cancelled_at, alert.all_clear, alert.texts, alert.authority_id)
      on conflict (id) do update
        set expires_at = excluded.expires_at, zone1 = excluded.zone1, zone2 = excluded.zone2, zone3 = excluded.zone3,
          level2_distance = excluded.level2_distance, level3_distance = excluded.level3_distance, title = excluded.title,
          text1 = excluded.text1, text2 = excluded.text2, text3 = excluded.text3, version = excluded.version,
          renotified_version = excluded.renotified_version, active = excluded.active, cancelled_at = excluded.cancelled_at,
          all_clear = excluded.all_clear, texts = excluded.texts
        where a.version <= excluded.version;
    delete from app_public.alert_versions v where (v.alert_id, v.version) = (alert.id, alert.version);
    perform app_private.keep_version(alert);
    update app_public.alert_versions v set created_at = sent.sent_at where v.alert_id = alert.id and v.version = alert.version;
  end loop;
  if alert.id is null or previous.version > alert.version then
    return;
  end if;
  delete from app_private.alert_speeches s
    where s.alert_id = alert.id
      and app_private.spoken_text(alert, s.level, s.language) is distinct from app_private.spoken_text(previous, s.level, s.language);
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  insert into app_private.publications as p (alert_id) values (alert.id)
    on conflict on constraint publications_pkey do update set level = 'ONE', last_user_id = 0, completed_at = null;
  perform app_private.queue_speech(alert.id);
  perform app_private.continue_publication(alert.id);
  -- The lock comes last, as reports wait from here until the commit; see app_private.drain_reports().
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
end
$$;
COMMENT ON FUNCTION app_private.take_alert(alert_id integer) IS 'Publishes what has come from the head of an alert, to the people of this cell: all versions that it has not, in their order. Twice is as once. Error LA409 if an alert of the cell has this id.';
CREATE FUNCTION app_private.take_device_token(token text, user_id integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  holder_id integer;
begin
  select d.user_id into holder_id from app_private.devices d where d.token = take_device_token.token for update;
  if holder_id <> take_device_token.user_id then
    perform app_private.note_left_device(holder_id, take_device_token.token);
    delete from app_private.devices d where d.token = take_device_token.token;
  end if;
end
$$;
COMMENT ON FUNCTION app_private.take_device_token(token text, user_id integer) IS 'Frees a device token for a user: removes it from another user, whose list of devices shows it as left.';
CREATE FUNCTION app_private.take_invitation(secret text, email text, password_hash text, name text, address text) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  taken app_private.invitations;
  created app_public.users;
begin
  -- The row lock serializes concurrent joins, so that the number of places is never exceeded.
  update app_private.invitations i set used = i.used + 1
    where i.secret_hash = app_private.key_hash(secret) and i.revoked_at is null and now() < i.expires_at and i.used < i.places
    returning i.* into taken;
  if taken.id is null then
    return null;
  end if;
  created := app_private.add_user(btrim(email), btrim(name), btrim(coalesce(address, '')));
  update app_public.users u set authority_id = taken.authority_id where u.id = created.id;
  perform app_private.set_password(created.id, password_hash);
  insert into app_private.joined_users (user_id, invitation_id) values (created.id, taken.id);
  perform app_private.audit('USER_JOINED', 'USER', created.id, jsonb_build_object('invitation_id', taken.id), actor_id => created.id);
  perform app_private.queue_verification(created.id);
  return created.id;
end
$$;
COMMENT ON FUNCTION app_private.take_invitation(secret text, email text, password_hash text, name text, address text) IS 'Creates a user, who is no administrator, by an invitation, with a password that the host has hashed, and counts the place. Returns the id. Null if the invitation is unknown, revoked, over or full.';
CREATE FUNCTION app_private.take_oidc_ticket(ticket_hash bytea) RETURNS TABLE(user_id integer, is_admin boolean)
    LANGUAGE sql SECURITY DEFINER ROWS 1
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  update app_private.oidc_identities i set ticket_hash = null
    where i.ticket_hash = take_oidc_ticket.ticket_hash and i.ticket_until > now()
    returning i.user_id, exists (select from app_public.memberships m where m.user_id = i.user_id)
$$;
COMMENT ON FUNCTION app_private.take_oidc_ticket(ticket_hash bytea) IS 'Uses up the ticket of a login at an OpenID provider. Returns its user, and whether they have a role. No row if it was used, is over or is unknown.';
CREATE FUNCTION app_private.take_shared_draft(draft_id integer, alert_id integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  taken app_public.shared_drafts;
begin
  update app_private.cap_received r set alert_id = take_shared_draft.alert_id where r.draft_id = take_shared_draft.draft_id;
  -- The caller runs as the owner, for whom neither policies apply nor the audit trigger fires.
  delete from app_public.shared_drafts d
    where d.id = draft_id and d.authority_id = any (app_private.my_authorities('AUTHOR')) and (not d.is_private or d.user_id = app_public.current_user_id())
    returning d.* into taken;
  perform app_private.require_shared_draft(taken.id, 'LA409');
  if not taken.is_private then
    perform app_private.audit('DRAFT_REMOVED', 'DRAFT', draft_id, '{"reason": "PUBLISHED"}');
  end if;
end
$$;
COMMENT ON FUNCTION app_private.take_shared_draft(draft_id integer, alert_id integer) IS 'Removes the draft that an alert or its update is published from, whose CAP messages then belong to that alert. Error LA409 if it does not exist, or is a private draft of another user, so that a draft that is published twice makes one alert.';
CREATE FUNCTION app_private.take_waiting(alert_id integer, chunk_size integer) RETURNS integer[]
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  next_ids integer[];
begin
  with deleted as (
    delete from app_private.publication_waiting w using (
        select o.level, o.first_user_id, sum(cardinality(o.user_ids)) over (order by o.level, o.first_user_id) as users,
            cardinality(o.user_ids) as chunk_users
          from app_private.publication_waiting o where o.alert_id = take_waiting.alert_id
      ) n
      where w.alert_id = take_waiting.alert_id and w.level = n.level and w.first_user_id = n.first_user_id
        and (n.users <= chunk_size or n.users = n.chunk_users)
      returning w.user_ids
  )
  select array_agg(u.user_id) into next_ids from deleted d, unnest(d.user_ids) u (user_id);
  return next_ids;
end
$$;
COMMENT ON FUNCTION app_private.take_waiting(alert_id integer, chunk_size integer) IS 'Removes the next users of an alert from app_private.publication_waiting, more urgent levels first, and returns their ids: about chunk_size of them, or null if none are left.';
CREATE FUNCTION app_private.tell_members(kind text, id bigint, wait interval DEFAULT '00:00:00'::interval) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select graphile_worker.add_job(task, json_build_object('kind', kind, 'id', id), run_at => now() + wait, max_attempts => 5)
    from unnest('{tell_by_push,tell_by_mail}'::text[]) t (task)
$$;
COMMENT ON FUNCTION app_private.tell_members(kind text, id bigint, wait interval) IS 'Queues a push and a mail to members of an authority: app_private.members_to_tell() says to whom. The host has the texts of each kind.';
CREATE TABLE app_public.alert_templates (
    id integer NOT NULL,
    name text NOT NULL,
    user_id integer DEFAULT app_public.current_user_id() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    text1 text NOT NULL,
    text2 text NOT NULL,
    text3 text NOT NULL,
    all_clear text NOT NULL,
    correction text NOT NULL,
    language text,
    event text,
    severity app_public.severity NOT NULL,
    urgency app_public.urgency NOT NULL,
    certainty app_public.certainty NOT NULL,
    status app_public.alert_status NOT NULL,
    level2_distance double precision,
    level3_distance double precision,
    duration integer,
    title text,
    authority_id integer DEFAULT app_private.my_authority() NOT NULL,
    category app_public.cap_category,
    response_type app_public.response_type,
    texts app_public.alert_text[] DEFAULT '{}'::app_public.alert_text[] NOT NULL,
    CONSTRAINT alert_templates_distances CHECK (((level2_distance > (0)::double precision) AND (level2_distance < (100000)::double precision) AND (level3_distance > (0)::double precision) AND (level3_distance <= (100000)::double precision) AND (level3_distance > level2_distance))),
    CONSTRAINT alert_templates_duration CHECK (((duration >= 60) AND (duration <= 31536000))),
    CONSTRAINT alert_templates_event CHECK (((char_length(event) <= 200) AND (app_private.without_blanks(event) <> ''::text))),
    CONSTRAINT alert_templates_language CHECK ((language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$'::text)),
    CONSTRAINT alert_templates_name CHECK (((char_length(name) <= 200) AND (app_private.without_blanks(name) <> ''::text))),
    CONSTRAINT alert_templates_texts CHECK ((GREATEST(char_length(text1), char_length(text2), char_length(text3), char_length(all_clear), char_length(correction)) <= 10000)),
    CONSTRAINT alert_templates_title CHECK (((char_length(title) <= 200) AND (app_private.without_blanks(title) <> ''::text) AND (title !~ '[[:cntrl:]]'::text)))
);
COMMENT ON TABLE app_public.alert_templates IS '@behavior -query:resource:connection
@listForAdmins
@orderedBy name
@filterBy id
@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The administrator who saved it last.|@behavior -manyRelation:resource:list -manyRelation:resource:connection
What administrators make alerts from: texts with placeholders, and the rest of an alert but its area. For administrators.';
COMMENT ON COLUMN app_public.alert_templates.id IS 'The id of the template.';
COMMENT ON COLUMN app_public.alert_templates.name IS 'Its name.';
COMMENT ON COLUMN app_public.alert_templates.user_id IS 'The id of the administrator who saved it last.';
COMMENT ON COLUMN app_public.alert_templates.created_at IS 'When it was first saved.';
COMMENT ON COLUMN app_public.alert_templates.updated_at IS 'When it was last saved.';
COMMENT ON COLUMN app_public.alert_templates.version IS 'The version: 1 at first, and one more with each change.';
COMMENT ON COLUMN app_public.alert_templates.text1 IS 'The text for people inside the area, with placeholders such as {place}.';
COMMENT ON COLUMN app_public.alert_templates.text2 IS 'The text for people in zone TWO.';
COMMENT ON COLUMN app_public.alert_templates.text3 IS 'The text for people in zone THREE.';
COMMENT ON COLUMN app_public.alert_templates.all_clear IS 'The text of the all-clear.';
COMMENT ON COLUMN app_public.alert_templates.correction IS 'The text that corrects an alert which was wrong.';
COMMENT ON COLUMN app_public.alert_templates.language IS 'The language of the texts. Null for the service''s own.';
COMMENT ON COLUMN app_public.alert_templates.event IS 'What happens, in a few words.';
COMMENT ON COLUMN app_public.alert_templates.severity IS 'How bad it is.';
COMMENT ON COLUMN app_public.alert_templates.urgency IS 'How soon people should act.';
COMMENT ON COLUMN app_public.alert_templates.certainty IS 'How sure it is.';
COMMENT ON COLUMN app_public.alert_templates.status IS 'Whether alerts are real, exercises or tests.';
COMMENT ON COLUMN app_public.alert_templates.level2_distance IS 'The width of zone TWO, in metres. Null for the service''s own.';
COMMENT ON COLUMN app_public.alert_templates.level3_distance IS 'The width of zone THREE, in metres. Null for the service''s own.';
COMMENT ON COLUMN app_public.alert_templates.duration IS 'How long an alert lasts, in seconds. Null for the service''s own.';
COMMENT ON COLUMN app_public.alert_templates.title IS 'The title of pushes, with placeholders too. Null if the first line of a text is the title.';
COMMENT ON COLUMN app_public.alert_templates.authority_id IS 'The id of the authority that changes it. All authorities use it.';
COMMENT ON COLUMN app_public.alert_templates.category IS 'The kind of event.';
COMMENT ON COLUMN app_public.alert_templates.response_type IS 'What people should do.';
COMMENT ON COLUMN app_public.alert_templates.texts IS '@behavior -orderBy -attribute:groupBy -attribute:aggregate
@itemsNotNull
The texts, and the all-clear, in other languages than its own.';
COMMENT ON CONSTRAINT alert_templates_distances ON app_public.alert_templates IS 'level2Distance and level3Distance do not fit: send metres, level2Distance more than 0, level3Distance more than level2Distance and at most 100,000.';
COMMENT ON CONSTRAINT alert_templates_duration ON app_public.alert_templates IS 'duration is out of range: send 60 seconds to a year.';
COMMENT ON CONSTRAINT alert_templates_event ON app_public.alert_templates IS 'event is empty or has more than 200 characters: write a few words, or leave it out.';
COMMENT ON CONSTRAINT alert_templates_language ON app_public.alert_templates IS 'language is not a language tag of BCP 47: send one such as "it" or "pt-BR".';
COMMENT ON CONSTRAINT alert_templates_name ON app_public.alert_templates IS 'name is empty or has more than 200 characters: write a short name.';
COMMENT ON CONSTRAINT alert_templates_texts ON app_public.alert_templates IS 'A text of the template has more than 10,000 characters: shorten it.';
COMMENT ON CONSTRAINT alert_templates_title ON app_public.alert_templates IS 'The title of the template is empty, or has more than 200 characters or a line break: write what happens and where, in a few words, or leave it out.';
CREATE FUNCTION app_private.template_from(input app_public.alert_template_input) RETURNS app_public.alert_templates
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  -- Texts default to empty, other fields to their default values.
  select t from jsonb_populate_record(
    null::app_public.alert_templates,
    jsonb_build_object(
      'text1', '', 'text2', '', 'text3', '', 'all_clear', '', 'correction', '', 'severity', 'UNKNOWN', 'urgency', 'UNKNOWN',
      'certainty', 'UNKNOWN', 'status', 'ACTUAL')
      || jsonb_strip_nulls(to_jsonb(input)) || jsonb_build_object(
        'name', btrim(input.name),
        'texts', app_private.checked_texts(coalesce(input.texts, '{}'), input.language, is_from_template => false, is_all_clear => null))) t
$$;
COMMENT ON FUNCTION app_private.template_from(input app_public.alert_template_input) IS 'Returns the template that an input describes. Error LA400 says what is wrong with its texts. It runs as the owner, and reads no table.';
CREATE FUNCTION app_private.text_for(user_id integer, own app_public.alert_text, texts app_public.alert_text[], is_all_clear boolean DEFAULT false) RETURNS app_public.alert_text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  language text;
  translation app_public.alert_text;
begin
  if texts <> '{}' then
    language := app_private.language_for(user_id, app_private.languages_of(own.language, texts, is_all_clear));
    foreach translation in array texts loop
      if translation.language = language then
        return translation;
      end if;
    end loop;
  end if;
  return own;
end
$$;
COMMENT ON FUNCTION app_private.text_for(user_id integer, own app_public.alert_text, texts app_public.alert_text[], is_all_clear boolean) IS 'Returns the texts of an alert, or of its all-clear, in the language that a user reads, by app_private.language_for().';
CREATE FUNCTION app_private.text_language(wanted text[], available text[]) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select a.tag
    from unnest(wanted) with ordinality w (tag, place),
      unnest(available) with ordinality a (tag, place),
      lateral (select string_to_array(lower(w.tag), '-') as w, string_to_array(lower(a.tag), '-') as a) p
    where p.w[1] = p.a[1]
    order by w.place, (select count(*) from generate_subscripts(p.w, 1) i where p.w[i] = p.a[i]) desc, char_length(a.tag), a.place
    limit 1
$$;
COMMENT ON FUNCTION app_private.text_language(wanted text[], available text[]) IS 'Returns which of the available languages someone reads who wants these, the dearest first: the first of theirs that there is. pt-BR fits pt, and the reverse; the one with the most parts in common comes first, then the shorter one. Null if none fits. Every road asks it.';
CREATE FUNCTION app_private.text_of(level app_public.level_alert, text1 text, text2 text, text3 text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case level when 'ONE' then text1 when 'TWO' then text2 when 'THREE' then text3 end
$$;
COMMENT ON FUNCTION app_private.text_of(level app_public.level_alert, text1 text, text2 text, text3 text) IS 'Returns the text of an alert for a level.';
CREATE FUNCTION app_private.texts_to_speak(alert_id integer) RETURNS TABLE(level app_public.level_alert, language text, text text)
    LANGUAGE sql STABLE ROWS 3
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select t.level, l.language, app_private.spoken_text(a, t.level, l.language)
    from app_public.alerts a
    cross join unnest(enum_range(null::app_public.level_alert)) t (level)
    cross join unnest(app_private.languages_of(a.language, a.texts)) with ordinality l (language, place)
    where a.id = texts_to_speak.alert_id and app_private.is_active(a.active, a.expires_at)
      and not exists (
        select from app_private.alert_speeches s where (s.alert_id, s.level, s.language) = (a.id, t.level, l.language))
    order by t.level, l.place
$$;
COMMENT ON FUNCTION app_private.texts_to_speak(alert_id integer) IS 'Returns the texts of an alert in its languages without a speech, the most urgent first, with the prefix of an exercise or a test. No row for an alert that has ended.';
CREATE FUNCTION app_private.trim_blanks(text text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  -- translate() returns the set of blanks in the text, which btrim() removes at both ends.
  select pg_catalog.btrim(trim_blanks.text, pg_catalog.translate(trim_blanks.text, app_private.without_blanks(trim_blanks.text), ''))
$$;
COMMENT ON FUNCTION app_private.trim_blanks(text text) IS 'Trims the characters that app_private.without_blanks() removes from both ends of a text.';
CREATE FUNCTION app_private.unwrap_longitudes(area public.geometry) RETURNS public.geometry
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  with corner as (
    select d.path[1] as polygon, d.path[2] as ring, d.path[3] as index, st_x(d.geom) as x, st_y(d.geom) as y,
        round((st_x(d.geom) - lag(st_x(d.geom), 1, st_x(d.geom)) over (partition by d.path[1:2] order by d.path)) / 360) as turn
      from st_dumppoints(st_multi(area)) d
  ), turned as (
    select c.polygon, c.ring, c.index, c.y,
        c.x - 360 * sum(c.turn) over (partition by c.polygon, c.ring order by c.index) as x
      from corner c
  ), ring as (
    select t.polygon, t.ring, st_makeline(st_makepoint(t.x, t.y) order by t.index) as line, (min(t.x) + max(t.x)) / 2 as middle
      from turned t group by t.polygon, t.ring
  ), piece as (
    -- A hole moves to the turn of its outer ring, and a polygon to the turn whose middle is nearest to longitude 0.
    select st_translate(
        st_makepolygon(o.line, array(
          select st_translate(h.line, 360 * round((o.middle - h.middle) / 360), 0)
            from ring h where h.polygon = o.polygon and h.ring > 1 order by h.ring)),
        -360 * round(o.middle / 360), 0) as polygon
      from ring o where o.ring = 1
  )
  select st_setsrid(st_collect(p.polygon), st_srid(area)) from piece p
$$;
COMMENT ON FUNCTION app_private.unwrap_longitudes(area public.geometry) IS 'Returns a MultiPolygon in which each edge takes the short way round, so that longitudes run on past 180 or -180.';
CREATE FUNCTION app_private.update_alert(alert_id integer, input app_public.alert_update_input) RETURNS integer
    LANGUAGE sql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.require_fresh_factor();
  select app_private.store_update(alert_id, input, is_approved => false)
$$;
COMMENT ON FUNCTION app_private.update_alert(alert_id integer, input app_public.alert_update_input) IS 'Publishes the next version of an alert of an approver''s authority: see app_private.store_update().';
CREATE FUNCTION app_private.upper_bound(low integer, smallest_group integer, explained bigint, most bigint) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  -- A total that its shown parts bound may be anything up to what all parts, shown or not, explain.
  select (case when low + smallest_group <= explained then low + smallest_group - 1 else most end)::integer
$$;
COMMENT ON FUNCTION app_private.upper_bound(low integer, smallest_group integer, explained bigint, most bigint) IS 'Returns the greatest number of people that a total stands for which app_private.round_down() has bounded by what its shown parts explain. most is what analysts know from elsewhere, so that this tells them nothing new.';
CREATE FUNCTION app_private.user_erase(id integer) RETURNS app_private.erasure
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform app_private.require_fresh_factor();
  perform app_private.require_managed(user_erase.id);
  return app_private.erase_person(user_erase.id);
end
$$;
COMMENT ON FUNCTION app_private.user_erase(id integer) IS 'Erases a person, for administrators. See app_private.erase_person().';
CREATE FUNCTION app_private.user_id_of(email text) RETURNS integer
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select u.id from app_public.users u where app_private.email_key(u.email) = app_private.email_key(user_id_of.email)
$$;
COMMENT ON FUNCTION app_private.user_id_of(email text) IS 'Returns the id of the user with this email, compared by app_private.email_key(). Null if no user has it.';
CREATE FUNCTION app_private.user_of_each_lock(first_id integer, last_id integer) RETURNS integer[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  -- 2048 users share a lock.
  select array(select pg_catalog.generate_series(first_id, last_id, 2048) union all select last_id)
$$;
COMMENT ON FUNCTION app_private.user_of_each_lock(first_id integer, last_id integer) IS 'Returns one user id for each advisory lock that the reports of a range of users share. See app_private.report_lock().';
CREATE FUNCTION app_private.verify_email(token text) RETURNS text
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  -- A token is the user's id, a point, and a secret.
  owner_id constant bigint := case when token ~ '^[1-9][0-9]{0,9}\.' then split_part(token, '.', 1) end;
  link app_private.email_links;
  verified_email text;
begin
  select l.* into link from app_private.email_links l
    where l.user_id = owner_id and l.token_hash = app_private.key_hash(split_part(token, '.', 2)) and now() < l.expires_at;
  if link.user_id is null then
    return null;
  end if;
  perform app_private.lock_user(link.user_id);
  delete from app_private.email_links l
    where l.user_id = link.user_id and l.token_hash = link.token_hash;
  if not found then
    return null;
  end if;
  update app_public.users u set email_verified = true
    where u.id = link.user_id and app_private.email_key(u.email) = link.email
    returning u.email into verified_email;
  if verified_email is not null then
    perform app_private.audit('EMAIL_VERIFIED', 'USER', link.user_id, actor_id => link.user_id);
  end if;
  return verified_email;
end
$$;
COMMENT ON FUNCTION app_private.verify_email(token text) IS 'Confirms a user''s email by the token of a mailed link, and ends the link. Returns the email. Null if the token is wrong, used or expired, or the email has changed.';
CREATE FUNCTION app_private.wanted_languages(languages text[], device_language text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case when languages = '{}' and device_language is not null then array[device_language] else languages end
$$;
COMMENT ON FUNCTION app_private.wanted_languages(languages text[], device_language text) IS 'Returns the languages that a user reads, the dearest first: those that they chose, or else that of their device. Empty if neither is known.';
CREATE TABLE app_public.webhooks (
    id integer NOT NULL,
    url text NOT NULL,
    events app_public.webhook_event[] NOT NULL,
    drills boolean NOT NULL,
    is_paused boolean NOT NULL,
    authority_id integer NOT NULL,
    sent_at timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    problem text,
    secret_at timestamp with time zone,
    secret bytea,
    previous_secret bytea,
    previous_until timestamp with time zone,
    CONSTRAINT webhooks_events CHECK (((cardinality(events) > 0) AND (array_position(events, NULL::app_public.webhook_event) IS NULL))),
    CONSTRAINT webhooks_url CHECK (((url ~ '^https?://[^[:space:]]+$'::text) AND (char_length(url) <= 2000)))
);
COMMENT ON TABLE app_public.webhooks IS '@behavior -query:resource:connection
@listForAdmins
@orderedBy id
@filterBy id
A receiver of others that is told of alerts, by Standard Webhooks.';
COMMENT ON COLUMN app_public.webhooks.id IS 'The id of the webhook.';
COMMENT ON COLUMN app_public.webhooks.url IS 'Where messages are posted to.';
COMMENT ON COLUMN app_public.webhooks.events IS 'What it is told of.';
COMMENT ON COLUMN app_public.webhooks.drills IS 'True if it is also told of exercises and tests.';
COMMENT ON COLUMN app_public.webhooks.is_paused IS 'True if it is told nothing now. The answer 410 pauses it too.';
COMMENT ON COLUMN app_public.webhooks.authority_id IS 'The id of the authority of whose alerts it is told, and of those below it.';
COMMENT ON COLUMN app_public.webhooks.sent_at IS 'When a message was last taken.';
COMMENT ON COLUMN app_public.webhooks.failures IS 'How often messages have failed since.';
COMMENT ON COLUMN app_public.webhooks.problem IS 'Why the last one failed: a code, and maybe a colon and details. Null if it was taken.';
COMMENT ON COLUMN app_public.webhooks.secret_at IS 'When its secret was made. Null if it has none yet, and is told nothing.';
COMMENT ON COLUMN app_public.webhooks.secret IS '@behavior -*
The secret that signs, sealed.';
COMMENT ON COLUMN app_public.webhooks.previous_secret IS '@behavior -*
The secret before, sealed.';
COMMENT ON COLUMN app_public.webhooks.previous_until IS '@behavior -*
Until when the secret before signs too.';
COMMENT ON CONSTRAINT webhooks_events ON app_public.webhooks IS 'events is empty: send one or more.';
COMMENT ON CONSTRAINT webhooks_url ON app_public.webhooks IS 'url is not an address such as https://alerts.example.org/hook: send one.';
CREATE FUNCTION app_private.webhook_changed(webhook app_public.webhooks, change text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform app_private.require_found(webhook.id);
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', webhook.authority_id, jsonb_build_object('webhook_id', webhook.id, 'reason', change));
  if webhook.is_paused then
    delete from app_private.webhook_messages m where m.webhook_id = webhook.id;
  end if;
end
$$;
COMMENT ON FUNCTION app_private.webhook_changed(webhook app_public.webhooks, change text) IS 'Records what a manager did to a webhook, and forgets what waits for a paused one. Error LA404 without a webhook.';
CREATE FUNCTION app_private.webhook_message(id uuid) RETURNS TABLE(webhook_id integer, url text, body jsonb, secrets bytea[], has_cap boolean, awaits_cap boolean)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select m.webhook_id, w.url, jsonb_build_object('type', m.type, 'timestamp', m.created_at, 'data', m.data || case
      when m.type = 'alert.reach' then jsonb_build_object('people', (
        select coalesce(jsonb_object_agg(l.level, l.people), '{}') from (
          select p.level, count(*) as people from (
            select min(n.level) as level from app_public.notifications n
              where n.alert_id = (m.data -> 'alertId')::integer and n.kind <> 'ALL_CLEAR' group by n.user_id) p
          group by p.level) l))
      else '{}' end),
      array_remove(array[w.secret, case when w.previous_until > now() then w.previous_secret end], null), c.has_cap,
      s.cap and m.data ? 'alertId' and not c.has_cap and m.created_at > now() - interval '1 minute'
    from app_private.webhook_messages m
    join app_public.webhooks w on w.id = m.webhook_id
    cross join app_private.settings s
    cross join lateral (select exists (
      select from app_private.cap_messages c
        where c.alert_id = (m.data -> 'alertId')::integer and c.version = (m.data -> 'version')::integer) as has_cap) c
    where m.id = webhook_message.id
$$;
COMMENT ON FUNCTION app_private.webhook_message(id uuid) IS 'Returns a message to send, and the sealed secrets that sign it. Its numbers of people are those of now. awaits_cap: its CAP message is being made, and is worth waiting for up to a minute.';
CREATE FUNCTION app_private.webhook_secret(id integer, sealed bytea) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  renewed app_public.webhooks;
begin
  perform app_private.require_fresh_factor();
  update app_public.webhooks w
    set secret = sealed, secret_at = now(), previous_secret = w.secret, previous_until = now() + interval '1 day'
    where w.id = webhook_secret.id and w.authority_id = any (app_private.my_authorities('MANAGER'))
    returning w.* into renewed;
  perform app_private.webhook_changed(renewed, 'SECRET');
end
$$;
COMMENT ON FUNCTION app_private.webhook_secret(id integer, sealed bytea) IS 'Gives a webhook a new secret. The one before signs beside it for a day. For managers of its authority.';
CREATE FUNCTION app_private.webhook_sent(id uuid, problem text, after_s double precision) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  -- The table of Standard Webhooks, in seconds.
  waits constant integer[] := '{5,300,1800,7200,18000,36000,50400,72000,86400}';
  is_gone constant boolean := problem is not distinct from 'STATUS: 410';
  message app_private.webhook_messages;
begin
  update app_private.webhook_messages m set attempts = m.attempts + 1 where m.id = webhook_sent.id returning m.* into message;
  update app_public.webhooks w
    set problem = webhook_sent.problem, failures = case when webhook_sent.problem is null then 0 else w.failures + 1 end,
      sent_at = case when webhook_sent.problem is null then now() else w.sent_at end, is_paused = w.is_paused or is_gone
    where w.id = message.webhook_id;
  if problem is null or is_gone or message.attempts > cardinality(waits) then
    delete from app_private.webhook_messages m where m.id = message.id or is_gone and m.webhook_id = message.webhook_id;
  else
    perform app_private.queue_webhook(
      message.id, message.webhook_id, greatest(waits[message.attempts] * (1 + random() / 5), after_s));
  end if;
end
$$;
COMMENT ON FUNCTION app_private.webhook_sent(id uuid, problem text, after_s double precision) IS 'Stores what came of sending a message of a webhook. One that failed is tried nine times more within four days, and not before the receiver says so (after_s). STATUS: 410 pauses the webhook.';
CREATE FUNCTION app_private.words_beginning(search text) RETURNS tsquery
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  -- The maximum length of an email. The time of to_tsquery is quadratic in the number of words.
  if char_length(search) > 254 then
    raise exception using errcode = 'LA400', constraint = 'search_length', message = 'search has more than 254 characters: send a few words.';
  end if;
  return (
    select to_tsquery('simple'::regconfig, string_agg(w.word || ':*', ' & '))
      from regexp_split_to_table(search, '[^[:alnum:]]+') w (word) where w.word <> '');
end
$$;
COMMENT ON FUNCTION app_private.words_beginning(search text) IS 'Returns a tsquery for names in which each of these words is the prefix of a word: "le ri" finds Rita Levi. Null without a word. Error LA400 if the text has more than 254 characters.';
CREATE FUNCTION app_private.write_cursor(kind text, number bigint, owner_id integer, id bigint, at timestamp with time zone) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select pg_catalog.encode(pg_catalog.convert_to(pg_catalog.concat_ws(' ', kind, number, owner_id, id,
    (extract(epoch from at) * 1000000)::pg_catalog.int8), 'UTF8'), 'hex')
$$;
COMMENT ON FUNCTION app_private.write_cursor(kind text, number bigint, owner_id integer, id bigint, at timestamp with time zone) IS 'Encodes a cursor: its kind, the number of a change, the user''s id (0 for alerts), and the id and the time of the changed row, by which a restored database detects a change that it has lost.';
CREATE FUNCTION app_private.zone_around(area public.geometry, distance double precision) RETURNS public.geometry
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET jit TO 'off'
    AS $$
declare
  -- A hundredth of a millimetre. Without a grid, PostGIS retries a failed union with one, but in the embedded database
  -- the first failure ends the statement.
  grid constant double precision := 1e-10;
  projection constant text := '+proj=tmerc +lon_0=1.5 +datum=WGS84';
  -- Zones err outwards. Arcs round corners have 32 chords a quarter. GEOS rounds their number, so one may span half as
  -- much again. At the edge of a strip and 100 km further out the projection's metre is 0.06 percent short. Edges
  -- that are straight in longitude and latitude lie up to 8 cm off those between their points.
  outwards constant double precision := distance * 1.0006 / cos(1.5 * pi() / 128) + 0.08;
  zone geometry;
begin
  if greatest(abs(st_ymin(area)), abs(st_ymax(area))) + distance / 110500 > 89 then
    raise exception using errcode = 'LA400',
      constraint = 'zone_pole', message = 'The area or one of its outer zones comes too close to a pole (89 degrees north or south): draw a smaller area, or send smaller distances.';
  end if;
  -- The area is buffered in strips of three degrees. ST_Buffer on geography picks projections that are off by more than
  -- one percent for wide or northern areas. One projection serves all strips, which are rotated to its central meridian: PROJ
  -- would wrap longitudes near 180. All pieces of a strip are projected in one call, as each call builds the projection
  -- again, which costs as much as a thousand points.
  select st_union(
      st_translate(
        st_transform(
          st_buffer(st_transform(st_segmentize(st_translate(piece.geom, -3 * strip, 0), 0.025), projection), outwards, 'quad_segs=32'),
          projection, 4326),
        3 * strip, 0), grid)
    into zone
    from generate_series(floor(st_xmin(area) / 3)::integer, floor(st_xmax(area) / 3)::integer) strip
    cross join lateral (
      select st_collectionextract(st_intersection(area, st_makeenvelope(3 * strip, -90, 3 * strip + 3, 90, 4326)), 3) as geom
    ) piece
    where not st_isempty(piece.geom);
  zone := st_union(area, zone, grid);
  if st_xmin(zone) < -180 or st_xmax(zone) > 180 then
    select st_union(piece.geom, grid) into zone from st_dump(app_private.cut_at_180(zone)) piece;
  end if;
  return zone;
end
$$;
COMMENT ON FUNCTION app_private.zone_around(area public.geometry, distance double precision) IS 'Returns the area and so many metres around it, cut at the 180th meridian. It errs outwards, by at most 1.5 m a kilometre and 10 cm. Error LA400 if that would come within a degree of a pole.';
CREATE FUNCTION app_public.active_alerts_at(latitude double precision, longitude double precision) RETURNS app_public.alert_here[]
    LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  caller constant app_public.users := app_private.require_user();
  place geometry;
  match record;
  alert_here app_public.alert_here;
  alerts_here app_public.alert_here[] := '{}';
begin
  if (latitude between -90 and 90 and longitude between -180 and 180) is not true then
    raise exception using errcode = 'LA400', constraint = 'place', message = 'The place is off the globe: send a latitude from -90 to 90 and a longitude from -180 to 180, in degrees.';
  end if;
  place := st_setsrid(st_makepoint(longitude, latitude), 4326);
  for match in
    select a.id, m.level, app_private.metres_from(a.zone1, place) as distance,
        app_private.text_of(m.level, t.text1, t.text2, t.text3) as text
      from app_public.alerts a, app_private.level_at(a.zone1, a.zone2, a.zone3, place) m (level),
        app_private.text_for(caller.id, row(a.language, a.title, a.text1, a.text2, a.text3, null, false), a.texts) t
      where app_private.is_active(a.active, a.expires_at) and st_covers(a.zone3, place) and m.level is not null
        and app_private.applies_to(a.status, caller.is_tester)
      order by m.level, a.id desc limit 1000
  loop
    alert_here.alert_id := match.id;
    alert_here.level := match.level;
    alert_here.distance := match.distance;
    alert_here.text := match.text;
    alerts_here := alerts_here || alert_here;
  end loop;
  return alerts_here;
end
$$;
COMMENT ON FUNCTION app_public.active_alerts_at(latitude double precision, longitude double precision) IS '@itemsNotNull
@argument latitude Degrees north, -90 to 90.
@argument longitude Degrees east, -180 to 180.
The active alerts at a place, the most urgent level first, then the newest. Exercises and tests are included only for testers.';
CREATE FUNCTION app_public.active_alerts_near(latitude double precision, longitude double precision, radius double precision, since text DEFAULT NULL::text) RETURNS app_public.alerts_near
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET jit TO 'off'
    AS $$
declare
  caller constant app_public.users := app_private.require_user();
  location geometry;
  projection text;
  zones app_public.zone_near[];
  cells app_private.border_cell[];
  near_cells app_private.border_cell[];
  answer app_public.alerts_near;
  box geometry;
  tolerance double precision;
  crowding double precision;
begin
  if (latitude between -90 and 90 and longitude between -180 and 180) is not true then
    raise exception using errcode = 'LA400', constraint = 'place', message = 'The place is off the globe: send a latitude from -90 to 90 and a longitude from -180 to 180, in degrees.';
  end if;
  if (radius between 100 and 100000) is not true then
    raise exception using errcode = 'LA400', constraint = 'radius', message = 'radius is not from 100 to 100,000: send it in metres.';
  end if;
  if since is not null and app_private.alerts_since(since) = '{}' then
    return null;
  end if;
  answer.cursor := app_public.newest_alert_cursor();
  location := st_setsrid(st_makepoint(longitude, latitude), 4326);
  -- Within 100 km of its centre the scale error of this projection is at most a ten-thousandth.
  projection := format('+proj=stere +lat_0=%s +lon_0=%s +datum=WGS84', latitude, longitude);
  box := app_private.box_around(latitude, longitude, radius);
  -- The tolerance grows with the number of alerts, which bounds the cost of their borders.
  crowding := greatest(1, sqrt((select count(*) from app_public.alerts a where a.active and a.zone3 && box) / 20.0));
  tolerance := greatest(2, radius / 2500) * crowding;
  with near as materialized (
    select a.id, a.version, a.expires_at, z.level, z.text, z.zone,
        st_covers(z.zone, location) or abs(longitude) = 180 and app_private.covers_from_other_side(z.zone, location) as holds_you,
        app_private.border_near(z.zone, box, tolerance) as border, row_number() over () as number
      from app_public.alerts a,
        app_private.text_for(caller.id, row(a.language, a.title, a.text1, a.text2, a.text3, null, false), a.texts) t,
        lateral (values ('ONE'::app_public.level_alert, t.text1, a.zone1), ('TWO', t.text2, a.zone2), ('THREE', t.text3, a.zone3))
          z (level, text, zone)
      where app_private.is_active(a.active, a.expires_at) and a.zone3 && box and st_intersects(z.zone, box)
        and app_private.applies_to(a.status, caller.is_tester)
  ), drawn as (
    -- One call projects all borders, as each call builds the projection again.
    select numbers[part.path[1]] as number, st_segmentize(st_collect(part.geom), greatest(50, radius / 40) * crowding) as border
      from (select st_transform(st_collect(n.border order by n.number), projection) as borders, array_agg(n.number order by n.number) as numbers
          from near n where n.border is not null) c,
        st_dump(c.borders) part
      group by 1
  ), measured as materialized (
    select n.id, n.version, n.expires_at, n.level, n.text, n.zone, n.holds_you, d.border, st_distance(d.border, st_makepoint(0, 0)) as distance
      from near n left join drawn d on d.number = n.number
  ), relevant as materialized (
    select m.*, case when m.distance <= radius then m.distance end as within, row_number() over (
        order by m.holds_you desc, m.level, m.distance, m.id desc) as place
      from measured m where m.holds_you or m.distance <= radius
  ), edges as (
    select st_xmin(s.geom) as x1, st_ymin(s.geom) as y1, st_xmax(s.geom) as x2, st_ymax(s.geom) as y2,
        st_distance(s.geom, st_makepoint(0, 0)) as distance
      from relevant r, st_dumpsegments(r.border) s where r.within is not null
  ), sized as (
    -- Small cells near the user, larger ones farther away.
    select e.*, 2 ^ floor(ln(greatest(e.distance, 100) / 8) / ln(2::double precision)) as size from edges e where e.distance <= radius
  ), gathered as (
    select row(min(s.x1), min(s.y1), max(s.x2), max(s.y2), min(s.distance))::app_private.border_cell as cell
      from sized s group by s.size, floor((s.x1 + s.x2) / 2 / s.size), floor((s.y1 + s.y2) / 2 / s.size)
  )
  select
      array(
        select row(r.id, r.version, r.level, r.holds_you, r.within, r.expires_at, r.text,
            st_asgeojson(r.zone, 9, 0)::app_public.geo_json)::app_public.zone_near
          from relevant r where r.place <= 300 order by r.place),
      (select greatest(count(*) - 300, 0) from relevant r),
      array(select g.cell from gathered g)
    into zones, answer.omitted_zones, cells;
  answer.zones := zones;
  answer.circles := '{}';
  answer.refresh_radius := radius;
  -- A smaller radius may avoid a large circle around the user, in which the phone would have to report all the time.
  foreach answer.refresh_radius in array array[radius, radius * 0.7, radius * 0.5] loop
    near_cells := array(select c from unnest(cells) c where (c).distance <= answer.refresh_radius);
    answer.circles := case when cardinality(near_cells) > 0 then app_private.cover_borders(near_cells, projection, tolerance) else '{}' end;
    exit when not exists (select from unnest(answer.circles) c where (c).holds_you and (c).distance > 100);
  end loop;
  return answer;
end
$$;
COMMENT ON FUNCTION app_public.active_alerts_near(latitude double precision, longitude double precision, radius double precision, since text) IS '@argument latitude Degrees north, -90 to 90.
@argument longitude Degrees east, -180 to 180.
@argument radius How far to look, in metres: 100 to 100,000.
@argument since The cursor of an earlier answer for the same place and radius. If no alert is new or has changed since, the answer is null: the earlier one still holds.
The zones of active alerts near a place, and circles for a phone to watch by itself. Whoever is outside all circles enters one of them before they cross a border, within refreshRadius of the place. Exercises and tests are included only for testers.';
CREATE FUNCTION app_public.alert_reach(input app_public.alert_input) RETURNS app_public.alert_reach_preview
    LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  alert constant app_public.alerts := app_private.draft_alert(input, null);
  reach app_public.alert_reach_preview;
begin
  perform app_private.require_own(alert);
  perform app_private.require_inside(alert);
  reach := app_private.reach_of(alert);
  reach.needs_approval := app_private.needs_approval(alert, null, reach) or not alert.authority_id = any (app_private.my_authorities('APPROVER'));
  return reach;
end
$$;
COMMENT ON FUNCTION app_public.alert_reach(input app_public.alert_input) IS '@argument input The alert as newAlert would take it.
How many users an alert would notify if it were published now. It writes nothing. For administrators: error FORBIDDEN for others.';
CREATE FUNCTION app_public.alert_statistics(months integer DEFAULT 12) RETURNS app_public.alert_month[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
declare
  mine constant integer[] := app_private.my_authorities('VIEWER');
begin
  if (alert_statistics.months between 1 and 60) is not true then
    raise exception using errcode = 'LA400', constraint = 'months', message = 'months is out of range: send 1 to 60.';
  end if;
  return array(
    with published as (
      select a, a.id, a.status, a.created_at, date_trunc('month', a.created_at, 'UTC') as began_at,
          v.completed_at, c.completed_at as present_completed_at
        from app_public.alerts a
        left join app_public.alert_versions v on v.alert_id = a.id and v.version = 1
        left join app_private.publications c on c.alert_id = a.id
        where a.authority_id = any (mine) and a.created_at >= (date_trunc('month', now() at time zone 'UTC') - make_interval(months => alert_statistics.months - 1)) at time zone 'UTC'
    ), people as (
      select p.began_at, p.status, bool_or(n.seen) as has_seen,
          -- Without late entries, whose time counts from their own notification.
          extract(epoch from min(n.created_at) filter (
            where n.version = 1
              and app_private.rule_when_notified(n.rule, n.taken_at, n.created_at, p.created_at, p.completed_at, p.present_completed_at)
                = 'INSIDE_WHEN_PUBLISHED') - p.created_at)::float8 as told_after
        from published p
        join app_public.notifications n on n.alert_id = p.id and n.kind <> 'ALL_CLEAR'
        group by p.began_at, p.status, p.id, p.created_at, p.completed_at, p.present_completed_at, n.user_id
    ), results as (
      select p.began_at, p.status, count(*)::integer as told, count(*) filter (where p.has_seen)::integer as seen,
          percentile_cont(0.5) within group (order by p.told_after) as told_after_median
        from people p group by 1, 2
    ), pushes as (
      select p.began_at, p.status, count(*)::integer as pushed,
          percentile_cont(0.5) within group (order by extract(epoch from u.at - p.created_at)::float8)
            filter (where not u.is_late) as pushed_after_median
        -- One row for each user: purged deliveries have left one for each second.
        from published p, app_private.pushed_people(p.a) u, generate_series(1, u.people)
        group by 1, 2
    )
    select row(p.began_at, p.status, count(*), coalesce(r.told, 0), coalesce(r.seen, 0), r.told_after_median,
        coalesce(u.pushed, 0), u.pushed_after_median)::app_public.alert_month
      from published p
      left join results r on r.began_at = p.began_at and r.status = p.status
      left join pushes u on u.began_at = p.began_at and u.status = p.status
      group by p.began_at, p.status, r.told, r.seen, r.told_after_median, u.pushed, u.pushed_after_median
      order by p.began_at desc, p.status);
end
$$;
COMMENT ON FUNCTION app_public.alert_statistics(months integer) IS '@itemsNotNull
@argument months How many months back, this one included: 1 to 60.
The number of alerts of your authorities, how many people they concerned, how fast pushes went out to them and how many saw it, by month and status, the latest month first. For administrators: error FORBIDDEN for others.';
CREATE FUNCTION app_public.alert_template_edit(id integer, input app_public.alert_template_input, expected_version integer) RETURNS app_public.alert_templates
    LANGUAGE plpgsql STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  template constant app_public.alert_templates := app_private.template_from(input);
  saved app_public.alert_templates;
begin
  update app_public.alert_templates t
    set version = expected_version, name = template.name, title = template.title,
      texts = template.texts, text1 = template.text1, text2 = template.text2, text3 = template.text3, all_clear = template.all_clear, correction = template.correction,
      language = template.language, event = template.event, severity = template.severity, urgency = template.urgency,
      certainty = template.certainty, category = template.category, response_type = template.response_type, status = template.status, level2_distance = template.level2_distance,
      level3_distance = template.level3_distance, duration = template.duration
    where t.id = alert_template_edit.id
    returning t.* into saved;
  perform app_private.require_found(saved.id);
  return saved;
end
$$;
COMMENT ON FUNCTION app_public.alert_template_edit(id integer, input app_public.alert_template_input, expected_version integer) IS '@argument id The id of the template.
@argument input The whole template: a field that is left out gets its default.
@argument expectedVersion The version that the changes were made for.
Replaces a template. Alerts that were made from it stay as they are. For administrators who are no training users. Error CONFLICT if it has another version, or another template has the name.';
CREATE FUNCTION app_public.alert_template_remove(id integer) RETURNS app_public.alert_templates
    LANGUAGE plpgsql STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  removed app_public.alert_templates;
begin
  delete from app_public.alert_templates t where t.id = alert_template_remove.id returning t.* into removed;
  perform app_private.require_found(removed.id);
  return removed;
end
$$;
COMMENT ON FUNCTION app_public.alert_template_remove(id integer) IS '@argument id The id of the template.
Removes a template, and returns it. Alerts that were made from it stay as they are. For administrators who are no training users.';
CREATE FUNCTION app_public.alert_update_reach(id integer, input app_public.alert_update_input) RETURNS app_public.alert_reach_preview
    LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  previous app_public.alerts;
  alert app_public.alerts;
  reach app_public.alert_reach_preview;
begin
  select a.* into previous from app_public.alerts a where a.id = alert_update_reach.id;
  if previous.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_alert', message = 'There is no alert with this id.';
  end if;
  perform app_private.require_own(previous);
  alert := app_private.draft_update(input, previous);
  perform app_private.require_inside(alert);
  reach := app_private.reach_of(alert);
  reach.needs_approval := app_private.needs_approval(alert, previous, reach) or not alert.authority_id = any (app_private.my_authorities('APPROVER'));
  return reach;
end
$$;
COMMENT ON FUNCTION app_public.alert_update_reach(id integer, input app_public.alert_update_input) IS '@argument id The id of the alert.
@argument input The changes as alertUpdate would take them.
How many users the next version of an alert would notify if it were published now: for the first time, and again. It writes nothing. For administrators: error FORBIDDEN for others, NOT_FOUND for an unknown alert.';
CREATE TABLE app_public.alert_versions (
    alert_id integer NOT NULL,
    version integer NOT NULL,
    user_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    zone1 public.geometry(Geometry,4326) NOT NULL,
    level2_distance double precision NOT NULL,
    level3_distance double precision NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    text1 text NOT NULL,
    text2 text NOT NULL,
    text3 text NOT NULL,
    all_clear text,
    is_renotified boolean NOT NULL,
    title text,
    completed_at timestamp with time zone,
    texts app_public.alert_text[] DEFAULT '{}'::app_public.alert_text[] NOT NULL
);
COMMENT ON TABLE app_public.alert_versions IS '@behavior -query:resource:list -query:resource:connection
@newestFirst
@orderedBy version
@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The administrator who made this version.|@behavior -manyRelation:resource:list
A version of an alert: its state from a time on, and who made it.';
COMMENT ON COLUMN app_public.alert_versions.alert_id IS 'The id of the alert.';
COMMENT ON COLUMN app_public.alert_versions.version IS 'The version: 1 at first, and one more with each change.';
COMMENT ON COLUMN app_public.alert_versions.user_id IS 'The id of the administrator who made it.';
COMMENT ON COLUMN app_public.alert_versions.created_at IS 'When it was made.';
COMMENT ON COLUMN app_public.alert_versions.zone1 IS '@behavior -*
The area.';
COMMENT ON COLUMN app_public.alert_versions.level2_distance IS 'The width of zone TWO around the area, in metres.';
COMMENT ON COLUMN app_public.alert_versions.level3_distance IS 'The width of zone THREE around the area, in metres.';
COMMENT ON COLUMN app_public.alert_versions.expires_at IS 'When the alert ends by itself.';
COMMENT ON COLUMN app_public.alert_versions.text1 IS 'The text for people inside the area.';
COMMENT ON COLUMN app_public.alert_versions.text2 IS 'The text for people in zone TWO.';
COMMENT ON COLUMN app_public.alert_versions.text3 IS 'The text for people in zone THREE.';
COMMENT ON COLUMN app_public.alert_versions.all_clear IS 'The text of the all-clear, if this version is the cancellation.';
COMMENT ON COLUMN app_public.alert_versions.is_renotified IS 'True if this version notified everyone again who was notified already.';
COMMENT ON COLUMN app_public.alert_versions.title IS 'The title of its pushes. Null if it has none.';
COMMENT ON COLUMN app_public.alert_versions.completed_at IS '@behavior -*
When its publication was complete, or when the next version replaced it. Null for the current version, whose time is in app_private.publications.';
COMMENT ON COLUMN app_public.alert_versions.texts IS '@itemsNotNull
The texts in other languages.';
CREATE FUNCTION app_public.alert_versions_area_geo_json(version app_public.alert_versions) RETURNS app_public.geo_json
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_asgeojson(version.zone1, 9, 0)::pg_catalog.json
$$;
COMMENT ON FUNCTION app_public.alert_versions_area_geo_json(version app_public.alert_versions) IS '@notNull
The exact area of this version, with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';
CREATE FUNCTION app_public.alerts_all_clear_reach(alert app_public.alerts) RETURNS app_public.phone_reach[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET jit TO 'off'
    AS $$
begin
  if not app_private.is_own_alert(alert) then
    return null;
  end if;
  return array(
    with people as (
      select n.user_id, min(n.level) as level from app_public.notifications n where n.alert_id = alert.id group by n.user_id
    ), phones as (
      select array_agg(distinct d.provider::text) as providers
        from people p join app_private.devices d on d.user_id = p.user_id and d.provider <> 'email'
        where (d.provider <> 'sms' or p.level = any (app_private.sms_levels()))
          and (p.level = 'ONE' or not exists (
          select from app_public.quiet_hours h
            where h.user_id = p.user_id and app_private.quiet_until(h.starts, h.ends, h.time_zone, now()) is not null))
        group by p.user_id
    )
    select row(p.providers, count(*))::app_public.phone_reach from phones p group by p.providers order by p.providers);
end
$$;
COMMENT ON FUNCTION app_public.alerts_all_clear_reach(alert app_public.alerts) IS '@itemsNotNull
Whose phones an all-clear would ring now. For administrators: error FORBIDDEN for others.';
CREATE FUNCTION app_public.alerts_area(alert app_public.alerts) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_astext(app_private.enclosing_ring(alert.zone1))
$$;
COMMENT ON FUNCTION app_public.alerts_area(alert app_public.alerts) IS '@notNull
One ring around the area (the zone of level ONE), as well-known text: POLYGON((longitude latitude,…)), in degrees. Holes are dropped, several pieces become their convex hull, and across the 180th meridian longitudes run on past 180. areaGeoJson is exact.';
CREATE FUNCTION app_public.alerts_area_geo_json(alert app_public.alerts) RETURNS app_public.geo_json
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_asgeojson(alert.zone1, 9, 0)::pg_catalog.json
$$;
COMMENT ON FUNCTION app_public.alerts_area_geo_json(alert app_public.alerts) IS '@notNull
The exact area (the zone of level ONE), with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';
CREATE FUNCTION app_public.alerts_area_level2(alert app_public.alerts) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_astext(app_private.enclosing_ring(alert.zone2))
$$;
COMMENT ON FUNCTION app_public.alerts_area_level2(alert app_public.alerts) IS '@notNull
One ring around the zone of level TWO, which includes the area, as well-known text: POLYGON((longitude latitude,…)), in degrees. Holes are dropped, several pieces become their convex hull, and across the 180th meridian longitudes run on past 180. areaLevel2GeoJson is exact.';
CREATE FUNCTION app_public.alerts_area_level2_geo_json(alert app_public.alerts) RETURNS app_public.geo_json
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_asgeojson(alert.zone2, 9, 0)::pg_catalog.json
$$;
COMMENT ON FUNCTION app_public.alerts_area_level2_geo_json(alert app_public.alerts) IS '@notNull
The exact zone of level TWO, which includes the area, with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';
CREATE FUNCTION app_public.alerts_area_level3(alert app_public.alerts) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_astext(app_private.enclosing_ring(alert.zone3))
$$;
COMMENT ON FUNCTION app_public.alerts_area_level3(alert app_public.alerts) IS '@notNull
One ring around the zone of level THREE, which includes the two others, as well-known text: POLYGON((longitude latitude,…)), in degrees. Holes are dropped, several pieces become their convex hull, and across the 180th meridian longitudes run on past 180. areaLevel3GeoJson is exact.';
CREATE FUNCTION app_public.alerts_area_level3_geo_json(alert app_public.alerts) RETURNS app_public.geo_json
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_asgeojson(alert.zone3, 9, 0)::pg_catalog.json
$$;
COMMENT ON FUNCTION app_public.alerts_area_level3_geo_json(alert app_public.alerts) IS '@notNull
The exact zone of level THREE, which includes the two others, with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';
CREATE FUNCTION app_public.alerts_audio1(alert app_public.alerts) RETURNS integer[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.speech_as_list(alert.id, 'ONE')
$$;
COMMENT ON FUNCTION app_public.alerts_audio1(alert app_public.alerts) IS '@notNull
@itemsNotNull
The speech of text1, the text of level ONE: the bytes of an MP3 file. Empty until the text is spoken, if the file is larger than 4 MiB, and if newer alerts fill the answer. audioUrl1 costs a fraction.';
CREATE FUNCTION app_public.alerts_audio2(alert app_public.alerts) RETURNS integer[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.speech_as_list(alert.id, 'TWO')
$$;
COMMENT ON FUNCTION app_public.alerts_audio2(alert app_public.alerts) IS '@notNull
@itemsNotNull
The speech of text2, the text of level TWO: the bytes of an MP3 file. Empty until the text is spoken, if the file is larger than 4 MiB, and if newer alerts fill the answer. audioUrl2 costs a fraction.';
CREATE FUNCTION app_public.alerts_audio3(alert app_public.alerts) RETURNS integer[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.speech_as_list(alert.id, 'THREE')
$$;
COMMENT ON FUNCTION app_public.alerts_audio3(alert app_public.alerts) IS '@notNull
@itemsNotNull
The speech of text3, the text of level THREE: the bytes of an MP3 file. Empty until the text is spoken, if the file is larger than 4 MiB, and if newer alerts fill the answer. audioUrl3 costs a fraction.';
CREATE FUNCTION app_public.alerts_audio_url1(alert app_public.alerts) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.speech_url(alert.id, 1)
$$;
COMMENT ON FUNCTION app_public.alerts_audio_url1(alert app_public.alerts) IS 'The path of the speech of text1, the text of level ONE, on this host: an MP3 file that needs no token. Null until the text is spoken.';
CREATE FUNCTION app_public.alerts_audio_url2(alert app_public.alerts) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.speech_url(alert.id, 2)
$$;
COMMENT ON FUNCTION app_public.alerts_audio_url2(alert app_public.alerts) IS 'The path of the speech of text2, the text of level TWO, on this host: an MP3 file that needs no token. Null until the text is spoken.';
CREATE FUNCTION app_public.alerts_audio_url3(alert app_public.alerts) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.speech_url(alert.id, 3)
$$;
COMMENT ON FUNCTION app_public.alerts_audio_url3(alert app_public.alerts) IS 'The path of the speech of text3, the text of level THREE, on this host: an MP3 file that needs no token. Null until the text is spoken.';
CREATE FUNCTION app_public.alerts_audio_urls(alert app_public.alerts) RETURNS text[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select array(
    select app_private.speech_url(alert.id, level, (app_public.alerts_reading(alert)).language)
      from generate_series(1, 3) level order by level)
$$;
COMMENT ON FUNCTION app_public.alerts_audio_urls(alert app_public.alerts) IS '@notNull
The paths of the speech of text1, text2 and text3 in the language that you read: as audioUrl1 to audioUrl3. Each is null until it is spoken, and if there is no voice for the language.';
CREATE FUNCTION app_public.alerts_cells(alert app_public.alerts) RETURNS app_public.cell_delivery[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select array(
    select row(c.name, f.version, f.level, coalesce(f.users, 0), coalesce(f.users_pushed, 0), coalesce(f.users_waiting, 0),
        coalesce(f.users_failed, 0), coalesce(f.users_seen, 0), coalesce(f.is_complete and f.version = alert.version, false),
        extract(epoch from f.received_at)::bigint)::app_public.cell_delivery
      from app_private.cells c
      left join app_private.cell_figures f on f.cell = c.name and f.alert_id = alert.id and f.version = (
        select max(n.version) from app_private.cell_figures n where n.cell = c.name and n.alert_id = alert.id)
      order by c.name, f.level)
    where app_private.is_own_alert(alert)
$$;
COMMENT ON FUNCTION app_public.alerts_cells(alert app_public.alerts) IS '@itemsNotNull
The results of the alert in each cell, one entry for each level, by the newest version that the cell has counted. One entry without a level for a cell that has reported nothing of it. For administrators: error FORBIDDEN for others.';
CREATE FUNCTION app_public.alerts_cursor(alert app_public.alerts) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  select coalesce((
    select app_private.write_cursor('alert', c.number, 0, c.alert_id, c.made_at)
      from app_public.alert_changes c where c.alert_id = alert.id order by c.number desc limit 1), '')
$$;
COMMENT ON FUNCTION app_public.alerts_cursor(alert app_public.alerts) IS '@notNull
The cursor of its last change, for alerts(since:).';
CREATE FUNCTION app_public.alerts_delivery(alert app_public.alerts) RETURNS app_public.level_delivery[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  -- The stored results of pushes, if the deliveries are purged. Users may still see a notification afterwards.
  stored constant jsonb := (select r.levels from app_private.delivery_results r where r.alert_id = alert.id);
begin
  if not app_private.is_own_alert(alert) then
    return null;
  end if;
  return array(
    with notified as (
      select n.id, n.user_id, n.level, n.seen,
          -- For a late entry, time counts from its notification.
          extract(epoch from n.seen_at - b.began)::float8 as seen_after,
          extract(epoch from d.accepted_at - b.began)::float8 as accepted_after,
          d.sent, d.accepted_at is not null as accepted, d.failed, d.waits
        from app_public.notifications n
        left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
        left join app_private.publications p on p.alert_id = n.alert_id
        cross join lateral (select case
          when app_private.rule_when_notified(n.rule, n.taken_at, n.created_at, v.created_at, v.completed_at, p.completed_at) = 'CAME_IN_LATER' then n.created_at
          else coalesce(v.created_at, alert.created_at) end as began) b
        left join (
          select e.notification_id, bool_or(e.accepted_at is not null or e.state = 'accepted') as sent,
              min(e.settled_at) filter (where e.state = 'accepted') as accepted_at,
              bool_and(e.state in ('failed', 'dead')) as failed, bool_or(e.state in ('queued', 'sent')) as waits
            from app_private.deliveries e where e.alert_id = alert.id group by e.notification_id
        ) d on d.notification_id = n.id
        where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
    ), people as (
      -- Each user once, at the innermost level, so that the levels add up to the users that the alert reached.
      select min(t.level) as level, coalesce(bool_or(t.sent), false) as is_pushed, coalesce(bool_or(t.waits), false) as waits,
          coalesce(bool_or(t.failed), false) and not bool_or(t.accepted) as is_failed, bool_or(t.seen) as has_seen
        from notified t group by t.user_id
    ), people_by_level as (
      select p.level, count(*)::integer as users, count(*) filter (where p.is_pushed)::integer as pushed,
          count(*) filter (where p.waits and not p.is_pushed)::integer as waiting,
          count(*) filter (where p.is_failed and not p.waits)::integer as failed,
          count(*) filter (where p.has_seen)::integer as seen
        from people p group by p.level
    ), figures as (
      select l.level, count(t.id)::integer as targeted, count(*) filter (where t.sent)::integer as sent,
          count(*) filter (where t.accepted)::integer as accepted, count(*) filter (where t.failed)::integer as failed,
          count(*) filter (where t.seen)::integer as seen,
          percentile_cont(0.5) within group (order by t.accepted_after) as accepted_after_median,
          percentile_cont(0.95) within group (order by t.accepted_after) as accepted_after_p95,
          percentile_cont(0.5) within group (order by t.seen_after) as seen_after_median,
          percentile_cont(0.95) within group (order by t.seen_after) as seen_after_p95
        from unnest(enum_range(null::app_public.level_alert)) l (level)
        left join notified t on t.level = l.level
        group by l.level
    )
    select row(f.level, f.targeted, coalesce(k.sent, f.sent), coalesce(k.accepted, f.accepted), coalesce(k.failed, f.failed), f.seen,
        case when stored is null then f.accepted_after_median else k.accepted_after_median end,
        case when stored is null then f.accepted_after_p95 else k.accepted_after_p95 end,
        f.seen_after_median, f.seen_after_p95, coalesce(b.users, 0), coalesce(k.users_pushed, b.pushed, 0),
        coalesce(k.users_waiting, b.waiting, 0), coalesce(k.users_failed, b.failed, 0), coalesce(b.seen, 0))::app_public.level_delivery
      from figures f
      left join people_by_level b on b.level = f.level
      left join jsonb_populate_recordset(null::app_public.level_delivery, stored) k on k.level = f.level
      order by f.level);
end
$$;
COMMENT ON FUNCTION app_public.alerts_delivery(alert app_public.alerts) IS '@itemsNotNull
The results of the alert''s notifications, one entry for each level, the most urgent first. For administrators: error FORBIDDEN for others.';
CREATE FUNCTION app_public.alerts_languages(alert app_public.alerts) RETURNS text[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.languages_of(alert.language, alert.texts)
$$;
COMMENT ON FUNCTION app_public.alerts_languages(alert app_public.alerts) IS '@notNull
@itemsNotNull
The languages in which it is written, its own first.';
CREATE FUNCTION app_public.alerts_push_failures(alert app_public.alerts) RETURNS app_public.push_failure[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET jit TO 'off'
    AS $$
declare
  stored constant jsonb := (select r.failures from app_private.delivery_results r where r.alert_id = alert.id);
begin
  if not app_private.is_own_alert(alert) then
    return null;
  end if;
  if stored is not null then
    return array(select f from jsonb_populate_recordset(null::app_public.push_failure, stored) f);
  end if;
  return array(
    with failures as (
      select d.provider, d.why, d.state <> 'queued' as is_final, d.user_id, count(*) as pushes
        from app_private.deliveries d
        where d.alert_id = alert.id and d.why is not null and d.state in ('queued', 'failed', 'dead')
        group by 1, 2, 3, 4
    ), reasons as materialized (
      -- Few distinct texts, as most pushes fail for the same reason.
      select w.why, app_private.push_reason(w.why) as reason from (select distinct f.why from failures f) w
    ), people as (
      select f.provider, r.reason, f.is_final, f.user_id, sum(f.pushes) as pushes
        from failures f join reasons r on r.why = f.why group by 1, 2, 3, 4
    )
    select row(p.provider, p.reason, p.is_final, sum(p.pushes), count(*))::app_public.push_failure
      from people p group by p.provider, p.reason, p.is_final
      order by sum(p.pushes) desc, p.provider::text, p.reason, p.is_final limit 50);
end
$$;
COMMENT ON FUNCTION app_public.alerts_push_failures(alert app_public.alerts) IS '@itemsNotNull
Why pushes of the alert have failed, or wait to be tried again: the most frequent reason first, at most 50. Those of the all-clear are included. For administrators: error FORBIDDEN for others.';
CREATE FUNCTION app_public.alerts_reached_users(alert app_public.alerts) RETURNS integer
    LANGUAGE plpgsql STABLE SECURITY DEFINER PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  return (select coalesce(sum(r.users), 0) from app_private.alert_reach r where r.alert_id = alert.id);
end
$$;
COMMENT ON FUNCTION app_public.alerts_reached_users(alert app_public.alerts) IS '@notNull
The number of users who were notified of this alert, each counted once.';
CREATE FUNCTION app_public.alerts_reading(alert app_public.alerts) RETURNS app_public.alert_text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select t from app_private.text_for(
      app_public.current_user_id(), row(alert.language, null, null, null, null, null, false), alert.texts, alert.cancelled_at is not null) t
    where alert.texts <> '{}' and t.language <> alert.language
$$;
COMMENT ON FUNCTION app_public.alerts_reading(alert app_public.alerts) IS 'Its texts in the language that you read, by which you are warned. Null if that is its own. Of a cancelled alert, the language of your all-clear.';
CREATE FUNCTION app_public.alerts_received(alert app_public.alerts) RETURNS app_public.received_message
    LANGUAGE sql STABLE
    AS $$
  select app_private.received_from(null, alert.id)
$$;
COMMENT ON FUNCTION app_public.alerts_received(alert app_public.alerts) IS 'The newest CAP message that the alert comes from. If it cancels, end the alert. Null if it comes from none, and for all but authors of its authority.';
CREATE FUNCTION app_public.alerts_search(search text DEFAULT NULL::text, state app_public.alert_state DEFAULT NULL::app_public.alert_state, status app_public.alert_status DEFAULT NULL::app_public.alert_status, published_since timestamp with time zone DEFAULT NULL::timestamp with time zone, published_before timestamp with time zone DEFAULT NULL::timestamp with time zone, "limit" integer DEFAULT 20, "offset" integer DEFAULT 0) RETURNS app_public.alert_search
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_custom_plan'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
declare
  words text[];
  ids integer[];
begin
  if alerts_search."limit" < 0 or alerts_search."offset" < 0 then
    raise exception using errcode = 'LA400', constraint = 'negative_limit', message = 'limit and offset must not be negative.';
  end if;
  if char_length(alerts_search.search) > 200 then
    raise exception using errcode = 'LA400', constraint = 'search_length', message = 'search has more than 200 characters: send a few words.';
  end if;
  words := array(
    select '%' || regexp_replace(lower(w.word), '([\\%_])', '\\\1', 'g') || '%'
      from regexp_split_to_table(coalesce(alerts_search.search, ''), '\s+') w (word) where w.word <> '');
  ids := array(
    select a.id from app_public.alerts a
      where (alerts_search.published_since is null or a.created_at >= alerts_search.published_since)
        and (alerts_search.published_before is null or a.created_at < alerts_search.published_before)
        and (alerts_search.status is null or a.status = alerts_search.status)
        and (alerts_search.state is null or alerts_search.state = app_public.alerts_state(a))
        and (words = '{}' or lower(concat_ws(' ', a.title, a.event, a.text1, a.text2, a.text3, a.all_clear)) like all (words))
      order by a.created_at desc, a.id desc);
  return row(cardinality(ids), array(
    select row(a.id, coalesce(a.title, (regexp_match(btrim(a.text1, E' \t\r\n'), '^[^\r\n]*'))[1]), app_public.alerts_state(a),
        a.status, a.created_at, a.expires_at, a.cancelled_at, app_public.alerts_reached_users(a))::app_public.alert_overview
      from (
        select i.id, i.place from unnest(ids) with ordinality i (id, place)
          order by i.place limit least(alerts_search."limit", 1000) offset alerts_search."offset"
      ) p
      join app_public.alerts a on a.id = p.id
      order by p.place))::app_public.alert_search;
end
$$;
COMMENT ON FUNCTION app_public.alerts_search(search text, state app_public.alert_state, status app_public.alert_status, published_since timestamp with time zone, published_before timestamp with time zone, "limit" integer, "offset" integer) IS '@argument search Only alerts whose title, texts, event or all-clear contain each of these words, whatever their case. At most 200 characters.
@argument state Only alerts in this state.
@argument status Only alerts of this status.
@argument publishedSince Only alerts published at this time or later.
@argument publishedBefore Only alerts published before this time.
@argument limit The most alerts to return. More than 1000 is cut to 1000.
@argument offset The number of alerts to skip.
The alerts that meet all conditions, the newest first, and their number. For administrators: error FORBIDDEN for others.';
CREATE FUNCTION app_public.alerts_state(alert app_public.alerts) RETURNS app_public.alert_state
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select case
    when alert.cancelled_at is not null then 'CANCELLED'
    when app_private.is_active(alert.active, alert.expires_at) then 'ACTIVE'
    else 'EXPIRED'
  end::app_public.alert_state
$$;
COMMENT ON FUNCTION app_public.alerts_state(alert app_public.alerts) IS '@notNull
Whether the alert is active, and if not, how it ended.';
CREATE FUNCTION app_public.alerts_timeline(alert app_public.alerts) RETURNS app_public.timeline_step[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
begin
  if not app_private.is_own_alert(alert) then
    return null;
  end if;
  return array(
    with people as (
      select min(n.created_at) as told_at, min(n.seen_at) as seen_at
        from app_public.notifications n where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
        group by n.user_id
    ), events as materialized (
      select e.at, e.kind, 1 as people
        from people p cross join lateral (values (p.told_at, 'told'), (p.seen_at, 'seen')) e (at, kind)
        where e.at is not null
      union all
      select p.at, 'pushed', p.people from app_private.pushed_people(alert) p
    ), width as (
      -- The shortest step that divides the time into at most 120.
      select min(w.seconds) as seconds
        from unnest(array[1, 5, 15, 60, 300, 900, 3600, 21600, 86400, 604800]) w (seconds)
        where w.seconds * 120 >= (select extract(epoch from max(e.at) - min(alert.created_at)) from events e) or w.seconds = 604800
    )
    select row(s.began_at, w.seconds, coalesce(sum(e.people) filter (where e.kind = 'told'), 0),
        coalesce(sum(e.people) filter (where e.kind = 'pushed'), 0),
        coalesce(sum(e.people) filter (where e.kind = 'seen'), 0))::app_public.timeline_step
      from width w, events e
      cross join lateral (select date_bin(make_interval(secs => w.seconds), e.at, alert.created_at) as began_at) s
      group by s.began_at, w.seconds order by s.began_at);
end
$$;
COMMENT ON FUNCTION app_public.alerts_timeline(alert app_public.alerts) IS '@itemsNotNull
How many users were notified, pushed to and saw it, step by step from the publication. Steps in which nothing happened are left out, and all-clears do not count. For administrators: error FORBIDDEN for others.';
CREATE FUNCTION app_public.audit_entries_about(user_id integer) RETURNS SETOF app_public.audit_entries
    LANGUAGE sql STABLE
    AS $$
  select e.* from app_public.audit_entries e
    where e.object_type = 'USER' and e.object_id = audit_entries_about.user_id
      or e.action in ('PEOPLE_READ', 'PEOPLE_FOLLOWED')
        and (e.facts -> 'user_ids' @> to_jsonb(audit_entries_about.user_id)
          or e.object_type is distinct from 'USER' and not e.facts ? 'user_ids')
$$;
COMMENT ON FUNCTION app_public.audit_entries_about(user_id integer) IS '@itemsNotNull
@behavior -connection
@argument userId The user''s id.
What was done to a user, and who looked at their data: entries that name the user, and those that may concern the user. These are reads of lists and maps, which name nobody, as they may have shown anyone. The newest first. For administrators: error FORBIDDEN for others.';
CREATE FUNCTION app_public.authorities_area_geo_json(authority app_public.authorities) RETURNS app_public.geo_json
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_asgeojson(authority.area, 9, 0)::pg_catalog.json
$$;
COMMENT ON FUNCTION app_public.authorities_area_geo_json(authority app_public.authorities) IS 'The area, with all its holes and pieces: a MultiPolygon of GeoJSON (RFC 7946). Null for an authority without one, which is everywhere.';
CREATE FUNCTION app_public.authority_add(input app_public.authority_input) RETURNS app_public.authorities
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  parent_id constant integer := coalesce(input.parent_id, app_private.my_authority());
  added app_public.authorities;
begin
  perform app_private.require_fresh_factor();
  if parent_id = any (app_private.my_authorities('MANAGER')) is not true then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  insert into app_public.authorities (name, area, parent_id)
    values (btrim(input.name), case when input.area is not null then public.st_multi(app_private.area_of_geojson(input.area)) end, parent_id)
    returning * into added;
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', added.id);
  return added;
end
$$;
COMMENT ON FUNCTION app_public.authority_add(input app_public.authority_input) IS '@argument input The authority to make.
Makes an authority below one that you manage. For managers. Error CONFLICT if another authority has the name.';
CREATE FUNCTION app_public.authority_edit(id integer, input app_public.authority_edit) RETURNS app_public.authorities
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  edited app_public.authorities;
begin
  perform app_private.require_fresh_factor();
  -- Nobody widens the area in which they may warn: that is for managers of the authority above. The rule of approval is their own.
  if not exists (
      select from app_public.authorities a
        where a.id = authority_edit.id and case when input.name is null and input.area is null then a.id else coalesce(a.parent_id, a.id) end = any (app_private.my_authorities('MANAGER'))) then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  update app_public.authorities a
    set name = coalesce(btrim(input.name), a.name),
      area = case when input.area is null then a.area else public.st_multi(app_private.area_of_geojson(input.area)) end,
      approval = coalesce(input.approval, a.approval), approval_above = coalesce(input.approval_above, a.approval_above),
      approves_exercises = coalesce(input.approves_exercises, a.approves_exercises)
    where a.id = authority_edit.id
    returning a.* into edited;
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', edited.id);
  return edited;
end
$$;
COMMENT ON FUNCTION app_public.authority_edit(id integer, input app_public.authority_edit) IS '@argument id The id of the authority.
@argument input The fields to change.
Changes the name or the area of an authority, for managers of the authority above, or its rule of approval, for its own managers.';
CREATE FUNCTION app_public.cap_source_add(input app_public.cap_source_input) RETURNS app_public.cap_sources
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  receiving_id constant integer := coalesce(input.authority_id, app_private.my_authority());
  added app_public.cap_sources;
begin
  perform app_private.require_fresh_factor();
  if receiving_id = any (app_private.my_authorities('MANAGER')) is not true then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  insert into app_public.cap_sources (name, url, interval_s, area, public_key, is_paused, authority_id, user_id)
    values (btrim(input.name), btrim(input.url), coalesce(input.interval_s, 30),
      public.st_multi(case when input.area is not null then app_private.area_of_geojson(input.area) end),
      nullif(btrim(input.public_key), ''), coalesce(input.is_paused, false), receiving_id, app_public.current_user_id())
    returning * into added;
  perform app_private.source_changed(added, 'ADDED');
  return added;
end
$$;
COMMENT ON FUNCTION app_public.cap_source_add(input app_public.cap_source_input) IS '@argument input The source.
Adds a source of CAP messages, which the service asks from now on. Each message becomes a draft. For managers.';
CREATE FUNCTION app_public.cap_source_edit(id integer, input app_public.cap_source_edit) RETURNS app_public.cap_sources
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  edited app_public.cap_sources;
begin
  perform app_private.require_fresh_factor();
  -- What was read by the old address, area or key is read again: messages that are known already make no second draft.
  update app_public.cap_sources s
    set name = coalesce(btrim(input.name), s.name), url = coalesce(btrim(input.url), s.url), interval_s = coalesce(input.interval_s, s.interval_s),
      area = coalesce(public.st_multi(case when input.area is not null then app_private.area_of_geojson(input.area) end), s.area),
      public_key = case when input.public_key is null then s.public_key else nullif(btrim(input.public_key), '') end,
      is_paused = coalesce(input.is_paused, s.is_paused), user_id = app_public.current_user_id(), version = s.version + 1,
      etag = null, last_modified = null, seen = '{}', failures = 0, problem = null, refused = null, refused_at = null
    where s.id = cap_source_edit.id and s.authority_id = any (app_private.my_authorities('MANAGER'))
    returning s.* into edited;
  perform app_private.require_found(edited.id);
  perform app_private.source_changed(edited, 'EDITED');
  return edited;
end
$$;
COMMENT ON FUNCTION app_public.cap_source_edit(id integer, input app_public.cap_source_edit) IS '@argument id The id of the source.
@argument input The changes.
Changes a source of CAP messages, and asks it at once. An empty publicKey removes the key. For managers of its authority.';
CREATE FUNCTION app_public.cap_source_remove(id integer) RETURNS app_public.cap_sources
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  removed app_public.cap_sources;
begin
  perform app_private.require_fresh_factor();
  delete from app_public.cap_sources s
    where s.id = cap_source_remove.id and s.authority_id = any (app_private.my_authorities('MANAGER'))
    returning s.* into removed;
  perform app_private.require_found(removed.id);
  perform app_private.source_changed(removed, 'REMOVED');
  return removed;
end
$$;
COMMENT ON FUNCTION app_public.cap_source_remove(id integer) IS '@argument id The id of the source.
Removes a source of CAP messages, and returns it. Its drafts stay. For managers of its authority.';
CREATE FUNCTION app_public.cap_sources_area_geo_json(source app_public.cap_sources) RETURNS app_public.geo_json
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_asgeojson(source.area, 9, 0)::pg_catalog.json
$$;
COMMENT ON FUNCTION app_public.cap_sources_area_geo_json(source app_public.cap_sources) IS 'The area that messages must touch: a MultiPolygon of GeoJSON (RFC 7946). Null for the area of the authority.';
CREATE FUNCTION app_public.cells() RETURNS app_public.cell[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select array(
    select row(c.name, s.people, extract(epoch from s.received_at)::bigint,
        coalesce(s.received_at > now() - interval '30 seconds', false))::app_public.cell
      from app_private.cells c left join app_private.cell_states s on s.cell = c.name order by c.name)
$$;
COMMENT ON FUNCTION app_public.cells() IS '@itemsNotNull
The cells that publish this service''s alerts to their own people. For administrators: error FORBIDDEN for others.';
CREATE FUNCTION app_public.device_key_add(name text) RETURNS app_public.device_key
    LANGUAGE plpgsql STRICT
    AS $$
declare
  -- 122 random bits. The prefix is the id of the key's user.
  secret constant text := app_private.require_user_id() || '-' || replace(gen_random_uuid()::text, '-', '');
  added app_public.device_key;
begin
  perform app_private.require_fresh_factor();
  insert into app_private.device_keys as k (name, key_hash)
    values (btrim(device_key_add.name), app_private.key_hash(secret))
    returning k.id, k.name, k.created_at into added.id, added.name, added.created_at;
  added.key := secret;
  return added;
end
$$;
COMMENT ON FUNCTION app_public.device_key_add(name text) IS '@argument name A name to know the device by.
Makes a device key, with which an app reports your positions without your password. Only this answer contains the key. Error CONFLICT if you have twenty.';
CREATE FUNCTION app_public.device_key_revoke(id integer) RETURNS app_public.device_key
    LANGUAGE plpgsql STRICT
    AS $$
declare
  revoked app_public.device_key;
begin
  if (select k.user_id <> app_private.require_user_id() from app_private.device_keys k where k.id = device_key_revoke.id) then
    perform app_private.require_fresh_factor();
  end if;
  delete from app_private.device_keys k where k.id = device_key_revoke.id
    returning k.id, k.name, k.created_at, k.last_used_at into revoked.id, revoked.name, revoked.created_at, revoked.last_used_at;
  if revoked.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_device_key', message = 'You have no device key with this id.';
  end if;
  return revoked;
end
$$;
COMMENT ON FUNCTION app_public.device_key_revoke(id integer) IS '@argument id The id of the device key.
Revokes one of your device keys: the next report with it is refused. Administrators can revoke anyone''s. Returns the key without its secret. Error NOT_FOUND for an unknown id, and for the key of someone else.';
CREATE FUNCTION app_public.device_keys(user_id integer DEFAULT NULL::integer) RETURNS app_public.device_key[]
    LANGUAGE plpgsql STABLE
    AS $$
declare
  caller constant app_public.users := app_private.require_user();
begin
  if device_keys.user_id <> caller.id and not caller.is_admin then
    raise exception using errcode = 'LA403', constraint = 'administrators_only', message = 'This is for administrators only.';
  end if;
  return array(
    select row(k.id, k.name, null, k.created_at, k.last_used_at)::app_public.device_key from app_private.device_keys k
      where k.user_id = coalesce(device_keys.user_id, caller.id) order by k.id desc);
end
$$;
COMMENT ON FUNCTION app_public.device_keys(user_id integer) IS '@itemsNotNull
@argument userId Another user, for administrators.
Your device keys, the newest first. An administrator can list those of any user. Error FORBIDDEN for others.';
CREATE FUNCTION app_public.device_unregister(token text) RETURNS app_public.users
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  owner app_public.users := app_private.require_user();
begin
  delete from app_private.devices d where d.user_id = owner.id and d.token = app_private.device_token(device_unregister.token);
  if not found then
    raise exception using errcode = 'LA404', constraint = 'no_device', message = 'You have no device with this token.';
  end if;
  return owner;
end
$$;
COMMENT ON FUNCTION app_public.device_unregister(token text) IS '@argument token The token that registerDevice was called with.
Stops push to one of your devices; you still get notifications in the API. Returns you. Error NOT_FOUND for an unknown token and for a token of someone else.';
CREATE FUNCTION app_public.devices() RETURNS app_public.device[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select array(
    select row(d.id, d.provider, d.created_at, d.left_at, d.topic, d.number)::app_public.device
      from (
        select o.id, o.provider, o.created_at, null::timestamptz as left_at,
            case o.provider when 'ntfy' then substr(o.token, 6) end as topic,
            case o.provider when 'sms' then o.token end as number
          from app_private.roads_of(app_private.require_user_id()) o
        union all
        select l.id, l.provider, l.created_at, l.left_at, null, null
          from app_private.left_devices l where l.user_id = app_private.require_user_id()
      ) d
      order by d.left_at desc nulls first, d.created_at desc, d.id desc)
$$;
COMMENT ON FUNCTION app_public.devices() IS '@itemsNotNull
Your devices and, if alerts reach you by it, your email, the newest first. After them, the last twenty that another user has registered since.';
CREATE FUNCTION app_public.email_verification_send() RETURNS app_public.users
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  caller constant app_public.users := app_private.require_user();
begin
  if caller.email_verified then
    raise exception using errcode = 'LA409', constraint = 'email_confirmed', message = 'Your email is confirmed already.';
  end if;
  perform app_private.count_own_mail(caller.id, caller.email);
  perform app_private.queue_verification(caller.id);
  return caller;
end
$$;
COMMENT ON FUNCTION app_public.email_verification_send() IS 'Mails you another link to confirm your email. Nothing is mailed if mail is off. Returns you. Error CONFLICT if your email is confirmed, or after too many mails.';
CREATE FUNCTION app_public.find_user(id integer) RETURNS app_public.users
    LANGUAGE plpgsql STABLE STRICT
    AS $$
declare
  found_user app_public.users;
begin
  select u.* into found_user from app_public.users u where u.id = find_user.id;
  if found_user.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id that you may see.';
  end if;
  return found_user;
end
$$;
COMMENT ON FUNCTION app_public.find_user(id integer) IS '@name user
@argument id The user''s id.
You; for an administrator any user. Error NOT_FOUND for an unknown id and for the id of someone else.';
CREATE FUNCTION app_public.held_publication(id integer DEFAULT NULL::integer, key text DEFAULT NULL::text, draft_id integer DEFAULT NULL::integer) RETURNS app_public.held_publication
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  held app_private.held_publications;
begin
  select h.* into held from app_private.held_publications h
    where h.authority_id = any (app_private.my_authorities('AUTHOR')) and case
      when held_publication.id is not null then h.id = held_publication.id
      when held_publication.key is not null then h.user_id = app_public.current_user_id() and h.key = held_publication.key
      else (coalesce(h.new_alert, h.changes) ->> 'draft_id')::integer = held_publication.draft_id
    end
    order by h.state = 'PUBLISHED' desc, h.state = 'HELD' desc, h.id desc limit 1;
  return case when held.id is not null then app_private.held_publication(held) end;
end
$$;
COMMENT ON FUNCTION app_public.held_publication(id integer, key text, draft_id integer) IS '@argument id The id of the held publication.
@argument key Instead of the id: the key of a held publication of your own, for a client that has lost the answer.
@argument draftId Instead of both: the id of a draft, which may be gone. Finds the publication that went out, else one that is still held, else the last one.
A held publication, and what became of it. Null for an unknown one. For administrators: error FORBIDDEN for others.';
CREATE FUNCTION app_public.held_publication_digest(publication app_public.held_publication) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.digest_of_held(h) from app_private.held_publications h
    where h.id = publication.id and h.state in ('HELD', 'PROPOSED', 'APPROVED') and h.all_clear is null
      and h.authority_id = any (app_private.my_authorities('AUTHOR'))
$$;
COMMENT ON FUNCTION app_public.held_publication_digest(publication app_public.held_publication) IS '@behavior -queryField
A digest of all that would be published now: publicationApprove takes it. Null once nothing of it waits.';
CREATE FUNCTION app_public.held_publication_draft(publication app_public.held_publication) RETURNS app_public.alerts
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select (app_private.draft_of_held(h)).* from app_private.held_publications h
    where h.id = publication.id and h.state in ('HELD', 'PROPOSED', 'APPROVED') and h.all_clear is null
      and h.authority_id = any (app_private.my_authorities('AUTHOR'))
$$;
COMMENT ON FUNCTION app_public.held_publication_draft(publication app_public.held_publication) IS '@behavior -queryField
The alert, or its next version, as it would be published now. It has no id, and nobody is told of it. Null once nothing of it waits.';
CREATE FUNCTION app_public.held_publication_reach(publication app_public.held_publication) RETURNS app_public.alert_reach_preview
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select (app_private.reach_of(app_private.draft_of_held(h))).* from app_private.held_publications h
    where h.id = publication.id and h.state in ('HELD', 'PROPOSED', 'APPROVED') and h.all_clear is null
      and h.authority_id = any (app_private.my_authorities('AUTHOR'))
$$;
COMMENT ON FUNCTION app_public.held_publication_reach(publication app_public.held_publication) IS '@behavior -queryField
How many people it would reach if it were published now. Null once nothing of it waits.';
CREATE FUNCTION app_public.held_publications() RETURNS SETOF app_public.held_publication
    LANGUAGE sql STABLE SECURITY DEFINER ROWS 20
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select (app_private.held_publication(h)).* from app_private.held_publications h
    where h.authority_id = any (app_private.my_authorities('AUTHOR'))
      and (h.state in ('HELD', 'PROPOSED', 'APPROVED')
        or h.user_id = app_public.current_user_id() and h.state in ('FAILED', 'REJECTED', 'RETURNED') and h.settled_at > now() - interval '7 days')
    order by h.id desc
$$;
COMMENT ON FUNCTION app_public.held_publications() IS '@behavior -queryField:resource:connection
What waits for its time or for approval in your authorities, and what of your own did not go out in the last seven days, the newest first. For authors: error FORBIDDEN for others.';
CREATE FUNCTION app_public.invitation_add(input app_public.invitation_input) RETURNS app_public.invitation
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  lifetime constant interval := '14 days';
  max_lifetime constant interval := '1 year';
  -- 122 random bits, which fit a QR code that a phone reads from across a room.
  secret constant text := replace(gen_random_uuid()::text, '-', '');
  ends_at constant timestamptz := coalesce(input.expires_at, now() + lifetime);
  added app_private.invitations;
  constraint_violated text;
  column_violated text;
begin
  perform app_private.require_fresh_factor();
  if (now() < ends_at and ends_at <= now() + max_lifetime) is not true then
    raise exception using errcode = 'LA400', constraint = 'invitation_end', message = 'The end of an invitation is not within the next year: choose another one.';
  end if;
  insert into app_private.invitations (name, secret_hash, places, made_by, expires_at)
    values (btrim(input.name), app_private.key_hash(secret), coalesce(input.places, 1), app_private.require_user_id(), ends_at)
    returning * into added;
  perform app_private.audit('INVITATION_MADE', 'INVITATION', added.id, jsonb_build_object('places', added.places));
  return app_private.invitation(added, secret);
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the row, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
COMMENT ON FUNCTION app_public.invitation_add(input app_public.invitation_input) IS '@argument input The invitation to make.
Makes an invitation, by which people make their own user. Only this answer contains its secret. For administrators.';
CREATE FUNCTION app_public.invitation_revoke(id integer) RETURNS app_public.invitation
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  revoked app_private.invitations;
begin
  update app_private.invitations i set revoked_at = now()
    where i.id = invitation_revoke.id and i.revoked_at is null
      and i.authority_id = any (app_private.my_authorities('MANAGER'))
    returning i.* into revoked;
  if revoked.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_invitation', message = 'There is no invitation with this id that is not revoked.';
  end if;
  perform app_private.audit('INVITATION_REVOKED', 'INVITATION', revoked.id);
  return app_private.invitation(revoked);
end
$$;
COMMENT ON FUNCTION app_public.invitation_revoke(id integer) IS '@argument id The id of the invitation.
Revokes an invitation: nobody joins by it any more. Who has joined stays. For administrators. Error NOT_FOUND for an unknown id, and for one that is revoked.';
CREATE FUNCTION app_public.invitations("limit" integer DEFAULT 20, "offset" integer DEFAULT 0) RETURNS app_public.invitation[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if invitations."limit" < 0 or invitations."offset" < 0 then
    raise exception using errcode = 'LA400', constraint = 'negative_limit', message = 'limit and offset must not be negative.';
  end if;
  return array(
    select app_private.invitation(i) from app_private.invitations i
      where i.authority_id = any (app_private.my_authorities('MANAGER'))
      order by i.id desc limit least(coalesce(invitations."limit", 20), 1000) offset invitations."offset");
end
$$;
COMMENT ON FUNCTION app_public.invitations("limit" integer, "offset" integer) IS '@itemsNotNull
@argument limit The most invitations to return. More than 1000 is cut to 1000.
@argument offset The number of invitations to skip.
The invitations of your authorities, the newest first. For administrators.';
CREATE FUNCTION app_public.last_reported_at() RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  caller_id constant integer := app_private.require_user_id();
begin
  return (select greatest(l.taken_at, l.alive_at) from app_public.last_positions l where l.user_id = caller_id);
end
$$;
COMMENT ON FUNCTION app_public.last_reported_at() IS 'When your last position was taken, or last confirmed by an app that had no newer one. Alerts count the age of your position from then. Null before the first one.';
CREATE FUNCTION app_public.logout() RETURNS app_public.users
    LANGUAGE plpgsql
    AS $$
declare
  caller constant app_public.users := app_private.require_user();
begin
  delete from app_public.sessions s where s.user_id = caller.id and s.id = app_private.current_session_id();
  return caller;
end
$$;
COMMENT ON FUNCTION app_public.logout() IS 'Ends the session of this request: its tokens are refused from the next request on. Returns you.';
CREATE FUNCTION app_public.me() RETURNS app_public.users
    LANGUAGE sql STABLE
    AS $$
  select u.* from app_public.users u where u.id = app_public.current_user_id()
$$;
COMMENT ON FUNCTION app_public.me() IS 'The user of this request.';
CREATE FUNCTION app_public.membership_remove(user_id integer, authority_id integer) RETURNS app_public.users
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform app_private.begin_role_change(membership_remove.user_id, membership_remove.authority_id);
  delete from app_public.memberships m
    where m.user_id = membership_remove.user_id and m.authority_id = membership_remove.authority_id;
  return app_private.end_role_change(membership_remove.user_id, membership_remove.authority_id, null);
end
$$;
COMMENT ON FUNCTION app_public.membership_remove(user_id integer, authority_id integer) IS '@argument userId The user''s id.
@argument authorityId The authority''s id.
Ends what a user may do for an authority, from their next request on. For managers of both. Error NOT_FOUND for others, CONFLICT for the last manager of the service.';
CREATE FUNCTION app_public.membership_set(user_id integer, authority_id integer, role app_public.authority_role) RETURNS app_public.users
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform app_private.begin_role_change(membership_set.user_id, membership_set.authority_id);
  insert into app_public.memberships as m (user_id, authority_id, role)
    values (membership_set.user_id, membership_set.authority_id, membership_set.role)
    on conflict on constraint memberships_pkey do update set role = excluded.role, from_group = false;
  return app_private.end_role_change(membership_set.user_id, membership_set.authority_id, membership_set.role);
end
$$;
COMMENT ON FUNCTION app_public.membership_set(user_id integer, authority_id integer, role app_public.authority_role) IS '@argument userId The user''s id.
@argument authorityId The authority''s id.
@argument role What they may do.
Sets what a user may do for an authority, from their next request on. For managers of both. Error NOT_FOUND for others, CONFLICT for the last manager of the service.';
CREATE TABLE app_public.mutual_aids (
    id integer NOT NULL,
    authority_id integer NOT NULL,
    to_authority_id integer NOT NULL,
    area public.geometry(MultiPolygon,4326),
    allowed_area public.geometry(MultiPolygon,4326),
    ends_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    user_id integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE app_public.mutual_aids IS '@behavior -query:resource:connection
@listForAdmins
@newestFirst
@filterBy id
Mutual aid: an authority grants another one its area, or a part of it, until a moment.';
COMMENT ON COLUMN app_public.mutual_aids.id IS 'The id of the mutual aid.';
COMMENT ON COLUMN app_public.mutual_aids.authority_id IS 'The id of the authority that grants it.';
COMMENT ON COLUMN app_public.mutual_aids.to_authority_id IS 'The id of the authority that receives it.';
COMMENT ON COLUMN app_public.mutual_aids.area IS '@behavior -*
The area that is granted: longitude and latitude in degrees. Null for all of the authority''s area.';
COMMENT ON COLUMN app_public.mutual_aids.allowed_area IS '@behavior -*
The area and 20 metres around it.';
COMMENT ON COLUMN app_public.mutual_aids.ends_at IS 'Until when it holds.';
COMMENT ON COLUMN app_public.mutual_aids.ended_at IS 'When it was ended before. Null if it was not.';
COMMENT ON COLUMN app_public.mutual_aids.user_id IS 'The id of the manager who granted it. Null for the owner of the database.';
COMMENT ON COLUMN app_public.mutual_aids.created_at IS 'When it was granted.';
CREATE FUNCTION app_public.mutual_aid_add(input app_public.mutual_aid_input) RETURNS app_public.mutual_aids
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  granting_id constant integer := coalesce(input.authority_id, app_private.my_authority());
  added app_public.mutual_aids;
begin
  perform app_private.require_fresh_factor();
  if granting_id = any (app_private.my_authorities('MANAGER')) is not true then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  if not exists (select from app_public.authorities a where a.id = input.to_authority_id and a.id <> granting_id) then
    raise exception using errcode = 'LA404', constraint = 'no_other_authority', message = 'There is no other authority with this id.';
  end if;
  if (now() < input.ends_at and input.ends_at <= now() + interval '1 year') is not true then
    raise exception using errcode = 'LA400', constraint = 'aid_end', message = 'The end of mutual aid is not within the next year: choose another one.';
  end if;
  insert into app_public.mutual_aids (authority_id, to_authority_id, area, ends_at, user_id)
    values (granting_id, input.to_authority_id, case when input.area is not null then public.st_multi(app_private.area_of_geojson(input.area)) end,
      input.ends_at, app_public.current_user_id())
    returning * into added;
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', added.authority_id, jsonb_build_object(
    'mutual_aid_id', added.id, 'to_authority_id', added.to_authority_id, 'ends_at', added.ends_at));
  return added;
end
$$;
COMMENT ON FUNCTION app_public.mutual_aid_add(input app_public.mutual_aid_input) IS '@argument input The mutual aid to grant.
Grants another authority an area of your own: until the end, its alerts may lie there, and its members see the people there. For managers of the authority that grants it. Error CONFLICT for an area outside of that authority''s.';
CREATE FUNCTION app_public.mutual_aid_end(id integer) RETURNS app_public.mutual_aids
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  ended app_public.mutual_aids;
begin
  update app_public.mutual_aids g set ended_at = clock_timestamp()
    where g.id = mutual_aid_end.id and g.ended_at is null and g.ends_at > clock_timestamp()
      and g.authority_id = any (app_private.my_authorities('MANAGER'))
    returning g.* into ended;
  if ended.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_mutual_aid', message = 'There is no mutual aid with this id that you grant now.';
  end if;
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', ended.authority_id, jsonb_build_object(
    'mutual_aid_id', ended.id, 'to_authority_id', ended.to_authority_id, 'ended', true));
  return ended;
end
$$;
COMMENT ON FUNCTION app_public.mutual_aid_end(id integer) IS '@argument id The id of the mutual aid.
Ends mutual aid, from the next request on. Alerts that stand may be ended, not moved or extended. For managers of the authority that grants it. Error NOT_FOUND for one that has ended.';
CREATE FUNCTION app_public.mutual_aids_area_geo_json(aid app_public.mutual_aids) RETURNS app_public.geo_json
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_asgeojson(aid.area, 9, 0)::pg_catalog.json
$$;
COMMENT ON FUNCTION app_public.mutual_aids_area_geo_json(aid app_public.mutual_aids) IS 'The area that is granted, with all its holes and pieces: a MultiPolygon of GeoJSON (RFC 7946). Null for all of the area of the authority that grants it.';
CREATE FUNCTION app_public.new_alert_template(input app_public.alert_template_input) RETURNS app_public.alert_templates
    LANGUAGE plpgsql STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  template constant app_public.alert_templates := app_private.template_from(input);
  saved app_public.alert_templates;
begin
  insert into app_public.alert_templates (
      name, title, text1, text2, text3, texts, all_clear, correction, language, event, severity, urgency, certainty, category, response_type, status,
      level2_distance, level3_distance, duration)
    values (
      template.name, template.title, template.text1, template.text2, template.text3, template.texts, template.all_clear, template.correction,
      template.language, template.event, template.severity, template.urgency, template.certainty, template.category, template.response_type, template.status, template.level2_distance,
      template.level3_distance, template.duration)
    returning * into saved;
  return saved;
end
$$;
COMMENT ON FUNCTION app_public.new_alert_template(input app_public.alert_template_input) IS '@argument input The template to save.
Saves a template of alerts. For administrators who are no training users. Error CONFLICT if another template has the name.';
CREATE FUNCTION app_public.new_password_links(user_ids integer[]) RETURNS SETOF app_public.password_link
    LANGUAGE plpgsql STRICT SECURITY DEFINER ROWS 100
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  max_users constant integer := 5000;
  lifetime constant interval := (select s.password_link_lifetime from app_private.settings s);
  owner_id integer;
  link app_public.password_link;
  secret text;
begin
  perform app_private.require_fresh_factor();
  if cardinality(user_ids) > max_users then
    raise exception using errcode = 'LA400', constraint = 'too_many_user_ids', message = 'userIds has more than 5,000 entries: ask for them in several parts.';
  end if;
  -- Locks in the order of ids prevent deadlocks. A password that is set meanwhile is visible below.
  perform app_private.lock_user(l.id) from (select distinct unnest(user_ids) as id order by 1) l;
  foreach owner_id in array array(select i.id from unnest(user_ids) with ordinality i (id, place) group by i.id order by min(i.place)) loop
    perform app_private.require_managed(owner_id);
    if not exists (select from app_public.users u where u.id = owner_id) then
      raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
    end if;
    -- Otherwise an administrator's stolen token could take over any user. userPasswordReset asks for a password.
    if exists (select from app_private.user_credentials c where c.user_id = owner_id) then
      raise exception using errcode = 'LA409', constraint = 'has_password', message = 'This user already has a password: give them a new one instead.';
    end if;
    secret := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
    link := row(owner_id, owner_id || '.' || secret, now() + lifetime)::app_public.password_link;
    insert into app_private.password_links as l (user_id, token_hash, expires_at)
      values (owner_id, app_private.key_hash(secret), link.expires_at)
      on conflict on constraint password_links_pkey
        do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at;
    perform app_private.audit('PASSWORD_LINK_MADE', 'USER', owner_id);
    return next link;
  end loop;
end
$$;
COMMENT ON FUNCTION app_public.new_password_links(user_ids integer[]) IS '@argument userIds The ids of users without a password, at most 5,000.
Makes a link for each of these users, one for an id that comes twice, by which they set their password. An earlier link that an administrator made for them no longer works. For administrators. Error CONFLICT for a user who has a password.';
CREATE FUNCTION app_public.new_position(input app_public.position_input) RETURNS app_public.positions
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
declare
  caller_id constant integer := app_private.require_user_id();
  taken_at constant timestamptz := app_private.moment_taken(input.taken_at);
  fault constant text := coalesce(
    app_private.position_fault(input.latitude, input.longitude, input.accuracy, taken_at, now()),
    case when input.moving_activity is null then 'movingActivity is missing: send one of its values.' end);
  result record;
  is_history boolean;
  reported app_public.positions;
begin
  if fault is not null then
    raise exception using errcode = 'LA400', constraint = 'positions_fault', message = fault;
  end if;
  if input.client_id is not null then
    if app_private.client_id_fault(input.client_id) is not null then
      raise exception using errcode = 'LA400', constraint = 'client_id', message = app_private.client_id_fault(input.client_id);
    end if;
    result := app_private.keep_positions(caller_id, array[input]);
    return coalesce(result.kept[1], (app_private.positions_reported(caller_id, array[input], result.ids))[1]);
  end if;
  perform app_private.share_report_lock(caller_id);
  is_history := app_private.apply_report_settings(caller_id);
  if is_history then
    insert into app_public.positions (user_id, latitude, longitude, accuracy, moving_activity, taken_at)
      values (caller_id, input.latitude, input.longitude, input.accuracy, input.moving_activity, taken_at)
      returning * into reported;
  else
    reported := row(
      nextval('app_public.positions_id_seq'), caller_id, now(), taken_at,
      input.latitude, input.longitude, input.accuracy, input.moving_activity);
  end if;
  perform app_private.apply_position_report(reported, is_history);
  return reported;
end
$$;
COMMENT ON FUNCTION app_public.new_position(input app_public.position_input) IS '@argument input The position.
Reports where you are, and notifies you of active alerts there in the same transaction. A position that was taken before your last one is stored as history only. A position with a clientId that was reported before is not stored again, and the answer is the one that was. If only your last position is kept, the answer has an id too, and no history lists it.';
CREATE FUNCTION app_public.new_positions(input app_public.position_input[]) RETURNS SETOF app_public.positions
    LANGUAGE plpgsql STRICT SECURITY DEFINER ROWS 100
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
declare
  caller_id constant integer := app_private.require_user_id();
  fault text;
  result record;
begin
  if cardinality(input) > 1000 then
    raise exception using errcode = 'LA400', constraint = 'too_many_positions', message = 'input has more than 1,000 positions: send them in several requests.';
  end if;
  fault := app_private.first_bad_position(input);
  if fault is not null then
    raise exception using errcode = 'LA400', constraint = 'positions_fault', message = fault;
  end if;
  result := app_private.keep_positions(caller_id, input);
  if cardinality(result.kept) = cardinality(input) then
    return query select k.* from unnest(result.kept) k;
  else
    return query select p.* from unnest(app_private.positions_reported(caller_id, input, result.ids)) p;
  end if;
end
$$;
COMMENT ON FUNCTION app_public.new_positions(input app_public.position_input[]) IS '@argument input The positions, in any order.
Reports up to 1,000 positions at once, for a phone that was offline. All are stored; the one taken last counts as in newPosition. A position with a clientId or a takenAt that was reported before is not stored again, and the answer has the one that was. One bad entry refuses them all, and the error names its index. If only your last position is kept, the answers have ids too, and no history lists them.';
CREATE TABLE app_public.saved_areas (
    id integer NOT NULL,
    name text NOT NULL,
    area public.geometry(MultiPolygon,4326) NOT NULL,
    user_id integer DEFAULT app_public.current_user_id() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    authority_id integer DEFAULT app_private.my_authority() NOT NULL,
    CONSTRAINT saved_areas_name CHECK (((char_length(name) <= 200) AND (app_private.without_blanks(name) <> ''::text)))
);
COMMENT ON TABLE app_public.saved_areas IS '@behavior -query:resource:connection
@listForAdmins
@orderedBy name
@filterBy id
@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The administrator who saved it last.|@behavior -manyRelation:resource:list -manyRelation:resource:connection
An area that administrators have saved by name, to make alerts from. For administrators.';
COMMENT ON COLUMN app_public.saved_areas.id IS 'The id of the saved area.';
COMMENT ON COLUMN app_public.saved_areas.name IS 'Its name.';
COMMENT ON COLUMN app_public.saved_areas.area IS '@behavior -*
The area: longitude and latitude in degrees. Edges are straight in these.';
COMMENT ON COLUMN app_public.saved_areas.user_id IS 'The id of the administrator who saved it last.';
COMMENT ON COLUMN app_public.saved_areas.created_at IS 'When it was first saved.';
COMMENT ON COLUMN app_public.saved_areas.updated_at IS 'When it was last saved.';
COMMENT ON COLUMN app_public.saved_areas.version IS 'The version: 1 at first, and one more with each change.';
COMMENT ON COLUMN app_public.saved_areas.authority_id IS 'The id of the authority that changes it. All authorities use it.';
COMMENT ON CONSTRAINT saved_areas_name ON app_public.saved_areas IS 'name is empty or has more than 200 characters: write a short name.';
CREATE FUNCTION app_public.new_saved_area(input app_public.saved_area_input) RETURNS app_public.saved_areas
    LANGUAGE plpgsql STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  saved app_public.saved_areas;
begin
  insert into app_public.saved_areas (name, area)
    values (btrim(input.name), public.st_multi(app_private.area_of_geojson(input.area)))
    returning * into saved;
  return saved;
end
$$;
COMMENT ON FUNCTION app_public.new_saved_area(input app_public.saved_area_input) IS '@argument input The area to save.
Saves an area by name. For administrators who are no training users. Error CONFLICT if another saved area has the name.';
CREATE TABLE app_public.shared_drafts (
    id integer NOT NULL,
    name text NOT NULL,
    content text NOT NULL,
    user_id integer DEFAULT app_public.current_user_id() NOT NULL,
    is_training boolean DEFAULT (app_public.me()).is_training NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    editor_id integer,
    editing_until timestamp with time zone,
    is_private boolean DEFAULT false NOT NULL,
    alert_id integer,
    authority_id integer DEFAULT app_private.my_authority() NOT NULL,
    CONSTRAINT shared_drafts_content CHECK ((octet_length(content) <= 1000000)),
    CONSTRAINT shared_drafts_name CHECK (((char_length(name) <= 200) AND (app_private.without_blanks(name) <> ''::text)))
);
COMMENT ON TABLE app_public.shared_drafts IS '@behavior -query:resource:connection
@listForAdmins
@orderedBy name
@filterBy id
@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The administrator who changed it last.|@behavior -manyRelation:resource:list -manyRelation:resource:connection
@foreignKey (editor_id) references app_public.users (id)|@fieldName editor|@forwardDescription Who works on it. It counts until editingUntil.|@behavior -manyRelation:resource:list -manyRelation:resource:connection
An alert that administrators prepare, each alone or all together. Publication from it removes it. For administrators, who see shared drafts and their own private ones.';
COMMENT ON COLUMN app_public.shared_drafts.id IS 'The id of the shared draft.';
COMMENT ON COLUMN app_public.shared_drafts.name IS 'Its name.';
COMMENT ON COLUMN app_public.shared_drafts.content IS 'The draft as the client wrote it.';
COMMENT ON COLUMN app_public.shared_drafts.user_id IS 'The id of the administrator who changed it last.';
COMMENT ON COLUMN app_public.shared_drafts.is_training IS 'True if a training user shared it, or keeps it as a private draft.';
COMMENT ON COLUMN app_public.shared_drafts.created_at IS 'When it was made.';
COMMENT ON COLUMN app_public.shared_drafts.updated_at IS 'When it was last changed.';
COMMENT ON COLUMN app_public.shared_drafts.version IS 'The version: 1 at first, and one more with each change.';
COMMENT ON COLUMN app_public.shared_drafts.editor_id IS 'The id of who works on it. It counts until editingUntil.';
COMMENT ON COLUMN app_public.shared_drafts.editing_until IS 'Until when someone works on it. Null if nobody does.';
COMMENT ON COLUMN app_public.shared_drafts.is_private IS 'True if only its author can read and change it.';
COMMENT ON COLUMN app_public.shared_drafts.alert_id IS 'The id of the alert that it updates. Null for a new alert.';
COMMENT ON COLUMN app_public.shared_drafts.authority_id IS 'The id of the authority whose authors share it.';
COMMENT ON CONSTRAINT shared_drafts_content ON app_public.shared_drafts IS 'content has more than 1,000,000 bytes: draw a simpler area.';
COMMENT ON CONSTRAINT shared_drafts_name ON app_public.shared_drafts IS 'name is empty or has more than 200 characters: write a short name.';
CREATE FUNCTION app_public.new_shared_draft(input app_public.shared_draft_input) RETURNS app_public.shared_drafts
    LANGUAGE plpgsql STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  draft app_public.shared_drafts;
begin
  insert into app_public.shared_drafts (name, content, is_private, alert_id, editing_until)
    values (btrim(input.name), input.content, coalesce(input.is_private, false), input.alert_id, 'infinity')
    returning * into draft;
  return draft;
end
$$;
COMMENT ON FUNCTION app_public.new_shared_draft(input app_public.shared_draft_input) IS '@argument input The draft.
Keeps a draft, for yourself or shared with all administrators, and marks you as its editor. Users cannot read it. For administrators. Error CONFLICT if another shared draft has the name, or you have 100 private drafts.';
CREATE FUNCTION app_public.new_user(email text, password_hash text, name text, address text, is_admin boolean) RETURNS app_public.users
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  created constant app_public.users := app_private.add_user(email, name, address, is_admin);
begin
  perform app_private.require_fresh_factor();
  perform app_private.set_password(created.id, password_hash);
  perform app_private.audit('USER_CREATED', 'USER', created.id, jsonb_build_object('is_admin', created.is_admin));
  perform app_private.queue_verification(created.id);
  return created;
end
$$;
COMMENT ON FUNCTION app_public.new_user(email text, password_hash text, name text, address text, is_admin boolean) IS '@behavior -mutationField
Creates a user with a password that the host has hashed. Returns the user.';
CREATE FUNCTION app_public.newest_alert_cursor() RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform app_private.require_user();
  return coalesce((
    select app_private.write_cursor('alert', c.number, 0, c.alert_id, c.made_at)
      from app_public.alert_changes c order by c.number desc limit 1), '');
end
$$;
COMMENT ON FUNCTION app_public.newest_alert_cursor() IS '@notNull
The cursor of the last change of any alert, from which to follow later changes. Empty if there is none.';
CREATE FUNCTION app_public.newest_notification_cursor() RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform app_private.require_user();
  return coalesce((
    select app_private.write_cursor('notification', coalesce(n.seen_change, n.id), n.user_id, n.id, n.created_at)
      from app_public.notifications n where n.user_id = app_public.current_user_id()
      order by coalesce(n.seen_change, n.id) desc limit 1), '');
end
$$;
COMMENT ON FUNCTION app_public.newest_notification_cursor() IS '@notNull
The cursor of the last change of your notifications, from which to follow later changes. Empty if there is none.';
CREATE FUNCTION app_public.notification_update(input app_public.notification_update_input) RETURNS app_public.notifications
    LANGUAGE plpgsql STRICT
    AS $$
declare
  updated app_public.notifications;
begin
  if input.seen is null then
    raise exception using errcode = 'LA400', constraint = 'seen_missing', message = 'seen is missing: send true or false.';
  end if;
  -- The policy of updates makes it one of the caller's.
  update app_public.notifications n set seen = input.seen where n.id = input.id returning n.* into updated;
  if not found then
    raise exception using errcode = 'LA404', constraint = 'no_notification', message = 'You have no notification with this id.';
  end if;
  return updated;
end
$$;
COMMENT ON FUNCTION app_public.notification_update(input app_public.notification_update_input) IS '@argument input The notification and the new value.
Marks one of your notifications as seen or not seen. Returns it with the new value. Error NOT_FOUND for an unknown id and for a notification of someone else.';
CREATE FUNCTION app_public.notifications_audio_url(notification app_public.notifications) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.speech_url(
      notification.alert_id, array_position(enum_range(null::app_public.level_alert), notification.level),
      app_public.notifications_language(notification))
    where notification.kind <> 'ALL_CLEAR'
$$;
COMMENT ON FUNCTION app_public.notifications_audio_url(notification app_public.notifications) IS '@behavior -resource:aggregate
The path of the speech of text, as audioUrl1 of an alert. Null until it is spoken, if there is no voice for its language, and for an all-clear.';
CREATE FUNCTION app_public.notifications_language(notification app_public.notifications) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select m.language from app_private.message_of(notification) m
$$;
COMMENT ON FUNCTION app_public.notifications_language(notification app_public.notifications) IS '@behavior -resource:aggregate
@notNull
The language of text: a BCP 47 tag such as en or pt-BR.';
CREATE FUNCTION app_public.notifications_text(notification app_public.notifications) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select case when notification.kind = 'ALL_CLEAR' then m.all_clear else app_private.text_of(notification.level, m.text1, m.text2, m.text3) end
    from app_private.message_of(notification) m
$$;
COMMENT ON FUNCTION app_public.notifications_text(notification app_public.notifications) IS '@behavior -resource:aggregate
@notNull
What the alert says now to its user, for the level of the notification: in the first of their languages that the alert has, or else in its own. Of an all-clear, its text.';
CREATE FUNCTION app_public.notifications_title(notification app_public.notifications) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select m.title from app_private.message_of(notification) m
$$;
COMMENT ON FUNCTION app_public.notifications_title(notification app_public.notifications) IS '@behavior -resource:aggregate
The title of the alert in the language of text. Null if it has none.';
CREATE FUNCTION app_public.ntfy_topic_add() RETURNS app_public.device
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  -- Whoever knows a topic reads it. ntfy takes at most 64 characters.
  new_topic constant text := left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 48);
begin
  perform app_public.register_device(jsonb_populate_record(null::app_public.register_notification_token, jsonb_build_object('token', 'ntfy:' || new_topic)));
  return (select d from unnest(app_public.devices()) d where d.topic = new_topic);
end
$$;
COMMENT ON FUNCTION app_public.ntfy_topic_add() IS 'Makes a secret topic at the server ntfyUrl, by which an app of ntfy gets your pushes, as a device of yours. deviceUnregister ends it by its token: ntfy: and the topic. Returns the device.';
CREATE FUNCTION app_public.publication_approve(id integer, digest text) RETURNS app_public.held_publication
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  held app_private.held_publications := app_private.lock_proposal(id);
begin
  perform app_private.require_fresh_factor();
  if held.state in ('APPROVED', 'PUBLISHED') then
    return app_private.held_publication(held);
  elsif held.state <> 'PROPOSED' then
    raise exception using errcode = 'LA409', constraint = 'decided_already', message = 'This proposal was decided or taken back meanwhile.';
  elsif digest <> app_private.digest_of_held(held) then
    raise exception using errcode = 'LA409', constraint = 'proposal_changed', message = 'What would be published has changed since you looked at it: look again, and approve that.';
  end if;
  update app_private.held_publications h
    set state = 'APPROVED', approved_by = app_public.current_user_id(), approved_digest = digest,
      due_at = greatest(h.publish_at, clock_timestamp())
    where h.id = held.id
    returning h.* into held;
  perform app_private.audit('PUBLICATION_APPROVED', 'HELD_PUBLICATION', held.id);
  perform app_private.tell_members('DECIDED', held.id);
  perform graphile_worker.add_job('publish_held', json_build_object('id', held.id), run_at => held.due_at);
  return app_private.held_publication(held);
end
$$;
COMMENT ON FUNCTION app_public.publication_approve(id integer, digest text) IS '@argument id The id of the held publication.
@argument digest The digest of what you looked at: heldPublication has it.
Approves what another person proposes: it is published at once, or at its time. For approvers of its authority: error FORBIDDEN for others and for who proposed it, CONFLICT if what would be published has changed since, or it was decided.';
CREATE FUNCTION app_public.publication_hold(input app_public.publication_input) RETURNS app_public.held_publication
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  held app_private.held_publications;
  repeated app_public.held_publication;
  status app_public.alert_status;
  previous app_public.alerts;
  draft app_public.alerts;
  is_proposal boolean := false;
  bypasses boolean := false;
  lacks_factor boolean := false;
begin
  if num_nonnulls(input.new_alert, input.changes, input.all_clear) <> 1
    or (input.new_alert is distinct from null) = (input.alert_id is not null)
  then
    raise exception using errcode = 'LA400',
      constraint = 'one_publication', message = 'Send newAlert alone, or alertId with either changes or allClear.';
  end if;
  -- A repeated request first, as the dry run fails for what was published already.
  repeated := app_private.repeated_publication(input);
  if repeated.id is not null then
    return repeated;
  end if;
  if (input.publish_at > extract(epoch from now()) and input.publish_at < extract(epoch from now() + interval '1 year')
      and input.publish_at < coalesce((input.new_alert).expires_at, (input.changes).expires_at, 'infinity'::float8)) is false then
    raise exception using errcode = 'LA400',
      constraint = 'publish_at', message = 'publishAt is not within the next year, or not before the alert ends: send a future time in seconds since 1970-01-01 UTC.';
  end if;
  if char_length(app_private.without_blanks(input.break_glass)) not between 1 and 500 then
    raise exception using errcode = 'LA400',
      constraint = 'break_glass', message = 'breakGlass is empty or has more than 500 characters: write why it cannot wait for a second person.';
  end if;
  status := case when (app_public.me()).is_training then 'EXERCISE' else coalesce((input.new_alert).status, 'ACTUAL') end;
  if input.new_alert is distinct from null and input.expected_status <> status then
    raise exception using errcode = 'LA403',
      constraint = 'other_status', message = format('The alert would be of status %s, not %s: check it again. Nothing was published.', status, input.expected_status);
  end if;
  -- A dry run, which is rolled back: it reports errors now. A handler for a code that ends in 000 would catch its whole class.
  begin
    perform app_private.run_publication(input.new_alert, input.alert_id, input.changes, input.all_clear, true, input.all_clear_texts);
    raise exception using errcode = 'LA200';
  exception when sqlstate 'LA200' then null;
  end;
  if input.all_clear is null then
    if input.changes is distinct from null then
      select a.* into previous from app_public.alerts a where a.id = input.alert_id;
      draft := app_private.draft_update(input.changes, previous);
    else
      draft := app_private.draft_alert(input.new_alert, null);
    end if;
    is_proposal := true;
    if draft.authority_id = any (app_private.my_authorities('APPROVER')) then
      is_proposal := app_private.needs_approval(draft, previous);
      bypasses := is_proposal and input.break_glass is not null;
      if not is_proposal or bypasses then
        lacks_factor := not app_private.factor_is_fresh();
        if input.break_glass is null then
          perform app_private.require_fresh_factor();
        end if;
      end if;
    elsif input.break_glass is not null then
      perform app_private.require_approver(draft, previous);
    end if;
  end if;
  -- The answer promises a publication, so it must survive the loss of a host.
  perform app_private.commit_synchronously();
  delete from app_private.held_publications h where h.settled_at < now() - interval '30 days';
  insert into app_private.held_publications as h (
      user_id, key, due_at, new_alert, alert_id, changes, all_clear, all_clear_texts, by_training_user, authority_id, publish_at, break_glass)
    select app_public.current_user_id(), input.key, coalesce(to_timestamp(input.publish_at), clock_timestamp() + s.take_back_time),
        to_json(input.new_alert), input.alert_id, to_json(input.changes), input.all_clear, to_json(input.all_clear_texts), (app_public.me()).is_training,
        coalesce((select a.authority_id from app_public.alerts a where a.id = input.alert_id),
          (input.new_alert).authority_id, app_private.my_authority()),
        to_timestamp(input.publish_at), case when bypasses or lacks_factor then btrim(input.break_glass) end
      from app_private.settings s
    on conflict (user_id, key) do nothing
    returning h.* into held;
  if held.id is null then
    -- A concurrent request with the same key was first.
    return app_private.repeated_publication(input);
  end if;
  if is_proposal and not bypasses then
    perform app_private.propose_held(held.id);
    select h.* into held from app_private.held_publications h where h.id = held.id;
    return app_private.held_publication(held);
  end if;
  if bypasses then
    perform app_private.audit('APPROVAL_BYPASSED', 'HELD_PUBLICATION', held.id);
  end if;
  if lacks_factor then
    perform app_private.audit('SECOND_FACTOR_BYPASSED', 'HELD_PUBLICATION', held.id);
  end if;
  if bypasses or lacks_factor then
    perform app_private.tell_members('BREAK_GLASS', held.id);
  end if;
  perform app_private.audit('PUBLICATION_HELD', 'HELD_PUBLICATION', held.id);
  perform graphile_worker.add_job('publish_held', json_build_object('id', held.id), run_at => held.due_at);
  return app_private.held_publication(held);
end
$$;
COMMENT ON FUNCTION app_public.publication_hold(input app_public.publication_input) IS '@argument input What to publish.
Publishes a new alert, an update or an all-clear after a few seconds, or at publishAt; until then publicationTakeBack can take it back. It is published even if the client is gone. If a second person has to approve it, or you are an author, it is proposed: its state is PROPOSED, and the approvers are told. What is wrong with it now is an error at once, as for newAlert, alertUpdate and alertCancel. For administrators and authors: error FORBIDDEN for others, and if a new alert would be of another status than expectedStatus.';
CREATE FUNCTION app_public.publication_reject(id integer, reason text, for_changes boolean) RETURNS app_public.held_publication
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  held app_private.held_publications := app_private.lock_proposal(id);
begin
  if char_length(app_private.without_blanks(reason)) not between 1 and 500 then
    raise exception using errcode = 'LA400', constraint = 'reject_reason', message = 'reason is empty or has more than 500 characters: write what is wrong with it.';
  elsif held.state <> 'PROPOSED' then
    raise exception using errcode = 'LA409', constraint = 'decided_already', message = 'This proposal was decided or taken back meanwhile.';
  end if;
  update app_private.held_publications h
    set state = case when for_changes then 'RETURNED' else 'REJECTED' end::app_public.held_publication_state, why = btrim(reason),
      settled_at = clock_timestamp(), settled_by = app_public.current_user_id()
    where h.id = held.id
    returning h.* into held;
  perform app_private.audit('PUBLICATION_REJECTED', 'HELD_PUBLICATION', held.id, jsonb_build_object('for_changes', for_changes));
  perform app_private.tell_members('DECIDED', held.id);
  return app_private.held_publication(held);
end
$$;
COMMENT ON FUNCTION app_public.publication_reject(id integer, reason text, for_changes boolean) IS '@argument id The id of the held publication.
@argument reason What is wrong with it, for who proposed it.
@argument forChanges True to return it: whoever proposed it may change it and propose it again.
Rejects or returns what another person proposes: nothing of it is published. For approvers of its authority: error FORBIDDEN for others and for who proposed it, CONFLICT if it was decided.';
CREATE FUNCTION app_public.publication_take_back(id integer) RETURNS app_public.held_publication
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  held app_private.held_publications;
begin
  perform app_private.commit_synchronously();
  -- The row lock waits for a publication that has begun.
  select h.* into held from app_private.held_publications h
    where h.id = publication_take_back.id
      and (h.user_id = app_public.current_user_id() or h.authority_id = any (app_private.my_authorities('APPROVER')))
    for update;
  if held.user_id <> app_public.current_user_id() and not held.by_training_user then
    perform app_private.refuse_training_users();
  end if;
  update app_private.held_publications h
    set state = 'TAKEN_BACK', settled_at = clock_timestamp(), settled_by = app_public.current_user_id()
    where h.id = held.id and h.state in ('HELD', 'PROPOSED', 'APPROVED');
  if found then
    perform app_private.audit('PUBLICATION_TAKEN_BACK', 'HELD_PUBLICATION', publication_take_back.id);
  end if;
  select h.* into held from app_private.held_publications h where h.id = held.id;
  if held.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_held_publication', message = 'There is no held publication with this id.';
  elsif held.state = 'PUBLISHED' then
    raise exception using errcode = 'LA409', constraint = 'too_late', message = 'It is too late to take it back, because it has been published: correct it, or end it with an all-clear.';
  end if;
  return app_private.held_publication(held);
end
$$;
COMMENT ON FUNCTION app_public.publication_take_back(id integer) IS '@argument id The id of the held publication.
Takes back a held publication of any approver of your authority, or your own: nothing of it is published, then or later. For administrators: error FORBIDDEN for others, NOT_FOUND for an unknown one, CONFLICT if it was published.';
CREATE FUNCTION app_public.publish_step() RETURNS app_public.publish_step
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select row(s.confirm_above, extract(epoch from s.take_back_time))::app_public.publish_step from app_private.settings s
$$;
COMMENT ON FUNCTION app_public.publish_step() IS 'What a client asks of an administrator before it publishes, by the settings of the service. For administrators: error FORBIDDEN for others.';
CREATE FUNCTION app_public.quiet_hours_edit(input app_public.quiet_hours_input) RETURNS app_public.users
    LANGUAGE plpgsql STRICT
    AS $_$
declare
  caller constant app_public.users := app_private.require_user();
  o_clock constant text := '^([01]\d|2[0-3]):[0-5]\d$';
begin
  if not coalesce(input."from" ~ o_clock and input."to" ~ o_clock, false) or input."from" = input."to" then
    raise exception using errcode = 'LA400', constraint = 'quiet_hours', message = 'from and to do not fit: send two different times of day from 00:00 to 23:59, such as 22:00.';
  end if;
  insert into app_public.quiet_hours (starts, ends, time_zone)
    values (input."from"::time, input."to"::time, input.time_zone)
    on conflict (user_id) do update set starts = excluded.starts, ends = excluded.ends, time_zone = excluded.time_zone;
  return caller;
end
$_$;
COMMENT ON FUNCTION app_public.quiet_hours_edit(input app_public.quiet_hours_input) IS '@argument input The new quiet hours.
Sets your quiet hours: pushes of levels TWO and THREE wait until they end, if the alert is still active then. Level ONE always goes through. Returns you.';
CREATE FUNCTION app_public.quiet_hours_remove() RETURNS app_public.users
    LANGUAGE plpgsql
    AS $$
declare
  caller constant app_public.users := app_private.require_user();
begin
  delete from app_public.quiet_hours q where q.user_id = caller.id;
  return caller;
end
$$;
COMMENT ON FUNCTION app_public.quiet_hours_remove() IS 'Removes your quiet hours and sends the pushes that waited for their end. Returns you.';
CREATE FUNCTION app_public.recovery_codes_renew() RETURNS text[]
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  owner_id constant integer := app_private.require_user_id();
begin
  perform app_private.require_fresh_factor();
  if not app_private.has_second_factor(owner_id) then
    raise exception using errcode = 'LA404', constraint = 'no_second_factor', message = 'You have no such second factor.';
  end if;
  perform app_private.audit('RECOVERY_CODES_MADE', 'USER', owner_id);
  return app_private.make_recovery_codes(owner_id);
end
$$;
COMMENT ON FUNCTION app_public.recovery_codes_renew() IS '@behavior -mutationField
Makes ten recovery codes of yours, instead of those before, and returns them.';
CREATE FUNCTION app_public.register_device(input app_public.register_notification_token) RETURNS app_public.users
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  owner app_public.users := app_private.require_user();
  new_token constant text := app_private.device_token(input.token);
  constraint_violated text;
  column_violated text;
begin
  if input.token is null then
    raise exception using errcode = 'LA400', constraint = 'token_missing', message = 'token is missing: send the token that the device got from its push service.';
  end if;
  if app_private.push_provider(input.token) in ('email', 'sms') then
    raise exception using errcode = 'LA400', constraint = 'token_form', message = 'token is an email address or a telephone number: set alertsByEmail with userEdit, or use smsNumberAdd.';
  end if;
  -- Some systems give theirs in another form, which must not keep the device from being registered.
  if app_private.is_language(input.language) and input.language is distinct from owner.device_language then
    update app_public.users u set device_language = input.language where u.id = owner.id;
  end if;
  perform app_private.add_device(owner.id, new_token, app_private.push_provider(app_private.trim_blanks(input.token)));
  return owner;
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the row, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
COMMENT ON FUNCTION app_public.register_device(input app_public.register_notification_token) IS '@argument input The device.
Adds a device to push to. A user has at most twenty devices; the oldest is removed. The token is one of Expo or FCM, or the JSON of a Web Push subscription. A token of another user moves to you; that user sees in devices that it left. Returns you.';
CREATE FUNCTION app_public.require_admin() RETURNS boolean
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
begin
  if not pg_catalog.pg_has_role(current_user, 'app_manager', 'usage') then
    raise exception using errcode = 'LA403', constraint = 'administrators_only', message = 'This is for administrators only.';
  end if;
  return true;
end
$$;
COMMENT ON FUNCTION app_public.require_admin() IS '@behavior -*
Returns true for an administrator, who manages an authority, and raises error LA403 for everyone else.';
CREATE FUNCTION app_public.require_everyone() RETURNS boolean
    LANGUAGE plpgsql STABLE
    AS $$
begin
  perform app_public.require_viewer();
  if not app_private.sees_everyone() then
    raise exception using errcode = 'LA403', constraint = 'area_only', message = 'Your authority has an area, and this tells of people elsewhere: ask for lists instead.';
  end if;
  return true;
end
$$;
COMMENT ON FUNCTION app_public.require_everyone() IS '@behavior -*
Returns true for a viewer, and all above, of an authority without an area, and raises error LA403 for everyone else.';
CREATE FUNCTION app_public.require_viewer() RETURNS boolean
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
begin
  if not pg_catalog.pg_has_role(current_user, 'app_viewer', 'usage') then
    raise exception using errcode = 'LA403', constraint = 'administrators_only', message = 'This is for administrators only.';
  end if;
  return true;
end
$$;
COMMENT ON FUNCTION app_public.require_viewer() IS '@behavior -*
Returns true for a viewer and all above, and raises error LA403 for everyone else. Lists of people use it as a condition.';
CREATE FUNCTION app_public.saved_area_edit(id integer, input app_public.saved_area_edit) RETURNS app_public.saved_areas
    LANGUAGE plpgsql STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  saved app_public.saved_areas;
begin
  update app_public.saved_areas a
    set name = coalesce(btrim(input.name), a.name),
      area = coalesce(public.st_multi(case when input.area is not null then app_private.area_of_geojson(input.area) end), a.area),
      version = input.expected_version
    where a.id = saved_area_edit.id
    returning a.* into saved;
  perform app_private.require_found(saved.id);
  return saved;
end
$$;
COMMENT ON FUNCTION app_public.saved_area_edit(id integer, input app_public.saved_area_edit) IS '@argument id The id of the saved area.
@argument input The changes.
Changes a saved area. Alerts that were made from it keep theirs. For administrators who are no training users. Error CONFLICT if it has another version than expectedVersion says, or another saved area has the name.';
CREATE FUNCTION app_public.saved_area_remove(id integer) RETURNS app_public.saved_areas
    LANGUAGE plpgsql STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  removed app_public.saved_areas;
begin
  delete from app_public.saved_areas a where a.id = saved_area_remove.id returning a.* into removed;
  perform app_private.require_found(removed.id);
  return removed;
end
$$;
COMMENT ON FUNCTION app_public.saved_area_remove(id integer) IS '@argument id The id of the saved area.
Removes a saved area, and returns it. Alerts that were made from it keep theirs. For administrators who are no training users.';
CREATE FUNCTION app_public.saved_areas_area_geo_json(saved app_public.saved_areas) RETURNS app_public.geo_json
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_asgeojson(saved.area, 9, 0)::pg_catalog.json
$$;
COMMENT ON FUNCTION app_public.saved_areas_area_geo_json(saved app_public.saved_areas) IS '@notNull
The area, with all its holes and pieces: a MultiPolygon of GeoJSON (RFC 7946).';
CREATE TABLE app_public.second_factors (
    id integer NOT NULL,
    user_id integer NOT NULL,
    kind app_public.login_way NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    used_at timestamp with time zone,
    secret bytea NOT NULL,
    counter bigint NOT NULL,
    credential_id text,
    transports text[],
    CONSTRAINT second_factors_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))
);
COMMENT ON TABLE app_public.second_factors IS '@behavior -query:resource:list -query:resource:connection
@orderedBy id
What a user shows besides a password: an authenticator app, or a passkey.';
COMMENT ON COLUMN app_public.second_factors.id IS 'The id of the second factor.';
COMMENT ON COLUMN app_public.second_factors.user_id IS '@behavior -*
The user.';
COMMENT ON COLUMN app_public.second_factors.kind IS 'TOTP or PASSKEY.';
COMMENT ON COLUMN app_public.second_factors.name IS 'The name that the user gave it.';
COMMENT ON COLUMN app_public.second_factors.created_at IS 'When it was added.';
COMMENT ON COLUMN app_public.second_factors.used_at IS 'When it was last shown. Null if it was not since.';
COMMENT ON COLUMN app_public.second_factors.secret IS '@behavior -*
The secret of an authenticator app, encrypted by the host''s key, or the public key of a passkey.';
COMMENT ON COLUMN app_public.second_factors.counter IS '@behavior -*
The step of the last code, or the last signature''s counter: an earlier one is refused.';
COMMENT ON COLUMN app_public.second_factors.credential_id IS '@behavior -*
The id of the passkey.';
COMMENT ON COLUMN app_public.second_factors.transports IS '@behavior -*
How a browser reaches the passkey.';
COMMENT ON CONSTRAINT second_factors_name ON app_public.second_factors IS 'name is empty or has more than 100 characters: write a short name.';
CREATE FUNCTION app_public.second_factor_remove(id integer) RETURNS app_public.second_factors
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  owner_id constant integer := app_private.require_user_id();
  removed app_public.second_factors;
begin
  perform app_private.require_fresh_factor();
  delete from app_public.second_factors f where f.user_id = owner_id and f.id = second_factor_remove.id returning f.* into removed;
  if removed.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_second_factor', message = 'You have no such second factor.';
  end if;
  removed.secret := null;
  if not app_private.has_second_factor(owner_id) then
    delete from app_private.recovery_codes c where c.user_id = owner_id;
  end if;
  perform app_private.audit('SECOND_FACTOR_REMOVED', 'USER', owner_id, jsonb_build_object('way', removed.kind, 'second_factor_id', removed.id));
  return removed;
end
$$;
COMMENT ON FUNCTION app_public.second_factor_remove(id integer) IS '@argument id The id of the second factor.
Removes one of your second factors, and your recovery codes with the last one. Returns the factor. Error NOT_FOUND for an unknown id and for that of someone else, FORBIDDEN if you have to show a factor first.';
CREATE TABLE app_public.second_factor_rules (
    role app_public.authority_role NOT NULL,
    rule app_public.second_factor_demand DEFAULT 'OFFERED'::app_public.second_factor_demand NOT NULL,
    demanded_from timestamp with time zone
);
COMMENT ON TABLE app_public.second_factor_rules IS '@behavior -query:resource:connection
@orderedBy role
Whether users whose highest role this is have second factors. For managers.';
COMMENT ON COLUMN app_public.second_factor_rules.role IS 'The role.';
COMMENT ON COLUMN app_public.second_factor_rules.rule IS 'Its rule.';
COMMENT ON COLUMN app_public.second_factor_rules.demanded_from IS 'From when a second factor is demanded. Null if it is not.';
CREATE FUNCTION app_public.second_factor_rule_set(role app_public.authority_role, rule app_public.second_factor_demand) RETURNS app_public.second_factor_rules
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  notice constant interval := '1 day';
  previous app_public.second_factor_rules;
  changed app_public.second_factor_rules;
begin
  perform app_private.require_fresh_factor();
  select r.* into previous from app_public.second_factor_rules r where r.role = second_factor_rule_set.role for update;
  update app_public.second_factor_rules r
    set rule = second_factor_rule_set.rule,
      demanded_from = case when second_factor_rule_set.rule = 'DEMANDED' then coalesce(r.demanded_from, now() + notice) end
    where r.role = previous.role
    returning r.* into changed;
  perform app_private.audit('SETTINGS_CHANGED', facts => jsonb_build_object(
    'second_factor_of_' || lower(role::text), jsonb_build_array(previous.rule, changed.rule)));
  return changed;
end
$$;
COMMENT ON FUNCTION app_public.second_factor_rule_set(role app_public.authority_role, rule app_public.second_factor_demand) IS '@argument role The role.
@argument rule Its rule.
Sets whether users whose highest role this is have second factors. A demand holds a day later: whoever has none then has no more rights than everyone, until they add one. For administrators of the service.';
CREATE FUNCTION app_public.second_factor_state() RETURNS app_public.second_factor_state
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  owner_id constant integer := app_private.require_user_id();
  state app_public.second_factor_state;
begin
  select r.rule, r.demanded_from into state.rule, state.demanded_from
    from app_public.second_factor_rules r
    where r.role = (
      select max(case when u.is_training then least(m.role, 'APPROVER') else m.role end)
        from app_public.memberships m join app_public.users u on u.id = m.user_id where u.id = owner_id);
  state.rule := coalesce(state.rule, 'OFFERED');
  state.recovery_codes := (select count(*) from app_private.recovery_codes c where c.user_id = owner_id);
  state.fresh_until := (
    select s.second_factor_at + t.second_factor_lasts from app_public.sessions s, app_private.settings t
      where s.user_id = owner_id and s.id = app_private.current_session_id());
  return state;
end
$$;
COMMENT ON FUNCTION app_public.second_factor_state() IS 'What there is to know of your second factors besides their list, which is in your user.';
CREATE TABLE app_public.sessions (
    user_id integer NOT NULL,
    id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    used_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    is_admin boolean DEFAULT false NOT NULL,
    client text,
    login_way app_public.login_way DEFAULT 'PASSWORD'::app_public.login_way NOT NULL,
    second_factor_at timestamp with time zone
);
COMMENT ON TABLE app_public.sessions IS '@newestFirst
@behavior -query:resource:connection
A login of a user. Its tokens name it, and are refused when its row is gone.';
COMMENT ON COLUMN app_public.sessions.user_id IS '@behavior -*
The user.';
COMMENT ON COLUMN app_public.sessions.id IS 'The id of the session.';
COMMENT ON COLUMN app_public.sessions.created_at IS 'When the user logged in.';
COMMENT ON COLUMN app_public.sessions.used_at IS 'When a request last used it, to about an hour.';
COMMENT ON COLUMN app_public.sessions.expires_at IS 'When it ends by itself. A refresh prolongs it.';
COMMENT ON COLUMN app_public.sessions.is_admin IS 'True for a session with the rights of an administrator. It ends if the user loses them.';
COMMENT ON COLUMN app_public.sessions.client IS 'The program that logged in, as it named itself in the header User-Agent. Null if it did not.';
COMMENT ON COLUMN app_public.sessions.login_way IS 'How the user logged in.';
COMMENT ON COLUMN app_public.sessions.second_factor_at IS 'When it last showed a second factor. Null if it has shown none.';
CREATE FUNCTION app_public.session_end(id bigint) RETURNS app_public.sessions
    LANGUAGE plpgsql STRICT
    AS $$
declare
  ended app_public.sessions;
begin
  delete from app_public.sessions s where s.user_id = app_public.current_user_id() and s.id = session_end.id
    returning s.* into ended;
  if ended.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_session', message = 'You have no session with this id.';
  end if;
  return ended;
end
$$;
COMMENT ON FUNCTION app_public.session_end(id bigint) IS '@argument id The id of the session.
Ends one of your sessions: its tokens are refused from the next request on. Returns the session. Error NOT_FOUND for an unknown id and for a session of someone else.';
CREATE FUNCTION app_public.shared_draft_edit(id integer, input app_public.shared_draft_edit) RETURNS app_public.shared_drafts
    LANGUAGE plpgsql STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  draft app_public.shared_drafts;
begin
  update app_public.shared_drafts d
    set name = coalesce(btrim(input.name), d.name), content = coalesce(input.content, d.content), is_private = coalesce(input.is_private, d.is_private),
      version = input.expected_version, editing_until = 'infinity'
    where d.id = shared_draft_edit.id
    returning d.* into draft;
  perform app_private.require_shared_draft(draft.id);
  return draft;
end
$$;
COMMENT ON FUNCTION app_public.shared_draft_edit(id integer, input app_public.shared_draft_edit) IS '@argument id The id of the shared draft.
@argument input The changes.
Changes a shared draft, and marks you as its editor. For administrators; training users change drafts of training users only. Error CONFLICT if it has another version than expectedVersion says, NOT_FOUND if it was published or removed.';
CREATE FUNCTION app_public.shared_draft_mark(id integer, is_editing boolean) RETURNS app_public.shared_drafts
    LANGUAGE plpgsql STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  draft app_public.shared_drafts;
begin
  update app_public.shared_drafts d
    set editing_until = case
      when d.editing_until > clock_timestamp() and d.editor_id <> app_public.current_user_id() then d.editing_until
      when is_editing then 'infinity'
    end
    where d.id = shared_draft_mark.id
    returning d.* into draft;
  perform app_private.require_shared_draft(draft.id);
  return draft;
end
$$;
COMMENT ON FUNCTION app_public.shared_draft_mark(id integer, is_editing boolean) IS '@argument id The id of the shared draft.
@argument isEditing True while you work on it, false when you stop.
Says that you work on a shared draft. The mark ends by itself after a minute: repeat it before. It stops nobody, and does not replace the mark of someone else. Returns the draft. For administrators; training users mark drafts of training users only.';
CREATE FUNCTION app_public.shared_draft_remove(id integer) RETURNS app_public.shared_drafts
    LANGUAGE plpgsql STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  removed app_public.shared_drafts;
begin
  delete from app_public.shared_drafts d where d.id = shared_draft_remove.id returning d.* into removed;
  perform app_private.require_shared_draft(removed.id);
  return removed;
end
$$;
COMMENT ON FUNCTION app_public.shared_draft_remove(id integer) IS '@argument id The id of the shared draft.
Removes a shared draft, and returns it. For administrators; training users remove drafts of training users only.';
CREATE FUNCTION app_public.shared_drafts_received(draft app_public.shared_drafts) RETURNS app_public.received_message
    LANGUAGE sql STABLE
    AS $$
  select app_private.received_from(draft.id, null)
$$;
COMMENT ON FUNCTION app_public.shared_drafts_received(draft app_public.shared_drafts) IS 'The newest CAP message that the draft comes from. Null if it comes from none.';
CREATE FUNCTION app_public.sms_number_add(number text) RETURNS app_public.users
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
declare
  caller constant app_public.users := app_private.require_user();
  new_number constant text := regexp_replace(sms_number_add.number, '[\s()./-]', '', 'g');
begin
  if coalesce(app_private.sms_levels(), '{}') = '{}' then
    raise exception using errcode = 'LA409', constraint = 'sms_off', message = 'SMS is off at this service.';
  end if;
  if new_number !~ '^\+[1-9][0-9]{7,14}$' then
    raise exception using errcode = 'LA400', constraint = 'sms_number_form', message = 'number must have a plus sign, its country and 15 digits at most, such as +390110000000.';
  end if;
  insert into app_private.sms_codes as c (user_id, number) values (caller.id, new_number)
    on conflict on constraint sms_codes_pkey
      do update set number = excluded.number, code_hash = null, guesses = 0, asked_at = excluded.asked_at;
  -- Counted first: of several at once each waits for the one before.
  perform app_private.count_attempt('sms by user', caller.id::text);
  perform app_private.count_attempt('sms by number', new_number);
  if app_private.attempt_wait('sms by user', caller.id::text) + app_private.attempt_wait('sms by number', new_number) > 0 then
    raise exception using errcode = 'LA409', constraint = 'too_many_sms_codes', message = 'Three codes were sent within an hour, by you or to this number: try again in an hour.';
  end if;
  perform graphile_worker.add_job(
    'send_sms_code', json_build_object('userId', caller.id), max_attempts => 3, job_key => 'sms code:' || caller.id);
  return caller;
end
$_$;
COMMENT ON FUNCTION app_public.sms_number_add(number text) IS '@argument number With a plus sign and its country.
Sends a code to a telephone number, by which smsNumberConfirm makes it your device within ten minutes. A later code replaces it. Returns you. Error CONFLICT if SMS is off, or after three codes within an hour to you or to the number.';
CREATE FUNCTION app_public.sms_number_confirm(code text) RETURNS app_public.device
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  owner constant app_public.users := app_private.require_user();
  asked app_private.sms_codes;
begin
  perform app_private.lock_user(owner.id);
  update app_private.sms_codes c set guesses = c.guesses + 1
    where c.user_id = owner.id and c.asked_at > now() - interval '10 minutes' and c.guesses < 5
    returning c.* into asked;
  if asked.user_id is null then
    raise exception using errcode = 'LA404', constraint = 'sms_code_gone', message = 'There is no code, or it was guessed five times, or its ten minutes are over: ask for another one.';
  end if;
  -- An error would take the count of guesses back.
  if asked.code_hash is distinct from app_private.key_hash(owner.id || ':' || sms_number_confirm.code) then
    return null;
  end if;
  delete from app_private.sms_codes c where c.user_id = owner.id;
  delete from app_private.devices d where d.user_id = owner.id and d.provider = 'sms' and d.token <> asked.number;
  update app_public.users u set sms_refusal = null where u.id = owner.id and u.sms_refusal is not null;
  perform app_private.add_device(owner.id, asked.number, 'sms');
  return (select d from unnest(app_public.devices()) d where d.number = asked.number);
end
$$;
COMMENT ON FUNCTION app_public.sms_number_confirm(code text) IS '@argument code The six digits of the SMS.
Makes the number of smsNumberAdd a device of yours, which gets alerts by SMS, in place of an earlier number. deviceUnregister ends it by its token: the number. Returns the device, or null if the code is wrong. Error NOT_FOUND after five guesses, after ten minutes, or without a code.';
CREATE FUNCTION app_public.transformed_area(area app_public.geo_json, crs text) RETURNS app_public.geo_json
    LANGUAGE plpgsql STABLE STRICT
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
declare
  source geometry;
  transformed geometry;
  unshifted geometry;
begin
  -- Rejects PROJ strings, extensions and parameter files, by which PROJ would open files.
  if crs !~ '^EPSG:\d{1,6}$' and (octet_length(crs) > 10000
      or crs !~* '^\s*(GEOGCS|PROJCS|COMPD_CS|(GEOG|GEOD|GEODETIC|GEOGRAPHIC|PROJ|PROJECTED|COMPOUND)CRS)\s*[[(]'
      or crs ~* '\m(EXTENSION|PARAMETERFILE)\s*[[(]|proj=|PROJ-based') then
    raise exception using errcode = 'LA400', constraint = 'crs_form', message = 'crs is no coordinate system: send its well-known text (WKT) of at most 10,000 bytes, without extensions and files, or its code, such as EPSG:3003.';
  end if;
  begin
    source := st_setsrid(st_force2d(st_geomfromgeojson((area::jsonb - 'crs')::text)), 0);
  exception when others then
    raise exception using errcode = 'LA400', constraint = 'area_form', message = 'area is not valid GeoJSON: send a geometry with the coordinates of the file.';
  end;
  begin
    transformed := st_transform(source, crs, 'EPSG:4326');
    unshifted := st_transform(source, crs, '+proj=longlat +ellps=bessel +no_defs');
  exception when others then
    raise exception using errcode = 'LA400', constraint = 'crs_unknown', message = format('crs cannot be transformed: %s.', left(sqlerrm, 200));
  end;
  -- The embedded database does not raise PROJ's exceptions: it returns null.
  if transformed is null or unshifted is null then
    raise exception using errcode = 'LA400', constraint = 'crs_unknown', message = 'crs cannot be transformed: this database does not know it.';
  end if;
  -- Without the parameters of a datum shift, PROJ does not shift. That is correct to metres only for datums with the
  -- ellipsoid of WGS 84, such as ETRS89.
  if abs(st_xmin(transformed) - st_xmin(unshifted)) + abs(st_ymin(transformed) - st_ymin(unshifted)) < 1e-9
      and coalesce((select s.srtext from spatial_ref_sys s where 'EPSG:' || s.srid = crs), crs) !~ '\m6378137(\.0*)?\s*,' then
    raise exception using errcode = 'LA400', constraint = 'crs_datum', message = 'crs has a datum that is not known, or not there: send degrees of WGS 84 (EPSG:4326).';
  end if;
  if (st_xmin(transformed) >= -360 and st_xmax(transformed) <= 360 and st_ymin(transformed) >= -90 and st_ymax(transformed) <= 90) is not true then
    raise exception using errcode = 'LA400', constraint = 'crs_place', message = 'crs does not fit the area: it would lie off the globe.';
  end if;
  return st_asgeojson(transformed, 9, 0)::json;
end
$_$;
COMMENT ON FUNCTION app_public.transformed_area(area app_public.geo_json, crs text) IS '@notNull
@argument area A geometry of GeoJSON, but in another coordinate system.
@argument crs The coordinate system: the well-known text of a .prj file, or a code such as EPSG:3003.
The same geometry in degrees of WGS 84, corner by corner. For administrators. Error BAD_USER_INPUT if PROJ does not know the coordinate system or its datum.';
CREATE FUNCTION app_public.user_edit(input app_public.user_edit, id integer) RETURNS app_public.users
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  caller constant app_public.users := app_public.me();
  -- An administrator without the second factor that is demanded has the role of everyone.
  may_edit constant boolean := caller.id = user_edit.id
    or caller.is_admin and current_setting('role') <> 'app_user' and app_private.manages(user_edit.id);
  edited app_public.users;
  previous_key text;
  constraint_violated text;
  column_violated text;
begin
  if num_nonnulls(user_edit.input.last_position_only, user_edit.input.alerts_by_email) > 0 and caller.id <> user_edit.id and may_edit then
    raise exception using errcode = 'LA403', constraint = 'own_choice', message = 'Only users themselves choose lastPositionOnly and alertsByEmail: leave them out.';
  end if;
  if may_edit then
    previous_key := app_private.email_key(app_private.lock_user(user_edit.id));
    if caller.id <> user_edit.id then
      perform app_private.require_fresh_factor();
    end if;
    update app_public.users u
      set email = coalesce(user_edit.input.email, u.email),
          name = coalesce(user_edit.input.name, u.name),
          address = coalesce(user_edit.input.address, u.address),
          last_position_only = coalesce(user_edit.input.last_position_only, u.last_position_only),
          alerts_by_email = coalesce(user_edit.input.alerts_by_email, u.alerts_by_email),
          email_refusal = case when num_nonnulls(user_edit.input.email, user_edit.input.alerts_by_email) = 0 then u.email_refusal end,
          languages = coalesce(user_edit.input.languages, u.languages),
          email_verified = u.email_verified and coalesce(app_private.email_key(user_edit.input.email) = app_private.email_key(u.email), true)
      where u.id = user_edit.id
      returning u.* into edited;
  end if;
  if edited.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id that you may edit.';
  end if;
  if edited.last_position_only and not caller.last_position_only and caller.id = edited.id then
    perform app_private.queue_forgetting(edited.id);
  end if;
  if app_private.email_key(edited.email) <> previous_key then
    -- Deletes links that were mailed to the previous address, and the job of an unsent mail.
    delete from app_private.email_links l where l.user_id = edited.id;
    delete from app_private.password_links l where l.user_id = edited.id and l.is_mailed;
    perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(previous_key), 'hex'));
    -- The limit keeps a user from sending mails to any number of addresses. Nothing is mailed if mail was never on.
    if caller.id = edited.id and exists (select from app_private.mail_outcome) then
      perform app_private.count_own_mail(edited.id, edited.email);
      -- The counter commits asynchronously, which an edit must not.
      perform app_private.commit_synchronously();
    end if;
    perform app_private.queue_verification(edited.id);
  end if;
  perform app_private.audit('USER_EDITED', 'USER', edited.id, jsonb_build_object('fields', array(
    select f.key from jsonb_each(jsonb_strip_nulls(to_jsonb(user_edit.input))) f)));
  return edited;
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the row, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
COMMENT ON FUNCTION app_public.user_edit(input app_public.user_edit, id integer) IS '@argument input The fields to change.
@argument id The user''s id.
Edits your own user; an administrator may edit any user. Returns the edited user. Error NOT_FOUND for an unknown id and for the id of someone else. Error CONFLICT if you change your own email and too many mails were asked for.';
CREATE FUNCTION app_public.user_password_edit(password_hash text) RETURNS app_public.users
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  owner app_public.users := app_private.require_user();
begin
  perform app_private.lock_user(owner.id);
  perform app_private.set_password(owner.id, password_hash);
  delete from app_private.password_links l where l.user_id = owner.id;
  perform app_private.audit('PASSWORD_CHANGED', 'USER', owner.id);
  perform app_private.end_sessions(owner.id, kept_id => app_private.current_session_id());
  return owner;
end
$$;
COMMENT ON FUNCTION app_public.user_password_edit(password_hash text) IS '@behavior -mutationField
Replaces your password by one that the host has hashed. The session of this request stays; your other sessions end. Returns you.';
CREATE FUNCTION app_public.user_password_reset(id integer, password_hash text) RETURNS app_public.users
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  changed app_public.users;
begin
  perform app_private.require_fresh_factor();
  perform app_private.require_managed(user_password_reset.id);
  select u.* into changed from app_public.users u where u.id = user_password_reset.id;
  if changed.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  perform app_private.lock_user(changed.id);
  perform app_private.set_password(changed.id, password_hash);
  delete from app_private.password_links l where l.user_id = changed.id;
  perform app_private.audit('PASSWORD_RESET', 'USER', changed.id);
  perform app_private.end_sessions(changed.id);
  return changed;
end
$$;
COMMENT ON FUNCTION app_public.user_password_reset(id integer, password_hash text) IS '@behavior -mutationField
Replaces a user''s password by one that the host has hashed, and ends all their sessions. For administrators. Returns the user.';
CREATE FUNCTION app_public.user_rights(id integer, input app_public.user_rights_input) RETURNS app_public.users
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  was_admin boolean;
  changed app_public.users;
begin
  perform app_private.require_fresh_factor();
  perform app_private.require_managed(user_rights.id);
  -- The lock serializes two administrators who demote each other, so that one remains.
  perform from app_private.settings for update;
  select u.is_admin into was_admin from app_public.users u where u.id = user_rights.id;
  update app_public.users u
    set is_admin = coalesce(input.is_admin, u.is_admin), is_tester = coalesce(input.is_tester, u.is_tester)
    where u.id = user_rights.id
    returning u.* into changed;
  if changed.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  perform app_private.require_manager();
  perform app_private.require_trained_administrator();
  if changed.is_admin <> was_admin then
    -- A demotion ends the sessions: this one, and one by an earlier SQL update of users, which left sessions.is_admin.
    delete from app_public.sessions s where s.user_id = changed.id and (was_admin or s.is_admin);
    update app_public.sessions s set is_admin = changed.is_admin where s.user_id = changed.id;
    perform pg_notify('token_revoked', changed.id::text);
  end if;
  perform app_private.audit(
    'RIGHTS_CHANGED', 'USER', changed.id,
    jsonb_build_object('is_admin', changed.is_admin, 'is_tester', changed.is_tester) || app_private.database_login());
  return changed;
end
$$;
COMMENT ON FUNCTION app_public.user_rights(id integer, input app_public.user_rights_input) IS '@argument id The user''s id.
@argument input The rights to change.
Changes whether a user is an administrator or a tester. For administrators. Error CONFLICT for the last administrator.';
CREATE FUNCTION app_public.user_training(id integer, is_training boolean) RETURNS app_public.users
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  changed app_public.users;
begin
  perform app_private.require_fresh_factor();
  perform app_private.require_managed(user_training.id);
  -- The same lock as in user_rights(), so that one administrator remains who is not in training.
  perform from app_private.settings for update;
  update app_public.users u set is_training = user_training.is_training where u.id = user_training.id
    returning u.* into changed;
  if changed.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  perform app_private.require_trained_administrator();
  perform app_private.audit('TRAINING_CHANGED', 'USER', changed.id, jsonb_build_object('is_training', changed.is_training));
  return changed;
end
$$;
COMMENT ON FUNCTION app_public.user_training(id integer, is_training boolean) IS '@argument id The user''s id.
@argument isTraining True to begin the training, false to end it.
Begins or ends a user''s training: meanwhile every alert of theirs is an exercise, and they have at most the rights of an approver. For administrators. Error CONFLICT for the last administrator who is not in training.';
CREATE FUNCTION app_public.users_import(users app_public.user_import[], dry_run boolean DEFAULT false) RETURNS SETOF app_public.user_import_line
    LANGUAGE plpgsql STRICT SECURITY DEFINER ROWS 100
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  max_users constant integer := 5000;
  entry app_public.user_import;
  line app_public.user_import_line;
  lines app_public.user_import_line[] := '{}';
  has_errors boolean := false;
  violated text;
  is_duplicate constant boolean[] := array(
    select row_number() over (partition by app_private.email_key(btrim(u.email)) order by u.ordinality) > 1
      from unnest(users) with ordinality as u order by u.ordinality);
begin
  if cardinality(users) > max_users then
    raise exception using errcode = 'LA400', constraint = 'too_many_users', message = 'users has more than 5,000 entries: import them in several parts.';
  end if;
  -- After a dry run, or if an entry is invalid, LA200 rolls the block back. A handler for a code that ends in 000 would catch
  -- its whole class.
  begin
    foreach entry in array users loop
      line := row(cardinality(lines), null, null, null)::app_public.user_import_line;
      begin
        insert into app_public.users as u (email, name, address, is_tester)
          values (btrim(entry.email), btrim(entry.name), coalesce(btrim(entry.address), ''), coalesce(entry.is_tester, false))
          returning u.id into line.user_id;
        perform app_private.audit('USER_IMPORTED', 'USER', line.user_id);
      exception
        when not_null_violation then
          get stacked diagnostics violated = column_name;
          line.user_id := null;
          line.error := format('%s is missing.', violated);
          line.reason := 'MISSING';
        when check_violation or unique_violation then
          get stacked diagnostics violated = constraint_name;
          line.user_id := null;
          if violated = 'users_email_key' and is_duplicate[cardinality(lines) + 1] then
            violated := 'email_twice';
          end if;
          line.reason := upper(violated);
          line.error := case violated
            when 'email_twice' then 'This email comes twice in the list: leave one of them out.'
            when 'users_email_key' then obj_description('app_public.users_email_key'::regclass)
            else (select obj_description(c.oid) from pg_constraint c
              where c.conname = violated and c.conrelid = 'app_public.users'::regclass)
          end;
      end;
      has_errors := has_errors or line.error is not null;
      lines := lines || line;
    end loop;
    if has_errors or dry_run then
      raise exception using errcode = 'LA200';
    end if;
  exception when sqlstate 'LA200' then
    -- The rollback has removed the rows with these ids.
    lines := array(select row(l.index, null, l.error, l.reason)::app_public.user_import_line from unnest(lines) with ordinality as l order by l.ordinality);
  end;
  return query select l.index, l.user_id, l.error, l.reason from unnest(lines) with ordinality as l order by l.ordinality;
end
$$;
COMMENT ON FUNCTION app_public.users_import(users app_public.user_import[], dry_run boolean) IS '@argument users The users to create, at most 5,000.
@argument dryRun True to check the users and create none.
Creates many users, all of them or none. They have no password until they set one by a link: see newPasswordLinks. Returns a line for each entry, in their order. If a line has an error, no user was created. For administrators.';
CREATE FUNCTION app_public.users_overview(search text DEFAULT NULL::text, has_device boolean DEFAULT NULL::boolean, has_password boolean DEFAULT NULL::boolean, is_tester boolean DEFAULT NULL::boolean, reported_since timestamp with time zone DEFAULT NULL::timestamp with time zone, not_reported_since timestamp with time zone DEFAULT NULL::timestamp with time zone, joined_by integer DEFAULT NULL::integer, is_silent boolean DEFAULT NULL::boolean, sort app_public.user_sort DEFAULT 'ID'::app_public.user_sort, "limit" integer DEFAULT 20, "offset" integer DEFAULT 0) RETURNS app_public.user_overview[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
declare
  prefix constant text := lower(regexp_replace(users_overview.search, '([\\%_])', '\\\1', 'g')) || '%';
  words constant tsquery := app_private.words_beginning(users_overview.search);
  sees_everyone constant boolean := app_private.sees_everyone();
  seen_area constant public.geometry := app_private.seen_area();
  mine constant integer[] := app_private.my_authorities('VIEWER');
  silent_since constant timestamptz := now() - (select s.silent_after from app_private.settings s);
begin
  if users_overview."limit" < 0 or users_overview."offset" < 0 then
    raise exception using errcode = 'LA400', constraint = 'negative_limit', message = 'limit and offset must not be negative.';
  end if;
  return array(
    select row(page.id, page.email, page.name, page.address, page.is_admin, page.is_tester, page.created_at,
        exists (select from app_private.devices d where d.user_id = page.id and d.provider <> 'email'),
        exists (select from app_private.user_credentials c where c.user_id = page.id),
        greatest(l.taken_at, l.alive_at), page.is_training,
        (select j.invitation_id from app_private.joined_users j where j.user_id = page.id),
        -- last_used_at is written once a minute.
        (select k.name from app_private.device_keys k
          where k.user_id = page.id and k.last_used_at >= l.created_at - interval '2 minutes'
          order by k.last_used_at desc limit 1),
        coalesce(greatest(l.taken_at, l.alive_at) < silent_since, false), page.email_verified,
        array(select distinct d.provider::text from app_private.roads_of(page.id) d order by 1))::app_public.user_overview
      from (
        select u.*, row_number() over () as place
          from (
            select u.*
              from app_public.users u
              left join app_public.last_positions l on l.user_id = u.id
              where (sees_everyone or u.authority_id = any (mine) or public.st_covers(seen_area, l.location)
                  or u.id in (
                    select n.user_id from app_public.notifications n join app_public.alerts a on a.id = n.alert_id
                      where a.authority_id = any (mine)))
                and (nullif(users_overview.search, '') is null or lower(u.email) like prefix
                  or app_private.name_words(u.name) @@ words)
                and coalesce(u.is_tester = users_overview.is_tester, true)
                and (users_overview.has_device is null
                  or exists (select from app_private.devices d where d.user_id = u.id and d.provider <> 'email') = users_overview.has_device)
                and (users_overview.has_password is null
                  or exists (select from app_private.user_credentials c where c.user_id = u.id) = users_overview.has_password)
                and (users_overview.reported_since is null or greatest(l.taken_at, l.alive_at) >= users_overview.reported_since)
                and (users_overview.not_reported_since is null or (greatest(l.taken_at, l.alive_at) >= users_overview.not_reported_since) is not true)
                and (users_overview.joined_by is null
                  or exists (select from app_private.joined_users j where j.user_id = u.id and j.invitation_id = users_overview.joined_by))
                and (users_overview.is_silent is null or coalesce(greatest(l.taken_at, l.alive_at) < silent_since, false) = users_overview.is_silent)
              order by
                case users_overview.sort when 'NAME' then lower(u.name) when 'EMAIL' then lower(u.email) end,
                case users_overview.sort when 'NEWEST' then u.created_at when 'LAST_REPORT' then greatest(l.taken_at, l.alive_at) end desc nulls last,
                u.id
              limit least(users_overview."limit", 1000) offset users_overview."offset"
          ) u
      ) page
      left join app_public.last_positions l on l.user_id = page.id
      order by page.place);
end
$$;
COMMENT ON FUNCTION app_public.users_overview(search text, has_device boolean, has_password boolean, is_tester boolean, reported_since timestamp with time zone, not_reported_since timestamp with time zone, joined_by integer, is_silent boolean, sort app_public.user_sort, "limit" integer, "offset" integer) IS '@itemsNotNull
@argument search Only users whose email begins with this text, or in whose name each of its words begins a word, whatever its case. At most 254 characters.
@argument hasDevice Only users who have a device, or only those who have none.
@argument hasPassword Only users who have a password, or only those who have yet to set one.
@argument isTester Only testers, or only others.
@argument reportedSince Only users whose last position was taken, or confirmed by a sign of life, at this time or later.
@argument notReportedSince Only users whose last position was taken, and last confirmed, before this time, or who have none.
@argument joinedBy Only users who joined by the invitation with this id.
@argument isSilent Only users who fell silent, or only others.
@argument sort The order.
@argument limit The most users to return. More than 1000 is cut to 1000.
@argument offset The number of users to skip.
The users, with what an administrator needs to know of them. For administrators.';
CREATE FUNCTION app_public.webhook_add(input app_public.webhook_input) RETURNS app_public.webhooks
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  telling_id constant integer := coalesce(input.authority_id, app_private.my_authority());
  added app_public.webhooks;
begin
  perform app_private.require_fresh_factor();
  if telling_id = any (app_private.my_authorities('MANAGER')) is not true then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  insert into app_public.webhooks (url, events, drills, is_paused, authority_id)
    values (btrim(input.url), coalesce(input.events, enum_range(null::app_public.webhook_event)), coalesce(input.drills, false),
      coalesce(input.is_paused, false), telling_id)
    returning * into added;
  perform app_private.webhook_changed(added, 'ADDED');
  return added;
end
$$;
COMMENT ON FUNCTION app_public.webhook_add(input app_public.webhook_input) IS '@argument input The webhook.
Adds a webhook. It is told of alerts as soon as webhookSecretRenew has made its secret. For managers.';
CREATE FUNCTION app_public.webhook_edit(id integer, input app_public.webhook_edit) RETURNS app_public.webhooks
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  edited app_public.webhooks;
begin
  perform app_private.require_fresh_factor();
  update app_public.webhooks w
    set url = coalesce(btrim(input.url), w.url), events = coalesce(input.events, w.events), drills = coalesce(input.drills, w.drills),
      is_paused = coalesce(input.is_paused, w.is_paused), failures = 0, problem = null
    where w.id = webhook_edit.id and w.authority_id = any (app_private.my_authorities('MANAGER'))
    returning w.* into edited;
  perform app_private.webhook_changed(edited, 'EDITED');
  return edited;
end
$$;
COMMENT ON FUNCTION app_public.webhook_edit(id integer, input app_public.webhook_edit) IS '@argument id The id of the webhook.
@argument input The changes.
Changes a webhook. What waits for a paused one is not sent later. For managers of its authority.';
CREATE FUNCTION app_public.webhook_remove(id integer) RETURNS app_public.webhooks
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  removed app_public.webhooks;
begin
  perform app_private.require_fresh_factor();
  delete from app_public.webhooks w
    where w.id = webhook_remove.id and w.authority_id = any (app_private.my_authorities('MANAGER'))
    returning w.* into removed;
  perform app_private.webhook_changed(removed, 'REMOVED');
  return removed;
end
$$;
COMMENT ON FUNCTION app_public.webhook_remove(id integer) IS '@argument id The id of the webhook.
Removes a webhook, and returns it. For managers of its authority.';
CREATE FUNCTION app_public.webhook_test(id integer) RETURNS app_public.webhooks
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  tested app_public.webhooks;
  message_id uuid;
begin
  select w.* into tested from app_public.webhooks w
    where w.id = webhook_test.id and w.authority_id = any (app_private.my_authorities('MANAGER'));
  perform app_private.require_found(tested.id);
  if tested.secret is null or tested.is_paused then
    raise exception using errcode = 'LA409', constraint = 'webhook_off', message = 'This webhook is paused or has no secret: turn it on first.';
  end if;
  insert into app_private.webhook_messages as m (webhook_id, type, data) values (tested.id, 'webhook.test', '{}') returning m.id into message_id;
  perform app_private.queue_webhook(message_id, tested.id);
  return tested;
end
$$;
COMMENT ON FUNCTION app_public.webhook_test(id integer) IS '@argument id The id of the webhook.
Sends a message of the type webhook.test. A moment later sentAt or problem of the webhook says what came of it. Error CONFLICT if it is paused or has no secret. For managers of its authority.';
CREATE FUNCTION app_public.why_notified(alert_id integer, user_id integer) RETURNS app_public.notification_reason
    LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  alert app_public.alerts;
  person app_public.users;
  notification app_public.notifications;
  notified_version app_public.alert_versions;
  last_position app_public.last_positions;
  location geometry;
  -- The time at which the rules apply: when the user was notified, or now.
  at timestamptz;
  reason app_public.notification_reason;
begin
  select a.* into alert from app_public.alerts a where a.id = why_notified.alert_id;
  select u.* into person from app_public.users u where u.id = why_notified.user_id;
  -- The first notification at the user's innermost level.
  select n.* into notification from app_public.notifications n
    where n.alert_id = alert.id and n.user_id = why_notified.user_id and n.kind <> 'ALL_CLEAR' order by n.level, n.version limit 1;
  select l.* into last_position from app_public.last_positions l where l.user_id = person.id;
  -- The notifications of an erased user remain.
  if alert.id is null or person.id is null and notification.id is null
    -- Whose place one may not see, unless one's own alert told them there.
    or not (app_public.current_user_id() is null or app_private.sees_everyone()
      or coalesce(st_covers(app_private.seen_area(), last_position.location), false)
      or notification.id is not null and app_private.is_own_alert(alert))
  then
    raise exception using errcode = 'LA404', constraint = 'no_alert_or_user', message = 'There is no alert or no user with this id.';
  end if;
  if notification.id is not null then
    at := notification.created_at;
    -- The zones of the version that notified the user, as an update may have changed them.
    select v.* into notified_version from app_public.alert_versions v where v.alert_id = alert.id and v.version = notification.version;
    if (notified_version.zone1, notified_version.level2_distance, notified_version.level3_distance)
      is distinct from (alert.zone1, alert.level2_distance, alert.level3_distance)
    then
      alert.zone1 := notified_version.zone1;
      alert.zone2 := app_private.zone_around(notified_version.zone1, notified_version.level2_distance);
      alert.zone3 := app_private.zone_around(notified_version.zone1, notified_version.level3_distance);
    end if;
    if notification.place_kept then
      location := st_setsrid(st_makepoint(notification.longitude, notification.latitude), 4326);
    end if;
    reason.taken_at := notification.taken_at;
    reason.accuracy := notification.accuracy;
    reason.level := notification.level;
  else
    at := least(now(), alert.expires_at, alert.cancelled_at);
    location := last_position.location;
    reason.taken_at := last_position.taken_at;
    reason.accuracy := last_position.accuracy;
  end if;
  reason.notification_id := notification.id;
  reason.latitude := st_y(location);
  reason.longitude := st_x(location);
  reason.age := extract(epoch from at - reason.taken_at);
  reason.distance1 := app_private.metres_from(alert.zone1, location);
  reason.distance2 := app_private.metres_from(alert.zone2, location);
  reason.distance3 := app_private.metres_from(alert.zone3, location);
  reason.rule := case
    when notification.id is not null then
      app_private.rule_when_notified(
        notification.rule, notification.taken_at, notification.created_at, notified_version.created_at,
        notified_version.completed_at, (select p.completed_at from app_private.publications p where p.alert_id = alert.id))
    when last_position.user_id is null then 'NO_POSITION'
    when not app_private.applies_to(alert.status, person.is_tester) then 'NOT_A_TESTER'
    when not st_covers(alert.zone3, location) then 'OUTSIDE'
    when last_position.created_at > least(alert.expires_at, alert.cancelled_at) then 'CAME_IN_AFTER_THE_END'
    when not app_private.is_fresh(
      last_position.taken_at, last_position.alive_at, alert.max_position_age, greatest(last_position.created_at, app_private.published_at(alert))) then 'TOO_OLD'
    when app_private.level_at(alert.zone1, alert.zone2, alert.zone3, location, last_position.accuracy > alert.max_accuracy) is null then 'TOO_COARSE'
    when not app_private.is_active(alert.active, alert.expires_at) then 'ENDED_BEFORE'
    else 'NOT_YET'
  end::app_public.notification_rule;
  return reason;
end
$$;
COMMENT ON FUNCTION app_public.why_notified(alert_id integer, user_id integer) IS '@argument alertId The alert''s id.
@argument userId The user''s id.
The position and the rule by which a user was notified of an alert or was not. For administrators: error FORBIDDEN for others, NOT_FOUND for an unknown alert or user.';
CREATE TABLE app_private.reporting (
    period text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    activity text NOT NULL,
    people integer NOT NULL,
    positions bigint,
    users integer,
    smallest_group integer NOT NULL,
    counted_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT reporting_period CHECK ((period = ANY (ARRAY['hour'::text, 'day'::text])))
);
COMMENT ON TABLE app_private.reporting IS 'How many people reported in each UTC hour and day that has ended, as analysts see it. Rows are never changed.';
COMMENT ON COLUMN app_private.reporting.period IS 'hour or day.';
COMMENT ON COLUMN app_private.reporting.starts_at IS 'Its start.';
COMMENT ON COLUMN app_private.reporting.activity IS 'How they moved last, OTHER for activities of too few, or ALL. Days have only ALL.';
COMMENT ON COLUMN app_private.reporting.people IS 'The people, rounded down.';
COMMENT ON COLUMN app_private.reporting.positions IS 'Their positions, rounded down. Only of days.';
COMMENT ON COLUMN app_private.reporting.users IS 'All users then whose history is kept, rounded down. Only of hours, with ALL.';
COMMENT ON COLUMN app_private.reporting.smallest_group IS 'The smallest group that was shown then.';
COMMENT ON COLUMN app_private.reporting.counted_at IS 'When it was counted.';
CREATE VIEW analytics.active_users_per_day AS
 SELECT ((f.starts_at AT TIME ZONE 'UTC'::text))::date AS day,
    f.people AS users_low,
    ((f.people + f.smallest_group) - 1) AS users_high,
    f.positions AS positions_low,
        CASE
            WHEN (f.people > 0) THEN ((f.positions + f.smallest_group) - 1)
            ELSE NULL::bigint
        END AS positions_high,
    f.counted_at,
    f.smallest_group
   FROM app_private.reporting f
  WHERE (f.period = 'day'::text);
COMMENT ON VIEW analytics.active_users_per_day IS 'The users who reported a position on each UTC day, and their positions, once the day has ended. A row never changes. The key is day.';
COMMENT ON COLUMN analytics.active_users_per_day.day IS 'The UTC day.';
COMMENT ON COLUMN analytics.active_users_per_day.users_low IS 'Users who took a position on that day and reported it until five minutes after, at least. A multiple of smallest_group: 0 if they are fewer.';
COMMENT ON COLUMN analytics.active_users_per_day.users_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.active_users_per_day.positions_low IS 'Their positions, at least. 0 if users_low is.';
COMMENT ON COLUMN analytics.active_users_per_day.positions_high IS 'The same, at most. Null if users_low is 0.';
COMMENT ON COLUMN analytics.active_users_per_day.counted_at IS 'When it was counted.';
COMMENT ON COLUMN analytics.active_users_per_day.smallest_group IS 'The smallest group of people that was shown when this was counted.';
CREATE TABLE app_private.alert_counts (
    alert_id integer NOT NULL,
    counted_until timestamp with time zone,
    is_final boolean DEFAULT false NOT NULL,
    reached integer,
    reached_high integer,
    smallest_group integer
);
COMMENT ON TABLE app_private.alert_counts IS 'When each alert was counted, and whom it reached.';
COMMENT ON COLUMN app_private.alert_counts.alert_id IS 'The alert.';
COMMENT ON COLUMN app_private.alert_counts.counted_until IS 'The figures are as of this moment. Null before the first count.';
COMMENT ON COLUMN app_private.alert_counts.is_final IS 'True if the figures stay as they are.';
COMMENT ON COLUMN app_private.alert_counts.reached IS 'The users reached, as analysts see them: rounded down, and bounded by what its levels explain.';
COMMENT ON COLUMN app_private.alert_counts.reached_high IS 'How many users that stands for at most.';
COMMENT ON COLUMN app_private.alert_counts.smallest_group IS 'The smallest group that was shown then.';
CREATE TABLE app_private.alert_figures (
    alert_id integer NOT NULL,
    version integer NOT NULL,
    level app_public.level_alert NOT NULL,
    told integer NOT NULL,
    late integer NOT NULL,
    reaching_out integer,
    accepted integer NOT NULL,
    accepted_high integer NOT NULL,
    failed integer NOT NULL,
    failed_high integer NOT NULL,
    seen integer NOT NULL,
    told_seconds double precision[],
    accepted_seconds double precision[],
    seen_seconds double precision[],
    smallest_group integer NOT NULL
);
COMMENT ON TABLE app_private.alert_figures IS 'What analysts see of each version of an alert at each level. Numbers of people are rounded down already, so 0 below the smallest group.';
COMMENT ON COLUMN app_private.alert_figures.alert_id IS 'The alert.';
COMMENT ON COLUMN app_private.alert_figures.version IS 'The version.';
COMMENT ON COLUMN app_private.alert_figures.level IS 'The level.';
COMMENT ON COLUMN app_private.alert_figures.told IS 'People who were notified.';
COMMENT ON COLUMN app_private.alert_figures.late IS 'People who came in after publication.';
COMMENT ON COLUMN app_private.alert_figures.reaching_out IS 'People whose circle of accuracy reaches out of the zone. Null if the zone is not kept.';
COMMENT ON COLUMN app_private.alert_figures.accepted IS 'People of whom a provider accepted a push.';
COMMENT ON COLUMN app_private.alert_figures.accepted_high IS 'How many people that stands for at most.';
COMMENT ON COLUMN app_private.alert_figures.failed IS 'People whose pushes all failed.';
COMMENT ON COLUMN app_private.alert_figures.failed_high IS 'How many people that stands for at most.';
COMMENT ON COLUMN app_private.alert_figures.seen IS 'People who have seen it.';
COMMENT ON COLUMN app_private.alert_figures.told_seconds IS 'Seconds until half of them, 95 of 100 and all were told. Null if these are too few.';
COMMENT ON COLUMN app_private.alert_figures.accepted_seconds IS 'Seconds until half of the pushes, 95 of 100 and all were accepted. Null if these are too few.';
COMMENT ON COLUMN app_private.alert_figures.seen_seconds IS 'Seconds until half of those who have seen it, 95 of 100 and all had. Null if these are too few.';
COMMENT ON COLUMN app_private.alert_figures.smallest_group IS 'The smallest group that was shown then.';
CREATE VIEW analytics.alert_levels AS
 SELECT ((((f.alert_id || '-'::text) || f.version) || '-'::text) || f.level) AS key,
    f.alert_id,
    f.version,
    f.level,
    a.status,
    a.event,
    v.created_at AS published_at,
    f.told AS told_low,
    ((f.told + f.smallest_group) - 1) AS told_high,
    f.late AS came_in_later_low,
    ((f.late + f.smallest_group) - 1) AS came_in_later_high,
    f.reaching_out AS overspill_low,
    ((f.reaching_out + f.smallest_group) - 1) AS overspill_high,
    f.accepted AS accepted_low,
    f.accepted_high,
    f.failed AS failed_low,
    f.failed_high,
    f.seen AS seen_low,
    ((f.seen + f.smallest_group) - 1) AS seen_high,
    f.told_seconds[1] AS told_p50_seconds,
    f.told_seconds[2] AS told_p95_seconds,
    f.told_seconds[3] AS told_max_seconds,
    f.accepted_seconds[1] AS accepted_p50_seconds,
    f.accepted_seconds[2] AS accepted_p95_seconds,
    f.accepted_seconds[3] AS accepted_max_seconds,
    f.seen_seconds[1] AS seen_p50_seconds,
    f.seen_seconds[2] AS seen_p95_seconds,
    f.seen_seconds[3] AS seen_max_seconds,
    c.counted_until,
    c.is_final,
    f.smallest_group
   FROM (((app_private.alert_figures f
     JOIN app_private.alert_counts c ON ((c.alert_id = f.alert_id)))
     JOIN app_public.alerts a ON ((a.id = f.alert_id)))
     LEFT JOIN app_public.alert_versions v ON (((v.alert_id = f.alert_id) AND (v.version = f.version))));
COMMENT ON VIEW analytics.alert_levels IS 'How each version of each alert did at each level, without all-clears. It is counted at the end of each hour until a day after the alert. Each version has a row for each level, also if nobody was there. The key is (alert_id, version, level).';
COMMENT ON COLUMN analytics.alert_levels.key IS 'The unique key of the row: alert, version and level.';
COMMENT ON COLUMN analytics.alert_levels.alert_id IS 'The id of the alert.';
COMMENT ON COLUMN analytics.alert_levels.version IS 'The version that notified them.';
COMMENT ON COLUMN analytics.alert_levels.level IS 'The level at which it did.';
COMMENT ON COLUMN analytics.alert_levels.status IS 'ACTUAL, EXERCISE or TEST.';
COMMENT ON COLUMN analytics.alert_levels.event IS 'What happens, in a few words. Null without one.';
COMMENT ON COLUMN analytics.alert_levels.published_at IS 'When the version was published.';
COMMENT ON COLUMN analytics.alert_levels.told_low IS 'People who were notified, at least. A multiple of smallest_group: 0 if they are fewer.';
COMMENT ON COLUMN analytics.alert_levels.told_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.alert_levels.came_in_later_low IS 'Of them, people who came in after publication, at least. A multiple of smallest_group: 0 if they are fewer.';
COMMENT ON COLUMN analytics.alert_levels.came_in_later_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.alert_levels.overspill_low IS 'Of them, people whose circle of accuracy reaches out of the zone, so that they may have been outside, at least. A multiple of smallest_group: 0 if they are fewer. Null in zones TWO and THREE of an earlier version, which are not kept.';
COMMENT ON COLUMN analytics.alert_levels.overspill_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.alert_levels.accepted_low IS 'Of them, people of whom a provider accepted a push, at least. A multiple of smallest_group: 0 if they are fewer.';
COMMENT ON COLUMN analytics.alert_levels.accepted_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.alert_levels.failed_low IS 'Of them, people none of whose pushes was accepted, and one failed, at least. A multiple of smallest_group: 0 if they are fewer.';
COMMENT ON COLUMN analytics.alert_levels.failed_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.alert_levels.seen_low IS 'Of them, people who have seen it, at least. A multiple of smallest_group: 0 if they are fewer.';
COMMENT ON COLUMN analytics.alert_levels.seen_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.alert_levels.told_p50_seconds IS 'Half of them took so many seconds at most, from publication to the notification, for those who were inside then. Rounded up to two digits. Null if they are fewer than smallest_group.';
COMMENT ON COLUMN analytics.alert_levels.told_p95_seconds IS '95 of 100 of them took so many seconds at most, from publication to the notification, for those who were inside then. Rounded up to two digits. Null if they are fewer than smallest_group.';
COMMENT ON COLUMN analytics.alert_levels.told_max_seconds IS 'All of them took so many seconds at most, from publication to the notification, for those who were inside then. Rounded up to two digits. Null if they are fewer than smallest_group.';
COMMENT ON COLUMN analytics.alert_levels.accepted_p50_seconds IS 'Half of them took so many seconds at most, from publication, or from a late notification, to a provider that accepted a push. Rounded up to two digits. Null if they are fewer than smallest_group.';
COMMENT ON COLUMN analytics.alert_levels.accepted_p95_seconds IS '95 of 100 of them took so many seconds at most, from publication, or from a late notification, to a provider that accepted a push. Rounded up to two digits. Null if they are fewer than smallest_group.';
COMMENT ON COLUMN analytics.alert_levels.accepted_max_seconds IS 'All of them took so many seconds at most, from publication, or from a late notification, to a provider that accepted a push. Rounded up to two digits. Null if they are fewer than smallest_group.';
COMMENT ON COLUMN analytics.alert_levels.seen_p50_seconds IS 'Half of them took so many seconds at most, from publication, or from a late notification, to having seen it. Rounded up to two digits. Null if they are fewer than smallest_group.';
COMMENT ON COLUMN analytics.alert_levels.seen_p95_seconds IS '95 of 100 of them took so many seconds at most, from publication, or from a late notification, to having seen it. Rounded up to two digits. Null if they are fewer than smallest_group.';
COMMENT ON COLUMN analytics.alert_levels.seen_max_seconds IS 'All of them took so many seconds at most, from publication, or from a late notification, to having seen it. Rounded up to two digits. Null if they are fewer than smallest_group.';
COMMENT ON COLUMN analytics.alert_levels.counted_until IS 'The figures are as of this moment, the end of an hour.';
COMMENT ON COLUMN analytics.alert_levels.is_final IS 'True if the figures stay as they are: a day after the end of the alert.';
COMMENT ON COLUMN analytics.alert_levels.smallest_group IS 'The smallest group of people that was shown when this was counted.';
CREATE TABLE app_private.alert_push_figures (
    alert_id integer NOT NULL,
    version integer NOT NULL,
    level app_public.level_alert NOT NULL,
    provider text NOT NULL,
    outcome text NOT NULL,
    reason text NOT NULL,
    people integer NOT NULL,
    smallest_group integer NOT NULL
);
COMMENT ON TABLE app_private.alert_push_figures IS 'What analysts see of the pushes of each version of an alert at each level: each person once, in groups that are large enough.';
COMMENT ON COLUMN app_private.alert_push_figures.alert_id IS 'The alert.';
COMMENT ON COLUMN app_private.alert_push_figures.version IS 'The version.';
COMMENT ON COLUMN app_private.alert_push_figures.level IS 'The level.';
COMMENT ON COLUMN app_private.alert_push_figures.provider IS 'The provider, or OTHER.';
COMMENT ON COLUMN app_private.alert_push_figures.outcome IS 'ACCEPTED, FAILED, WAITING or OTHER.';
COMMENT ON COLUMN app_private.alert_push_figures.reason IS 'Why, without what names a device. Empty if nothing is known.';
COMMENT ON COLUMN app_private.alert_push_figures.people IS 'The people, rounded down.';
COMMENT ON COLUMN app_private.alert_push_figures.smallest_group IS 'The smallest group that was shown then.';
CREATE VIEW analytics.alert_pushes AS
 SELECT concat_ws('-'::text, f.alert_id, f.version, f.level, f.provider, f.outcome, md5(f.reason)) AS key,
    f.alert_id,
    f.version,
    f.level,
    f.provider,
    f.outcome,
    NULLIF(f.reason, ''::text) AS reason,
    f.people AS people_low,
    ((f.people + f.smallest_group) - 1) AS people_high,
    c.counted_until,
    f.smallest_group
   FROM (app_private.alert_push_figures f
     JOIN app_private.alert_counts c ON ((c.alert_id = f.alert_id)));
COMMENT ON VIEW analytics.alert_pushes IS 'The people whom each version of each alert notified at each level and pushed to, by what came of it. Each person is counted once, by the best of their devices. Groups below smallest_group are in rows OTHER. The key is (alert_id, version, level, provider, outcome, reason).';
COMMENT ON COLUMN analytics.alert_pushes.key IS 'The unique key of the row.';
COMMENT ON COLUMN analytics.alert_pushes.alert_id IS 'The id of the alert.';
COMMENT ON COLUMN analytics.alert_pushes.version IS 'The version that notified them.';
COMMENT ON COLUMN analytics.alert_pushes.level IS 'The level at which it did.';
COMMENT ON COLUMN analytics.alert_pushes.provider IS 'expo, fcm or web_push, or OTHER.';
COMMENT ON COLUMN analytics.alert_pushes.outcome IS 'ACCEPTED by the provider, FAILED, WAITING, or OTHER.';
COMMENT ON COLUMN analytics.alert_pushes.reason IS 'Why it failed or waits, without what names a device. Null if nothing is known.';
COMMENT ON COLUMN analytics.alert_pushes.people_low IS 'The people, at least. A multiple of smallest_group.';
COMMENT ON COLUMN analytics.alert_pushes.people_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.alert_pushes.counted_until IS 'The figures are as of this moment, the end of an hour.';
COMMENT ON COLUMN analytics.alert_pushes.smallest_group IS 'The smallest group of people that was shown when this was counted.';
CREATE TABLE app_private.version_figures (
    alert_id integer NOT NULL,
    version integer NOT NULL,
    area_km2 double precision NOT NULL,
    added_km2 double precision,
    removed_km2 double precision,
    stale integer,
    inaccurate integer,
    counted_at timestamp with time zone DEFAULT now() NOT NULL,
    smallest_group integer NOT NULL
);
COMMENT ON TABLE app_private.version_figures IS 'What analysts see of each version of an alert: how its area changed, and whom it left out.';
COMMENT ON COLUMN app_private.version_figures.alert_id IS 'The alert.';
COMMENT ON COLUMN app_private.version_figures.version IS 'The version.';
COMMENT ON COLUMN app_private.version_figures.area_km2 IS 'The size of the area in square kilometres.';
COMMENT ON COLUMN app_private.version_figures.added_km2 IS 'What it has more than the version before.';
COMMENT ON COLUMN app_private.version_figures.removed_km2 IS 'What it has less than the version before.';
COMMENT ON COLUMN app_private.version_figures.stale IS 'People inside who were left out, as their last position was too old, rounded down. Null if they were not counted within an hour of publication.';
COMMENT ON COLUMN app_private.version_figures.inaccurate IS 'People inside who were left out, as their position was too inaccurate, rounded down. Null if they were not counted within an hour of publication.';
COMMENT ON COLUMN app_private.version_figures.counted_at IS 'When it was counted.';
COMMENT ON COLUMN app_private.version_figures.smallest_group IS 'The smallest group that was shown then.';
CREATE VIEW analytics.alert_versions AS
 SELECT ((f.alert_id || '-'::text) || f.version) AS key,
    f.alert_id,
    f.version,
    v.created_at,
    v.is_renotified,
        CASE
            WHEN (v.all_clear IS NOT NULL) THEN 'ALL_CLEAR'::text
            WHEN (f.version = 1) THEN 'ALERT'::text
            ELSE 'UPDATE'::text
        END AS kind,
    round((f.area_km2)::numeric, 6) AS area_km2,
    round((f.added_km2)::numeric, 6) AS added_km2,
    round((f.removed_km2)::numeric, 6) AS removed_km2,
    ((v.text1 IS DISTINCT FROM b.text1) AND (b.version IS NOT NULL)) AS is_text1_changed,
    ((v.text2 IS DISTINCT FROM b.text2) AND (b.version IS NOT NULL)) AS is_text2_changed,
    ((v.text3 IS DISTINCT FROM b.text3) AND (b.version IS NOT NULL)) AS is_text3_changed,
    ((v.title IS DISTINCT FROM b.title) AND (b.version IS NOT NULL)) AS is_title_changed,
    v.text1,
    v.text2,
    v.text3,
    v.title,
    (v.expires_at - b.expires_at) AS longer,
    f.stale AS stale_low,
    ((f.stale + f.smallest_group) - 1) AS stale_high,
    f.inaccurate AS inaccurate_low,
    ((f.inaccurate + f.smallest_group) - 1) AS inaccurate_high,
    f.counted_at,
    f.smallest_group
   FROM ((app_private.version_figures f
     JOIN app_public.alert_versions v ON (((v.alert_id = f.alert_id) AND (v.version = f.version))))
     LEFT JOIN app_public.alert_versions b ON (((b.alert_id = f.alert_id) AND (b.version = (f.version - 1)))));
COMMENT ON VIEW analytics.alert_versions IS 'What each version of an alert changed, and how many people inside its zones it left out. The key is (alert_id, version).';
COMMENT ON COLUMN analytics.alert_versions.key IS 'The unique key of the row: alert and version.';
COMMENT ON COLUMN analytics.alert_versions.alert_id IS 'The id of the alert.';
COMMENT ON COLUMN analytics.alert_versions.version IS 'The version.';
COMMENT ON COLUMN analytics.alert_versions.created_at IS 'When it was published.';
COMMENT ON COLUMN analytics.alert_versions.is_renotified IS 'True if it notified everyone again.';
COMMENT ON COLUMN analytics.alert_versions.kind IS 'ALERT, UPDATE or ALL_CLEAR.';
COMMENT ON COLUMN analytics.alert_versions.area_km2 IS 'The size of the area in square kilometres.';
COMMENT ON COLUMN analytics.alert_versions.added_km2 IS 'What it has more than the version before. Null for the first.';
COMMENT ON COLUMN analytics.alert_versions.removed_km2 IS 'What it has less than the version before. Null for the first.';
COMMENT ON COLUMN analytics.alert_versions.is_text1_changed IS 'True if the text of ONE differs from that of the version before.';
COMMENT ON COLUMN analytics.alert_versions.is_text2_changed IS 'True if the text of TWO differs from that of the version before.';
COMMENT ON COLUMN analytics.alert_versions.is_text3_changed IS 'True if the text of THREE differs from that of the version before.';
COMMENT ON COLUMN analytics.alert_versions.is_title_changed IS 'True if the title differs from that of the version before.';
COMMENT ON COLUMN analytics.alert_versions.text1 IS 'The text of ONE, which every user may read.';
COMMENT ON COLUMN analytics.alert_versions.text2 IS 'The text of TWO.';
COMMENT ON COLUMN analytics.alert_versions.text3 IS 'The text of THREE.';
COMMENT ON COLUMN analytics.alert_versions.title IS 'The title. Null without one.';
COMMENT ON COLUMN analytics.alert_versions.longer IS 'How much later it ends than the version before said. Null for the first.';
COMMENT ON COLUMN analytics.alert_versions.stale_low IS 'People inside who were left out, as their last position was too old, at least. A multiple of smallest_group: 0 if they are fewer. Null if it was not counted within an hour of publication.';
COMMENT ON COLUMN analytics.alert_versions.stale_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.alert_versions.inaccurate_low IS 'People inside who were left out, as their position was too inaccurate to tell zone TWO from THREE, at least. A multiple of smallest_group: 0 if they are fewer. Null if it was not counted within an hour of publication.';
COMMENT ON COLUMN analytics.alert_versions.inaccurate_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.alert_versions.counted_at IS 'When it was counted.';
COMMENT ON COLUMN analytics.alert_versions.smallest_group IS 'The smallest group of people that was shown when this was counted.';
CREATE VIEW analytics.alerts AS
 SELECT a.id AS alert_id,
    a.version,
    a.user_id AS author,
    a.created_at,
    a.expires_at,
    a.cancelled_at,
    LEAST(a.expires_at, a.cancelled_at) AS ends_at,
    a.status,
    a.event,
    a.severity,
    a.urgency,
    a.certainty,
    a.language,
    a.title,
    round((COALESCE(v.area_km2, (public.st_area((a.zone1)::public.geography) / ('1000000'::numeric)::double precision)))::numeric, 6) AS area_km2,
    c.reached AS reached_users_low,
    c.reached_high AS reached_users_high,
    f.notified_level_one_low,
    f.notified_level_one_high,
    f.notified_level_two_low,
    f.notified_level_two_high,
    f.notified_level_three_low,
    f.notified_level_three_high,
    f.seen_level_one_low,
    f.seen_level_one_high,
    f.seen_level_two_low,
    f.seen_level_two_high,
    f.seen_level_three_low,
    f.seen_level_three_high,
    c.counted_until,
    c.is_final,
    c.smallest_group
   FROM (((app_public.alerts a
     LEFT JOIN app_private.alert_counts c ON ((c.alert_id = a.id)))
     LEFT JOIN app_private.version_figures v ON (((v.alert_id = a.id) AND (v.version = a.version))))
     LEFT JOIN ( SELECT f_1.alert_id,
            sum(f_1.told) FILTER (WHERE (f_1.level = 'ONE'::app_public.level_alert)) AS notified_level_one_low,
            sum(((f_1.told + f_1.smallest_group) - 1)) FILTER (WHERE (f_1.level = 'ONE'::app_public.level_alert)) AS notified_level_one_high,
            sum(f_1.told) FILTER (WHERE (f_1.level = 'TWO'::app_public.level_alert)) AS notified_level_two_low,
            sum(((f_1.told + f_1.smallest_group) - 1)) FILTER (WHERE (f_1.level = 'TWO'::app_public.level_alert)) AS notified_level_two_high,
            sum(f_1.told) FILTER (WHERE (f_1.level = 'THREE'::app_public.level_alert)) AS notified_level_three_low,
            sum(((f_1.told + f_1.smallest_group) - 1)) FILTER (WHERE (f_1.level = 'THREE'::app_public.level_alert)) AS notified_level_three_high,
            sum(f_1.seen) FILTER (WHERE (f_1.level = 'ONE'::app_public.level_alert)) AS seen_level_one_low,
            sum(((f_1.seen + f_1.smallest_group) - 1)) FILTER (WHERE (f_1.level = 'ONE'::app_public.level_alert)) AS seen_level_one_high,
            sum(f_1.seen) FILTER (WHERE (f_1.level = 'TWO'::app_public.level_alert)) AS seen_level_two_low,
            sum(((f_1.seen + f_1.smallest_group) - 1)) FILTER (WHERE (f_1.level = 'TWO'::app_public.level_alert)) AS seen_level_two_high,
            sum(f_1.seen) FILTER (WHERE (f_1.level = 'THREE'::app_public.level_alert)) AS seen_level_three_low,
            sum(((f_1.seen + f_1.smallest_group) - 1)) FILTER (WHERE (f_1.level = 'THREE'::app_public.level_alert)) AS seen_level_three_high
           FROM app_private.alert_figures f_1
          GROUP BY f_1.alert_id) f ON ((f.alert_id = a.id)));
COMMENT ON VIEW analytics.alerts IS 'Each alert as it is now, with its area in square kilometres, the users it reached (each once), and the notifications made and seen at each level, without all-clears. Exercises and tests are included: see status. The key is alert_id.';
COMMENT ON COLUMN analytics.alerts.alert_id IS 'The id of the alert, the key of the row.';
COMMENT ON COLUMN analytics.alerts.version IS 'Its version.';
COMMENT ON COLUMN analytics.alerts.author IS 'A number for the administrator who published it: the same in all their alerts.';
COMMENT ON COLUMN analytics.alerts.created_at IS 'When it was published.';
COMMENT ON COLUMN analytics.alerts.expires_at IS 'When it ends by itself.';
COMMENT ON COLUMN analytics.alerts.cancelled_at IS 'When it was cancelled. Null if it was not.';
COMMENT ON COLUMN analytics.alerts.ends_at IS 'When it ended, or will end if nobody cancels it.';
COMMENT ON COLUMN analytics.alerts.status IS 'ACTUAL, EXERCISE or TEST.';
COMMENT ON COLUMN analytics.alerts.event IS 'What happens, in a few words. Null without one.';
COMMENT ON COLUMN analytics.alerts.severity IS 'How severe it is, as in CAP.';
COMMENT ON COLUMN analytics.alerts.urgency IS 'How soon to act, as in CAP.';
COMMENT ON COLUMN analytics.alerts.certainty IS 'How certain it is, as in CAP.';
COMMENT ON COLUMN analytics.alerts.language IS 'The language of its texts, such as en.';
COMMENT ON COLUMN analytics.alerts.title IS 'The title. Null without one.';
COMMENT ON COLUMN analytics.alerts.area_km2 IS 'The size of the area in square kilometres.';
COMMENT ON COLUMN analytics.alerts.reached_users_low IS 'The users who were notified, each counted once, at least. A multiple of smallest_group: 0 if they are fewer. Null before the first count.';
COMMENT ON COLUMN analytics.alerts.reached_users_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.alerts.notified_level_one_low IS 'Notifications of level ONE, at least: the sum of what analytics.alert_levels shows. Null before the first count.';
COMMENT ON COLUMN analytics.alerts.notified_level_one_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.alerts.notified_level_two_low IS 'Notifications of level TWO, at least: the sum of what analytics.alert_levels shows. Null before the first count.';
COMMENT ON COLUMN analytics.alerts.notified_level_two_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.alerts.notified_level_three_low IS 'Notifications of level THREE, at least: the sum of what analytics.alert_levels shows. Null before the first count.';
COMMENT ON COLUMN analytics.alerts.notified_level_three_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.alerts.seen_level_one_low IS 'Notifications of level ONE that were seen, at least: the sum of what analytics.alert_levels shows. Null before the first count.';
COMMENT ON COLUMN analytics.alerts.seen_level_one_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.alerts.seen_level_two_low IS 'Notifications of level TWO that were seen, at least: the sum of what analytics.alert_levels shows. Null before the first count.';
COMMENT ON COLUMN analytics.alerts.seen_level_two_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.alerts.seen_level_three_low IS 'Notifications of level THREE that were seen, at least: the sum of what analytics.alert_levels shows. Null before the first count.';
COMMENT ON COLUMN analytics.alerts.seen_level_three_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.alerts.counted_until IS 'The figures are as of this moment, the end of an hour. Null before the first count.';
COMMENT ON COLUMN analytics.alerts.is_final IS 'True if the figures stay as they are: a day after the end of the alert. Null before the first count.';
COMMENT ON COLUMN analytics.alerts.smallest_group IS 'The smallest group of people that was shown when this was counted.';
CREATE TABLE app_private.hour_deliveries (
    hour timestamp with time zone NOT NULL,
    provider text NOT NULL,
    outcome text NOT NULL,
    pushes integer NOT NULL,
    smallest_group integer NOT NULL,
    counted_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE app_private.hour_deliveries IS 'What providers did in each UTC hour, as analysts see it. Rows are never changed.';
COMMENT ON COLUMN app_private.hour_deliveries.hour IS 'The start of the hour.';
COMMENT ON COLUMN app_private.hour_deliveries.provider IS 'The provider.';
COMMENT ON COLUMN app_private.hour_deliveries.outcome IS 'ACCEPTED or FAILED.';
COMMENT ON COLUMN app_private.hour_deliveries.pushes IS 'Notifications with this result, rounded down.';
COMMENT ON COLUMN app_private.hour_deliveries.smallest_group IS 'The smallest group that was shown then.';
COMMENT ON COLUMN app_private.hour_deliveries.counted_at IS 'When it was counted.';
CREATE VIEW analytics.deliveries_per_hour AS
 SELECT concat_ws('-'::text, (EXTRACT(epoch FROM f.hour))::bigint, f.provider, f.outcome) AS key,
    f.hour,
    f.provider,
    f.outcome,
    f.pushes AS pushes_low,
    ((f.pushes + f.smallest_group) - 1) AS pushes_high,
    f.counted_at,
    f.smallest_group
   FROM app_private.hour_deliveries f;
COMMENT ON VIEW analytics.deliveries_per_hour IS 'What providers did in each UTC hour, once it has ended. Only alerts that had the same from smallest_group people at a level count. A row never changes. The key is (hour, provider, outcome).';
COMMENT ON COLUMN analytics.deliveries_per_hour.key IS 'The unique key of the row: hour, provider and outcome.';
COMMENT ON COLUMN analytics.deliveries_per_hour.hour IS 'The start of the hour.';
COMMENT ON COLUMN analytics.deliveries_per_hour.provider IS 'expo, fcm or web_push.';
COMMENT ON COLUMN analytics.deliveries_per_hour.outcome IS 'ACCEPTED by the provider, or FAILED.';
COMMENT ON COLUMN analytics.deliveries_per_hour.pushes_low IS 'Notifications of which this was the best result of their devices, and came in this hour, at least. A multiple of smallest_group.';
COMMENT ON COLUMN analytics.deliveries_per_hour.pushes_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.deliveries_per_hour.counted_at IS 'When it was counted.';
COMMENT ON COLUMN analytics.deliveries_per_hour.smallest_group IS 'The smallest group of people that was shown when this was counted.';
CREATE TABLE app_private.alert_events (
    alert_id integer NOT NULL,
    version integer NOT NULL,
    level app_public.level_alert NOT NULL,
    kind text NOT NULL,
    minutes integer NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    people integer NOT NULL,
    smallest_group integer NOT NULL
);
COMMENT ON TABLE app_private.alert_events IS 'When people were told of an alert, pushed to and saw it, as analysts see it: disjoint groups that are large enough. Rows are never changed.';
COMMENT ON COLUMN app_private.alert_events.alert_id IS 'The alert.';
COMMENT ON COLUMN app_private.alert_events.version IS 'The version.';
COMMENT ON COLUMN app_private.alert_events.level IS 'The level.';
COMMENT ON COLUMN app_private.alert_events.kind IS 'TOLD, ACCEPTED or SEEN.';
COMMENT ON COLUMN app_private.alert_events.minutes IS 'How many minutes the group is of: 1, 5, 15, 60, 1440, or 0 for all.';
COMMENT ON COLUMN app_private.alert_events.starts_at IS 'The start of these minutes, or -infinity for all.';
COMMENT ON COLUMN app_private.alert_events.people IS 'The people who are in no shown group of fewer minutes, rounded down.';
COMMENT ON COLUMN app_private.alert_events.smallest_group IS 'The smallest group that was shown then.';
CREATE VIEW analytics.events AS
 SELECT concat_ws('-'::text, f.alert_id, f.version, f.level, f.kind, f.minutes, (EXTRACT(epoch FROM NULLIF(f.starts_at, '-infinity'::timestamp with time zone)))::bigint) AS key,
    f.alert_id,
    f.version,
    f.level,
    f.kind,
    NULLIF(f.starts_at, '-infinity'::timestamp with time zone) AS starts_at,
    NULLIF(f.minutes, 0) AS minutes,
    f.people AS people_low,
    ((f.people + f.smallest_group) - 1) AS people_high,
    f.smallest_group
   FROM app_private.alert_events f;
COMMENT ON VIEW analytics.events IS 'When people were told by each version of each alert at each level, when a provider accepted their push, and when they saw it: by the minute, without users and places. Why nobody can be recognised: (1) a row has smallest_group people or more, as a minute with fewer counts for the five minutes, quarter, hour or day around it; (2) the borders of these are fixed, so no row begins or ends with the event of one person; (3) rows of a kind do not overlap and have everybody of alert_levels in them, so neither a sum nor a difference from a total leaves a small group; (4) rows appear once, when the figures of the alert are final, so two counts cannot be compared; (5) the three kinds are counted apart, so no row follows a person from one to the next; (6) ACCEPTED is left out where alert_pushes has a row OTHER, as it would tell how many in OTHER had a push accepted. Fewer than smallest_group events of a kind have no row. The key is (alert_id, version, level, kind, minutes, starts_at).';
COMMENT ON COLUMN analytics.events.key IS 'The unique key of the row.';
COMMENT ON COLUMN analytics.events.alert_id IS 'The id of the alert.';
COMMENT ON COLUMN analytics.events.version IS 'The version that notified them.';
COMMENT ON COLUMN analytics.events.level IS 'The level at which it did.';
COMMENT ON COLUMN analytics.events.kind IS 'TOLD, ACCEPTED by the provider of their push, or SEEN.';
COMMENT ON COLUMN analytics.events.starts_at IS 'The start of these minutes. Null in the row of events that are too few for a day.';
COMMENT ON COLUMN analytics.events.minutes IS 'How many minutes the row is of: 1, 5, 15, 60 or 1440. Null in the row of events that are too few for a day.';
COMMENT ON COLUMN analytics.events.people_low IS 'The people to whom it happened then and who are not in a row of fewer of these minutes, at least. A multiple of smallest_group.';
COMMENT ON COLUMN analytics.events.people_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.events.smallest_group IS 'The smallest group of people that was shown when this was counted.';
CREATE VIEW analytics.hours AS
 SELECT f.starts_at AS hour,
    f.people AS people_low,
    ((f.people + f.smallest_group) - 1) AS people_high,
    f.users AS users_low,
    ((f.users + f.smallest_group) - 1) AS users_high,
    round(((100.0 * (f.people)::numeric) / (((f.users + f.smallest_group) - 1))::numeric)) AS percent_low,
    LEAST(round(((100.0 * (((f.people + f.smallest_group) - 1))::numeric) / (NULLIF(f.users, 0))::numeric)), (100)::numeric) AS percent_high,
    f.counted_at,
    f.smallest_group
   FROM app_private.reporting f
  WHERE ((f.period = 'hour'::text) AND (f.activity = 'ALL'::text));
COMMENT ON VIEW analytics.hours IS 'The people who reported in each UTC hour, once it has ended. A row never changes. The key is hour.';
COMMENT ON COLUMN analytics.hours.hour IS 'The start of the hour.';
COMMENT ON COLUMN analytics.hours.people_low IS 'People who took a position in the hour and reported it until five minutes after, at least. A multiple of smallest_group: 0 if they are fewer.';
COMMENT ON COLUMN analytics.hours.people_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.hours.users_low IS 'Users when it was counted, without those of whom only the last position is kept, at least. A multiple of smallest_group: 0 if they are fewer.';
COMMENT ON COLUMN analytics.hours.users_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.hours.percent_low IS 'people in 100 of users, at least.';
COMMENT ON COLUMN analytics.hours.percent_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.hours.counted_at IS 'When it was counted.';
COMMENT ON COLUMN analytics.hours.smallest_group IS 'The smallest group of people that was shown when this was counted.';
CREATE VIEW analytics.hours_by_activity AS
 SELECT (((EXTRACT(epoch FROM f.starts_at))::bigint || '-'::text) || f.activity) AS key,
    f.starts_at AS hour,
    f.activity,
    f.people AS people_low,
    ((f.people + f.smallest_group) - 1) AS people_high,
    f.counted_at,
    f.smallest_group
   FROM app_private.reporting f
  WHERE ((f.period = 'hour'::text) AND (f.activity <> 'ALL'::text));
COMMENT ON VIEW analytics.hours_by_activity IS 'The people who reported in each UTC hour, by how they moved last. Groups below smallest_group are in rows OTHER. A row never changes. The key is (hour, activity).';
COMMENT ON COLUMN analytics.hours_by_activity.key IS 'The unique key of the row: hour and activity.';
COMMENT ON COLUMN analytics.hours_by_activity.hour IS 'The start of the hour.';
COMMENT ON COLUMN analytics.hours_by_activity.activity IS 'How they moved by their last position in the hour, or OTHER.';
COMMENT ON COLUMN analytics.hours_by_activity.people_low IS 'The people, at least. The rows of an hour are all people of analytics.hours, each once. A multiple of smallest_group.';
COMMENT ON COLUMN analytics.hours_by_activity.people_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.hours_by_activity.counted_at IS 'When it was counted.';
COMMENT ON COLUMN analytics.hours_by_activity.smallest_group IS 'The smallest group of people that was shown when this was counted.';
CREATE TABLE app_private.day_notifications (
    day date NOT NULL,
    level app_public.level_alert NOT NULL,
    notifications integer NOT NULL,
    notifications_high integer NOT NULL,
    users integer NOT NULL,
    users_high integer NOT NULL,
    seen integer NOT NULL,
    seen_high integer NOT NULL,
    smallest_group integer NOT NULL,
    counted_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE app_private.day_notifications IS 'The notifications of each UTC day that has ended, as analysts see them. Rows are never changed.';
COMMENT ON COLUMN app_private.day_notifications.day IS 'The UTC day.';
COMMENT ON COLUMN app_private.day_notifications.level IS 'The level.';
COMMENT ON COLUMN app_private.day_notifications.notifications IS 'The notifications, rounded down.';
COMMENT ON COLUMN app_private.day_notifications.notifications_high IS 'How many that stands for at most.';
COMMENT ON COLUMN app_private.day_notifications.users IS 'The users who were notified, rounded down.';
COMMENT ON COLUMN app_private.day_notifications.users_high IS 'How many that stands for at most.';
COMMENT ON COLUMN app_private.day_notifications.seen IS 'Those who have seen one, rounded down.';
COMMENT ON COLUMN app_private.day_notifications.seen_high IS 'How many that stands for at most.';
COMMENT ON COLUMN app_private.day_notifications.smallest_group IS 'The smallest group that was shown then.';
COMMENT ON COLUMN app_private.day_notifications.counted_at IS 'When it was counted.';
CREATE VIEW analytics.notifications_per_day AS
 SELECT f.day,
    f.level,
    f.notifications AS notifications_low,
    f.notifications_high,
    f.users AS users_low,
    f.users_high,
    f.seen AS seen_low,
    f.seen_high,
    f.counted_at,
    f.smallest_group
   FROM app_private.day_notifications f;
COMMENT ON VIEW analytics.notifications_per_day IS 'The notifications of each UTC day and level, once the day has ended and its alerts are counted, without all-clears. A day on which no alert was active has no rows. A row never changes. The key is (day, level).';
COMMENT ON COLUMN analytics.notifications_per_day.day IS 'The UTC day.';
COMMENT ON COLUMN analytics.notifications_per_day.level IS 'The level.';
COMMENT ON COLUMN analytics.notifications_per_day.notifications_low IS 'The number of notifications, at least. A multiple of smallest_group: 0 if users_low is.';
COMMENT ON COLUMN analytics.notifications_per_day.notifications_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.notifications_per_day.users_low IS 'Users who were notified, at least. A multiple of smallest_group: 0 if they are fewer.';
COMMENT ON COLUMN analytics.notifications_per_day.users_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.notifications_per_day.seen_low IS 'Of them, users who had seen one of these notifications at the end of the day, at least. A multiple of smallest_group: 0 if they are fewer.';
COMMENT ON COLUMN analytics.notifications_per_day.seen_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.notifications_per_day.counted_at IS 'When it was counted.';
COMMENT ON COLUMN analytics.notifications_per_day.smallest_group IS 'The smallest group of people that was shown when this was counted.';
CREATE TABLE app_private.presence (
    hour timestamp with time zone NOT NULL,
    zoom integer NOT NULL,
    x integer NOT NULL,
    y integer NOT NULL,
    people integer NOT NULL,
    smallest_group integer NOT NULL
);
COMMENT ON TABLE app_private.presence IS 'Where people were in each UTC hour that has ended, as analysts see it: disjoint groups that are large enough. Rows are never changed, and purged after a time.';
COMMENT ON COLUMN app_private.presence.hour IS 'The start of the hour.';
COMMENT ON COLUMN app_private.presence.zoom IS 'The zoom of the cell, a tile of web maps.';
COMMENT ON COLUMN app_private.presence.x IS 'Its column, from west.';
COMMENT ON COLUMN app_private.presence.y IS 'Its row, from north.';
COMMENT ON COLUMN app_private.presence.people IS 'The people in it who are not in a smaller cell that is shown, rounded down.';
COMMENT ON COLUMN app_private.presence.smallest_group IS 'The smallest group that was shown then.';
CREATE VIEW analytics.presence AS
 SELECT concat_ws('-'::text, (EXTRACT(epoch FROM f.hour))::bigint, f.zoom, f.x, f.y) AS key,
    f.hour,
    f.zoom,
    f.x,
    f.y,
    f.people AS people_low,
    ((f.people + f.smallest_group) - 1) AS people_high,
    (public.st_makeenvelope(((((f.x)::double precision * (360)::double precision) / ((1 << f.zoom))::double precision) - (180)::double precision), degrees(atan(sinh((pi() * ((1)::double precision - (((2)::double precision * ((f.y + 1))::double precision) / ((1 << f.zoom))::double precision)))))), (((((f.x + 1))::double precision * (360)::double precision) / ((1 << f.zoom))::double precision) - (180)::double precision), degrees(atan(sinh((pi() * ((1)::double precision - (((2)::double precision * (f.y)::double precision) / ((1 << f.zoom))::double precision)))))), 4326))::public.geometry(Polygon,4326) AS cell,
    f.smallest_group
   FROM app_private.presence f;
COMMENT ON VIEW analytics.presence IS 'Where people were in each UTC hour, once it has ended: each person in one cell, by their last position in it. The cells are the tiles of web maps. A cell with fewer than smallest_group people counts for the cell around it, so a large cell is what its smaller cells leave. A row never changes. The key is (hour, zoom, x, y).';
COMMENT ON COLUMN analytics.presence.key IS 'The unique key of the row: hour and cell.';
COMMENT ON COLUMN analytics.presence.hour IS 'The start of the hour.';
COMMENT ON COLUMN analytics.presence.zoom IS 'The zoom of the cell: 15 is the smallest, about 1.2 km wide at the equator; 0 is the globe.';
COMMENT ON COLUMN analytics.presence.x IS 'The column of the cell, from west.';
COMMENT ON COLUMN analytics.presence.y IS 'The row of the cell, from north.';
COMMENT ON COLUMN analytics.presence.people_low IS 'The people in this cell who are not in a smaller cell that is shown, at least. A multiple of smallest_group.';
COMMENT ON COLUMN analytics.presence.people_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.presence.cell IS 'The cell: longitude and latitude in degrees, WGS 84 (SRID 4326).';
COMMENT ON COLUMN analytics.presence.smallest_group IS 'The smallest group of people that was shown when this was counted.';
CREATE VIEW analytics.presence_around_alerts AS
 SELECT ((a.id || '-'::text) || p.key) AS key,
    a.id AS alert_id,
    p.hour,
    (
        CASE
            WHEN public.st_intersects(a.zone1, p.cell) THEN 'ONE'::text
            WHEN public.st_intersects(a.zone2, p.cell) THEN 'TWO'::text
            ELSE 'THREE'::text
        END)::app_public.level_alert AS level,
    p.zoom,
    p.x,
    p.y,
    p.people_low,
    p.people_high,
    p.cell,
    p.smallest_group
   FROM (app_public.alerts a
     JOIN analytics.presence p ON (((p.hour >= (date_trunc('hour'::text, a.created_at, 'UTC'::text) - '01:00:00'::interval)) AND (p.hour <= LEAST(a.expires_at, a.cancelled_at)) AND public.st_intersects(a.zone3, p.cell))));
COMMENT ON VIEW analytics.presence_around_alerts IS 'The cells of analytics.presence that touch the zones of an alert, from the hour before it was published to the hour of its end. They are the same cells and numbers. The key is (alert_id, hour, zoom, x, y).';
COMMENT ON COLUMN analytics.presence_around_alerts.key IS 'The unique key of the row: alert, hour and cell.';
COMMENT ON COLUMN analytics.presence_around_alerts.alert_id IS 'The id of the alert.';
COMMENT ON COLUMN analytics.presence_around_alerts.hour IS 'The start of the hour.';
COMMENT ON COLUMN analytics.presence_around_alerts.level IS 'The innermost zone of the alert that the cell touches.';
COMMENT ON COLUMN analytics.presence_around_alerts.zoom IS 'The zoom of the cell.';
COMMENT ON COLUMN analytics.presence_around_alerts.x IS 'The column of the cell, from west.';
COMMENT ON COLUMN analytics.presence_around_alerts.y IS 'The row of the cell, from north.';
COMMENT ON COLUMN analytics.presence_around_alerts.people_low IS 'The people in this cell who are not in a smaller cell that is shown, at least. A multiple of smallest_group.';
COMMENT ON COLUMN analytics.presence_around_alerts.people_high IS 'The same, at most.';
COMMENT ON COLUMN analytics.presence_around_alerts.cell IS 'The cell: longitude and latitude in degrees, WGS 84 (SRID 4326).';
COMMENT ON COLUMN analytics.presence_around_alerts.smallest_group IS 'The smallest group of people that was shown when this was counted.';
CREATE VIEW analytics.zones AS
 SELECT ((((z.alert_id || '-'::text) || z.version) || '-'::text) || z.level) AS key,
    z.alert_id,
    z.version,
    z.level,
    a.status,
    a.event,
    z.created_at,
    a.expires_at,
    (public.st_multi(z.zone))::public.geometry(MultiPolygon,4326) AS zone
   FROM (( SELECT v.alert_id,
            v.version,
            'ONE'::app_public.level_alert AS level,
            v.created_at,
            v.zone1 AS zone
           FROM app_public.alert_versions v
        UNION ALL
         SELECT v.alert_id,
            v.version,
            'TWO'::app_public.level_alert,
            v.created_at,
            c.zone2
           FROM (app_public.alert_versions v
             JOIN app_public.alerts c ON (((c.id = v.alert_id) AND (c.version = v.version))))
        UNION ALL
         SELECT v.alert_id,
            v.version,
            'THREE'::app_public.level_alert,
            v.created_at,
            c.zone3
           FROM (app_public.alert_versions v
             JOIN app_public.alerts c ON (((c.id = v.alert_id) AND (c.version = v.version))))) z
     JOIN app_public.alerts a ON ((a.id = z.alert_id)));
COMMENT ON VIEW analytics.zones IS 'The zones of each alert as geometry: the three of its present version, and the area of earlier ones. The key is (alert_id, version, level).';
COMMENT ON COLUMN analytics.zones.key IS 'The unique key of the row: alert, version and level.';
COMMENT ON COLUMN analytics.zones.alert_id IS 'The id of the alert.';
COMMENT ON COLUMN analytics.zones.version IS 'The version.';
COMMENT ON COLUMN analytics.zones.level IS 'The level of the zone.';
COMMENT ON COLUMN analytics.zones.status IS 'ACTUAL, EXERCISE or TEST.';
COMMENT ON COLUMN analytics.zones.event IS 'What happens, in a few words. Null without one.';
COMMENT ON COLUMN analytics.zones.created_at IS 'When the version was published.';
COMMENT ON COLUMN analytics.zones.expires_at IS 'When the alert ends by itself.';
COMMENT ON COLUMN analytics.zones.zone IS 'The zone: longitude and latitude in degrees, WGS 84 (SRID 4326).';
CREATE TABLE app_private.alert_reach (
    alert_id integer NOT NULL,
    id bigint NOT NULL,
    users integer NOT NULL
);
COMMENT ON TABLE app_private.alert_reach IS 'The users newly reached by an alert, one row for each transaction, so that transactions do not wait for each other. The sum is the number reached.';
COMMENT ON COLUMN app_private.alert_reach.alert_id IS 'The alert.';
COMMENT ON COLUMN app_private.alert_reach.id IS 'The id of the row.';
COMMENT ON COLUMN app_private.alert_reach.users IS 'How many users the transaction reached.';
ALTER TABLE app_private.alert_reach ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_private.alert_reach_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE app_private.alert_speeches (
    alert_id integer NOT NULL,
    level app_public.level_alert NOT NULL,
    speech_id uuid NOT NULL,
    language text NOT NULL
);
COMMENT ON TABLE app_private.alert_speeches IS 'The speech of an alert''s text for a level in a language. There is no row until the text is spoken.';
COMMENT ON COLUMN app_private.alert_speeches.alert_id IS 'The alert.';
COMMENT ON COLUMN app_private.alert_speeches.level IS 'The level of the text.';
COMMENT ON COLUMN app_private.alert_speeches.speech_id IS 'The speech.';
COMMENT ON COLUMN app_private.alert_speeches.language IS 'The language of the text.';
CREATE TABLE app_private.audit_chain (
    place bigint NOT NULL,
    entry_id bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT audit_chain_hash CHECK ((octet_length(hash) = 32))
);
COMMENT ON TABLE app_private.audit_chain IS 'The hash chain of the audit log. A changed or removed entry breaks it.';
COMMENT ON COLUMN app_private.audit_chain.place IS 'The place in the chain: 1 for the first entry.';
COMMENT ON COLUMN app_private.audit_chain.entry_id IS 'The id of the entry.';
COMMENT ON COLUMN app_private.audit_chain.hash IS 'SHA-256 of the previous hash and the text of the entry.';
CREATE TABLE app_private.audit_waiting (
    entry_id bigint NOT NULL
);
COMMENT ON TABLE app_private.audit_waiting IS 'The entries of the audit log that are not chained yet.';
COMMENT ON COLUMN app_private.audit_waiting.entry_id IS 'The id of the entry.';
CREATE TABLE app_private.cap_messages (
    alert_id integer NOT NULL,
    version integer NOT NULL,
    level integer NOT NULL,
    identifier text NOT NULL,
    sender text NOT NULL,
    sent text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    facts jsonb NOT NULL,
    message text NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT cap_messages_level CHECK (((level >= 0) AND (level <= 3)))
);
COMMENT ON TABLE app_private.cap_messages IS 'The messages of CAP, as they are served: they never change, whatever settings or code do later.';
COMMENT ON COLUMN app_private.cap_messages.alert_id IS 'The alert.';
COMMENT ON COLUMN app_private.cap_messages.version IS 'The version of the alert.';
COMMENT ON COLUMN app_private.cap_messages.level IS 'The zone, 1 to 3; 0 for the single message with all three.';
COMMENT ON COLUMN app_private.cap_messages.identifier IS 'Its identifier, which no other message has.';
COMMENT ON COLUMN app_private.cap_messages.sender IS 'Its sender.';
COMMENT ON COLUMN app_private.cap_messages.sent IS 'When it was sent, as it says: references repeat it byte for byte.';
COMMENT ON COLUMN app_private.cap_messages.expires_at IS 'When it expires.';
COMMENT ON COLUMN app_private.cap_messages.facts IS 'What feeds say about it.';
COMMENT ON COLUMN app_private.cap_messages.message IS 'Its XML.';
COMMENT ON COLUMN app_private.cap_messages.made_at IS 'When it was made.';
CREATE TABLE app_private.cap_received (
    id bigint NOT NULL,
    source_id integer,
    authority_id integer NOT NULL,
    identifier text NOT NULL,
    sender text NOT NULL,
    sent timestamp with time zone NOT NULL,
    msg_type text NOT NULL,
    status text NOT NULL,
    refs jsonb NOT NULL,
    note text,
    infos jsonb NOT NULL,
    xml text NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    draft_id integer,
    draft_version integer,
    alert_id integer,
    marks app_public.cap_mark[] NOT NULL,
    changes jsonb
);
COMMENT ON TABLE app_private.cap_received IS 'The CAP messages of others that became drafts or belong to some. Those without a draft and without an alert are removed after 30 days.';
COMMENT ON COLUMN app_private.cap_received.id IS 'The id of the message.';
COMMENT ON COLUMN app_private.cap_received.source_id IS 'The source that it came from, which may be removed since. Null if an author opened it.';
COMMENT ON COLUMN app_private.cap_received.authority_id IS 'The authority whose draft it is.';
COMMENT ON COLUMN app_private.cap_received.identifier IS 'Its identifier.';
COMMENT ON COLUMN app_private.cap_received.sender IS 'Its sender.';
COMMENT ON COLUMN app_private.cap_received.sent IS 'When it was sent, as it says.';
COMMENT ON COLUMN app_private.cap_received.msg_type IS 'Alert, Update or Cancel.';
COMMENT ON COLUMN app_private.cap_received.status IS 'Actual, Exercise or Test.';
COMMENT ON COLUMN app_private.cap_received.refs IS 'The messages that it names.';
COMMENT ON COLUMN app_private.cap_received.note IS 'Its note.';
COMMENT ON COLUMN app_private.cap_received.infos IS 'All its parts, as the host read them.';
COMMENT ON COLUMN app_private.cap_received.xml IS 'The message as it came.';
COMMENT ON COLUMN app_private.cap_received.received_at IS 'When it came.';
COMMENT ON COLUMN app_private.cap_received.draft_id IS 'Its draft. Null if that was removed or published.';
COMMENT ON COLUMN app_private.cap_received.draft_version IS 'The version of the draft that came of it: a person has changed one that has another version.';
COMMENT ON COLUMN app_private.cap_received.alert_id IS 'The alert that was published from its draft.';
COMMENT ON COLUMN app_private.cap_received.marks IS 'What authors should know of it.';
COMMENT ON COLUMN app_private.cap_received.changes IS 'What it changes of the message before.';
ALTER TABLE app_private.cap_received ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_private.cap_received_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE app_private.cell (
    only_row boolean DEFAULT true NOT NULL,
    name text NOT NULL,
    head_user_id integer NOT NULL,
    CONSTRAINT cell_only_row CHECK (only_row)
);
COMMENT ON TABLE app_private.cell IS 'This database as a cell of a head, in one row. No row if it is none. npm run cells writes it.';
COMMENT ON COLUMN app_private.cell.only_row IS 'Always true: the primary key of the one row.';
COMMENT ON COLUMN app_private.cell.name IS 'The name that the head gave it.';
COMMENT ON COLUMN app_private.cell.head_user_id IS 'The user who stands for the head, as the author of its alerts. Nobody can log in as this user.';
CREATE TABLE app_private.cell_figures (
    cell text NOT NULL,
    alert_id integer NOT NULL,
    version integer NOT NULL,
    level app_public.level_alert NOT NULL,
    users integer NOT NULL,
    users_pushed integer NOT NULL,
    users_waiting integer NOT NULL,
    users_failed integer NOT NULL,
    users_seen integer NOT NULL,
    is_complete boolean NOT NULL,
    received_at timestamp with time zone
);
COMMENT ON TABLE app_private.cell_figures IS 'Whom each version of a head''s alert has reached in each cell, as app_public.level_delivery counts. In a cell: its own rows.';
COMMENT ON COLUMN app_private.cell_figures.cell IS 'The name of the cell.';
COMMENT ON COLUMN app_private.cell_figures.alert_id IS 'The alert.';
COMMENT ON COLUMN app_private.cell_figures.version IS 'The version that the cell had when it counted.';
COMMENT ON COLUMN app_private.cell_figures.level IS 'The level.';
COMMENT ON COLUMN app_private.cell_figures.users IS 'Users whose most urgent notification is of this level.';
COMMENT ON COLUMN app_private.cell_figures.users_pushed IS 'How many of them were pushed to.';
COMMENT ON COLUMN app_private.cell_figures.users_waiting IS 'How many of them have pushes that wait.';
COMMENT ON COLUMN app_private.cell_figures.users_failed IS 'How many of them no push reached.';
COMMENT ON COLUMN app_private.cell_figures.users_seen IS 'How many of them have seen it.';
COMMENT ON COLUMN app_private.cell_figures.is_complete IS 'True once the cell has notified all whom this version concerns.';
COMMENT ON COLUMN app_private.cell_figures.received_at IS 'When the head received the row, by its clock. Null in the cell.';
CREATE TABLE app_private.cell_states (
    cell text NOT NULL,
    reported_at timestamp with time zone NOT NULL,
    people integer,
    counted_at timestamp with time zone,
    received_at timestamp with time zone
);
COMMENT ON TABLE app_private.cell_states IS 'When each cell reported last. In a cell: its own row.';
COMMENT ON COLUMN app_private.cell_states.cell IS 'The name of the cell.';
COMMENT ON COLUMN app_private.cell_states.reported_at IS 'When it reported, by its own clock.';
COMMENT ON COLUMN app_private.cell_states.people IS 'How many of its users have a last position. Null before the first count.';
COMMENT ON COLUMN app_private.cell_states.counted_at IS 'When these were counted.';
COMMENT ON COLUMN app_private.cell_states.received_at IS 'When the head received the row, by its clock. Null in the cell.';
CREATE TABLE app_private.cells (
    name text NOT NULL,
    url text NOT NULL
);
COMMENT ON TABLE app_private.cells IS 'The cells of this head. npm run cells writes it.';
COMMENT ON COLUMN app_private.cells.name IS 'The name of the cell.';
COMMENT ON COLUMN app_private.cells.url IS 'The connection string by which hosts ask the cell for the reach of an alert. It may have a password.';
CREATE TABLE app_private.clock (
    only_row boolean DEFAULT true NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL,
    left_at timestamp with time zone,
    arrived_at timestamp with time zone,
    CONSTRAINT clock_has_one_row CHECK (only_row)
);
COMMENT ON TABLE app_private.clock IS 'The times of the database''s clock that heartbeats recorded, in one row.';
COMMENT ON COLUMN app_private.clock.only_row IS 'Always true, so that there is one row.';
COMMENT ON COLUMN app_private.clock.seen_at IS 'The newest recorded time, to the minute.';
COMMENT ON COLUMN app_private.clock.left_at IS 'The recorded time before the last step forward of more than two days. Null if there was none, or the clock was set back since.';
COMMENT ON COLUMN app_private.clock.arrived_at IS 'The first recorded time after that step.';
CREATE TABLE app_private.deliveries (
    id bigint NOT NULL,
    notification_id bigint NOT NULL,
    device_id bigint,
    alert_id integer NOT NULL,
    user_id integer NOT NULL,
    level app_public.level_alert NOT NULL,
    provider app_private.push_provider NOT NULL,
    state app_private.delivery_state DEFAULT 'queued'::app_private.delivery_state NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    settled_at timestamp with time zone,
    job_id bigint,
    receipt text,
    why text,
    failures text[] DEFAULT '{}'::text[] NOT NULL,
    accepted_at timestamp with time zone
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
COMMENT ON TABLE app_private.deliveries IS 'One notification on its way to a user by one channel, such as push to one device. It has no foreign keys, as notifications have none, and as it outlives its device.';
COMMENT ON COLUMN app_private.deliveries.id IS 'The id of the delivery.';
COMMENT ON COLUMN app_private.deliveries.notification_id IS 'The notification.';
COMMENT ON COLUMN app_private.deliveries.device_id IS 'The device. Null if the channel has none.';
COMMENT ON COLUMN app_private.deliveries.alert_id IS 'The alert of the notification.';
COMMENT ON COLUMN app_private.deliveries.user_id IS 'The user of the notification.';
COMMENT ON COLUMN app_private.deliveries.level IS 'The level of the notification.';
COMMENT ON COLUMN app_private.deliveries.provider IS 'The provider of the device.';
COMMENT ON COLUMN app_private.deliveries.state IS 'The state of the delivery.';
COMMENT ON COLUMN app_private.deliveries.attempts IS 'The number of attempts to send it.';
COMMENT ON COLUMN app_private.deliveries.created_at IS 'When the delivery was made.';
COMMENT ON COLUMN app_private.deliveries.due_at IS 'While it is queued: it is not sent before this time.';
COMMENT ON COLUMN app_private.deliveries.sent_at IS 'When it was last sent. Null if it was not, for example because its provider is off.';
COMMENT ON COLUMN app_private.deliveries.settled_at IS 'When it was accepted, or failed for good.';
COMMENT ON COLUMN app_private.deliveries.job_id IS 'The job that last sent it. If that job died before an answer, its successor sends it again.';
COMMENT ON COLUMN app_private.deliveries.receipt IS 'The id by which the provider returns the receipt. Null once it has.';
COMMENT ON COLUMN app_private.deliveries.why IS 'Why it last failed.';
COMMENT ON COLUMN app_private.deliveries.failures IS 'When and why it failed, each time.';
COMMENT ON COLUMN app_private.deliveries.accepted_at IS 'When a provider first accepted it, even if a receipt then says that it failed.';
ALTER TABLE app_private.deliveries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_private.deliveries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE app_private.delivery_results (
    alert_id integer NOT NULL,
    levels jsonb NOT NULL,
    failures jsonb NOT NULL,
    pushed jsonb NOT NULL,
    kept_at timestamp with time zone DEFAULT now() NOT NULL,
    purged_at timestamp with time zone
);
COMMENT ON TABLE app_private.delivery_results IS 'The figures of an alert''s deliveries, stored before the deliveries are purged.';
COMMENT ON COLUMN app_private.delivery_results.alert_id IS 'The alert.';
COMMENT ON COLUMN app_private.delivery_results.levels IS 'The result of app_public.alerts_delivery().';
COMMENT ON COLUMN app_private.delivery_results.failures IS 'The result of app_public.alerts_push_failures().';
COMMENT ON COLUMN app_private.delivery_results.pushed IS 'By minute since the publication: the number of users to whom a push was first sent, and the last such time.';
COMMENT ON COLUMN app_private.delivery_results.kept_at IS 'When this was stored. The deliveries are deleted after that.';
COMMENT ON COLUMN app_private.delivery_results.purged_at IS 'When all deliveries of the alert were deleted. Null while some are left.';
CREATE TABLE app_private.device_keys (
    user_id integer DEFAULT app_public.current_user_id() NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    key_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT device_keys_name CHECK (((char_length(name) <= 100) AND (app_private.without_blanks(name) <> ''::text) AND (name !~ '[[:cntrl:]]'::text)))
)
WITH (fillfactor='50');
COMMENT ON TABLE app_private.device_keys IS 'The keys with which apps report positions.';
COMMENT ON COLUMN app_private.device_keys.user_id IS 'The user whose positions it reports.';
COMMENT ON COLUMN app_private.device_keys.id IS 'The id of the key.';
COMMENT ON COLUMN app_private.device_keys.name IS 'The name that the user gave it.';
COMMENT ON COLUMN app_private.device_keys.key_hash IS 'The SHA-256 hash of the key.';
COMMENT ON COLUMN app_private.device_keys.created_at IS 'When it was made.';
COMMENT ON COLUMN app_private.device_keys.last_used_at IS 'When an app last used it, to about a minute, as each write takes time from a report.';
COMMENT ON CONSTRAINT device_keys_name ON app_private.device_keys IS 'name is empty, has more than 100 characters or contains a control character: send a short name such as "My phone".';
ALTER TABLE app_private.device_keys ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_private.device_keys_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE app_private.devices ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_private.devices_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE app_private.email_links (
    user_id integer NOT NULL,
    email text NOT NULL,
    token_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
COMMENT ON TABLE app_private.email_links IS 'Links by which users confirm their email. A user has at most one, and its row goes when it is used.';
COMMENT ON COLUMN app_private.email_links.user_id IS 'The user.';
COMMENT ON COLUMN app_private.email_links.email IS 'The email in lower case that it was mailed to.';
COMMENT ON COLUMN app_private.email_links.token_hash IS 'The SHA-256 hash of the token''s secret.';
COMMENT ON COLUMN app_private.email_links.expires_at IS 'Until when the link works.';
CREATE TABLE app_private.erased_users (
    user_id integer NOT NULL,
    erased_at timestamp with time zone DEFAULT now() NOT NULL,
    erasure_key uuid
);
COMMENT ON TABLE app_private.erased_users IS 'The tombstones of erased people. Their notifications still have these ids.';
COMMENT ON COLUMN app_private.erased_users.user_id IS 'The id that the user had.';
COMMENT ON COLUMN app_private.erased_users.erased_at IS 'When they were erased.';
COMMENT ON COLUMN app_private.erased_users.erasure_key IS 'The key that the user had, until the erasure is listed outside of the database.';
ALTER TABLE app_private.held_publications ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_private.held_publications_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE app_private.invitations ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_private.invitations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE app_private.joined_users (
    user_id integer NOT NULL,
    invitation_id integer NOT NULL,
    joined_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE app_private.joined_users IS 'Who has joined, and by which invitation.';
COMMENT ON COLUMN app_private.joined_users.user_id IS 'The user.';
COMMENT ON COLUMN app_private.joined_users.invitation_id IS 'The invitation.';
COMMENT ON COLUMN app_private.joined_users.joined_at IS 'When they joined.';
CREATE TABLE app_private.left_devices (
    user_id integer NOT NULL,
    id bigint NOT NULL,
    provider app_private.push_provider NOT NULL,
    created_at timestamp with time zone NOT NULL,
    left_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE app_private.left_devices IS 'Devices that another user has registered since, for the list of devices of their former user.';
COMMENT ON COLUMN app_private.left_devices.user_id IS 'The former user.';
COMMENT ON COLUMN app_private.left_devices.id IS 'The id that the device had in devices.';
COMMENT ON COLUMN app_private.left_devices.provider IS 'The provider that pushes to the device.';
COMMENT ON COLUMN app_private.left_devices.created_at IS 'When the former user last registered it.';
COMMENT ON COLUMN app_private.left_devices.left_at IS 'When another user registered it.';
CREATE TABLE app_private.lone_positions (
    user_id integer NOT NULL,
    position_id bigint NOT NULL
);
COMMENT ON TABLE app_private.lone_positions IS 'The id of the newest report of each user of whom only the last position is kept. Hosts poll it for new reports, as positions has none of these users.';
COMMENT ON COLUMN app_private.lone_positions.user_id IS 'The user.';
COMMENT ON COLUMN app_private.lone_positions.position_id IS 'The id of the report. The place is in app_public.last_positions.';
CREATE VIEW app_private.listed_positions WITH (security_invoker='true') AS
 SELECT p.id,
    p.user_id,
    p.created_at,
    p.taken_at,
    p.latitude,
    p.longitude,
    p.accuracy,
    p.moving_activity
   FROM app_public.positions p
UNION ALL
 SELECT o.position_id AS id,
    l.user_id,
    l.created_at,
    l.taken_at,
    l.latitude,
    l.longitude,
    l.accuracy,
    l.moving_activity
   FROM (app_private.lone_positions o
     JOIN app_public.last_positions l ON (((l.user_id = o.user_id) AND (l.position_id = o.position_id))))
  WHERE ( SELECT app_private.keeps_last_only() AS keeps_last_only);
COMMENT ON VIEW app_private.listed_positions IS 'The source of lists of positions, under the row-level security of the reader: the history, or each user''s last position if the service keeps no history.';
COMMENT ON COLUMN app_private.listed_positions.id IS 'The id of the position.';
COMMENT ON COLUMN app_private.listed_positions.user_id IS 'The id of the user who reported it.';
COMMENT ON COLUMN app_private.listed_positions.created_at IS 'When the service received it.';
COMMENT ON COLUMN app_private.listed_positions.taken_at IS 'When the device took it.';
COMMENT ON COLUMN app_private.listed_positions.latitude IS 'Degrees north, WGS 84.';
COMMENT ON COLUMN app_private.listed_positions.longitude IS 'Degrees east, WGS 84.';
COMMENT ON COLUMN app_private.listed_positions.accuracy IS 'The radius of its accuracy in metres. Null if the device did not report it.';
COMMENT ON COLUMN app_private.listed_positions.moving_activity IS 'How the user was moving.';
CREATE TABLE app_private.login_addresses (
    user_id integer NOT NULL,
    address cidr NOT NULL,
    last_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE app_private.login_addresses IS 'The addresses from which users have logged in. Failures of other accounts at these addresses do not delay them.';
COMMENT ON COLUMN app_private.login_addresses.user_id IS 'The user.';
COMMENT ON COLUMN app_private.login_addresses.address IS 'The address, or the /64 of an IPv6 address.';
COMMENT ON COLUMN app_private.login_addresses.last_at IS 'When the user last logged in from there. It is written once a day at most.';
CREATE TABLE app_private.login_failures (
    counter text NOT NULL,
    key bytea NOT NULL,
    failures double precision NOT NULL,
    last_at timestamp with time zone NOT NULL
);
COMMENT ON TABLE app_private.login_failures IS 'Failed logins, refused attempts to join, and mails that were asked for. They count for all hosts. Emails that nobody has are counted in the same way.';
COMMENT ON COLUMN app_private.login_failures.counter IS 'What this row counts by.';
COMMENT ON COLUMN app_private.login_failures.key IS 'A hash of the email, of the address, of both, or of the user''s id. A hash has the same length for a made-up email of any length.';
COMMENT ON COLUMN app_private.login_failures.failures IS 'The number of failures at the last of them, without what was forgiven until then.';
COMMENT ON COLUMN app_private.login_failures.last_at IS 'When the last of them was.';
CREATE TABLE app_private.login_limits (
    counter text NOT NULL,
    free_failures integer NOT NULL,
    longest_delay interval NOT NULL,
    forgiven_every interval NOT NULL,
    CONSTRAINT login_limits_counter CHECK ((counter = ANY (ARRAY['account'::text, 'account and address'::text, 'address'::text, 'join'::text, 'mail by address'::text, 'mail by email'::text, 'mail by user'::text, 'sms by number'::text, 'sms by user'::text]))),
    CONSTRAINT login_limits_forgiven_every CHECK ((forgiven_every > '00:00:00'::interval)),
    CONSTRAINT login_limits_free_failures CHECK ((free_failures > 0)),
    CONSTRAINT login_limits_longest_delay CHECK ((longest_delay >= '00:00:01'::interval))
);
COMMENT ON TABLE app_private.login_limits IS 'How many failed logins, refused attempts to join and mails are free, and how long the next one has to wait then. A database administrator updates it.';
COMMENT ON COLUMN app_private.login_limits.counter IS 'What the failures are counted by.';
COMMENT ON COLUMN app_private.login_limits.free_failures IS 'The number of failures without a delay. The next one delays for a second, and each further one doubles the delay.';
COMMENT ON COLUMN app_private.login_limits.longest_delay IS 'The longest delay.';
COMMENT ON COLUMN app_private.login_limits.forgiven_every IS 'The time after which one failure is forgiven.';
COMMENT ON CONSTRAINT login_limits_counter ON app_private.login_limits IS 'counter is unknown: the counters are part of the service.';
COMMENT ON CONSTRAINT login_limits_forgiven_every ON app_private.login_limits IS 'forgiven_every is not positive: write an interval above 0.';
COMMENT ON CONSTRAINT login_limits_free_failures ON app_private.login_limits IS 'free_failures is not positive: write 1 or more.';
COMMENT ON CONSTRAINT login_limits_longest_delay ON app_private.login_limits IS 'longest_delay is shorter than a second: write a second or more.';
CREATE TABLE app_private.mail_outcome (
    is_only boolean DEFAULT true NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    why text,
    failing_since timestamp with time zone,
    alerts boolean DEFAULT false NOT NULL,
    CONSTRAINT mail_outcome_is_only CHECK (is_only)
);
COMMENT ON TABLE app_private.mail_outcome IS 'Whether the mail server accepts mails, in one row. Empty if mail was never on.';
COMMENT ON COLUMN app_private.mail_outcome.is_only IS 'True, so that there is one row.';
COMMENT ON COLUMN app_private.mail_outcome.at IS 'When the last mail was sent or failed.';
COMMENT ON COLUMN app_private.mail_outcome.why IS 'Why the last mail failed. Null if it was accepted.';
COMMENT ON COLUMN app_private.mail_outcome.failing_since IS 'Since when mails have failed. Null if the last one was accepted.';
COMMENT ON COLUMN app_private.mail_outcome.alerts IS 'True if alerts go out by email.';
COMMENT ON CONSTRAINT mail_outcome_is_only ON app_private.mail_outcome IS 'mail_outcome has one row.';
CREATE TABLE app_private.oidc_identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id integer NOT NULL,
    refresh_token bytea,
    checked_at timestamp with time zone DEFAULT now() NOT NULL,
    claimed_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    ticket_hash bytea,
    ticket_until timestamp with time zone
);
COMMENT ON TABLE app_private.oidc_identities IS 'Whom a user is at an OpenID provider. A user with a row here logs in there, and by password only to break the glass.';
COMMENT ON COLUMN app_private.oidc_identities.issuer IS 'The address of the provider.';
COMMENT ON COLUMN app_private.oidc_identities.subject IS 'The user at the provider.';
COMMENT ON COLUMN app_private.oidc_identities.user_id IS 'The user.';
COMMENT ON COLUMN app_private.oidc_identities.refresh_token IS 'The provider''s refresh token, by which hosts ask for the groups, encrypted by the host.';
COMMENT ON COLUMN app_private.oidc_identities.checked_at IS 'When the provider last confirmed the user.';
COMMENT ON COLUMN app_private.oidc_identities.claimed_at IS 'When a host last began to ask the provider.';
COMMENT ON COLUMN app_private.oidc_identities.ticket_hash IS 'The hash of the ticket that begins a session, once, after the login.';
COMMENT ON COLUMN app_private.oidc_identities.ticket_until IS 'Until when the ticket is valid.';
CREATE TABLE app_private.password_links (
    user_id integer NOT NULL,
    token_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    is_mailed boolean DEFAULT false NOT NULL
);
COMMENT ON TABLE app_private.password_links IS 'Links by which users set a password: their first one, or a new one by mail. A user has at most one of each kind. When one is used, both rows go.';
COMMENT ON COLUMN app_private.password_links.user_id IS 'The user.';
COMMENT ON COLUMN app_private.password_links.token_hash IS 'The SHA-256 hash of the token''s secret, which the table does not reveal.';
COMMENT ON COLUMN app_private.password_links.expires_at IS 'Until when the link works.';
COMMENT ON COLUMN app_private.password_links.is_mailed IS 'True if it was mailed to the user, who may have a password. False if an administrator hands it over.';
CREATE TABLE app_private.position_hashes (
    user_id integer NOT NULL,
    hash uuid NOT NULL,
    position_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE app_private.position_hashes IS 'The digests of positions that were reported with a clientId, in a batch with takenAt, or by an app. The primary key detects a repeated report. positions cannot have such a key, as it is partitioned by created_at. Rows are purged with the positions.';
COMMENT ON COLUMN app_private.position_hashes.user_id IS 'The user.';
COMMENT ON COLUMN app_private.position_hashes.hash IS 'The result of app_private.position_hash() for the position.';
COMMENT ON COLUMN app_private.position_hashes.position_id IS 'The position that was stored.';
COMMENT ON COLUMN app_private.position_hashes.created_at IS 'When it was stored.';
CREATE TABLE app_private.publication_waiting (
    alert_id integer NOT NULL,
    level app_public.level_alert NOT NULL,
    first_user_id integer NOT NULL,
    user_ids integer[] NOT NULL
);
COMMENT ON TABLE app_private.publication_waiting IS 'Users in an alert''s zones who are still to be notified, in chunks, the most urgent level first.';
COMMENT ON COLUMN app_private.publication_waiting.alert_id IS 'The alert.';
COMMENT ON COLUMN app_private.publication_waiting.level IS 'The level of these users.';
COMMENT ON COLUMN app_private.publication_waiting.first_user_id IS 'The lowest of their ids.';
COMMENT ON COLUMN app_private.publication_waiting.user_ids IS 'Their ids.';
CREATE TABLE app_private.publications (
    alert_id integer NOT NULL,
    level app_public.level_alert DEFAULT 'ONE'::app_public.level_alert NOT NULL,
    last_user_id integer DEFAULT 0 NOT NULL,
    completed_at timestamp with time zone
);
COMMENT ON TABLE app_private.publications IS 'The progress of each publication. A small one notifies all its users at once. A larger one queues its users and notifies them chunk by chunk. A very large one passes through all users by id, notifies those of level ONE, and queues the others.';
COMMENT ON COLUMN app_private.publications.alert_id IS 'The alert.';
COMMENT ON COLUMN app_private.publications.level IS 'ONE before a publication begins and while it passes through all users; TWO while it notifies the queued users.';
COMMENT ON COLUMN app_private.publications.last_user_id IS 'The id up to which it has passed through the users.';
COMMENT ON COLUMN app_private.publications.completed_at IS 'When it was completed. Null until then.';
CREATE TABLE app_private.push_outcomes (
    provider app_private.push_provider NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    why text,
    failing_since timestamp with time zone,
    levels app_public.level_alert[]
);
COMMENT ON TABLE app_private.push_outcomes IS 'Whether each provider accepts pushes: the state of its circuit breaker. GET /readyz reads it, as deliveries have no index by time.';
COMMENT ON COLUMN app_private.push_outcomes.provider IS 'The provider.';
COMMENT ON COLUMN app_private.push_outcomes.at IS 'When it last answered or failed, to a few seconds.';
COMMENT ON COLUMN app_private.push_outcomes.why IS 'Why the last push failed. Null if it was accepted.';
COMMENT ON COLUMN app_private.push_outcomes.failing_since IS 'Since when pushes have failed. Null if the last one was accepted.';
COMMENT ON COLUMN app_private.push_outcomes.levels IS 'The levels that go out by SMS, as the host sets them. Null for other providers.';
CREATE TABLE app_private.recovery_codes (
    user_id integer NOT NULL,
    code_hash bytea NOT NULL
);
COMMENT ON TABLE app_private.recovery_codes IS 'The unused codes by which users log in without their second factor, once each.';
COMMENT ON COLUMN app_private.recovery_codes.user_id IS 'The user.';
COMMENT ON COLUMN app_private.recovery_codes.code_hash IS 'The SHA-256 of a code, which is random.';
CREATE TABLE app_private.refresh_tokens (
    user_id integer NOT NULL,
    session_id bigint NOT NULL,
    family_hash bytea NOT NULL,
    token_hash bytea NOT NULL,
    previous_hash bytea,
    successor_key bytea,
    restored_at timestamp with time zone
);
COMMENT ON TABLE app_private.refresh_tokens IS 'The refresh token of a session, as SHA-256 hashes. A session without a row here cannot be refreshed.';
COMMENT ON COLUMN app_private.refresh_tokens.user_id IS 'The user.';
COMMENT ON COLUMN app_private.refresh_tokens.session_id IS 'The session.';
COMMENT ON COLUMN app_private.refresh_tokens.family_hash IS 'The hash of the part that all refresh tokens of the session share.';
COMMENT ON COLUMN app_private.refresh_tokens.token_hash IS 'The hash of the newest refresh token.';
COMMENT ON COLUMN app_private.refresh_tokens.previous_hash IS 'The hash of the one before. It works until the newest one is first used. Null before the first refresh.';
COMMENT ON COLUMN app_private.refresh_tokens.successor_key IS 'The random key from which the host computed the newest token out of the one before, so that it can do so again.';
COMMENT ON COLUMN app_private.refresh_tokens.restored_at IS 'When npm run restored ran. The restore may have lost the newest token, so one unknown token of the family is accepted within thirty days of it. Null after the next refresh, or without a restore.';
CREATE TABLE app_private.retention_progress (
    task text NOT NULL,
    last_id bigint DEFAULT 0 NOT NULL
);
COMMENT ON TABLE app_private.retention_progress IS 'The progress of jobs that update old rows in the order of their ids.';
COMMENT ON COLUMN app_private.retention_progress.task IS 'The job: notification_places.';
COMMENT ON COLUMN app_private.retention_progress.last_id IS 'The last id that the job has processed.';
CREATE TABLE app_private.sent_alerts (
    alert_id integer NOT NULL,
    version integer NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    zone1 public.geometry(Geometry,4326) NOT NULL,
    zone2 public.geometry(Geometry,4326) NOT NULL,
    zone3 public.geometry(Geometry,4326) NOT NULL,
    level2_distance double precision NOT NULL,
    level3_distance double precision NOT NULL,
    max_position_age interval NOT NULL,
    max_accuracy double precision NOT NULL,
    title text,
    text1 text NOT NULL,
    text2 text NOT NULL,
    text3 text NOT NULL,
    language text NOT NULL,
    event text,
    severity app_public.severity NOT NULL,
    urgency app_public.urgency NOT NULL,
    certainty app_public.certainty NOT NULL,
    status app_public.alert_status NOT NULL,
    renotified_version integer NOT NULL,
    cancelled_at timestamp with time zone,
    all_clear text,
    authority text,
    category app_public.cap_category,
    response_type app_public.response_type,
    texts jsonb
);
COMMENT ON TABLE app_private.sent_alerts IS 'Versions of alerts that a head sends to its cells, as they were published. In a cell: what has come from the head. Rows are never changed.';
COMMENT ON COLUMN app_private.sent_alerts.alert_id IS 'The id of the alert, the same everywhere.';
COMMENT ON COLUMN app_private.sent_alerts.version IS 'The version.';
COMMENT ON COLUMN app_private.sent_alerts.sent_at IS 'When the head published this version.';
COMMENT ON COLUMN app_private.sent_alerts.created_at IS 'When the first version was published.';
COMMENT ON COLUMN app_private.sent_alerts.expires_at IS 'When the alert ends by itself.';
COMMENT ON COLUMN app_private.sent_alerts.zone1 IS 'The area.';
COMMENT ON COLUMN app_private.sent_alerts.zone2 IS 'The area and level2_distance metres around it.';
COMMENT ON COLUMN app_private.sent_alerts.zone3 IS 'The area and level3_distance metres around it.';
COMMENT ON COLUMN app_private.sent_alerts.level2_distance IS 'The width of zone TWO, in metres.';
COMMENT ON COLUMN app_private.sent_alerts.level3_distance IS 'The width of zone THREE, in metres.';
COMMENT ON COLUMN app_private.sent_alerts.max_position_age IS 'The greatest age of a position that it matches.';
COMMENT ON COLUMN app_private.sent_alerts.max_accuracy IS 'In metres. A less exact position notifies of level ONE only.';
COMMENT ON COLUMN app_private.sent_alerts.title IS 'The title of its pushes. Null if it has none.';
COMMENT ON COLUMN app_private.sent_alerts.text1 IS 'The text of level ONE.';
COMMENT ON COLUMN app_private.sent_alerts.text2 IS 'The text of level TWO.';
COMMENT ON COLUMN app_private.sent_alerts.text3 IS 'The text of level THREE.';
COMMENT ON COLUMN app_private.sent_alerts.language IS 'The language of the texts: a BCP 47 tag.';
COMMENT ON COLUMN app_private.sent_alerts.event IS 'What happens, in a few words.';
COMMENT ON COLUMN app_private.sent_alerts.severity IS 'How bad it is.';
COMMENT ON COLUMN app_private.sent_alerts.urgency IS 'How soon people should act.';
COMMENT ON COLUMN app_private.sent_alerts.certainty IS 'How sure it is.';
COMMENT ON COLUMN app_private.sent_alerts.status IS 'Whether it is a real warning, an exercise or a test.';
COMMENT ON COLUMN app_private.sent_alerts.renotified_version IS 'The last version that notified everyone again.';
COMMENT ON COLUMN app_private.sent_alerts.cancelled_at IS 'When it was cancelled. Null if it was not.';
COMMENT ON COLUMN app_private.sent_alerts.all_clear IS 'The text of the all-clear. Null if it was not cancelled.';
COMMENT ON COLUMN app_private.sent_alerts.authority IS 'The name of the authority that warns.';
COMMENT ON COLUMN app_private.sent_alerts.category IS 'The kind of event.';
COMMENT ON COLUMN app_private.sent_alerts.response_type IS 'What people should do.';
COMMENT ON COLUMN app_private.sent_alerts.texts IS 'The texts in other languages.';
CREATE TABLE app_private.settings (
    only_row boolean DEFAULT true NOT NULL,
    alert_duration interval DEFAULT '24:00:00'::interval NOT NULL,
    max_position_age interval DEFAULT '24:00:00'::interval NOT NULL,
    level2_distance double precision DEFAULT 1000 NOT NULL,
    level3_distance double precision DEFAULT 2000 NOT NULL,
    position_retention interval DEFAULT '30 days'::interval NOT NULL,
    bare_token_provider app_private.push_provider DEFAULT 'expo'::app_private.push_provider NOT NULL,
    receipt_delay interval DEFAULT '00:15:00'::interval NOT NULL,
    default_language text DEFAULT 'en'::text NOT NULL,
    max_accuracy double precision DEFAULT 1000 NOT NULL,
    password_link_lifetime interval DEFAULT '14 days'::interval NOT NULL,
    report_synchronous_commit text,
    confirm_above integer DEFAULT 1000 NOT NULL,
    take_back_time interval DEFAULT '00:00:05'::interval NOT NULL,
    audit_retention interval DEFAULT '5 years'::interval NOT NULL,
    last_position_retention interval DEFAULT '90 days'::interval,
    notification_place_retention interval DEFAULT '1 year'::interval,
    delivery_retention interval DEFAULT '90 days'::interval,
    speech_retention interval DEFAULT '30 days'::interval,
    last_position_only boolean DEFAULT false NOT NULL,
    smallest_group integer DEFAULT 10 NOT NULL,
    presence_retention interval DEFAULT '400 days'::interval NOT NULL,
    silent_after interval DEFAULT '2 days'::interval NOT NULL,
    push_text boolean DEFAULT true NOT NULL,
    second_factor_lasts interval DEFAULT '00:15:00'::interval NOT NULL,
    local_login boolean DEFAULT true NOT NULL,
    cap boolean DEFAULT false NOT NULL,
    voices text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT settings_alert_duration CHECK (((alert_duration > '00:00:00'::interval) AND (alert_duration <= '1 year'::interval))),
    CONSTRAINT settings_audit_retention CHECK ((audit_retention >= '1 year'::interval)),
    CONSTRAINT settings_confirm_above CHECK ((confirm_above >= 0)),
    CONSTRAINT settings_default_language CHECK ((default_language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$'::text)),
    CONSTRAINT settings_delivery_retention CHECK ((delivery_retention >= '7 days'::interval)),
    CONSTRAINT settings_last_position_retention CHECK ((last_position_retention >= '1 day'::interval)),
    CONSTRAINT settings_level2_distance CHECK (((level2_distance > (0)::double precision) AND (level2_distance <= (100000)::double precision))),
    CONSTRAINT settings_level3_distance CHECK (((level3_distance > level2_distance) AND (level3_distance <= (100000)::double precision))),
    CONSTRAINT settings_max_accuracy CHECK ((max_accuracy > (0)::double precision)),
    CONSTRAINT settings_max_position_age CHECK ((max_position_age > '00:00:00'::interval)),
    CONSTRAINT settings_notification_place_retention CHECK ((notification_place_retention >= '1 day'::interval)),
    CONSTRAINT settings_only_row CHECK (only_row),
    CONSTRAINT settings_password_link_lifetime CHECK ((password_link_lifetime > '00:00:00'::interval)),
    CONSTRAINT settings_position_retention CHECK ((position_retention >= '1 day'::interval)),
    CONSTRAINT settings_presence_retention CHECK ((presence_retention >= '1 day'::interval)),
    CONSTRAINT settings_receipt_delay CHECK ((receipt_delay >= '00:00:00'::interval)),
    CONSTRAINT settings_report_synchronous_commit CHECK ((report_synchronous_commit = ANY (ARRAY['off'::text, 'local'::text, 'remote_write'::text, 'on'::text, 'remote_apply'::text]))),
    CONSTRAINT settings_second_factor_lasts CHECK (((second_factor_lasts > '00:00:00'::interval) AND (second_factor_lasts <= '1 day'::interval))),
    CONSTRAINT settings_silent_after CHECK ((silent_after > '00:00:00'::interval)),
    CONSTRAINT settings_smallest_group CHECK (((smallest_group >= 2) AND (smallest_group <= 1000000))),
    CONSTRAINT settings_speech_retention CHECK ((speech_retention >= '1 day'::interval)),
    CONSTRAINT settings_take_back_time CHECK (((take_back_time >= '00:00:00'::interval) AND (take_back_time <= '00:01:00'::interval)))
);
COMMENT ON TABLE app_private.settings IS 'The settings of the service, in one row. A database administrator updates them.';
COMMENT ON COLUMN app_private.settings.only_row IS 'Always true: the primary key of the one row.';
COMMENT ON COLUMN app_private.settings.alert_duration IS 'How long an alert lasts by default.';
COMMENT ON COLUMN app_private.settings.max_position_age IS 'The maximum age of a last position that a publication matches, by default.';
COMMENT ON COLUMN app_private.settings.level2_distance IS 'The default width of zone TWO around the area, in metres.';
COMMENT ON COLUMN app_private.settings.level3_distance IS 'The default width of zone THREE around the area, in metres.';
COMMENT ON COLUMN app_private.settings.position_retention IS 'How long positions are kept as history. 30 days explain a recent alert, and show who reports regularly.';
COMMENT ON COLUMN app_private.settings.bare_token_provider IS 'The provider of device tokens whose form does not identify one. A change applies to devices that are registered after it.';
COMMENT ON COLUMN app_private.settings.receipt_delay IS 'The wait before Expo is asked for the receipts of accepted pushes.';
COMMENT ON COLUMN app_private.settings.default_language IS 'The language of alerts that do not state theirs: a BCP 47 tag such as en or pt-BR.';
COMMENT ON COLUMN app_private.settings.max_accuracy IS 'The maximum radius of accuracy in metres at which a position notifies at the levels TWO and THREE. A less accurate one notifies at ONE only.';
COMMENT ON COLUMN app_private.settings.password_link_lifetime IS 'How long a link works by which an imported user sets a password.';
COMMENT ON COLUMN app_private.settings.report_synchronous_commit IS 'synchronous_commit of position reports: off, local, remote_write, on or remote_apply. Null leaves the database''s own. A late entry commits with on at least.';
COMMENT ON COLUMN app_private.settings.confirm_above IS 'The console asks an administrator to type the number of people if it is higher than this.';
COMMENT ON COLUMN app_private.settings.take_back_time IS 'How long the console''s publications can be taken back before they go out. newAlert publishes at once.';
COMMENT ON COLUMN app_private.settings.audit_retention IS 'How long entries of the audit log are kept.';
COMMENT ON COLUMN app_private.settings.last_position_retention IS 'How long a last position is kept without a newer report. 90 days are more than any alert matches, and show whose app has fallen silent. Null keeps it for good.';
COMMENT ON COLUMN app_private.settings.notification_place_retention IS 'How long a notification keeps the place of its user. Within a year people ask why they were warned, or were not. Afterwards its level, rule and class of distance answer. Null keeps it for good.';
COMMENT ON COLUMN app_private.settings.delivery_retention IS 'How long deliveries are kept after their alert has ended. 90 days are enough to look into pushes that failed; the alert''s figures stay. Null keeps them for good.';
COMMENT ON COLUMN app_private.settings.speech_retention IS 'How long the speeches of an alert are kept after it has ended. People hear them while it lasts, and their texts stay. Null keeps them for good.';
COMMENT ON COLUMN app_private.settings.last_position_only IS 'True to keep only the last position of each user, and no history. Switched on, it deletes the history.';
COMMENT ON COLUMN app_private.settings.smallest_group IS 'The smallest group of people that analysts see. Their numbers are rounded down to a multiple of it.';
COMMENT ON COLUMN app_private.settings.presence_retention IS 'How long the cells of analytics.presence are kept.';
COMMENT ON COLUMN app_private.settings.silent_after IS 'How long after the last position a user counts as silent.';
COMMENT ON COLUMN app_private.settings.push_text IS 'True if pushes contain the alert''s title, text and level. If false, they contain ids and a general sentence, and apps fetch the rest from the service.';
COMMENT ON COLUMN app_private.settings.second_factor_lasts IS 'For how long after a second factor was shown it is not asked for again, before what only its owner may do.';
COMMENT ON COLUMN app_private.settings.local_login IS 'False: whoever has a role logs in at an OpenID provider, and by password only to break the glass.';
COMMENT ON COLUMN app_private.settings.cap IS 'Whether the service speaks CAP: its jobs write it when they start, by the setting CAP_SENDER.';
COMMENT ON COLUMN app_private.settings.voices IS 'The languages in which the speech engine has a voice, in lower case. The process that last began to run jobs sets it.';
COMMENT ON CONSTRAINT settings_alert_duration ON app_private.settings IS 'alert_duration is not within 0 and a year: no alert lasts longer.';
COMMENT ON CONSTRAINT settings_confirm_above ON app_private.settings IS 'confirm_above is negative: write a number of people.';
COMMENT ON CONSTRAINT settings_default_language ON app_private.settings IS 'default_language is not a language tag of BCP 47: write one such as "it" or "pt-BR".';
COMMENT ON CONSTRAINT settings_delivery_retention ON app_private.settings IS 'delivery_retention is shorter than seven days, in which results still change: write a longer interval, or null to keep deliveries for good.';
COMMENT ON CONSTRAINT settings_last_position_retention ON app_private.settings IS 'last_position_retention is shorter than a day: write a longer interval, or null to keep last positions for good.';
COMMENT ON CONSTRAINT settings_max_accuracy ON app_private.settings IS 'max_accuracy is not positive: write a number of metres above 0.';
COMMENT ON CONSTRAINT settings_notification_place_retention ON app_private.settings IS 'notification_place_retention is shorter than a day: write a longer interval, or null to keep places for good.';
COMMENT ON CONSTRAINT settings_presence_retention ON app_private.settings IS 'presence_retention is below a day: write an interval such as 400 days.';
COMMENT ON CONSTRAINT settings_receipt_delay ON app_private.settings IS 'receipt_delay is negative: write an interval of 0 or more.';
COMMENT ON CONSTRAINT settings_report_synchronous_commit ON app_private.settings IS 'report_synchronous_commit is unknown to PostgreSQL: write off, local, remote_write, on or remote_apply, or null for the database''s own.';
COMMENT ON CONSTRAINT settings_second_factor_lasts ON app_private.settings IS 'second_factor_lasts is not between 0 seconds and 1 day: write an interval between them.';
COMMENT ON CONSTRAINT settings_smallest_group ON app_private.settings IS 'smallest_group is below 2 or above a million: write a number of people such as 10.';
COMMENT ON CONSTRAINT settings_speech_retention ON app_private.settings IS 'speech_retention is shorter than a day: write a longer interval, or null to keep speeches for good.';
COMMENT ON CONSTRAINT settings_take_back_time ON app_private.settings IS 'take_back_time is not from 0 seconds to 1 minute: write an interval between them.';
CREATE TABLE app_private.sms_codes (
    user_id integer NOT NULL,
    number text NOT NULL,
    code_hash bytea,
    guesses bigint DEFAULT 0 NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE app_private.sms_codes IS 'The number for SMS that a user has yet to confirm.';
COMMENT ON COLUMN app_private.sms_codes.user_id IS 'The user.';
COMMENT ON COLUMN app_private.sms_codes.number IS 'The number, with a plus sign and its country.';
COMMENT ON COLUMN app_private.sms_codes.code_hash IS 'The hash of the user''s id and the code. Null until the code is sent.';
COMMENT ON COLUMN app_private.sms_codes.guesses IS 'How often a code was entered.';
COMMENT ON COLUMN app_private.sms_codes.asked_at IS 'When the user asked for the code.';
CREATE TABLE app_private.speeches (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    digest bytea NOT NULL,
    voice text NOT NULL,
    mp3 bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY app_private.speeches ALTER COLUMN mp3 SET STORAGE EXTERNAL;
COMMENT ON TABLE app_private.speeches IS 'Texts as speech. Each text is stored once for each voice, whichever alerts use it.';
COMMENT ON COLUMN app_private.speeches.id IS 'The id, which is part of the URL. It is random, as everyone who knows it may listen.';
COMMENT ON COLUMN app_private.speeches.digest IS 'SHA-256 of the voice, a line feed and the text.';
COMMENT ON COLUMN app_private.speeches.voice IS 'The engine, its version, the voice and the encoding.';
COMMENT ON COLUMN app_private.speeches.mp3 IS 'The MP3 file. It never changes, as clients cache it.';
COMMENT ON COLUMN app_private.speeches.created_at IS 'When it was made.';
CREATE TABLE app_private.user_credentials (
    user_id integer NOT NULL,
    password_hash text NOT NULL,
    break_glass boolean DEFAULT false NOT NULL,
    CONSTRAINT user_credentials_password_hash CHECK ((password_hash ~ '^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$'::text))
);
COMMENT ON TABLE app_private.user_credentials IS 'The password hash of a user. An imported user has no row before the first password.';
COMMENT ON COLUMN app_private.user_credentials.user_id IS 'The user.';
COMMENT ON COLUMN app_private.user_credentials.password_hash IS 'The hash of the password, which the host makes with bcrypt.';
COMMENT ON COLUMN app_private.user_credentials.break_glass IS 'True if the user may log in by password while local login is off.';
COMMENT ON CONSTRAINT user_credentials_password_hash ON app_private.user_credentials IS 'password_hash is not a hash of bcrypt: let the host hash the password.';
CREATE TABLE app_private.webhook_messages (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    webhook_id integer NOT NULL,
    type text NOT NULL,
    data jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL
);
COMMENT ON TABLE app_private.webhook_messages IS 'What waits to be sent to webhooks.';
COMMENT ON COLUMN app_private.webhook_messages.id IS 'The id of the message, which its receiver knows it by.';
COMMENT ON COLUMN app_private.webhook_messages.webhook_id IS 'The webhook.';
COMMENT ON COLUMN app_private.webhook_messages.type IS 'The type of the message, such as alert.published.';
COMMENT ON COLUMN app_private.webhook_messages.data IS 'What it says.';
COMMENT ON COLUMN app_private.webhook_messages.created_at IS 'When it happened.';
COMMENT ON COLUMN app_private.webhook_messages.attempts IS 'How often it was sent in vain.';
CREATE TABLE app_private.workers (
    id text NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE app_private.workers IS 'The worker pools that run jobs, one for each lane of each process.';
COMMENT ON COLUMN app_private.workers.id IS 'The id of the pool.';
COMMENT ON COLUMN app_private.workers.since IS 'Since when its heartbeats have come without a gap.';
COMMENT ON COLUMN app_private.workers.seen_at IS 'The time of its last heartbeat.';
CREATE TABLE app_public.alert_changes (
    number bigint NOT NULL,
    alert_id integer NOT NULL,
    made_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
COMMENT ON TABLE app_public.alert_changes IS '@behavior -*
The change log of alerts: publications, updates and ends. Cursors of alerts refer to it.';
COMMENT ON COLUMN app_public.alert_changes.number IS 'The number of the change, in the order of commits.';
COMMENT ON COLUMN app_public.alert_changes.alert_id IS 'The alert.';
COMMENT ON COLUMN app_public.alert_changes.made_at IS 'When it was made.';
ALTER TABLE app_public.alert_changes ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.alert_changes_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE app_public.alert_templates ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.alert_templates_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE app_public.alerts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.alerts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE app_public.audit_entries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.audit_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE app_public.authorities ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.authorities_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE app_public.cap_sources ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.cap_sources_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE app_public.memberships (
    user_id integer NOT NULL,
    authority_id integer NOT NULL,
    role app_public.authority_role NOT NULL,
    from_group boolean DEFAULT false NOT NULL
);
COMMENT ON TABLE app_public.memberships IS '@behavior -query:resource:list -query:resource:connection
@orderedBy authority_id
What a user may do for an authority.';
COMMENT ON COLUMN app_public.memberships.user_id IS 'The id of the user.';
COMMENT ON COLUMN app_public.memberships.authority_id IS 'The id of the authority.';
COMMENT ON COLUMN app_public.memberships.role IS 'What the user may do.';
COMMENT ON COLUMN app_public.memberships.from_group IS 'True if a group at an OpenID provider gives it. It then ends when the user leaves the group.';
ALTER TABLE app_public.mutual_aids ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.mutual_aids_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE app_public.notifications ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.notifications_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE app_public.positions_default (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    taken_at timestamp with time zone DEFAULT now() NOT NULL,
    latitude double precision NOT NULL,
    longitude double precision NOT NULL,
    accuracy double precision,
    moving_activity app_public.moving_activity NOT NULL,
    CONSTRAINT positions_fault CHECK ((app_private.position_fault(latitude, longitude, accuracy, taken_at, created_at) IS NULL))
);
COMMENT ON TABLE app_public.positions_default IS '@behavior -*
Positions of weeks without a partition.';
ALTER TABLE app_public.positions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.positions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE app_public.quiet_hours (
    user_id integer DEFAULT app_public.current_user_id() NOT NULL,
    starts time without time zone NOT NULL,
    ends time without time zone NOT NULL,
    time_zone text NOT NULL,
    CONSTRAINT quiet_hours_not_empty CHECK ((starts <> ends))
);
COMMENT ON TABLE app_public.quiet_hours IS '@name quiet_period
@behavior -query:resource:list -query:resource:connection
The hours in which pushes of levels TWO and THREE wait.';
COMMENT ON COLUMN app_public.quiet_hours.user_id IS '@behavior -*
The user.';
COMMENT ON COLUMN app_public.quiet_hours.starts IS '@name from
The time of day at which they start, such as 22:00.';
COMMENT ON COLUMN app_public.quiet_hours.ends IS '@name to
The time of day at which they end, such as 07:00. It may be earlier than from: they then pass midnight.';
COMMENT ON COLUMN app_public.quiet_hours.time_zone IS 'A name of the IANA time zone database, such as Europe/Rome.';
COMMENT ON CONSTRAINT quiet_hours_not_empty ON app_public.quiet_hours IS 'from and to are equal: send two different times of day.';
ALTER TABLE app_public.saved_areas ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.saved_areas_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE app_public.second_factors ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.second_factors_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE app_public.sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE app_public.shared_drafts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.shared_drafts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE app_public.users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE app_public.webhooks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.webhooks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY app_public.positions ATTACH PARTITION app_public.positions_default DEFAULT;
ALTER TABLE ONLY app_private.alert_counts
    ADD CONSTRAINT alert_counts_pkey PRIMARY KEY (alert_id);
ALTER TABLE ONLY app_private.alert_events
    ADD CONSTRAINT alert_events_pkey PRIMARY KEY (alert_id, minutes, version, level, kind, starts_at);
ALTER TABLE ONLY app_private.alert_figures
    ADD CONSTRAINT alert_figures_pkey PRIMARY KEY (alert_id, version, level);
ALTER TABLE ONLY app_private.alert_push_figures
    ADD CONSTRAINT alert_push_figures_pkey PRIMARY KEY (alert_id, version, level, provider, outcome, reason);
ALTER TABLE ONLY app_private.alert_reach
    ADD CONSTRAINT alert_reach_pkey PRIMARY KEY (alert_id, id);
ALTER TABLE ONLY app_private.alert_speeches
    ADD CONSTRAINT alert_speeches_pkey PRIMARY KEY (alert_id, level, language);
ALTER TABLE ONLY app_private.audit_chain
    ADD CONSTRAINT audit_chain_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY app_private.audit_chain
    ADD CONSTRAINT audit_chain_pkey PRIMARY KEY (place);
ALTER TABLE ONLY app_private.audit_waiting
    ADD CONSTRAINT audit_waiting_pkey PRIMARY KEY (entry_id);
ALTER TABLE ONLY app_private.cap_messages
    ADD CONSTRAINT cap_messages_pkey PRIMARY KEY (alert_id, version, level);
ALTER TABLE ONLY app_private.cap_received
    ADD CONSTRAINT cap_received_message_key UNIQUE NULLS NOT DISTINCT (source_id, authority_id, sender, identifier, sent);
ALTER TABLE ONLY app_private.cap_received
    ADD CONSTRAINT cap_received_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app_private.cell_figures
    ADD CONSTRAINT cell_figures_pkey PRIMARY KEY (cell, alert_id, version, level);
ALTER TABLE ONLY app_private.cell
    ADD CONSTRAINT cell_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY app_private.cell_states
    ADD CONSTRAINT cell_states_pkey PRIMARY KEY (cell);
ALTER TABLE ONLY app_private.cells
    ADD CONSTRAINT cells_pkey PRIMARY KEY (name);
ALTER TABLE ONLY app_private.clock
    ADD CONSTRAINT clock_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY app_private.day_notifications
    ADD CONSTRAINT day_notifications_pkey PRIMARY KEY (day, level);
ALTER TABLE ONLY app_private.deliveries
    ADD CONSTRAINT deliveries_notification_id_device_id_key UNIQUE (notification_id, device_id, user_id);
ALTER TABLE ONLY app_private.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY app_private.delivery_results
    ADD CONSTRAINT delivery_results_pkey PRIMARY KEY (alert_id);
ALTER TABLE ONLY app_private.device_keys
    ADD CONSTRAINT device_keys_hash_key UNIQUE (user_id, key_hash);
ALTER TABLE ONLY app_private.device_keys
    ADD CONSTRAINT device_keys_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY app_private.devices
    ADD CONSTRAINT devices_pkey PRIMARY KEY (user_id, token);
ALTER TABLE ONLY app_private.devices
    ADD CONSTRAINT devices_token_key UNIQUE (token);
ALTER TABLE ONLY app_private.email_links
    ADD CONSTRAINT email_links_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY app_private.erased_users
    ADD CONSTRAINT erased_users_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY app_private.held_publications
    ADD CONSTRAINT held_publications_key_key UNIQUE (user_id, key);
COMMENT ON CONSTRAINT held_publications_key_key ON app_private.held_publications IS 'key belongs to another publication of yours: send a new key with each one.';
ALTER TABLE ONLY app_private.held_publications
    ADD CONSTRAINT held_publications_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app_private.hour_deliveries
    ADD CONSTRAINT hour_deliveries_pkey PRIMARY KEY (hour, provider, outcome);
ALTER TABLE ONLY app_private.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app_private.invitations
    ADD CONSTRAINT invitations_secret_hash_key UNIQUE (secret_hash);
ALTER TABLE ONLY app_private.joined_users
    ADD CONSTRAINT joined_users_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY app_private.left_devices
    ADD CONSTRAINT left_devices_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY app_private.login_addresses
    ADD CONSTRAINT login_addresses_pkey PRIMARY KEY (user_id, address);
ALTER TABLE ONLY app_private.login_failures
    ADD CONSTRAINT login_failures_pkey PRIMARY KEY (counter, key);
ALTER TABLE ONLY app_private.login_limits
    ADD CONSTRAINT login_limits_pkey PRIMARY KEY (counter);
ALTER TABLE ONLY app_private.lone_positions
    ADD CONSTRAINT lone_positions_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY app_private.mail_outcome
    ADD CONSTRAINT mail_outcome_pkey PRIMARY KEY (is_only);
ALTER TABLE ONLY app_private.oidc_identities
    ADD CONSTRAINT oidc_identities_pkey PRIMARY KEY (issuer, subject);
ALTER TABLE ONLY app_private.oidc_identities
    ADD CONSTRAINT oidc_identities_user_id_key UNIQUE (user_id);
ALTER TABLE ONLY app_private.password_links
    ADD CONSTRAINT password_links_pkey PRIMARY KEY (user_id, is_mailed);
ALTER TABLE ONLY app_private.position_hashes
    ADD CONSTRAINT position_hashes_pkey PRIMARY KEY (user_id, hash);
ALTER TABLE ONLY app_private.presence
    ADD CONSTRAINT presence_pkey PRIMARY KEY (hour, zoom, x, y);
ALTER TABLE ONLY app_private.publication_waiting
    ADD CONSTRAINT publication_waiting_pkey PRIMARY KEY (alert_id, level, first_user_id);
ALTER TABLE ONLY app_private.publications
    ADD CONSTRAINT publications_pkey PRIMARY KEY (alert_id);
ALTER TABLE ONLY app_private.push_outcomes
    ADD CONSTRAINT push_outcomes_pkey PRIMARY KEY (provider);
ALTER TABLE ONLY app_private.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash);
ALTER TABLE ONLY app_private.refresh_tokens
    ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY (user_id, session_id);
ALTER TABLE ONLY app_private.reporting
    ADD CONSTRAINT reporting_pkey PRIMARY KEY (period, starts_at, activity);
ALTER TABLE ONLY app_private.retention_progress
    ADD CONSTRAINT retention_progress_pkey PRIMARY KEY (task);
ALTER TABLE ONLY app_private.sent_alerts
    ADD CONSTRAINT sent_alerts_pkey PRIMARY KEY (alert_id, version);
ALTER TABLE ONLY app_private.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY app_private.sms_codes
    ADD CONSTRAINT sms_codes_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY app_private.speeches
    ADD CONSTRAINT speeches_digest_key UNIQUE (digest);
ALTER TABLE ONLY app_private.speeches
    ADD CONSTRAINT speeches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app_private.tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY (name);
ALTER TABLE ONLY app_private.user_credentials
    ADD CONSTRAINT user_credentials_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY app_private.version_figures
    ADD CONSTRAINT version_figures_pkey PRIMARY KEY (alert_id, version);
ALTER TABLE ONLY app_private.webhook_messages
    ADD CONSTRAINT webhook_messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app_private.workers
    ADD CONSTRAINT workers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app_public.alert_changes
    ADD CONSTRAINT alert_changes_pkey PRIMARY KEY (number);
ALTER TABLE ONLY app_public.alert_templates
    ADD CONSTRAINT alert_templates_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app_public.alert_versions
    ADD CONSTRAINT alert_versions_pkey PRIMARY KEY (alert_id, version);
ALTER TABLE ONLY app_public.alerts
    ADD CONSTRAINT alerts_idempotency_key_key UNIQUE (user_id, idempotency_key);
COMMENT ON CONSTRAINT alerts_idempotency_key_key ON app_public.alerts IS 'idempotencyKey belongs to another alert of yours: send a new key with each alert.';
ALTER TABLE ONLY app_public.alerts
    ADD CONSTRAINT alerts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app_public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app_public.authorities
    ADD CONSTRAINT authorities_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app_public.cap_sources
    ADD CONSTRAINT cap_sources_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app_public.last_positions
    ADD CONSTRAINT last_positions_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY app_public.memberships
    ADD CONSTRAINT memberships_pkey PRIMARY KEY (user_id, authority_id);
ALTER TABLE ONLY app_public.mutual_aids
    ADD CONSTRAINT mutual_aids_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app_public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (user_id, id) INCLUDE (alert_id, level);
ALTER TABLE ONLY app_public.positions
    ADD CONSTRAINT positions_pkey PRIMARY KEY (user_id, id, created_at);
ALTER TABLE ONLY app_public.positions_default
    ADD CONSTRAINT positions_default_pkey PRIMARY KEY (user_id, id, created_at);
ALTER TABLE ONLY app_public.quiet_hours
    ADD CONSTRAINT quiet_hours_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY app_public.saved_areas
    ADD CONSTRAINT saved_areas_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app_public.second_factor_rules
    ADD CONSTRAINT second_factor_rules_pkey PRIMARY KEY (role);
ALTER TABLE ONLY app_public.second_factors
    ADD CONSTRAINT second_factors_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app_public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY app_public.shared_drafts
    ADD CONSTRAINT shared_drafts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app_public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app_public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);
CREATE INDEX alert_counts_open ON app_private.alert_counts USING btree (alert_id DESC) WHERE (NOT is_final);
COMMENT ON INDEX app_private.alert_counts_open IS 'Serves app_private.count_alert(), which looks for alerts to count.';
CREATE INDEX alert_speeches_speech_id ON app_private.alert_speeches USING btree (speech_id);
CREATE INDEX cap_messages_expires_at ON app_private.cap_messages USING btree (expires_at);
COMMENT ON INDEX app_private.cap_messages_expires_at IS 'Serves app_private.cap_feed().';
CREATE INDEX cap_received_alert_id ON app_private.cap_received USING btree (alert_id);
CREATE INDEX cap_received_authority_id ON app_private.cap_received USING btree (authority_id, sender, identifier);
CREATE INDEX cap_received_draft_id ON app_private.cap_received USING btree (draft_id);
CREATE INDEX deliveries_alert_id ON app_private.deliveries USING btree (alert_id);
CREATE INDEX deliveries_receipt ON app_private.deliveries USING btree (receipt) WHERE (receipt IS NOT NULL);
CREATE INDEX device_keys_id ON app_private.device_keys USING btree (id);
CREATE INDEX devices_provider_user_id ON app_private.devices USING btree (provider, user_id);
CREATE INDEX erased_users_unlisted ON app_private.erased_users USING btree (user_id) WHERE (erasure_key IS NOT NULL);
CREATE INDEX joined_users_invitation_id ON app_private.joined_users USING btree (invitation_id);
CREATE INDEX login_addresses_last_at ON app_private.login_addresses USING btree (last_at);
CREATE INDEX login_failures_last_at ON app_private.login_failures USING btree (last_at);
CREATE INDEX lone_positions_position_id ON app_private.lone_positions USING btree (position_id);
CREATE INDEX publications_incomplete ON app_private.publications USING btree (alert_id) WHERE (completed_at IS NULL);
COMMENT ON INDEX app_private.publications_incomplete IS 'Serves app_private.heartbeat(), which looks for unfinished publications every two seconds.';
CREATE INDEX webhook_messages_webhook_id ON app_private.webhook_messages USING btree (webhook_id);
CREATE INDEX alert_changes_alert_id_number ON app_public.alert_changes USING btree (alert_id, number);
COMMENT ON INDEX app_public.alert_changes_alert_id_number IS 'Serves app_public.alerts_cursor(), the last change of an alert.';
CREATE UNIQUE INDEX alert_templates_name_key ON app_public.alert_templates USING btree (lower(name));
COMMENT ON INDEX app_public.alert_templates_name_key IS 'Another template has this name: choose another one.';
CREATE INDEX alert_versions_user_id ON app_public.alert_versions USING btree (user_id);
CREATE INDEX alerts_active_expires_at ON app_public.alerts USING btree (expires_at) WHERE active;
CREATE INDEX alerts_active_request ON app_public.alerts USING btree (user_id, request) WHERE active;
COMMENT ON INDEX app_public.alerts_active_request IS 'Finds the alert of a repeated request without an idempotency key.';
CREATE INDEX alerts_active_zone1 ON app_public.alerts USING gist (zone1) WHERE active;
CREATE INDEX alerts_active_zone2 ON app_public.alerts USING gist (zone2) WHERE active;
CREATE INDEX alerts_active_zone3 ON app_public.alerts USING gist (zone3) WHERE active;
CREATE INDEX alerts_active_zone3_box ON app_public.alerts USING gist (zone3_box) INCLUDE (id, renotified_version) WHERE active;
COMMENT ON INDEX app_public.alerts_active_zone3_box IS 'Serves app_private.alerts_to_match(), at each report.';
CREATE INDEX alerts_created_at ON app_public.alerts USING btree (created_at, id) INCLUDE (status, active, expires_at, cancelled_at);
COMMENT ON INDEX app_public.alerts_created_at IS 'Serves app_public.alerts_search() and app_public.alert_statistics(), which count alerts of a period by state.';
CREATE INDEX alerts_user_id ON app_public.alerts USING btree (user_id);
CREATE INDEX audit_entries_action_idx ON app_public.audit_entries USING btree (action, id);
CREATE INDEX audit_entries_actor_id_idx ON app_public.audit_entries USING btree (actor_id, id);
CREATE INDEX audit_entries_created_at_idx ON app_public.audit_entries USING btree (created_at);
CREATE INDEX audit_entries_object_idx ON app_public.audit_entries USING btree (object_type, object_id, id);
CREATE UNIQUE INDEX audit_entries_once_a_minute ON app_public.audit_entries USING btree (action, actor_id, session_id, object_type, object_id, ((facts -> 'fields'::text)), ((facts -> 'user_ids'::text)), date_trunc('minute'::text, (created_at AT TIME ZONE 'UTC'::text))) NULLS NOT DISTINCT WHERE (action = ANY (ARRAY['LOGIN_FAILED'::app_public.audit_action, 'PEOPLE_FOLLOWED'::app_public.audit_action]));
CREATE UNIQUE INDEX authorities_name_key ON app_public.authorities USING btree (lower(name));
COMMENT ON INDEX app_public.authorities_name_key IS 'Another authority has this name: choose another one.';
CREATE INDEX authorities_parent_id ON app_public.authorities USING btree (parent_id);
CREATE INDEX cap_sources_authority_id ON app_public.cap_sources USING btree (authority_id);
CREATE INDEX last_positions_location ON app_public.last_positions USING gist (location);
CREATE INDEX memberships_authority_id ON app_public.memberships USING btree (authority_id, role);
CREATE INDEX mutual_aids_authority_id ON app_public.mutual_aids USING btree (authority_id);
CREATE INDEX mutual_aids_to_authority_id ON app_public.mutual_aids USING btree (to_authority_id);
CREATE INDEX notifications_alert_id_id ON app_public.notifications USING btree (alert_id, id);
CREATE UNIQUE INDEX notifications_alert_id_user_id_level_version_key ON app_public.notifications USING btree (alert_id, user_id, level, version);
CREATE INDEX notifications_id ON app_public.notifications USING btree (id);
CREATE INDEX positions_id ON ONLY app_public.positions USING btree (id);
CREATE INDEX positions_default_id_idx ON app_public.positions_default USING btree (id);
CREATE INDEX positions_moving_activity ON ONLY app_public.positions USING btree (moving_activity, id);
CREATE INDEX positions_default_moving_activity_id_idx ON app_public.positions_default USING btree (moving_activity, id);
CREATE UNIQUE INDEX saved_areas_name_key ON app_public.saved_areas USING btree (lower(name));
COMMENT ON INDEX app_public.saved_areas_name_key IS 'Another saved area has this name: choose another one.';
CREATE UNIQUE INDEX second_factors_credential_id_key ON app_public.second_factors USING btree (credential_id);
COMMENT ON INDEX app_public.second_factors_credential_id_key IS 'This passkey was added already.';
CREATE UNIQUE INDEX second_factors_totp_key ON app_public.second_factors USING btree (user_id) WHERE (kind = 'TOTP'::app_public.login_way);
COMMENT ON INDEX app_public.second_factors_totp_key IS 'You have an authenticator app already: remove it first.';
CREATE INDEX second_factors_user_id ON app_public.second_factors USING btree (user_id);
CREATE UNIQUE INDEX shared_drafts_name_key ON app_public.shared_drafts USING btree (lower(name)) WHERE (NOT is_private);
COMMENT ON INDEX app_public.shared_drafts_name_key IS 'Another shared draft has this name: choose another one.';
CREATE INDEX users_administrators ON app_public.users USING btree (id) WHERE is_admin;
CREATE INDEX users_by_name ON app_public.users USING btree (lower(name), id);
CREATE UNIQUE INDEX users_email_key ON app_public.users USING btree (app_private.email_key(email));
COMMENT ON INDEX app_public.users_email_key IS 'This email is taken: use another one.';
CREATE INDEX users_email_search ON app_public.users USING btree (lower(email) text_pattern_ops);
CREATE INDEX users_name_words ON app_public.users USING gin (app_private.name_words(name));
CREATE INDEX webhooks_authority_id ON app_public.webhooks USING btree (authority_id);
ALTER INDEX app_public.positions_id ATTACH PARTITION app_public.positions_default_id_idx;
ALTER INDEX app_public.positions_moving_activity ATTACH PARTITION app_public.positions_default_moving_activity_id_idx;
ALTER INDEX app_public.positions_pkey ATTACH PARTITION app_public.positions_default_pkey;
CREATE TRIGGER audit_addition AFTER INSERT ON app_private.device_keys FOR EACH ROW WHEN (row_security_active('app_private.device_keys'::text)) EXECUTE FUNCTION app_private.audit_of_user('DEVICE_KEY_ADDED', 'device_key_id');
CREATE TRIGGER audit_publication AFTER UPDATE ON app_private.publications FOR EACH ROW WHEN (((new.completed_at IS NOT NULL) AND (old.completed_at IS NULL))) EXECUTE FUNCTION app_private.audit_publication();
CREATE TRIGGER audit_revocation AFTER DELETE ON app_private.device_keys FOR EACH ROW WHEN (row_security_active('app_private.device_keys'::text)) EXECUTE FUNCTION app_private.audit_of_user('DEVICE_KEY_REVOKED', 'device_key_id');
CREATE TRIGGER audit_settings AFTER UPDATE ON app_private.settings FOR EACH ROW EXECUTE FUNCTION app_private.audit_settings();
CREATE TRIGGER completed AFTER UPDATE OF completed_at ON app_private.publications FOR EACH ROW WHEN (((new.completed_at IS NOT NULL) AND (old.completed_at IS NULL))) EXECUTE FUNCTION app_private.publication_completed();
COMMENT ON TRIGGER completed ON app_private.publications IS 'Tells webhooks how many people the alert has reached.';
CREATE TRIGGER forget_when_set AFTER UPDATE ON app_private.settings FOR EACH ROW WHEN ((new.last_position_only AND (NOT old.last_position_only))) EXECUTE FUNCTION app_private.forget_when_set();
CREATE TRIGGER limit_device_keys BEFORE INSERT ON app_private.device_keys FOR EACH ROW WHEN (row_security_active('app_private.device_keys'::text)) EXECUTE FUNCTION app_private.limit_device_keys();
CREATE TRIGGER receive_alert BEFORE INSERT ON app_private.sent_alerts FOR EACH ROW EXECUTE FUNCTION app_private.receive_alert();
ALTER TABLE app_private.sent_alerts ENABLE REPLICA TRIGGER receive_alert;
CREATE TRIGGER receive_figures BEFORE INSERT OR UPDATE ON app_private.cell_figures FOR EACH ROW EXECUTE FUNCTION app_private.receive_figures('(t.alert_id, t.version, t.level) = ($1.alert_id, $1.version, $1.level)');
ALTER TABLE app_private.cell_figures ENABLE REPLICA TRIGGER receive_figures;
CREATE TRIGGER receive_figures BEFORE INSERT OR UPDATE ON app_private.cell_states FOR EACH ROW EXECUTE FUNCTION app_private.receive_figures('true');
ALTER TABLE app_private.cell_states ENABLE REPLICA TRIGGER receive_figures;
CREATE TRIGGER refuse_to_change_audit BEFORE DELETE OR UPDATE ON app_private.audit_chain FOR EACH ROW EXECUTE FUNCTION app_private.refuse_to_change_audit();
CREATE TRIGGER refuse_to_truncate_audit BEFORE TRUNCATE ON app_private.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION app_private.refuse_to_change_audit();
CREATE TRIGGER allow_aid BEFORE INSERT OR UPDATE OF area, authority_id ON app_public.mutual_aids FOR EACH ROW EXECUTE FUNCTION app_private.allow_aid();
CREATE TRIGGER allow_area BEFORE INSERT OR UPDATE OF area ON app_public.authorities FOR EACH ROW EXECUTE FUNCTION app_private.allow_area();
CREATE TRIGGER announce_ended_session AFTER DELETE ON app_public.sessions FOR EACH ROW WHEN (row_security_active('app_public.sessions'::text)) EXECUTE FUNCTION app_private.announce_ended_session();
CREATE TRIGGER audit_change AFTER INSERT OR DELETE OR UPDATE ON app_public.alert_templates FOR EACH ROW WHEN (row_security_active('app_public.alert_templates'::text)) EXECUTE FUNCTION app_private.audit_change('TEMPLATE');
COMMENT ON TRIGGER audit_change ON app_public.alert_templates IS 'Applies to roles under row-level security. Changes by the owner, such as a restore, are not audited.';
CREATE TRIGGER audit_change AFTER INSERT OR DELETE OR UPDATE ON app_public.saved_areas FOR EACH ROW WHEN (row_security_active('app_public.saved_areas'::text)) EXECUTE FUNCTION app_private.audit_change('AREA');
COMMENT ON TRIGGER audit_change ON app_public.saved_areas IS 'Applies to roles under row-level security. Changes by the owner, such as a restore, are not audited.';
CREATE TRIGGER audit_draft AFTER INSERT OR DELETE OR UPDATE OF name, content, is_private, version ON app_public.shared_drafts FOR EACH ROW WHEN (row_security_active('app_public.shared_drafts'::text)) EXECUTE FUNCTION app_private.audit_draft();
COMMENT ON TRIGGER audit_draft ON app_public.shared_drafts IS 'Applies to roles under row-level security. Changes by the owner, such as a restore, are not audited; a publication writes its own entry.';
CREATE TRIGGER audit_end AFTER DELETE ON app_public.sessions FOR EACH ROW WHEN (row_security_active('app_public.sessions'::text)) EXECUTE FUNCTION app_private.audit_of_user('SESSION_ENDED', 'session_id');
CREATE TRIGGER check_area BEFORE INSERT OR UPDATE OF area ON app_public.saved_areas FOR EACH ROW WHEN (row_security_active('app_public.saved_areas'::text)) EXECUTE FUNCTION app_private.check_saved_area();
COMMENT ON TRIGGER check_area ON app_public.saved_areas IS 'Applies to roles under row-level security. The owner restores areas as they are.';
CREATE TRIGGER check_authority BEFORE INSERT OR UPDATE OF zone1, authority_id ON app_public.alerts FOR EACH ROW WHEN ((app_public.current_user_id() IS NOT NULL)) EXECUTE FUNCTION app_private.check_authority();
COMMENT ON TRIGGER check_authority ON app_public.alerts IS 'Whoever publishes, by whatever function, does so for their authority and in its area.';
CREATE TRIGGER check_draft BEFORE INSERT OR UPDATE OF is_private ON app_public.shared_drafts FOR EACH ROW WHEN (row_security_active('app_public.shared_drafts'::text)) EXECUTE FUNCTION app_private.check_draft();
COMMENT ON TRIGGER check_draft ON app_public.shared_drafts IS 'Applies to roles under row-level security. The owner restores drafts as they are.';
CREATE TRIGGER check_time_zone BEFORE INSERT OR UPDATE OF time_zone ON app_public.quiet_hours FOR EACH ROW WHEN (row_security_active('app_public.quiet_hours'::text)) EXECUTE FUNCTION app_private.check_time_zone();
CREATE TRIGGER end_invitations_when_demoted AFTER UPDATE OF is_admin ON app_public.users FOR EACH ROW WHEN ((old.is_admin AND (NOT new.is_admin))) EXECUTE FUNCTION app_private.end_invitations();
COMMENT ON TRIGGER end_invitations_when_demoted ON app_public.users IS 'Revokes the open invitations of a former administrator.';
CREATE TRIGGER end_invitations_when_removed AFTER DELETE ON app_public.users FOR EACH ROW WHEN (old.is_admin) EXECUTE FUNCTION app_private.end_invitations();
COMMENT ON TRIGGER end_invitations_when_removed ON app_public.users IS 'Revokes the open invitations of a removed or erased administrator.';
CREATE TRIGGER keep_email_road AFTER UPDATE OF email, email_verified, alerts_by_email, email_refusal ON app_public.users FOR EACH ROW EXECUTE FUNCTION app_private.keep_email_road();
CREATE TRIGGER keep_is_admin AFTER INSERT OR DELETE OR UPDATE ON app_public.memberships FOR EACH ROW EXECUTE FUNCTION app_private.keep_is_admin();
CREATE TRIGGER keep_membership AFTER UPDATE OF is_admin ON app_public.users FOR EACH ROW WHEN ((new.is_admin <> old.is_admin)) EXECUTE FUNCTION app_private.keep_membership();
CREATE TRIGGER keep_new_membership AFTER INSERT ON app_public.users FOR EACH ROW WHEN (new.is_admin) EXECUTE FUNCTION app_private.keep_membership();
CREATE TRIGGER mark_editor BEFORE INSERT OR UPDATE ON app_public.shared_drafts FOR EACH ROW WHEN ((app_public.current_user_id() IS NOT NULL)) EXECUTE FUNCTION app_private.mark_editor();
COMMENT ON TRIGGER mark_editor ON app_public.shared_drafts IS 'A mark names the caller, and ends after a minute.';
CREATE TRIGGER note_seen BEFORE UPDATE OF seen ON app_public.notifications FOR EACH ROW EXECUTE FUNCTION app_private.note_seen();
CREATE TRIGGER order_seen BEFORE UPDATE OF seen ON app_public.notifications FOR EACH STATEMENT EXECUTE FUNCTION app_private.order_seen();
CREATE TRIGGER refuse_to_change_audit BEFORE DELETE OR UPDATE ON app_public.audit_entries FOR EACH ROW EXECUTE FUNCTION app_private.refuse_to_change_audit();
CREATE TRIGGER refuse_to_lose_history BEFORE DELETE ON app_public.alerts FOR EACH ROW EXECUTE FUNCTION app_private.refuse_to_lose_history();
CREATE TRIGGER refuse_to_truncate_audit BEFORE TRUNCATE ON app_public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION app_private.refuse_to_change_audit();
CREATE TRIGGER refuse_training_users BEFORE INSERT OR DELETE OR UPDATE ON app_public.alert_templates FOR EACH STATEMENT EXECUTE FUNCTION app_private.refuse_training_writes();
COMMENT ON TRIGGER refuse_training_users ON app_public.alert_templates IS 'Training users change nothing that alerts are made from.';
CREATE TRIGGER refuse_training_users BEFORE INSERT OR DELETE OR UPDATE ON app_public.saved_areas FOR EACH STATEMENT EXECUTE FUNCTION app_private.refuse_training_writes();
COMMENT ON TRIGGER refuse_training_users ON app_public.saved_areas IS 'Training users change nothing that alerts are made from.';
CREATE TRIGGER refuse_training_users BEFORE DELETE OR UPDATE ON app_public.shared_drafts FOR EACH ROW WHEN (((NOT old.is_training) AND (NOT old.is_private))) EXECUTE FUNCTION app_private.refuse_training_writes();
COMMENT ON TRIGGER refuse_training_users ON app_public.shared_drafts IS 'Training users change no drafts of others. This includes a publication from a draft, which runs as the owner.';
CREATE TRIGGER release_quiet_deliveries AFTER INSERT OR DELETE OR UPDATE ON app_public.quiet_hours FOR EACH ROW WHEN (row_security_active('app_public.quiet_hours'::text)) EXECUTE FUNCTION app_private.release_quiet_deliveries();
CREATE TRIGGER stamp_version BEFORE UPDATE ON app_public.alert_templates FOR EACH ROW WHEN ((app_public.current_user_id() IS NOT NULL)) EXECUTE FUNCTION app_private.stamp_version();
COMMENT ON TRIGGER stamp_version ON app_public.alert_templates IS 'The version and the author of a template are not set by the caller. The owner may set both.';
CREATE TRIGGER stamp_version BEFORE UPDATE ON app_public.saved_areas FOR EACH ROW WHEN ((app_public.current_user_id() IS NOT NULL)) EXECUTE FUNCTION app_private.stamp_version();
COMMENT ON TRIGGER stamp_version ON app_public.saved_areas IS 'The version and the author of an area are not set by the caller. The owner may set both.';
CREATE TRIGGER stamp_version BEFORE UPDATE OF name, content, is_private, version ON app_public.shared_drafts FOR EACH ROW WHEN ((app_public.current_user_id() IS NOT NULL)) EXECUTE FUNCTION app_private.stamp_version();
COMMENT ON TRIGGER stamp_version ON app_public.shared_drafts IS 'The version and the author of a draft are not set by the caller. The owner may set both.';
ALTER TABLE ONLY app_private.alert_counts
    ADD CONSTRAINT alert_counts_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_public.alerts(id) ON DELETE CASCADE;
COMMENT ON CONSTRAINT alert_counts_alert_id_fkey ON app_private.alert_counts IS 'The alert.';
ALTER TABLE ONLY app_private.alert_events
    ADD CONSTRAINT alert_events_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_private.alert_counts(alert_id) ON DELETE CASCADE;
COMMENT ON CONSTRAINT alert_events_alert_id_fkey ON app_private.alert_events IS 'The count.';
ALTER TABLE ONLY app_private.alert_figures
    ADD CONSTRAINT alert_figures_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_private.alert_counts(alert_id) ON DELETE CASCADE;
COMMENT ON CONSTRAINT alert_figures_alert_id_fkey ON app_private.alert_figures IS 'The count.';
ALTER TABLE ONLY app_private.alert_push_figures
    ADD CONSTRAINT alert_push_figures_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_private.alert_counts(alert_id) ON DELETE CASCADE;
COMMENT ON CONSTRAINT alert_push_figures_alert_id_fkey ON app_private.alert_push_figures IS 'The count.';
ALTER TABLE ONLY app_private.alert_reach
    ADD CONSTRAINT alert_reach_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_public.alerts(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.alert_speeches
    ADD CONSTRAINT alert_speeches_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_public.alerts(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.alert_speeches
    ADD CONSTRAINT alert_speeches_speech_id_fkey FOREIGN KEY (speech_id) REFERENCES app_private.speeches(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.cap_messages
    ADD CONSTRAINT cap_messages_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_public.alerts(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.cap_received
    ADD CONSTRAINT cap_received_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_public.alerts(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.cap_received
    ADD CONSTRAINT cap_received_authority_id_fkey FOREIGN KEY (authority_id) REFERENCES app_public.authorities(id);
ALTER TABLE ONLY app_private.cap_received
    ADD CONSTRAINT cap_received_draft_id_fkey FOREIGN KEY (draft_id) REFERENCES app_public.shared_drafts(id) ON DELETE SET NULL;
ALTER TABLE ONLY app_private.cell
    ADD CONSTRAINT cell_head_user_id_fkey FOREIGN KEY (head_user_id) REFERENCES app_public.users(id);
COMMENT ON CONSTRAINT cell_head_user_id_fkey ON app_private.cell IS 'This user stands for the head of this cell: end the cell first, by npm run cells -- remove.';
ALTER TABLE ONLY app_private.delivery_results
    ADD CONSTRAINT delivery_results_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_public.alerts(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.device_keys
    ADD CONSTRAINT device_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.devices
    ADD CONSTRAINT devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.email_links
    ADD CONSTRAINT email_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.joined_users
    ADD CONSTRAINT joined_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.left_devices
    ADD CONSTRAINT left_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.login_addresses
    ADD CONSTRAINT login_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.login_failures
    ADD CONSTRAINT login_failures_counter_fkey FOREIGN KEY (counter) REFERENCES app_private.login_limits(counter) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.oidc_identities
    ADD CONSTRAINT oidc_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.password_links
    ADD CONSTRAINT password_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.publication_waiting
    ADD CONSTRAINT publication_waiting_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_public.alerts(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.publications
    ADD CONSTRAINT publications_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_public.alerts(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.refresh_tokens
    ADD CONSTRAINT refresh_tokens_user_id_session_id_fkey FOREIGN KEY (user_id, session_id) REFERENCES app_public.sessions(user_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.sms_codes
    ADD CONSTRAINT sms_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.user_credentials
    ADD CONSTRAINT user_credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_private.version_figures
    ADD CONSTRAINT version_figures_alert_id_version_fkey FOREIGN KEY (alert_id, version) REFERENCES app_public.alert_versions(alert_id, version) ON DELETE CASCADE;
COMMENT ON CONSTRAINT version_figures_alert_id_version_fkey ON app_private.version_figures IS 'The version.';
ALTER TABLE ONLY app_private.webhook_messages
    ADD CONSTRAINT webhook_messages_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES app_public.webhooks(id) ON DELETE CASCADE;
ALTER TABLE ONLY app_public.alert_changes
    ADD CONSTRAINT alert_changes_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_public.alerts(id) ON DELETE CASCADE;
COMMENT ON CONSTRAINT alert_changes_alert_id_fkey ON app_public.alert_changes IS '@behavior -*
The alert.';
ALTER TABLE ONLY app_public.alert_versions
    ADD CONSTRAINT alert_versions_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_public.alerts(id) ON DELETE CASCADE;
COMMENT ON CONSTRAINT alert_versions_alert_id_fkey ON app_public.alert_versions IS '@fieldName alert
@foreignFieldName history
@backwardDescription The versions of the alert, newest first. At most 1,000.
The alert.';
ALTER TABLE ONLY app_public.authorities
    ADD CONSTRAINT authorities_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES app_public.authorities(id);
COMMENT ON CONSTRAINT authorities_parent_id_fkey ON app_public.authorities IS '@behavior -*
The authority above.';
ALTER TABLE ONLY app_public.cap_sources
    ADD CONSTRAINT cap_sources_authority_id_fkey FOREIGN KEY (authority_id) REFERENCES app_public.authorities(id);
COMMENT ON CONSTRAINT cap_sources_authority_id_fkey ON app_public.cap_sources IS '@fieldName authority
@forwardDescription The authority whose drafts its messages become.
@backwardBehavior -*';
ALTER TABLE ONLY app_public.last_positions
    ADD CONSTRAINT last_positions_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE RESTRICT;
COMMENT ON CONSTRAINT last_positions_user_id_fkey ON app_public.last_positions IS '@fieldName user
@backwardBehavior -*
The user.';
ALTER TABLE ONLY app_public.memberships
    ADD CONSTRAINT memberships_authority_id_fkey FOREIGN KEY (authority_id) REFERENCES app_public.authorities(id);
COMMENT ON CONSTRAINT memberships_authority_id_fkey ON app_public.memberships IS '@fieldName authority
@foreignFieldName memberships
@behavior -manyRelation:resource:connection
@backwardDescription Who may do what for the authority, for its managers.
The authority.';
ALTER TABLE ONLY app_public.memberships
    ADD CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;
COMMENT ON CONSTRAINT memberships_user_id_fkey ON app_public.memberships IS '@fieldName user
@foreignFieldName memberships
@behavior -manyRelation:resource:connection
@backwardDescription What the user may do for which authorities: your own; for a manager also those in their authorities.
The user.';
ALTER TABLE ONLY app_public.mutual_aids
    ADD CONSTRAINT mutual_aids_authority_id_fkey FOREIGN KEY (authority_id) REFERENCES app_public.authorities(id);
COMMENT ON CONSTRAINT mutual_aids_authority_id_fkey ON app_public.mutual_aids IS '@fieldName authority
@behavior -manyRelation:resource:list -manyRelation:resource:connection
The authority that grants it.';
ALTER TABLE ONLY app_public.mutual_aids
    ADD CONSTRAINT mutual_aids_to_authority_id_fkey FOREIGN KEY (to_authority_id) REFERENCES app_public.authorities(id);
COMMENT ON CONSTRAINT mutual_aids_to_authority_id_fkey ON app_public.mutual_aids IS '@fieldName toAuthority
@behavior -manyRelation:resource:list -manyRelation:resource:connection
The authority that receives it.';
ALTER TABLE ONLY app_public.quiet_hours
    ADD CONSTRAINT quiet_hours_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;
COMMENT ON CONSTRAINT quiet_hours_user_id_fkey ON app_public.quiet_hours IS '@forwardBehavior -*
@foreignFieldName quietHours
@backwardDescription The hours in which pushes of levels TWO and THREE wait. Null if they never wait.
The user who has them.';
ALTER TABLE ONLY app_public.second_factors
    ADD CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;
COMMENT ON CONSTRAINT second_factors_user_id_fkey ON app_public.second_factors IS '@forwardBehavior -*
@foreignFieldName secondFactors
@behavior -manyRelation:resource:connection
@backwardDescription The second factors of the user, for themselves.';
ALTER TABLE ONLY app_public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;
COMMENT ON CONSTRAINT sessions_user_id_fkey ON app_public.sessions IS '@behavior -*
The user.';
ALTER TABLE ONLY app_public.users
    ADD CONSTRAINT users_authority_id_fkey FOREIGN KEY (authority_id) REFERENCES app_public.authorities(id);
COMMENT ON CONSTRAINT users_authority_id_fkey ON app_public.users IS '@behavior -*
The authority.';
ALTER TABLE ONLY app_public.webhooks
    ADD CONSTRAINT webhooks_authority_id_fkey FOREIGN KEY (authority_id) REFERENCES app_public.authorities(id);
COMMENT ON CONSTRAINT webhooks_authority_id_fkey ON app_public.webhooks IS '@fieldName authority
@forwardDescription The authority of whose alerts it is told.
@backwardBehavior -*';
ALTER TABLE app_private.alert_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.alert_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.alert_figures ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.alert_push_figures ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.alert_reach ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.alert_speeches ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.audit_chain ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.audit_waiting ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.cap_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.cap_received ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.cell ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.cell_figures ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.cell_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.cells ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.clock ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.day_notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.delivery_results ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.device_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.devices ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.email_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.erased_users ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.held_publications ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.hour_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.joined_users ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.left_devices ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.login_addresses ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.login_failures ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.login_limits ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.lone_positions ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.mail_outcome ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.oidc_identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.password_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.position_hashes ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.presence ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.publication_waiting ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.publications ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.push_outcomes ENABLE ROW LEVEL SECURITY;
CREATE POLICY read_all ON app_private.device_keys FOR SELECT TO app_admin USING (true);
CREATE POLICY read_all ON app_private.lone_positions FOR SELECT TO app_viewer_everywhere USING (true);
CREATE POLICY read_in_area ON app_private.lone_positions FOR SELECT TO app_viewer USING ((EXISTS ( SELECT
   FROM app_public.last_positions l
  WHERE (l.user_id = lone_positions.user_id))));
COMMENT ON POLICY read_in_area ON app_private.lone_positions IS 'As for last_positions.';
CREATE POLICY read_managed ON app_private.device_keys FOR SELECT TO app_manager USING (app_private.manages(user_id));
COMMENT ON POLICY read_managed ON app_private.device_keys IS 'Managers see the keys of their people.';
ALTER TABLE app_private.recovery_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.refresh_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.reporting ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.retention_progress ENABLE ROW LEVEL SECURITY;
CREATE POLICY revoke_all ON app_private.device_keys FOR DELETE TO app_manager USING (app_private.manages(user_id));
ALTER TABLE app_private.sent_alerts ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.sms_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.speeches ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.user_credentials ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.version_figures ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.webhook_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_private.workers ENABLE ROW LEVEL SECURITY;
CREATE POLICY write_own ON app_private.device_keys TO app_user USING ((user_id = app_public.current_user_id()));
ALTER TABLE app_public.alert_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_public.alert_templates ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_public.alert_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_public.alerts ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_public.audit_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_public.authorities ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_public.cap_sources ENABLE ROW LEVEL SECURITY;
CREATE POLICY delete_all ON app_public.alert_templates FOR DELETE TO app_approver USING ((authority_id = ANY (app_private.my_authorities('APPROVER'::app_public.authority_role))));
COMMENT ON POLICY delete_all ON app_public.alert_templates IS 'Approvers remove the templates of their authority.';
CREATE POLICY delete_all ON app_public.saved_areas FOR DELETE TO app_approver USING ((authority_id = ANY (app_private.my_authorities('APPROVER'::app_public.authority_role))));
COMMENT ON POLICY delete_all ON app_public.saved_areas IS 'Approvers remove the areas of their authority.';
CREATE POLICY delete_shared ON app_public.shared_drafts FOR DELETE TO app_author USING (((authority_id = ANY (app_private.my_authorities('AUTHOR'::app_public.authority_role))) AND ((NOT is_private) OR (user_id = app_public.current_user_id()))));
COMMENT ON POLICY delete_shared ON app_public.shared_drafts IS 'Administrators remove the shared drafts of all, and their own private ones.';
CREATE POLICY end_own ON app_public.sessions FOR DELETE TO app_user USING ((user_id = app_public.current_user_id()));
CREATE POLICY insert_own ON app_public.alert_templates FOR INSERT TO app_approver WITH CHECK (((authority_id = ANY (app_private.my_authorities('APPROVER'::app_public.authority_role))) AND (user_id = app_public.current_user_id())));
COMMENT ON POLICY insert_own ON app_public.alert_templates IS 'Approvers save templates of their authority under their own name.';
CREATE POLICY insert_own ON app_public.saved_areas FOR INSERT TO app_approver WITH CHECK (((authority_id = ANY (app_private.my_authorities('APPROVER'::app_public.authority_role))) AND (user_id = app_public.current_user_id())));
COMMENT ON POLICY insert_own ON app_public.saved_areas IS 'Approvers save areas of their authority under their own name.';
CREATE POLICY insert_own ON app_public.shared_drafts FOR INSERT TO app_author WITH CHECK (((authority_id = ANY (app_private.my_authorities('AUTHOR'::app_public.authority_role))) AND (user_id = app_public.current_user_id())));
COMMENT ON POLICY insert_own ON app_public.shared_drafts IS 'Administrators share drafts under their own name.';
ALTER TABLE app_public.last_positions ENABLE ROW LEVEL SECURITY;
CREATE POLICY mark_own ON app_public.notifications FOR UPDATE TO app_user USING ((user_id = app_public.current_user_id()));
ALTER TABLE app_public.memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_public.mutual_aids ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_public.notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_public.positions ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_public.positions_default ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_public.quiet_hours ENABLE ROW LEVEL SECURITY;
CREATE POLICY read_all ON app_public.alert_changes FOR SELECT TO app_user USING (true);
CREATE POLICY read_all ON app_public.alert_templates FOR SELECT TO app_author USING (true);
CREATE POLICY read_all ON app_public.alert_versions FOR SELECT TO app_user USING (true);
CREATE POLICY read_all ON app_public.alerts FOR SELECT TO app_user USING (true);
CREATE POLICY read_all ON app_public.audit_entries FOR SELECT TO app_admin USING (true);
CREATE POLICY read_all ON app_public.authorities FOR SELECT TO app_user USING (true);
COMMENT ON POLICY read_all ON app_public.authorities IS 'Everybody reads who warns them.';
CREATE POLICY read_all ON app_public.last_positions FOR SELECT TO app_viewer_everywhere USING (true);
CREATE POLICY read_all ON app_public.notifications FOR SELECT TO app_viewer_everywhere USING (true);
CREATE POLICY read_all ON app_public.positions FOR SELECT TO app_viewer_everywhere USING (true);
CREATE POLICY read_all ON app_public.quiet_hours FOR SELECT TO app_viewer_everywhere USING (true);
CREATE POLICY read_all ON app_public.saved_areas FOR SELECT TO app_author USING (true);
CREATE POLICY read_all ON app_public.second_factor_rules FOR SELECT TO app_manager USING (true);
CREATE POLICY read_all ON app_public.users FOR SELECT TO app_viewer_everywhere USING (true);
CREATE POLICY read_in_area ON app_public.last_positions FOR SELECT TO app_viewer USING ((( SELECT app_private.sees_everyone() AS sees_everyone) OR public.st_covers(( SELECT app_private.seen_area() AS seen_area), location)));
COMMENT ON POLICY read_in_area ON app_public.last_positions IS 'Viewers see who was last in the area of their authority.';
CREATE POLICY read_in_area ON app_public.notifications FOR SELECT TO app_viewer USING ((( SELECT app_private.sees_everyone() AS sees_everyone) OR ( SELECT true
   FROM app_public.last_positions l
  WHERE (l.user_id = notifications.user_id)
 LIMIT 1) OR (EXISTS ( SELECT
   FROM app_public.alerts a
  WHERE ((a.id = notifications.alert_id) AND (a.authority_id = ANY (( SELECT app_private.my_authorities('VIEWER'::app_public.authority_role) AS my_authorities)::integer[])))))));
COMMENT ON POLICY read_in_area ON app_public.notifications IS 'Viewers see the notifications of their authority''s alerts, and of whom they see.';
CREATE POLICY read_in_area ON app_public.positions FOR SELECT TO app_viewer USING ((( SELECT app_private.sees_everyone() AS sees_everyone) OR (EXISTS ( SELECT
   FROM app_public.last_positions l
  WHERE (l.user_id = positions.user_id)))));
COMMENT ON POLICY read_in_area ON app_public.positions IS 'Viewers see the history of whom they see now.';
CREATE POLICY read_in_area ON app_public.quiet_hours FOR SELECT TO app_viewer USING ((( SELECT app_private.sees_everyone() AS sees_everyone) OR (EXISTS ( SELECT
   FROM app_public.last_positions l
  WHERE (l.user_id = quiet_hours.user_id)))));
COMMENT ON POLICY read_in_area ON app_public.quiet_hours IS 'As for last_positions.';
CREATE POLICY read_in_area ON app_public.users FOR SELECT TO app_viewer USING ((( SELECT app_private.sees_everyone() AS sees_everyone) OR (authority_id = ANY (( SELECT app_private.my_authorities('VIEWER'::app_public.authority_role) AS my_authorities)::integer[])) OR ( SELECT true
   FROM app_public.last_positions l
  WHERE (l.user_id = users.id)
 LIMIT 1) OR ( SELECT true
   FROM app_public.notifications n
  WHERE (n.user_id = users.id)
 LIMIT 1)));
COMMENT ON POLICY read_in_area ON app_public.users IS 'Viewers see who was last in the area of their authority, was told by its alerts, or was made or invited by it.';
CREATE POLICY read_managed ON app_public.audit_entries FOR SELECT TO app_manager USING (((actor_id IN ( SELECT m.user_id
   FROM app_public.memberships m
  WHERE (m.authority_id = ANY (( SELECT app_private.my_authorities('MANAGER'::app_public.authority_role) AS my_authorities)::integer[])))) OR (((facts ->> 'authority_id'::text))::integer = ANY (( SELECT app_private.my_authorities('MANAGER'::app_public.authority_role) AS my_authorities)::integer[]))));
COMMENT ON POLICY read_managed ON app_public.audit_entries IS 'Managers read what members of their authorities did, and what others did to what belongs to these.';
CREATE POLICY read_managed ON app_public.memberships FOR SELECT TO app_manager USING ((authority_id = ANY (app_private.my_authorities('MANAGER'::app_public.authority_role))));
COMMENT ON POLICY read_managed ON app_public.memberships IS 'Managers read who may do what in their authorities.';
CREATE POLICY read_own ON app_public.cap_sources FOR SELECT TO app_author USING ((authority_id = ANY (app_private.my_authorities('AUTHOR'::app_public.authority_role))));
COMMENT ON POLICY read_own ON app_public.cap_sources IS 'Authors see the sources of their authority.';
CREATE POLICY read_own ON app_public.memberships FOR SELECT TO app_user USING ((user_id = app_public.current_user_id()));
CREATE POLICY read_own ON app_public.mutual_aids FOR SELECT TO app_viewer USING (((authority_id = ANY (( SELECT app_private.my_authorities('VIEWER'::app_public.authority_role) AS my_authorities)::integer[])) OR (to_authority_id = ANY (( SELECT app_private.my_authorities('VIEWER'::app_public.authority_role) AS my_authorities)::integer[]))));
COMMENT ON POLICY read_own ON app_public.mutual_aids IS 'Viewers see what their authority grants and receives.';
CREATE POLICY read_own ON app_public.notifications FOR SELECT TO app_user USING ((user_id = app_public.current_user_id()));
CREATE POLICY read_own ON app_public.second_factors FOR SELECT TO app_user USING ((user_id = app_public.current_user_id()));
CREATE POLICY read_own ON app_public.sessions FOR SELECT TO app_user USING ((user_id = app_public.current_user_id()));
CREATE POLICY read_own ON app_public.users FOR SELECT TO app_user USING ((id = app_public.current_user_id()));
CREATE POLICY read_own ON app_public.webhooks FOR SELECT TO app_manager USING ((authority_id = ANY (app_private.my_authorities('MANAGER'::app_public.authority_role))));
COMMENT ON POLICY read_own ON app_public.webhooks IS 'Managers see the webhooks of their authority. Their addresses may be secret.';
CREATE POLICY read_shared ON app_public.shared_drafts FOR SELECT TO app_author USING (((authority_id = ANY (app_private.my_authorities('AUTHOR'::app_public.authority_role))) AND ((NOT is_private) OR (user_id = app_public.current_user_id()))));
COMMENT ON POLICY read_shared ON app_public.shared_drafts IS 'Administrators read the shared drafts of all, and their own private ones.';
ALTER TABLE app_public.saved_areas ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_public.second_factor_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_public.second_factors ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_public.sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_public.shared_drafts ENABLE ROW LEVEL SECURITY;
CREATE POLICY update_all ON app_public.alert_templates FOR UPDATE TO app_approver USING ((authority_id = ANY (app_private.my_authorities('APPROVER'::app_public.authority_role)))) WITH CHECK ((user_id = app_public.current_user_id()));
COMMENT ON POLICY update_all ON app_public.alert_templates IS 'Approvers change the templates of their authority, and become their author.';
CREATE POLICY update_all ON app_public.saved_areas FOR UPDATE TO app_approver USING ((authority_id = ANY (app_private.my_authorities('APPROVER'::app_public.authority_role)))) WITH CHECK ((user_id = app_public.current_user_id()));
COMMENT ON POLICY update_all ON app_public.saved_areas IS 'Approvers change the areas of their authority, and become their author.';
CREATE POLICY update_shared ON app_public.shared_drafts FOR UPDATE TO app_author USING (((authority_id = ANY (app_private.my_authorities('AUTHOR'::app_public.authority_role))) AND
CASE
    WHEN is_private THEN (user_id = app_public.current_user_id())
    ELSE (app_public.current_user_id() IS NOT NULL)
END));
COMMENT ON POLICY update_shared ON app_public.shared_drafts IS 'Administrators change and mark the shared drafts of all, and their own private ones. A mark does not change the author.';
ALTER TABLE app_public.users ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_public.webhooks ENABLE ROW LEVEL SECURITY;
CREATE POLICY write_own ON app_public.quiet_hours TO app_user USING ((user_id = app_public.current_user_id()));
GRANT USAGE ON SCHEMA analytics TO app_analyst;
GRANT USAGE ON SCHEMA app_private TO app_anonymous;
GRANT USAGE ON SCHEMA app_private TO app_user;
GRANT USAGE ON SCHEMA app_private TO app_admin;
GRANT USAGE ON SCHEMA app_private TO app_host;
GRANT USAGE ON SCHEMA app_private TO app_viewer;
GRANT USAGE ON SCHEMA app_private TO app_author;
GRANT USAGE ON SCHEMA app_private TO app_approver;
GRANT USAGE ON SCHEMA app_private TO app_manager;
GRANT USAGE ON SCHEMA app_public TO app_anonymous;
GRANT USAGE ON SCHEMA app_public TO app_user;
GRANT USAGE ON SCHEMA app_public TO app_admin;
GRANT USAGE ON SCHEMA app_public TO app_host;
GRANT USAGE ON SCHEMA app_public TO app_viewer;
GRANT USAGE ON SCHEMA app_public TO app_author;
GRANT USAGE ON SCHEMA app_public TO app_approver;
GRANT USAGE ON SCHEMA app_public TO app_manager;
REVOKE ALL ON FUNCTION app_private.add_device(user_id integer, token text, provider app_private.push_provider) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.add_factor(token_user_id integer, session_id bigint, kind app_public.login_way, name text, secret bytea, counter bigint, credential_id text, transports text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.add_factor(token_user_id integer, session_id bigint, kind app_public.login_way, name text, secret bytea, counter bigint, credential_id text, transports text[]) TO app_host;
REVOKE ALL ON FUNCTION app_private.my_authority() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.my_authority() TO app_user;
REVOKE ALL ON FUNCTION app_private.without_blanks(text text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.without_blanks(text text) TO app_user;
GRANT SELECT ON TABLE app_public.users TO app_user;
REVOKE ALL ON FUNCTION app_private.add_user(email text, name text, address text, is_admin boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.aid_area(to_ids integer[], with_tolerance boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.alert_defaults(OUT level2_distance double precision, OUT level3_distance double precision, OUT duration integer, OUT max_position_age integer, OUT language text, OUT voices text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.alert_defaults(OUT level2_distance double precision, OUT level3_distance double precision, OUT duration integer, OUT max_position_age integer, OUT language text, OUT voices text[]) TO app_host;
REVOKE ALL ON FUNCTION app_private.alert_progress(alert_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.alert_progress(alert_id integer) TO app_host;
REVOKE ALL ON FUNCTION app_private.alerts_since(since text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.alerts_since(since text) TO app_user;
GRANT SELECT ON TABLE app_public.last_positions TO app_viewer;
REVOKE ALL ON FUNCTION app_private.alerts_to_match(last_position app_public.last_positions) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.allow_aid() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.allow_area() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.announce_ended_session() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.announce_gone_positions(user_ids integer[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.announce_notifications(alert_id integer, first_id bigint, last_id bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.applies_to(status app_public.alert_status, is_tester boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.position_fault(latitude double precision, longitude double precision, accuracy double precision, taken_at timestamp with time zone, created_at timestamp with time zone) FROM PUBLIC;
GRANT SELECT ON TABLE app_public.positions TO app_viewer;
REVOKE ALL ON FUNCTION app_private.apply_position_report(reported app_public.positions, is_history boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.apply_report_settings(user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.area_of_geojson(area json) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.area_of_geojson(area json) TO app_viewer;
REVOKE ALL ON FUNCTION app_private.area_of_points(points app_public.point_input[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.ask_for_password_mail(email text, address cidr) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.ask_for_password_mail(email text, address cidr) TO app_host;
REVOKE ALL ON FUNCTION app_private.attempt_wait(counter text, key text, begins_at timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.current_session_id() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.current_session_id() TO app_user;
REVOKE ALL ON FUNCTION app_public.current_user_id() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.current_user_id() TO app_anonymous;
GRANT ALL ON FUNCTION app_public.current_user_id() TO app_user;
GRANT ALL ON FUNCTION app_public.current_user_id() TO app_host;
REVOKE ALL ON FUNCTION app_private.audit(action app_public.audit_action, object_type app_public.audit_object, object_id bigint, facts jsonb, actor_id integer, session_id bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.audit_change() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.audit_draft() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.audit_of_user() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.audit_publication() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.audit_read(fields text[], user_ids integer[], alert_id integer, is_subscription boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.audit_read(fields text[], user_ids integer[], alert_id integer, is_subscription boolean) TO app_anonymous;
GRANT ALL ON FUNCTION app_private.audit_read(fields text[], user_ids integer[], alert_id integer, is_subscription boolean) TO app_user;
REVOKE ALL ON FUNCTION app_private.audit_settings() FROM PUBLIC;
GRANT SELECT ON TABLE app_public.audit_entries TO app_manager;
REVOKE ALL ON FUNCTION app_private.audit_text(entry app_public.audit_entries) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.has_placeholder(text text) FROM PUBLIC;
GRANT SELECT ON TABLE app_public.alerts TO app_user;
REVOKE ALL ON FUNCTION app_private.audit_version(alert app_public.alerts) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.authenticate(token_user_id integer, INOUT session_id bigint, OUT role text, OUT user_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.authenticate(token_user_id integer, INOUT session_id bigint, OUT role text, OUT user_id text) TO app_host;
REVOKE ALL ON FUNCTION app_private.authority_of(object_type app_public.audit_object, object_id bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.begin_alert_mail(is_on boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.begin_export(token_user_id integer, session_id bigint, user_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.begin_export(token_user_id integer, session_id bigint, user_id integer) TO app_host;
REVOKE ALL ON FUNCTION app_private.begin_factor(INOUT user_id integer, address cidr, credential_id text, OUT retry_after integer, OUT email text, OUT password_hash text, OUT is_admin boolean, OUT factor_id integer, OUT secret bytea, OUT counter bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.begin_factor(INOUT user_id integer, address cidr, credential_id text, OUT retry_after integer, OUT email text, OUT password_hash text, OUT is_admin boolean, OUT factor_id integer, OUT secret bytea, OUT counter bigint) TO app_host;
REVOKE ALL ON FUNCTION app_private.begin_joining(secret text, email text, address cidr) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.begin_joining(secret text, email text, address cidr) TO app_host;
REVOKE ALL ON FUNCTION app_private.begin_login(email text, address cidr) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.begin_login(email text, address cidr) TO app_host;
REVOKE ALL ON FUNCTION app_private.begin_mail() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.begin_role_change(user_id integer, authority_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.begin_session(user_id integer, password_hash text, lifetime interval, client text, family_hash bytea, token_hash bytea, way app_public.login_way) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.begin_session(user_id integer, password_hash text, lifetime interval, client text, family_hash bytea, token_hash bytea, way app_public.login_way) TO app_host;
REVOKE ALL ON FUNCTION app_private.best_pushes(alert_id integer, until timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.border_near(zone public.geometry, box public.geometry, tolerance double precision) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.box_around(latitude double precision, longitude double precision, metres double precision) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.cancel_alert(alert_id integer, text text, texts app_public.alert_text_input[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.cancel_alert(alert_id integer, text text, texts app_public.alert_text_input[]) TO app_author;
REVOKE ALL ON FUNCTION app_private.cap_area(infos jsonb) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.cap_changes(before jsonb, after jsonb) FROM PUBLIC;
GRANT SELECT ON TABLE app_public.authorities TO app_viewer;
GRANT SELECT(id) ON TABLE app_public.authorities TO app_user;
GRANT SELECT(name) ON TABLE app_public.authorities TO app_user;
GRANT SELECT(parent_id) ON TABLE app_public.authorities TO app_user;
GRANT SELECT(created_at) ON TABLE app_public.authorities TO app_user;
REVOKE ALL ON FUNCTION app_private.cap_content(status text, infos jsonb, area public.geometry, authority app_public.authorities) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.cap_feed(is_drill boolean, is_single boolean, place text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.cap_feed(is_drill boolean, is_single boolean, place text) TO app_host;
REVOKE ALL ON FUNCTION app_private.cap_info(infos jsonb) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.cap_message(alert_id integer, version integer, level integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.cap_message(alert_id integer, version integer, level integer) TO app_host;
REVOKE ALL ON FUNCTION app_private.cap_pieces(zone public.geometry) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.cap_polled(source_id integer, version integer, outcome jsonb) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.cap_polygons(zone public.geometry) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.cap_text(info jsonb) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.cell_reach(question jsonb) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.chain_audit(max_entries integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.check_authority() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.check_draft() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.check_saved_area() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.check_time_zone() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.checked_area(area public.geometry, field text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.checked_area(area public.geometry, field text) TO app_viewer;
REVOKE ALL ON FUNCTION app_private.checked_texts(texts app_public.alert_text_input[], language text, is_from_template boolean, is_all_clear boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.claim_deliveries(provider app_private.push_provider, job_id bigint, notification_ids bigint[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.claim_oidc_check(user_id integer, session_id bigint, family_hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.claim_oidc_check(user_id integer, session_id bigint, family_hash bytea) TO app_host;
REVOKE ALL ON FUNCTION app_private.claim_user(user_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.claim_user(user_id text) TO app_user;
GRANT ALL ON FUNCTION app_private.claim_user(user_id text) TO app_host;
REVOKE ALL ON FUNCTION app_private.clear_places(user_ids integer[], ids bigint[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.client_id_fault(client_id text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.clock_fault() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.clock_fault() TO app_host;
REVOKE ALL ON FUNCTION app_private.clock_of(time_zone text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.commit_synchronously() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.compact_alert_reach() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.complete_factor(user_id integer, address cidr, way app_public.login_way, factor_id integer, counter bigint, code text, secret bytea, session_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.complete_factor(user_id integer, address cidr, way app_public.login_way, factor_id integer, counter bigint, code text, secret bytea, session_id bigint) TO app_host;
REVOKE ALL ON FUNCTION app_private.complete_login(email text, address cidr) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.complete_login(email text, address cidr) TO app_host;
REVOKE ALL ON FUNCTION app_private.complete_replaced_jobs() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.continue_publication(alert_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.continue_publication(alert_id integer) TO app_host;
REVOKE ALL ON FUNCTION app_private.count_alert(until timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.count_attempt(counter text, key text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.count_attempt(counter text, key text) TO app_host;
REVOKE ALL ON FUNCTION app_private.count_cell() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.count_day() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.count_hour() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.count_own_mail(user_id integer, email text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.count_step() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.count_versions(most integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.cover_borders(cells app_private.border_cell[], projection text, tolerance double precision) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.covers_from_other_side(zone public.geometry, place public.geometry) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.cut_at_180(zone public.geometry) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.cut_at_180(zone public.geometry) TO app_viewer;
REVOKE ALL ON FUNCTION app_private.database_login() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.delete_user(user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.deliveries_claimed_at(claim_time timestamp with time zone, provider app_private.push_provider, job_id bigint, notification_ids bigint[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.device_token(given text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.digest_of_held(held app_private.held_publications) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.distance_class(metres double precision) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.draft_alert(input app_public.alert_input, previous app_public.alerts) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.draft_of_held(held app_private.held_publications) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.draft_update(input app_public.alert_update_input, previous app_public.alerts) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.drain_reports(user_ids integer[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.drop_position_partitions() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.email_key(email text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.enclosing_ring(zone public.geometry) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.enclosing_ring(zone public.geometry) TO app_user;
REVOKE ALL ON FUNCTION app_private.end_expired_alerts() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.end_invitations() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.end_oidc_check(issuer text, subject text, groups text[], rules jsonb, refresh_token bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.end_oidc_check(issuer text, subject text, groups text[], rules jsonb, refresh_token bytea) TO app_host;
REVOKE ALL ON FUNCTION app_private.end_oidc_login(issuer text, subject text, email text, email_verified boolean, name text, groups text[], rules jsonb, refresh_token bytea, ticket_hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.end_oidc_login(issuer text, subject text, email text, email_verified boolean, name text, groups text[], rules jsonb, refresh_token bytea, ticket_hash bytea) TO app_host;
REVOKE ALL ON FUNCTION app_private.end_role_change(user_id integer, authority_id integer, role app_public.authority_role) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.end_sessions(user_id integer, kept_id bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.erase_me() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.erase_me() TO app_user;
REVOKE ALL ON FUNCTION app_private.erase_person(user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.export_item(item jsonb) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.export_page(token_user_id integer, session_id bigint, user_id integer, part text, after bigint, max_items integer, OUT is_allowed boolean, OUT items text[], OUT last_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.export_page(token_user_id integer, session_id bigint, user_id integer, part text, after bigint, max_items integer, OUT is_allowed boolean, OUT items text[], OUT last_id bigint) TO app_host;
REVOKE ALL ON FUNCTION app_private.factor_is_fresh() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.fail_login(email text, address cidr) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.fail_login(email text, address cidr) TO app_host;
REVOKE ALL ON FUNCTION app_private.failing_mail() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.failing_mail() TO app_viewer;
REVOKE ALL ON FUNCTION app_private.failing_pushes() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.failing_pushes() TO app_viewer;
REVOKE ALL ON FUNCTION app_private.find_speech(alert_id integer, level integer, version uuid, OUT id uuid, OUT size integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.find_speech(alert_id integer, level integer, version uuid, OUT id uuid, OUT size integer) TO app_host;
REVOKE ALL ON FUNCTION app_private.first_bad_position(input app_public.position_input[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.first_moment(here timestamp without time zone, zone text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.first_uncounted(period text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.follow_up_deliveries(provider app_private.push_provider, notification_ids bigint[], level app_public.level_alert, not_before timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.forget_account(user_id integer, email text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.forget_history(user_id integer, max_rows integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.forget_positions(user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.forget_when_set() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.free_jobs(worker_ids text[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.give_erasure_keys(max_rows integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.goes_by_sms(user_id integer, alert_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.has_role(user_id integer, authority_id integer, least_role app_public.authority_role) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.has_second_factor(user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.heartbeat(VARIADIC worker_ids text[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.held_publication(held app_private.held_publications) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.insert_deliveries(provider app_private.push_provider, job_id bigint, notification_ids bigint[], active_alert_ids integer[], cancelled_alert_ids integer[], claim_time timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.insert_notifications(alert_id integer, version integer, kind app_public.notification_kind, level app_public.level_alert, recipients app_private.recipient[], newly_reached integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.invitation(invitation app_private.invitations, secret text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.invitation_is_open(secret text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.invitation_is_open(secret text) TO app_host;
REVOKE ALL ON FUNCTION app_private.is_active(active boolean, expires_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.is_active(active boolean, expires_at timestamp with time zone) TO app_user;
REVOKE ALL ON FUNCTION app_private.is_fresh(taken_at timestamp with time zone, alive_at timestamp with time zone, max_position_age interval, at timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.is_language(tag text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.is_language(tag text) TO app_author;
REVOKE ALL ON FUNCTION app_private.is_notified(notified_level app_public.level_alert, level app_public.level_alert) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.is_own_alert(alert app_public.alerts) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.is_road_by_email(person app_public.users) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.keep_cap_messages(alert_id integer, version integer, messages jsonb) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.keep_delivery_results(alert app_public.alerts) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.keep_email_road() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.keep_group_memberships(user_id integer, groups text[], rules jsonb) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.keep_is_admin() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.keep_membership() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.keep_positions(user_id integer, input app_public.position_input[], OUT kept app_public.positions[], OUT ids bigint[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.keep_speech(alert_id integer, level app_public.level_alert, voice text, mp3 bytea, spoken text, language text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.keep_version(alert app_public.alerts) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.keeps_last_only() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.keeps_last_only() TO app_viewer;
REVOKE ALL ON FUNCTION app_private.key_hash(key text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.key_hash(key text) TO app_user;
REVOKE ALL ON FUNCTION app_private.language_for(user_id integer, available text[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.languages_of(language text, texts app_public.alert_text[], is_all_clear boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.last_positions_after(position_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.last_positions_after(position_id bigint) TO app_host;
REVOKE ALL ON FUNCTION app_private.late_tasks() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.late_tasks() TO app_host;
REVOKE ALL ON FUNCTION app_private.level_at(zone1 public.geometry, zone2 public.geometry, zone3 public.geometry, location public.geometry, is_coarse boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.limit_device_keys() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.link_oidc(user_id integer, issuer text, subject text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.list_last_positions() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.lock_active_alert(alert_id integer, is_end boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.lock_proposal(id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.lock_user(user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.login_counters(email text, address cidr) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.login_credentials(email text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.login_credentials(email text) TO app_host;
REVOKE ALL ON FUNCTION app_private.lone_positions_after(position_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.lone_positions_after(position_id bigint) TO app_host;
REVOKE ALL ON FUNCTION app_private.make_password_mail(email text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.make_position_partitions(ahead interval) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.make_recovery_codes(user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.make_sms_code(user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.make_verification_mail(user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.manages(user_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.manages(user_id integer) TO app_manager;
REVOKE ALL ON FUNCTION app_private.mark_editor() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.marked_text(status app_public.alert_status, language text, text text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.may_add_factor() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.may_add_factor() TO app_user;
REVOKE ALL ON FUNCTION app_private.may_export(token_user_id integer, session_id bigint, user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.may_push(kind app_public.notification_kind, alert app_public.alerts) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.members_to_tell(kind text, id bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.merge_small_bins(alert_id integer, smallest_group integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.merge_small_cells(hour timestamp with time zone, smallest_group integer) FROM PUBLIC;
GRANT SELECT ON TABLE app_public.notifications TO app_user;
GRANT UPDATE(seen) ON TABLE app_public.notifications TO app_user;
REVOKE ALL ON FUNCTION app_private.message_of(notification app_public.notifications) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.metres_from(zone public.geometry, place public.geometry) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.moment_taken(seconds bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.my_authorities(least_role app_public.authority_role) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.my_authorities(least_role app_public.authority_role) TO app_user;
REVOKE ALL ON FUNCTION app_private.name_words(name text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.name_words(name text) TO app_user;
REVOKE ALL ON FUNCTION app_private.needs_approval(alert app_public.alerts, previous app_public.alerts, reach app_public.alert_reach_preview) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.neighbours(alert app_public.alerts) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.new_alert(input app_public.alert_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.new_alert(input app_public.alert_input) TO app_approver;
REVOKE ALL ON FUNCTION app_private.newest_position_id() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.newest_position_id() TO app_host;
REVOKE ALL ON FUNCTION app_private.next_cap_version(alert_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.note_alert_changes(alert_ids integer[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.note_alive(user_id integer, at timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.note_clock() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.note_left_device(user_id integer, token text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.note_mail_outcome(why text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.note_push_outcome(provider app_private.push_provider, why text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.note_seen() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.note_session_use(user_ids integer[], session_ids bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.note_session_use(user_ids integer[], session_ids bigint[]) TO app_host;
REVOKE ALL ON FUNCTION app_private.note_success(task text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.notifications_between(alert_ids integer[], first_ids bigint[], last_ids bigint[], user_ids integer[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.notifications_between(alert_ids integer[], first_ids bigint[], last_ids bigint[], user_ids integer[]) TO app_host;
REVOKE ALL ON FUNCTION app_private.notifications_since(since text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.notifications_since(since text) TO app_user;
REVOKE ALL ON FUNCTION app_private.notify_of_active_alerts(last_position app_public.last_positions) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.notify_users(alert app_public.alerts, published_at timestamp with time zone, user_ids integer[], is_range boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.oldest_fresh(max_position_age interval, at timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.oldest_position_kept() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.open_cap(message jsonb, xml text, authority_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.open_cap(message jsonb, xml text, authority_id integer) TO app_author;
REVOKE ALL ON FUNCTION app_private.order_notifications(user_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.order_notifications(user_id integer) TO app_user;
REVOKE ALL ON FUNCTION app_private.order_seen() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.passkeys_of(user_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.passkeys_of(user_id integer) TO app_host;
REVOKE ALL ON FUNCTION app_private.password_link_email(token text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.password_link_email(token text) TO app_host;
REVOKE ALL ON FUNCTION app_private.password_to_confirm(token_user_id integer, session_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.password_to_confirm(token_user_id integer, session_id bigint) TO app_host;
REVOKE ALL ON FUNCTION app_private.position_hash(client_id text, taken_at bigint, latitude double precision, longitude double precision) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.position_id_at(moment timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.positions_reported(user_id integer, input app_public.position_input[], ids bigint[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.positions_taken(starts_at timestamp with time zone, ends_at timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.propose_held(held_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.publication_completed() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.publish_chunk(alert_id integer, chunk_size integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.publish_chunk(alert_id integer, chunk_size integer) TO app_host;
REVOKE ALL ON FUNCTION app_private.publish_held(held_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.published_at(alert app_public.alerts) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.purge_audit(max_entries integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.purge_deliveries(max_rows integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.purge_last_positions(after_user_id integer, max_users integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.purge_logins(max_counters integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.purge_notification_places(max_rows integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.purge_position_hashes(from_block integer, max_blocks integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.purge_positions(max_rows integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.purge_sessions() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.purge_speeches(max_rows integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.purge_time() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.push_provider(token text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.push_reason(why text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.push_sentence(language text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.pushed_people(alert app_public.alerts) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.queue_cap(alert app_public.alerts) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.queue_cap_poll(source_id integer, wait_s double precision) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.queue_cap_polls() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.queue_forgetting(user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.queue_missing_speeches() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.queue_publication(alert_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.queue_pushes(level app_public.level_alert, notification_ids bigint[], first_user_id integer, last_user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.queue_receipts(provider app_private.push_provider, receipts text[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.queue_recipients(alert app_public.alerts, published_at timestamp with time zone, chunk_size integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.queue_speech(alert_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.queue_verification(user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.queue_waiting_webhooks() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.queue_webhook(id uuid, webhook_id integer, wait_s double precision) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.queue_webhooks(alert app_public.alerts, event app_public.webhook_event) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.quiet_until(starts time without time zone, ends time without time zone, time_zone text, at timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.reach_of(alert app_public.alerts) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.read_cursor(since text, kind text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.read_cursor(since text, kind text) TO app_user;
REVOKE ALL ON FUNCTION app_private.read_speech(id uuid, first_byte integer, bytes integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.read_speech(id uuid, first_byte integer, bytes integer) TO app_host;
REVOKE ALL ON FUNCTION app_private.readiness(OUT migration text, OUT job_lag double precision, OUT failing_pushes json, OUT failing_mail json) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.readiness(OUT migration text, OUT job_lag double precision, OUT failing_pushes json, OUT failing_mail json) TO app_host;
REVOKE ALL ON FUNCTION app_private.receive_alert() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.receive_cap(message jsonb, xml text, source_id integer, authority_id integer, user_id integer, is_training boolean, OUT received_id bigint, OUT draft_id integer, OUT outcome text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.receive_figures() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.received_from(draft_id integer, alert_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.received_from(draft_id integer, alert_id integer) TO app_viewer;
REVOKE ALL ON FUNCTION app_private.record_deliveries(provider app_private.push_provider, outcomes json) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.record_receipts(provider app_private.push_provider, requested_receipts text[], outcomes json) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.refresh_session(user_id integer, session_id bigint, family_hash bytea, token_hash bytea, next_key bytea, next_hash bytea, lifetime interval) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.refresh_session(user_id integer, session_id bigint, family_hash bytea, token_hash bytea, next_key bytea, next_hash bytea, lifetime interval) TO app_host;
REVOKE ALL ON FUNCTION app_private.refuse_anonymous() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.refuse_anonymous() TO app_user;
REVOKE ALL ON FUNCTION app_private.refuse_isolation() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.refuse_isolation() TO app_user;
REVOKE ALL ON FUNCTION app_private.refuse_to_change_audit() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.refuse_to_lose_history() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.refuse_training_users() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.refuse_training_users() TO app_author;
REVOKE ALL ON FUNCTION app_private.refuse_training_writes() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.refuse_unknown_cursor() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.refuse_unknown_cursor() TO app_user;
REVOKE ALL ON FUNCTION app_private.register_tasks(late_after json) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.release_deliveries(provider app_private.push_provider) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.release_quiet_deliveries() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.remove_dead_device(user_id integer, device_id bigint, sent_at timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.repeated_publication(input app_public.publication_input) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.report_cell() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.report_lock(user_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.report_lock(user_id integer) TO app_user;
REVOKE ALL ON FUNCTION app_private.report_with_key(user_id integer, key_hash bytea, input json, alive_at bigint, OUT is_known boolean, OUT kept integer, OUT faults text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.report_with_key(user_id integer, key_hash bytea, input json, alive_at bigint, OUT is_known boolean, OUT kept integer, OUT faults text[]) TO app_host;
REVOKE ALL ON FUNCTION app_private.require_approver(alert app_public.alerts, previous app_public.alerts) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.require_found(id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.require_found(id integer) TO app_author;
REVOKE ALL ON FUNCTION app_private.require_fresh_factor() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.require_fresh_factor() TO app_user;
REVOKE ALL ON FUNCTION app_private.require_inside(alert app_public.alerts) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.require_managed(user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.require_manager() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.require_own(alert app_public.alerts) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.require_shared_draft(draft_id integer, code text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.require_shared_draft(draft_id integer, code text) TO app_author;
REVOKE ALL ON FUNCTION app_private.require_trained_administrator() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.require_user() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.require_user() TO app_user;
REVOKE ALL ON FUNCTION app_private.require_user_id() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.require_user_id() TO app_user;
REVOKE ALL ON FUNCTION app_private.reset_second_factors(user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.roads_of(user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.round_down(people bigint, smallest_group integer, explained bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.rounded_seconds(seconds double precision[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.rule_when_notified(stored_rule app_public.notification_rule, taken_at timestamp with time zone, created_at timestamp with time zone, published_at timestamp with time zone, completed_at timestamp with time zone, present_completed_at timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.run_publication(alert app_public.alert_input, alert_id integer, changes app_public.alert_update_input, all_clear text, is_approved boolean, all_clear_texts app_public.alert_text_input[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.seen_area() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.seen_area() TO app_viewer;
REVOKE ALL ON FUNCTION app_private.sees_everyone() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.sees_everyone() TO app_viewer;
REVOKE ALL ON FUNCTION app_private.send_all_clear(alert app_public.alerts, after_user_id integer, chunk_size integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.send_to_cells(alert app_public.alerts, sent_at timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.set_break_glass(user_id integer, is_on boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.set_first_password(token text, password_hash text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.set_first_password(token text, password_hash text) TO app_host;
REVOKE ALL ON FUNCTION app_private.set_password(user_id integer, password_hash text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.shapes_of(area public.geometry) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.share_report_lock(user_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.share_report_lock(user_id integer) TO app_user;
REVOKE ALL ON FUNCTION app_private.sms_levels() FROM PUBLIC;
GRANT SELECT ON TABLE app_public.cap_sources TO app_author;
REVOKE ALL ON FUNCTION app_private.source_changed(source app_public.cap_sources, change text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.speak_cap(is_on boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.speech_as_list(alert_id integer, level app_public.level_alert) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.speech_url(alert_id integer, level integer, language text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.spoken_text(alert app_public.alerts, level app_public.level_alert, language text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.stamp_version() FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.stop_alert_mail(email text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.stop_alert_mail(email text) TO app_host;
REVOKE ALL ON FUNCTION app_private.store_alert(input app_public.alert_input, is_approved boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.store_update(alert_id integer, input app_public.alert_update_input, is_approved boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.take_alert(alert_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.take_device_token(token text, user_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.take_invitation(secret text, email text, password_hash text, name text, address text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.take_invitation(secret text, email text, password_hash text, name text, address text) TO app_host;
REVOKE ALL ON FUNCTION app_private.take_oidc_ticket(ticket_hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.take_oidc_ticket(ticket_hash bytea) TO app_host;
REVOKE ALL ON FUNCTION app_private.take_shared_draft(draft_id integer, alert_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.take_waiting(alert_id integer, chunk_size integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.tell_members(kind text, id bigint, wait interval) FROM PUBLIC;
GRANT SELECT ON TABLE app_public.alert_templates TO app_author;
GRANT DELETE ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(name),UPDATE(name) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(user_id) ON TABLE app_public.alert_templates TO app_approver;
GRANT UPDATE(version) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(text1),UPDATE(text1) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(text2),UPDATE(text2) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(text3),UPDATE(text3) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(all_clear),UPDATE(all_clear) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(correction),UPDATE(correction) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(language),UPDATE(language) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(event),UPDATE(event) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(severity),UPDATE(severity) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(urgency),UPDATE(urgency) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(certainty),UPDATE(certainty) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(status),UPDATE(status) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(level2_distance),UPDATE(level2_distance) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(level3_distance),UPDATE(level3_distance) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(duration),UPDATE(duration) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(title),UPDATE(title) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(authority_id) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(category),UPDATE(category) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(response_type),UPDATE(response_type) ON TABLE app_public.alert_templates TO app_approver;
GRANT INSERT(texts),UPDATE(texts) ON TABLE app_public.alert_templates TO app_approver;
REVOKE ALL ON FUNCTION app_private.template_from(input app_public.alert_template_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.template_from(input app_public.alert_template_input) TO app_approver;
REVOKE ALL ON FUNCTION app_private.text_for(user_id integer, own app_public.alert_text, texts app_public.alert_text[], is_all_clear boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.text_language(wanted text[], available text[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.text_of(level app_public.level_alert, text1 text, text2 text, text3 text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.texts_to_speak(alert_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.trim_blanks(text text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.unwrap_longitudes(area public.geometry) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.unwrap_longitudes(area public.geometry) TO app_viewer;
REVOKE ALL ON FUNCTION app_private.update_alert(alert_id integer, input app_public.alert_update_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.update_alert(alert_id integer, input app_public.alert_update_input) TO app_approver;
REVOKE ALL ON FUNCTION app_private.upper_bound(low integer, smallest_group integer, explained bigint, most bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.user_erase(id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.user_erase(id integer) TO app_manager;
REVOKE ALL ON FUNCTION app_private.user_id_of(email text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.user_of_each_lock(first_id integer, last_id integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.verify_email(token text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.verify_email(token text) TO app_host;
REVOKE ALL ON FUNCTION app_private.wanted_languages(languages text[], device_language text) FROM PUBLIC;
GRANT SELECT(id) ON TABLE app_public.webhooks TO app_manager;
GRANT SELECT(url) ON TABLE app_public.webhooks TO app_manager;
GRANT SELECT(events) ON TABLE app_public.webhooks TO app_manager;
GRANT SELECT(drills) ON TABLE app_public.webhooks TO app_manager;
GRANT SELECT(is_paused) ON TABLE app_public.webhooks TO app_manager;
GRANT SELECT(authority_id) ON TABLE app_public.webhooks TO app_manager;
GRANT SELECT(sent_at) ON TABLE app_public.webhooks TO app_manager;
GRANT SELECT(failures) ON TABLE app_public.webhooks TO app_manager;
GRANT SELECT(problem) ON TABLE app_public.webhooks TO app_manager;
GRANT SELECT(secret_at) ON TABLE app_public.webhooks TO app_manager;
REVOKE ALL ON FUNCTION app_private.webhook_changed(webhook app_public.webhooks, change text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.webhook_message(id uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.webhook_secret(id integer, sealed bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.webhook_secret(id integer, sealed bytea) TO app_manager;
REVOKE ALL ON FUNCTION app_private.webhook_sent(id uuid, problem text, after_s double precision) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_private.words_beginning(search text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.words_beginning(search text) TO app_user;
REVOKE ALL ON FUNCTION app_private.write_cursor(kind text, number bigint, owner_id integer, id bigint, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.write_cursor(kind text, number bigint, owner_id integer, id bigint, at timestamp with time zone) TO app_user;
REVOKE ALL ON FUNCTION app_private.zone_around(area public.geometry, distance double precision) FROM PUBLIC;
REVOKE ALL ON FUNCTION app_public.active_alerts_at(latitude double precision, longitude double precision) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.active_alerts_at(latitude double precision, longitude double precision) TO app_user;
REVOKE ALL ON FUNCTION app_public.active_alerts_near(latitude double precision, longitude double precision, radius double precision, since text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.active_alerts_near(latitude double precision, longitude double precision, radius double precision, since text) TO app_user;
REVOKE ALL ON FUNCTION app_public.alert_reach(input app_public.alert_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alert_reach(input app_public.alert_input) TO app_viewer;
REVOKE ALL ON FUNCTION app_public.alert_statistics(months integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alert_statistics(months integer) TO app_viewer;
REVOKE ALL ON FUNCTION app_public.alert_template_edit(id integer, input app_public.alert_template_input, expected_version integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alert_template_edit(id integer, input app_public.alert_template_input, expected_version integer) TO app_approver;
REVOKE ALL ON FUNCTION app_public.alert_template_remove(id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alert_template_remove(id integer) TO app_approver;
REVOKE ALL ON FUNCTION app_public.alert_update_reach(id integer, input app_public.alert_update_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alert_update_reach(id integer, input app_public.alert_update_input) TO app_viewer;
GRANT SELECT ON TABLE app_public.alert_versions TO app_user;
REVOKE ALL ON FUNCTION app_public.alert_versions_area_geo_json(version app_public.alert_versions) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alert_versions_area_geo_json(version app_public.alert_versions) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_all_clear_reach(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_all_clear_reach(alert app_public.alerts) TO app_viewer;
REVOKE ALL ON FUNCTION app_public.alerts_area(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_area(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_area_geo_json(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_area_geo_json(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_area_level2(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_area_level2(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_area_level2_geo_json(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_area_level2_geo_json(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_area_level3(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_area_level3(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_area_level3_geo_json(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_area_level3_geo_json(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_audio1(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_audio1(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_audio2(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_audio2(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_audio3(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_audio3(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_audio_url1(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_audio_url1(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_audio_url2(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_audio_url2(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_audio_url3(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_audio_url3(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_audio_urls(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_audio_urls(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_cells(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_cells(alert app_public.alerts) TO app_viewer;
REVOKE ALL ON FUNCTION app_public.alerts_cursor(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_cursor(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_delivery(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_delivery(alert app_public.alerts) TO app_viewer;
REVOKE ALL ON FUNCTION app_public.alerts_languages(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_languages(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_push_failures(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_push_failures(alert app_public.alerts) TO app_viewer;
REVOKE ALL ON FUNCTION app_public.alerts_reached_users(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_reached_users(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_reading(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_reading(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_received(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_received(alert app_public.alerts) TO app_viewer;
REVOKE ALL ON FUNCTION app_public.alerts_search(search text, state app_public.alert_state, status app_public.alert_status, published_since timestamp with time zone, published_before timestamp with time zone, "limit" integer, "offset" integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_search(search text, state app_public.alert_state, status app_public.alert_status, published_since timestamp with time zone, published_before timestamp with time zone, "limit" integer, "offset" integer) TO app_viewer;
REVOKE ALL ON FUNCTION app_public.alerts_state(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_state(alert app_public.alerts) TO app_user;
REVOKE ALL ON FUNCTION app_public.alerts_timeline(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_timeline(alert app_public.alerts) TO app_viewer;
REVOKE ALL ON FUNCTION app_public.audit_entries_about(user_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.audit_entries_about(user_id integer) TO app_manager;
REVOKE ALL ON FUNCTION app_public.authorities_area_geo_json(authority app_public.authorities) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.authorities_area_geo_json(authority app_public.authorities) TO app_viewer;
REVOKE ALL ON FUNCTION app_public.authority_add(input app_public.authority_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.authority_add(input app_public.authority_input) TO app_manager;
REVOKE ALL ON FUNCTION app_public.authority_edit(id integer, input app_public.authority_edit) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.authority_edit(id integer, input app_public.authority_edit) TO app_manager;
REVOKE ALL ON FUNCTION app_public.cap_source_add(input app_public.cap_source_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.cap_source_add(input app_public.cap_source_input) TO app_manager;
REVOKE ALL ON FUNCTION app_public.cap_source_edit(id integer, input app_public.cap_source_edit) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.cap_source_edit(id integer, input app_public.cap_source_edit) TO app_manager;
REVOKE ALL ON FUNCTION app_public.cap_source_remove(id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.cap_source_remove(id integer) TO app_manager;
REVOKE ALL ON FUNCTION app_public.cap_sources_area_geo_json(source app_public.cap_sources) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.cap_sources_area_geo_json(source app_public.cap_sources) TO app_author;
REVOKE ALL ON FUNCTION app_public.cells() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.cells() TO app_viewer;
REVOKE ALL ON FUNCTION app_public.device_key_add(name text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.device_key_add(name text) TO app_user;
REVOKE ALL ON FUNCTION app_public.device_key_revoke(id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.device_key_revoke(id integer) TO app_user;
REVOKE ALL ON FUNCTION app_public.device_keys(user_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.device_keys(user_id integer) TO app_user;
REVOKE ALL ON FUNCTION app_public.device_unregister(token text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.device_unregister(token text) TO app_user;
REVOKE ALL ON FUNCTION app_public.devices() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.devices() TO app_user;
REVOKE ALL ON FUNCTION app_public.email_verification_send() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.email_verification_send() TO app_user;
REVOKE ALL ON FUNCTION app_public.find_user(id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.find_user(id integer) TO app_user;
REVOKE ALL ON FUNCTION app_public.held_publication(id integer, key text, draft_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.held_publication(id integer, key text, draft_id integer) TO app_author;
REVOKE ALL ON FUNCTION app_public.held_publication_digest(publication app_public.held_publication) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.held_publication_digest(publication app_public.held_publication) TO app_author;
REVOKE ALL ON FUNCTION app_public.held_publication_draft(publication app_public.held_publication) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.held_publication_draft(publication app_public.held_publication) TO app_author;
REVOKE ALL ON FUNCTION app_public.held_publication_reach(publication app_public.held_publication) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.held_publication_reach(publication app_public.held_publication) TO app_author;
REVOKE ALL ON FUNCTION app_public.held_publications() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.held_publications() TO app_author;
REVOKE ALL ON FUNCTION app_public.invitation_add(input app_public.invitation_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.invitation_add(input app_public.invitation_input) TO app_manager;
REVOKE ALL ON FUNCTION app_public.invitation_revoke(id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.invitation_revoke(id integer) TO app_manager;
REVOKE ALL ON FUNCTION app_public.invitations("limit" integer, "offset" integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.invitations("limit" integer, "offset" integer) TO app_manager;
REVOKE ALL ON FUNCTION app_public.last_reported_at() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.last_reported_at() TO app_user;
REVOKE ALL ON FUNCTION app_public.logout() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.logout() TO app_user;
REVOKE ALL ON FUNCTION app_public.me() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.me() TO app_user;
REVOKE ALL ON FUNCTION app_public.membership_remove(user_id integer, authority_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.membership_remove(user_id integer, authority_id integer) TO app_manager;
REVOKE ALL ON FUNCTION app_public.membership_set(user_id integer, authority_id integer, role app_public.authority_role) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.membership_set(user_id integer, authority_id integer, role app_public.authority_role) TO app_manager;
GRANT SELECT ON TABLE app_public.mutual_aids TO app_viewer;
REVOKE ALL ON FUNCTION app_public.mutual_aid_add(input app_public.mutual_aid_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.mutual_aid_add(input app_public.mutual_aid_input) TO app_manager;
REVOKE ALL ON FUNCTION app_public.mutual_aid_end(id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.mutual_aid_end(id integer) TO app_manager;
REVOKE ALL ON FUNCTION app_public.mutual_aids_area_geo_json(aid app_public.mutual_aids) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.mutual_aids_area_geo_json(aid app_public.mutual_aids) TO app_viewer;
REVOKE ALL ON FUNCTION app_public.new_alert_template(input app_public.alert_template_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.new_alert_template(input app_public.alert_template_input) TO app_approver;
REVOKE ALL ON FUNCTION app_public.new_password_links(user_ids integer[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.new_password_links(user_ids integer[]) TO app_manager;
REVOKE ALL ON FUNCTION app_public.new_position(input app_public.position_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.new_position(input app_public.position_input) TO app_user;
REVOKE ALL ON FUNCTION app_public.new_positions(input app_public.position_input[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.new_positions(input app_public.position_input[]) TO app_user;
GRANT SELECT ON TABLE app_public.saved_areas TO app_author;
GRANT DELETE ON TABLE app_public.saved_areas TO app_approver;
GRANT INSERT(name),UPDATE(name) ON TABLE app_public.saved_areas TO app_approver;
GRANT INSERT(area),UPDATE(area) ON TABLE app_public.saved_areas TO app_approver;
GRANT INSERT(user_id) ON TABLE app_public.saved_areas TO app_approver;
GRANT UPDATE(version) ON TABLE app_public.saved_areas TO app_approver;
GRANT INSERT(authority_id) ON TABLE app_public.saved_areas TO app_approver;
REVOKE ALL ON FUNCTION app_public.new_saved_area(input app_public.saved_area_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.new_saved_area(input app_public.saved_area_input) TO app_approver;
GRANT SELECT,DELETE ON TABLE app_public.shared_drafts TO app_author;
GRANT INSERT(name),UPDATE(name) ON TABLE app_public.shared_drafts TO app_author;
GRANT INSERT(content),UPDATE(content) ON TABLE app_public.shared_drafts TO app_author;
GRANT INSERT(user_id) ON TABLE app_public.shared_drafts TO app_author;
GRANT UPDATE(version) ON TABLE app_public.shared_drafts TO app_author;
GRANT INSERT(editing_until),UPDATE(editing_until) ON TABLE app_public.shared_drafts TO app_author;
GRANT INSERT(is_private),UPDATE(is_private) ON TABLE app_public.shared_drafts TO app_author;
GRANT INSERT(alert_id) ON TABLE app_public.shared_drafts TO app_author;
GRANT INSERT(authority_id) ON TABLE app_public.shared_drafts TO app_author;
REVOKE ALL ON FUNCTION app_public.new_shared_draft(input app_public.shared_draft_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.new_shared_draft(input app_public.shared_draft_input) TO app_author;
REVOKE ALL ON FUNCTION app_public.new_user(email text, password_hash text, name text, address text, is_admin boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.new_user(email text, password_hash text, name text, address text, is_admin boolean) TO app_manager;
REVOKE ALL ON FUNCTION app_public.newest_alert_cursor() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.newest_alert_cursor() TO app_user;
REVOKE ALL ON FUNCTION app_public.newest_notification_cursor() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.newest_notification_cursor() TO app_user;
REVOKE ALL ON FUNCTION app_public.notification_update(input app_public.notification_update_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.notification_update(input app_public.notification_update_input) TO app_user;
REVOKE ALL ON FUNCTION app_public.notifications_audio_url(notification app_public.notifications) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.notifications_audio_url(notification app_public.notifications) TO app_user;
REVOKE ALL ON FUNCTION app_public.notifications_language(notification app_public.notifications) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.notifications_language(notification app_public.notifications) TO app_user;
REVOKE ALL ON FUNCTION app_public.notifications_text(notification app_public.notifications) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.notifications_text(notification app_public.notifications) TO app_user;
REVOKE ALL ON FUNCTION app_public.notifications_title(notification app_public.notifications) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.notifications_title(notification app_public.notifications) TO app_user;
REVOKE ALL ON FUNCTION app_public.ntfy_topic_add() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.ntfy_topic_add() TO app_user;
REVOKE ALL ON FUNCTION app_public.publication_approve(id integer, digest text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.publication_approve(id integer, digest text) TO app_approver;
REVOKE ALL ON FUNCTION app_public.publication_hold(input app_public.publication_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.publication_hold(input app_public.publication_input) TO app_approver;
GRANT ALL ON FUNCTION app_public.publication_hold(input app_public.publication_input) TO app_author;
REVOKE ALL ON FUNCTION app_public.publication_reject(id integer, reason text, for_changes boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.publication_reject(id integer, reason text, for_changes boolean) TO app_approver;
REVOKE ALL ON FUNCTION app_public.publication_take_back(id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.publication_take_back(id integer) TO app_author;
REVOKE ALL ON FUNCTION app_public.publish_step() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.publish_step() TO app_approver;
GRANT ALL ON FUNCTION app_public.publish_step() TO app_author;
REVOKE ALL ON FUNCTION app_public.quiet_hours_edit(input app_public.quiet_hours_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.quiet_hours_edit(input app_public.quiet_hours_input) TO app_user;
REVOKE ALL ON FUNCTION app_public.quiet_hours_remove() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.quiet_hours_remove() TO app_user;
REVOKE ALL ON FUNCTION app_public.recovery_codes_renew() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.recovery_codes_renew() TO app_user;
REVOKE ALL ON FUNCTION app_public.register_device(input app_public.register_notification_token) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.register_device(input app_public.register_notification_token) TO app_user;
REVOKE ALL ON FUNCTION app_public.require_admin() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.require_admin() TO app_user;
REVOKE ALL ON FUNCTION app_public.require_everyone() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.require_everyone() TO app_user;
REVOKE ALL ON FUNCTION app_public.require_viewer() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.require_viewer() TO app_user;
REVOKE ALL ON FUNCTION app_public.saved_area_edit(id integer, input app_public.saved_area_edit) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.saved_area_edit(id integer, input app_public.saved_area_edit) TO app_approver;
REVOKE ALL ON FUNCTION app_public.saved_area_remove(id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.saved_area_remove(id integer) TO app_approver;
REVOKE ALL ON FUNCTION app_public.saved_areas_area_geo_json(saved app_public.saved_areas) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.saved_areas_area_geo_json(saved app_public.saved_areas) TO app_viewer;
GRANT SELECT(id) ON TABLE app_public.second_factors TO app_user;
GRANT SELECT(user_id) ON TABLE app_public.second_factors TO app_user;
GRANT SELECT(kind) ON TABLE app_public.second_factors TO app_user;
GRANT SELECT(name) ON TABLE app_public.second_factors TO app_user;
GRANT SELECT(created_at) ON TABLE app_public.second_factors TO app_user;
GRANT SELECT(used_at) ON TABLE app_public.second_factors TO app_user;
REVOKE ALL ON FUNCTION app_public.second_factor_remove(id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.second_factor_remove(id integer) TO app_user;
GRANT SELECT ON TABLE app_public.second_factor_rules TO app_manager;
REVOKE ALL ON FUNCTION app_public.second_factor_rule_set(role app_public.authority_role, rule app_public.second_factor_demand) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.second_factor_rule_set(role app_public.authority_role, rule app_public.second_factor_demand) TO app_admin;
REVOKE ALL ON FUNCTION app_public.second_factor_state() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.second_factor_state() TO app_user;
GRANT SELECT,DELETE ON TABLE app_public.sessions TO app_user;
REVOKE ALL ON FUNCTION app_public.session_end(id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.session_end(id bigint) TO app_user;
REVOKE ALL ON FUNCTION app_public.shared_draft_edit(id integer, input app_public.shared_draft_edit) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.shared_draft_edit(id integer, input app_public.shared_draft_edit) TO app_author;
REVOKE ALL ON FUNCTION app_public.shared_draft_mark(id integer, is_editing boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.shared_draft_mark(id integer, is_editing boolean) TO app_author;
REVOKE ALL ON FUNCTION app_public.shared_draft_remove(id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.shared_draft_remove(id integer) TO app_author;
REVOKE ALL ON FUNCTION app_public.shared_drafts_received(draft app_public.shared_drafts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.shared_drafts_received(draft app_public.shared_drafts) TO app_author;
REVOKE ALL ON FUNCTION app_public.sms_number_add(number text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.sms_number_add(number text) TO app_user;
REVOKE ALL ON FUNCTION app_public.sms_number_confirm(code text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.sms_number_confirm(code text) TO app_user;
REVOKE ALL ON FUNCTION app_public.transformed_area(area app_public.geo_json, crs text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.transformed_area(area app_public.geo_json, crs text) TO app_viewer;
REVOKE ALL ON FUNCTION app_public.user_edit(input app_public.user_edit, id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.user_edit(input app_public.user_edit, id integer) TO app_user;
REVOKE ALL ON FUNCTION app_public.user_password_edit(password_hash text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.user_password_edit(password_hash text) TO app_user;
REVOKE ALL ON FUNCTION app_public.user_password_reset(id integer, password_hash text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.user_password_reset(id integer, password_hash text) TO app_manager;
REVOKE ALL ON FUNCTION app_public.user_rights(id integer, input app_public.user_rights_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.user_rights(id integer, input app_public.user_rights_input) TO app_manager;
REVOKE ALL ON FUNCTION app_public.user_training(id integer, is_training boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.user_training(id integer, is_training boolean) TO app_manager;
REVOKE ALL ON FUNCTION app_public.users_import(users app_public.user_import[], dry_run boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.users_import(users app_public.user_import[], dry_run boolean) TO app_manager;
REVOKE ALL ON FUNCTION app_public.users_overview(search text, has_device boolean, has_password boolean, is_tester boolean, reported_since timestamp with time zone, not_reported_since timestamp with time zone, joined_by integer, is_silent boolean, sort app_public.user_sort, "limit" integer, "offset" integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.users_overview(search text, has_device boolean, has_password boolean, is_tester boolean, reported_since timestamp with time zone, not_reported_since timestamp with time zone, joined_by integer, is_silent boolean, sort app_public.user_sort, "limit" integer, "offset" integer) TO app_manager;
REVOKE ALL ON FUNCTION app_public.webhook_add(input app_public.webhook_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.webhook_add(input app_public.webhook_input) TO app_manager;
REVOKE ALL ON FUNCTION app_public.webhook_edit(id integer, input app_public.webhook_edit) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.webhook_edit(id integer, input app_public.webhook_edit) TO app_manager;
REVOKE ALL ON FUNCTION app_public.webhook_remove(id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.webhook_remove(id integer) TO app_manager;
REVOKE ALL ON FUNCTION app_public.webhook_test(id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.webhook_test(id integer) TO app_manager;
REVOKE ALL ON FUNCTION app_public.why_notified(alert_id integer, user_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.why_notified(alert_id integer, user_id integer) TO app_viewer;
GRANT SELECT ON TABLE analytics.active_users_per_day TO app_analyst;
GRANT SELECT ON TABLE analytics.alert_levels TO app_analyst;
GRANT SELECT ON TABLE analytics.alert_pushes TO app_analyst;
GRANT SELECT ON TABLE analytics.alert_versions TO app_analyst;
GRANT SELECT ON TABLE analytics.alerts TO app_analyst;
GRANT SELECT ON TABLE analytics.deliveries_per_hour TO app_analyst;
GRANT SELECT ON TABLE analytics.events TO app_analyst;
GRANT SELECT ON TABLE analytics.hours TO app_analyst;
GRANT SELECT ON TABLE analytics.hours_by_activity TO app_analyst;
GRANT SELECT ON TABLE analytics.notifications_per_day TO app_analyst;
GRANT SELECT ON TABLE analytics.presence TO app_analyst;
GRANT SELECT ON TABLE analytics.presence_around_alerts TO app_analyst;
GRANT SELECT ON TABLE analytics.zones TO app_analyst;
GRANT DELETE ON TABLE app_private.device_keys TO app_user;
GRANT SELECT(user_id) ON TABLE app_private.device_keys TO app_user;
GRANT SELECT(id) ON TABLE app_private.device_keys TO app_user;
GRANT SELECT(name),INSERT(name) ON TABLE app_private.device_keys TO app_user;
GRANT INSERT(key_hash) ON TABLE app_private.device_keys TO app_user;
GRANT SELECT(created_at) ON TABLE app_private.device_keys TO app_user;
GRANT SELECT(last_used_at) ON TABLE app_private.device_keys TO app_user;
GRANT SELECT ON TABLE app_private.lone_positions TO app_viewer;
GRANT SELECT ON TABLE app_private.listed_positions TO app_viewer;
GRANT SELECT ON TABLE app_public.alert_changes TO app_user;
GRANT SELECT ON TABLE app_public.memberships TO app_user;
GRANT SELECT,DELETE ON TABLE app_public.quiet_hours TO app_user;
GRANT INSERT(starts),UPDATE(starts) ON TABLE app_public.quiet_hours TO app_user;
GRANT INSERT(ends),UPDATE(ends) ON TABLE app_public.quiet_hours TO app_user;
GRANT INSERT(time_zone),UPDATE(time_zone) ON TABLE app_public.quiet_hours TO app_user;
