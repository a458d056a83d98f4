--
-- Name: analytics; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA analytics;


--
-- Name: SCHEMA analytics; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON SCHEMA analytics IS 'Read-only views for analysts, without tracks, tokens and hashes.';


--
-- Name: app_private; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA app_private;


--
-- Name: SCHEMA app_private; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON SCHEMA app_private IS 'Credentials, device tokens, settings and helper functions. The API shows nothing of it.';


--
-- Name: app_public; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA app_public;


--
-- Name: SCHEMA app_public; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON SCHEMA app_public IS 'What the GraphQL API shows.';


--
-- Name: level_alert; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.level_alert AS ENUM (
    'ONE',
    'TWO',
    'THREE'
);


--
-- Name: TYPE level_alert; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.level_alert IS '@value ONE Inside the area.
@value TWO Outside the area, but within its level-two distance.
@value THREE Further out, but within its level-three distance.
How close someone is to the area of an alert. ONE is the most urgent.';


--
-- Name: notification_kind; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.notification_kind AS ENUM (
    'ALERT',
    'UPDATE',
    'ALL_CLEAR'
);


--
-- Name: TYPE notification_kind; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.notification_kind IS '@value ALERT The alert, for the first time.
@value UPDATE A later version of the alert.
@value ALL_CLEAR The alert was cancelled.
What a notification says.';


--
-- Name: claimed_delivery; Type: TYPE; Schema: app_private; Owner: -
--

CREATE TYPE app_private.claimed_delivery AS (
	notification_id integer,
	device_id bigint,
	token text,
	alert_id integer,
	level app_public.level_alert,
	kind app_public.notification_kind
);


--
-- Name: TYPE claimed_delivery; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON TYPE app_private.claimed_delivery IS 'A delivery that a job has to send now.';


--
-- Name: COLUMN claimed_delivery.notification_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.claimed_delivery.notification_id IS 'The notification.';


--
-- Name: COLUMN claimed_delivery.device_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.claimed_delivery.device_id IS 'The device.';


--
-- Name: COLUMN claimed_delivery.token; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.claimed_delivery.token IS 'The device''s token.';


--
-- Name: COLUMN claimed_delivery.alert_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.claimed_delivery.alert_id IS 'The alert of the notification.';


--
-- Name: COLUMN claimed_delivery.level; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.claimed_delivery.level IS 'The level of the notification.';


--
-- Name: COLUMN claimed_delivery.kind; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.claimed_delivery.kind IS 'What the notification says.';


--
-- Name: delivery_state; Type: TYPE; Schema: app_private; Owner: -
--

CREATE TYPE app_private.delivery_state AS ENUM (
    'queued',
    'sent',
    'accepted',
    'failed',
    'dead'
);


--
-- Name: TYPE delivery_state; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON TYPE app_private.delivery_state IS '@value queued Waits to be sent, for the first time or again.
@value sent Sent; the provider has not answered yet.
@value accepted The provider has accepted it.
@value failed It has failed for good.
@value dead The device is gone.
The state of a delivery.';


--
-- Name: push_provider; Type: TYPE; Schema: app_private; Owner: -
--

CREATE TYPE app_private.push_provider AS ENUM (
    'expo',
    'fcm',
    'web_push'
);


--
-- Name: TYPE push_provider; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON TYPE app_private.push_provider IS '@value expo Expo.
@value fcm Firebase Cloud Messaging.
@value web_push The push service of a browser.
The provider that carries pushes to a device.';


--
-- Name: alert_here; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.alert_here AS (
	alert_id integer,
	level app_public.level_alert,
	distance double precision,
	text text
);


--
-- Name: TYPE alert_here; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.alert_here IS 'An active alert at a place.';


--
-- Name: COLUMN alert_here.alert_id; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_here.alert_id IS '@notNull
The id of the alert.';


--
-- Name: COLUMN alert_here.level; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_here.level IS '@notNull
The innermost zone that contains the place.';


--
-- Name: COLUMN alert_here.distance; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_here.distance IS '@notNull
The distance from the area in metres, 0 inside.';


--
-- Name: COLUMN alert_here.text; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_here.text IS '@notNull
The text of that level.';


--
-- Name: alert_status; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.alert_status AS ENUM (
    'ACTUAL',
    'EXERCISE',
    'TEST'
);


--
-- Name: TYPE alert_status; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.alert_status IS '@value ACTUAL A real warning for everyone.
@value EXERCISE An exercise, which reaches only testers.
@value TEST A technical test, which reaches only testers.
What an alert is for, in the terms of CAP 1.2.';


--
-- Name: certainty; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.certainty AS ENUM (
    'OBSERVED',
    'LIKELY',
    'POSSIBLE',
    'UNLIKELY',
    'UNKNOWN'
);


--
-- Name: TYPE certainty; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.certainty IS '@value OBSERVED It has happened or is going on.
@value LIKELY More than 50 percent.
@value POSSIBLE Possible, but not more than 50 percent.
@value UNLIKELY Close to 0 percent.
@value UNKNOWN The certainty is not known.
How sure it is, in the terms of CAP 1.2.';


--
-- Name: geo_json; Type: DOMAIN; Schema: app_public; Owner: -
--

CREATE DOMAIN app_public.geo_json AS json;


--
-- Name: DOMAIN geo_json; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON DOMAIN app_public.geo_json IS '@name GeoJSON
A geometry as GeoJSON (RFC 7946). Positions are [longitude, latitude] in degrees, WGS 84.';


--
-- Name: point_input; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.point_input AS (
	latitude double precision,
	longitude double precision
);


--
-- Name: TYPE point_input; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.point_input IS '@inputTypeName PointInput
A corner of an area.';


--
-- Name: COLUMN point_input.latitude; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.point_input.latitude IS '@notNull
Degrees north, WGS 84, from -90 to 90.';


--
-- Name: COLUMN point_input.longitude; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.point_input.longitude IS '@notNull
Degrees east, WGS 84, from -180 to 180.';


--
-- Name: severity; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.severity AS ENUM (
    'EXTREME',
    'SEVERE',
    'MODERATE',
    'MINOR',
    'UNKNOWN'
);


--
-- Name: TYPE severity; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.severity IS '@value EXTREME An extraordinary threat to life or property.
@value SEVERE A significant threat to life or property.
@value MODERATE A possible threat to life or property.
@value MINOR Little or no known threat to life or property.
@value UNKNOWN The severity is not known.
How bad it is, in the terms of CAP 1.2.';


--
-- Name: urgency; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.urgency AS ENUM (
    'IMMEDIATE',
    'EXPECTED',
    'FUTURE',
    'PAST',
    'UNKNOWN'
);


--
-- Name: TYPE urgency; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.urgency IS '@value IMMEDIATE Act at once.
@value EXPECTED Act soon, within the next hour.
@value FUTURE Act in the near future.
@value PAST No action is needed any more.
@value UNKNOWN The urgency is not known.
How soon people should act, in the terms of CAP 1.2.';


--
-- Name: alert_input; Type: TYPE; Schema: app_public; Owner: -
--

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
	idempotency_key text
);


--
-- Name: TYPE alert_input; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.alert_input IS '@inputTypeName AlertInput
An alert to publish.';


--
-- Name: COLUMN alert_input.points; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_input.points IS '@notNull
@itemsNotNull
@emptyByDefault
The corners of the area in order, at least three. The last one need not repeat the first. Leave it out if you send area.';


--
-- Name: COLUMN alert_input.text1; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_input.text1 IS '@notNull
The text for people inside the area.';


--
-- Name: COLUMN alert_input.text2; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_input.text2 IS '@notNull
The text for people in zone TWO.';


--
-- Name: COLUMN alert_input.text3; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_input.text3 IS '@notNull
The text for people in zone THREE.';


--
-- Name: COLUMN alert_input.language; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_input.language IS 'The language of the texts, which chooses the voice: a BCP 47 tag such as "it" or "pt-BR". The service''s own language by default.';


--
-- Name: COLUMN alert_input.area; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_input.area IS 'The area as a Polygon or a MultiPolygon, in place of points. It may have holes.';


--
-- Name: COLUMN alert_input.level2_distance; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_input.level2_distance IS 'The width of zone TWO around the area, in metres. By default 1,000 unless the settings differ.';


--
-- Name: COLUMN alert_input.level3_distance; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_input.level3_distance IS 'The width of zone THREE around the area, in metres, more than level2Distance. By default 2,000 unless the settings differ.';


--
-- Name: COLUMN alert_input.expires_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_input.expires_at IS 'When it ends, in seconds since 1970-01-01 UTC. By default after 24 hours unless the settings differ.';


--
-- Name: COLUMN alert_input.max_position_age; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_input.max_position_age IS 'In seconds. Publication does not match an older last position. By default 24 hours unless the settings differ.';


--
-- Name: COLUMN alert_input.severity; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_input.severity IS 'How bad it is. UNKNOWN by default.';


--
-- Name: COLUMN alert_input.urgency; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_input.urgency IS 'How soon people should act. UNKNOWN by default.';


--
-- Name: COLUMN alert_input.certainty; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_input.certainty IS 'How sure it is. UNKNOWN by default.';


--
-- Name: COLUMN alert_input.event; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_input.event IS 'What happens, in a few words, such as "Flood" or "Gas leak".';


--
-- Name: COLUMN alert_input.status; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_input.status IS 'Whether it is a real warning, an exercise or a test. ACTUAL by default; the others reach only testers.';


--
-- Name: COLUMN alert_input.idempotency_key; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_input.idempotency_key IS 'A key of your own for this alert, such as a UUID. Repeating the same request with the same key makes no second alert.';


--
-- Name: alert_reach_preview; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.alert_reach_preview AS (
	one integer,
	two integer,
	three integer,
	with_device integer,
	stale integer,
	coarse integer,
	area double precision
);


--
-- Name: TYPE alert_reach_preview; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.alert_reach_preview IS '@name alert_reach
How many users an alert would notify.';


--
-- Name: COLUMN alert_reach_preview.one; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_reach_preview.one IS '@notNull
Users inside the area.';


--
-- Name: COLUMN alert_reach_preview.two; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_reach_preview.two IS '@notNull
Users in zone TWO.';


--
-- Name: COLUMN alert_reach_preview.three; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_reach_preview.three IS '@notNull
Users in zone THREE.';


--
-- Name: COLUMN alert_reach_preview.with_device; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_reach_preview.with_device IS '@notNull
How many of these have a device to push to.';


--
-- Name: COLUMN alert_reach_preview.stale; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_reach_preview.stale IS '@notNull
Users who are left out because their last position in the zones is too old.';


--
-- Name: COLUMN alert_reach_preview.coarse; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_reach_preview.coarse IS '@notNull
Users who are left out because their position is too coarse to tell zone TWO from THREE.';


--
-- Name: COLUMN alert_reach_preview.area; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_reach_preview.area IS '@notNull
The size of the area in square metres, without the zones around it.';


--
-- Name: alert_state; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.alert_state AS ENUM (
    'ACTIVE',
    'EXPIRED',
    'CANCELLED'
);


--
-- Name: TYPE alert_state; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.alert_state IS '@value ACTIVE It is active: it notifies people who enter its zones.
@value EXPIRED It reached its end.
@value CANCELLED An administrator cancelled it.
Whether an alert is active, and if not, how it ended.';


--
-- Name: alert_update_input; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.alert_update_input AS (
	points app_public.point_input[],
	area app_public.geo_json,
	level2_distance double precision,
	level3_distance double precision,
	expires_at bigint,
	text1 text,
	text2 text,
	text3 text,
	renotify boolean
);


--
-- Name: TYPE alert_update_input; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.alert_update_input IS '@inputTypeName AlertUpdateInput
The changes of an alert. A field that is left out stays as it is.';


--
-- Name: COLUMN alert_update_input.points; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_update_input.points IS '@itemsNotNull
The corners of the new area, in order.';


--
-- Name: COLUMN alert_update_input.area; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_update_input.area IS 'The new area as a Polygon or a MultiPolygon, in place of points.';


--
-- Name: COLUMN alert_update_input.level2_distance; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_update_input.level2_distance IS 'The width of zone TWO around the area, in metres.';


--
-- Name: COLUMN alert_update_input.level3_distance; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_update_input.level3_distance IS 'The width of zone THREE around the area, in metres.';


--
-- Name: COLUMN alert_update_input.expires_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_update_input.expires_at IS 'When it ends, in seconds since 1970-01-01 UTC.';


--
-- Name: COLUMN alert_update_input.text1; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_update_input.text1 IS 'The text for people inside the area.';


--
-- Name: COLUMN alert_update_input.text2; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_update_input.text2 IS 'The text for people in zone TWO.';


--
-- Name: COLUMN alert_update_input.text3; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_update_input.text3 IS 'The text for people in zone THREE.';


--
-- Name: COLUMN alert_update_input.renotify; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_update_input.renotify IS 'True to notify again everyone who was notified already, with the new text.';


--
-- Name: level_delivery; Type: TYPE; Schema: app_public; Owner: -
--

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
	seen_after_p95 double precision
);


--
-- Name: TYPE level_delivery; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.level_delivery IS 'The results of an alert''s notifications of one level. Each notification counts once, however many devices its user has.';


--
-- Name: COLUMN level_delivery.level; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.level_delivery.level IS '@notNull
The level.';


--
-- Name: COLUMN level_delivery.targeted; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.level_delivery.targeted IS '@notNull
Users notified in the API. Users without a device are notified only there.';


--
-- Name: COLUMN level_delivery.sent; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.level_delivery.sent IS '@notNull
Notifications pushed to a device, whatever the result.';


--
-- Name: COLUMN level_delivery.accepted; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.level_delivery.accepted IS '@notNull
Notifications that the provider of a device has accepted.';


--
-- Name: COLUMN level_delivery.failed; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.level_delivery.failed IS '@notNull
Notifications that failed for good at every device.';


--
-- Name: COLUMN level_delivery.seen; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.level_delivery.seen IS '@notNull
Notifications that the user has seen, as their client reports.';


--
-- Name: COLUMN level_delivery.accepted_after_median; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.level_delivery.accepted_after_median IS 'The median of the seconds until the provider accepted a push, from publication, or from the notification of a late entry.';


--
-- Name: COLUMN level_delivery.accepted_after_p95; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.level_delivery.accepted_after_p95 IS 'The 95th percentile of the seconds until the provider accepted a push.';


--
-- Name: COLUMN level_delivery.seen_after_median; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.level_delivery.seen_after_median IS 'The median of the seconds until the user saw the notification.';


--
-- Name: COLUMN level_delivery.seen_after_p95; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.level_delivery.seen_after_p95 IS 'The 95th percentile of the seconds until the user saw the notification.';


--
-- Name: moving_activity; Type: TYPE; Schema: app_public; Owner: -
--

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


--
-- Name: TYPE moving_activity; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.moving_activity IS '@value IN_VEHICLE In a vehicle.
@value ON_BICYCLE On a bicycle.
@value ON_FOOT On foot, walking or running.
@value RUNNING Running.
@value STILL Not moving.
@value TILTING The device is tilting, for example because it was picked up.
@value UNKNOWN The device cannot tell.
@value WALKING Walking.
How a user is moving, as the device''s activity recognition reports it.';


--
-- Name: notification_rule; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.notification_rule AS ENUM (
    'INSIDE_WHEN_PUBLISHED',
    'CAME_IN_LATER',
    'OUTSIDE',
    'NO_POSITION',
    'TOO_OLD',
    'TOO_COARSE',
    'NOT_A_TESTER',
    'CAME_IN_AFTER_THE_END',
    'NOT_YET'
);


--
-- Name: TYPE notification_rule; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.notification_rule IS '@value INSIDE_WHEN_PUBLISHED Notified: the last position lay in a zone at publication.
@value CAME_IN_LATER Notified: a later position report lay in a zone.
@value OUTSIDE Not notified: the position lies outside all zones.
@value NO_POSITION Not notified: the user has no position.
@value TOO_OLD Not notified: the position was too old.
@value TOO_COARSE Not notified: the position was too coarse to tell zone TWO from THREE.
@value NOT_A_TESTER Not notified: the alert is an exercise or a test, and the user is not a tester.
@value CAME_IN_AFTER_THE_END Not notified: the position was reported after the alert had ended.
@value NOT_YET Not notified: the publication has not come to this user yet.
Why a user was notified of an alert or was not.';


--
-- Name: notification_reason; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.notification_reason AS (
	notification_id integer,
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


--
-- Name: TYPE notification_reason; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.notification_reason IS 'The position and the rule by which a user was notified of an alert or was not.';


--
-- Name: COLUMN notification_reason.notification_id; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notification_reason.notification_id IS 'The id of the notification. Null if the user was not notified.';


--
-- Name: COLUMN notification_reason.level; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notification_reason.level IS 'The level of the notification. Null if the user was not notified.';


--
-- Name: COLUMN notification_reason.rule; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notification_reason.rule IS '@notNull
The rule that decided.';


--
-- Name: COLUMN notification_reason.latitude; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notification_reason.latitude IS 'The latitude of the position that counted, in degrees north. Null if there is none.';


--
-- Name: COLUMN notification_reason.longitude; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notification_reason.longitude IS 'The longitude of the position that counted, in degrees east. Null if there is none.';


--
-- Name: COLUMN notification_reason.taken_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notification_reason.taken_at IS 'When the device took that position, in seconds since 1970-01-01 UTC.';


--
-- Name: COLUMN notification_reason.age; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notification_reason.age IS 'The age of the position when it counted, in seconds. If the user was not notified: its age now, or when the alert ended.';


--
-- Name: COLUMN notification_reason.accuracy; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notification_reason.accuracy IS 'The radius of its accuracy in metres. Null if the device did not report it.';


--
-- Name: COLUMN notification_reason.distance1; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notification_reason.distance1 IS 'The distance from the area in metres, 0 inside.';


--
-- Name: COLUMN notification_reason.distance2; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notification_reason.distance2 IS 'The distance from zone TWO in metres, 0 inside.';


--
-- Name: COLUMN notification_reason.distance3; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notification_reason.distance3 IS 'The distance from zone THREE in metres, 0 inside.';


--
-- Name: notification_update_input; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.notification_update_input AS (
	id integer,
	seen boolean
);


--
-- Name: TYPE notification_update_input; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.notification_update_input IS '@inputTypeName NotificationUpdateInput
A notification of yours, and whether you have seen it.';


--
-- Name: COLUMN notification_update_input.id; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notification_update_input.id IS '@notNull
The id of the notification.';


--
-- Name: COLUMN notification_update_input.seen; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notification_update_input.seen IS '@notNull
True if you have seen it.';


--
-- Name: position_input; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.position_input AS (
	latitude double precision,
	longitude double precision,
	moving_activity app_public.moving_activity,
	taken_at bigint,
	accuracy double precision
);


--
-- Name: TYPE position_input; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.position_input IS '@inputTypeName PositionInput
A position to report.';


--
-- Name: COLUMN position_input.latitude; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.position_input.latitude IS '@notNull
Degrees north, WGS 84, from -90 to 90.';


--
-- Name: COLUMN position_input.longitude; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.position_input.longitude IS '@notNull
Degrees east, WGS 84, from -180 to 180.';


--
-- Name: COLUMN position_input.moving_activity; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.position_input.moving_activity IS '@notNull
How you are moving.';


--
-- Name: COLUMN position_input.taken_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.position_input.taken_at IS 'When the device took it, in seconds since 1970-01-01 UTC. Now, if it is left out. Up to a day ahead counts as now, for clocks that are fast.';


--
-- Name: COLUMN position_input.accuracy; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.position_input.accuracy IS 'The radius of its accuracy in metres.';


--
-- Name: quiet_hours_input; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.quiet_hours_input AS (
	"from" text,
	"to" text,
	time_zone text
);


--
-- Name: TYPE quiet_hours_input; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.quiet_hours_input IS '@inputTypeName QuietHoursInput
The hours in which your pushes of levels TWO and THREE wait.';


--
-- Name: COLUMN quiet_hours_input."from"; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.quiet_hours_input."from" IS '@notNull
The time of day at which they start, such as 22:00.';


--
-- Name: COLUMN quiet_hours_input."to"; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.quiet_hours_input."to" IS '@notNull
The time of day at which they end, such as 07:00. It may be earlier than from: they then pass midnight.';


--
-- Name: COLUMN quiet_hours_input.time_zone; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.quiet_hours_input.time_zone IS '@notNull
A name of the IANA time zone database, such as Europe/Rome.';


--
-- Name: quiet_period; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.quiet_period AS (
	"from" text,
	"to" text,
	time_zone text
);


--
-- Name: TYPE quiet_period; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.quiet_period IS 'The hours in which pushes of levels TWO and THREE wait.';


--
-- Name: COLUMN quiet_period."from"; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.quiet_period."from" IS '@notNull
The time of day at which they start, such as 22:00.';


--
-- Name: COLUMN quiet_period."to"; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.quiet_period."to" IS '@notNull
The time of day at which they end, such as 07:00. It may be earlier than from: they then pass midnight.';


--
-- Name: COLUMN quiet_period.time_zone; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.quiet_period.time_zone IS '@notNull
A name of the IANA time zone database, such as Europe/Rome.';


--
-- Name: register_notification_token; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.register_notification_token AS (
	token text
);


--
-- Name: TYPE register_notification_token; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.register_notification_token IS '@inputTypeName RegisterNotificationToken
A device to push to.';


--
-- Name: COLUMN register_notification_token.token; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.register_notification_token.token IS '@notNull
The token that the device got from its push service.';


--
-- Name: user_edit; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.user_edit AS (
	email text,
	name text,
	address text
);


--
-- Name: TYPE user_edit; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.user_edit IS '@inputTypeName UserEdit
The fields of a user to change. A field that is left out stays as it is.';


--
-- Name: COLUMN user_edit.email; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.user_edit.email IS 'The new email address.';


--
-- Name: COLUMN user_edit.name; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.user_edit.name IS 'The new name.';


--
-- Name: COLUMN user_edit.address; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.user_edit.address IS 'The new postal address.';


--
-- Name: user_rights_input; Type: TYPE; Schema: app_public; Owner: -
--

CREATE TYPE app_public.user_rights_input AS (
	is_admin boolean,
	is_tester boolean
);


--
-- Name: TYPE user_rights_input; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TYPE app_public.user_rights_input IS '@inputTypeName UserRightsInput
The rights of a user to change. A field that is left out stays as it is.';


--
-- Name: COLUMN user_rights_input.is_admin; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.user_rights_input.is_admin IS 'True to make the user an administrator, false to end that.';


--
-- Name: COLUMN user_rights_input.is_tester; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.user_rights_input.is_tester IS 'True to send exercises and tests to the user, false to stop that.';


--
-- Name: alert_progress(integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.alert_progress(alert_id integer) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET jit TO 'off'
    AS $$
  select concat_ws(' ',
      a.version, a.active,
      (select sum(r.users) from app_private.alert_reach r where r.alert_id = a.id),
      (select concat_ws(' ', count(*), count(*) filter (where n.seen)) from app_public.notifications n where n.alert_id = a.id),
      (select concat_ws(' ', count(*), count(*) filter (where d.attempts > 0), count(*) filter (where d.state = 'accepted'),
          count(*) filter (where d.state in ('failed', 'dead')))
        from app_private.deliveries d where d.alert_id = a.id))
    from app_public.alerts a where a.id = alert_progress.alert_id
$$;


--
-- Name: FUNCTION alert_progress(alert_id integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.alert_progress(alert_id integer) IS 'Returns a text that changes whenever an alert''s numbers change: users reached, notifications made and seen, and the results of pushes. Null for an unknown alert.';


--
-- Name: alerts; Type: TABLE; Schema: app_public; Owner: -
--

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
    told_version integer DEFAULT 1 NOT NULL,
    cancelled_at timestamp with time zone,
    all_clear text,
    idempotency_key text,
    request bytea,
    CONSTRAINT alerts_all_clear CHECK (((char_length(all_clear) <= 10000) AND (all_clear ~ '[^[:space:]]'::text))),
    CONSTRAINT alerts_cancelled CHECK (((cancelled_at IS NULL) = (all_clear IS NULL))),
    CONSTRAINT alerts_event CHECK (((char_length(event) <= 200) AND (event ~ '[^[:space:]]'::text))),
    CONSTRAINT alerts_expires_at CHECK ((expires_at > created_at)),
    CONSTRAINT alerts_idempotency_key CHECK (((char_length(idempotency_key) >= 1) AND (char_length(idempotency_key) <= 200))),
    CONSTRAINT alerts_language CHECK ((language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$'::text)),
    CONSTRAINT alerts_level3_distance CHECK (((level3_distance > level2_distance) AND (level2_distance > (0)::double precision))),
    CONSTRAINT alerts_text1_length CHECK (((char_length(text1) <= 10000) AND (text1 ~ '[^[:space:]]'::text))),
    CONSTRAINT alerts_text2_length CHECK (((char_length(text2) <= 10000) AND (text2 ~ '[^[:space:]]'::text))),
    CONSTRAINT alerts_text3_length CHECK (((char_length(text3) <= 10000) AND (text3 ~ '[^[:space:]]'::text))),
    CONSTRAINT alerts_zones CHECK (((public.geometrytype(zone1) = ANY (ARRAY['POLYGON'::text, 'MULTIPOLYGON'::text])) AND (public.geometrytype(zone2) = ANY (ARRAY['POLYGON'::text, 'MULTIPOLYGON'::text])) AND (public.geometrytype(zone3) = ANY (ARRAY['POLYGON'::text, 'MULTIPOLYGON'::text]))))
);


--
-- Name: TABLE alerts; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TABLE app_public.alerts IS '@newestFirst
@filterBy id
A warning for an area: its texts, zones, times and versions.';


--
-- Name: COLUMN alerts.id; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.id IS 'The id of the alert.';


--
-- Name: COLUMN alerts.user_id; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.user_id IS 'The id of the administrator who published it.';


--
-- Name: COLUMN alerts.created_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.created_at IS 'When it was published, in seconds since 1970-01-01 UTC.';


--
-- Name: COLUMN alerts.expires_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.expires_at IS 'When it ends by itself, in seconds since 1970-01-01 UTC.';


--
-- Name: COLUMN alerts.zone1; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.zone1 IS '@behavior -*
The area as drawn: longitude and latitude in degrees. Edges are straight in these.';


--
-- Name: COLUMN alerts.zone2; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.zone2 IS '@behavior -*
The area and level2_distance metres around it.';


--
-- Name: COLUMN alerts.zone3; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.zone3 IS '@behavior -*
The area and level3_distance metres around it.';


--
-- Name: COLUMN alerts.level2_distance; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.level2_distance IS 'The width of zone TWO around the area, in metres.';


--
-- Name: COLUMN alerts.level3_distance; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.level3_distance IS 'The width of zone THREE around the area, in metres.';


--
-- Name: COLUMN alerts.max_position_age; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.max_position_age IS '@behavior -*
The greatest age of a position that it matches.';


--
-- Name: COLUMN alerts.text1; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.text1 IS 'The text for people inside the area.';


--
-- Name: COLUMN alerts.text2; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.text2 IS 'The text for people in zone TWO.';


--
-- Name: COLUMN alerts.text3; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.text3 IS 'The text for people in zone THREE.';


--
-- Name: COLUMN alerts.active; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.active IS '@behavior -*
True until a job finds that the alert has expired. It only keeps ended alerts out of the index; expires_at decides.';


--
-- Name: COLUMN alerts.language; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.language IS 'The language of the texts: a BCP 47 tag such as en or pt-BR.';


--
-- Name: COLUMN alerts.max_accuracy; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.max_accuracy IS '@behavior -*
In metres. A less exact position notifies of level ONE only.';


--
-- Name: COLUMN alerts.event; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.event IS 'What happens, in a few words, such as "Flood" or "Gas leak".';


--
-- Name: COLUMN alerts.severity; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.severity IS 'How bad it is.';


--
-- Name: COLUMN alerts.urgency; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.urgency IS 'How soon people should act.';


--
-- Name: COLUMN alerts.certainty; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.certainty IS 'How sure it is.';


--
-- Name: COLUMN alerts.status; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.status IS 'Whether it is a real warning, an exercise or a test.';


--
-- Name: COLUMN alerts.version; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.version IS 'The version: 1 at first, and one more with each update and with the cancellation.';


--
-- Name: COLUMN alerts.told_version; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.told_version IS '@behavior -*
Users who were notified of this version or a later one are not notified again.';


--
-- Name: COLUMN alerts.cancelled_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.cancelled_at IS 'When it was cancelled, in seconds since 1970-01-01 UTC. Null if it was not.';


--
-- Name: COLUMN alerts.all_clear; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.all_clear IS 'The text of the all-clear. Null if it was not cancelled.';


--
-- Name: COLUMN alerts.idempotency_key; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.idempotency_key IS '@behavior -*
The key of the request that published it.';


--
-- Name: COLUMN alerts.request; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alerts.request IS '@behavior -*
SHA-256 of the content of that request.';


--
-- Name: CONSTRAINT alerts_all_clear ON alerts; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT alerts_all_clear ON app_public.alerts IS 'text is empty or has more than 10,000 characters: write that the danger is over.';


--
-- Name: CONSTRAINT alerts_cancelled ON alerts; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT alerts_cancelled ON app_public.alerts IS 'cancelled_at and all_clear do not fit: set both or neither.';


--
-- Name: CONSTRAINT alerts_event ON alerts; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT alerts_event ON app_public.alerts IS 'event is empty or has more than 200 characters: write a few words, or leave it out.';


--
-- Name: CONSTRAINT alerts_idempotency_key ON alerts; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT alerts_idempotency_key ON app_public.alerts IS 'idempotencyKey is empty or has more than 200 characters: send a UUID, for example.';


--
-- Name: CONSTRAINT alerts_language ON alerts; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT alerts_language ON app_public.alerts IS 'language is not a language tag of BCP 47: send one such as "it" or "pt-BR".';


--
-- Name: CONSTRAINT alerts_text1_length ON alerts; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT alerts_text1_length ON app_public.alerts IS 'text1 is empty or has more than 10,000 characters: write what people inside the area should do.';


--
-- Name: CONSTRAINT alerts_text2_length ON alerts; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT alerts_text2_length ON app_public.alerts IS 'text2 is empty or has more than 10,000 characters: write what people in zone TWO should do.';


--
-- Name: CONSTRAINT alerts_text3_length ON alerts; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT alerts_text3_length ON app_public.alerts IS 'text3 is empty or has more than 10,000 characters: write what people in zone THREE should do.';


--
-- Name: CONSTRAINT alerts_zones ON alerts; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT alerts_zones ON app_public.alerts IS 'A zone is not a polygon: store a Polygon or a MultiPolygon.';


--
-- Name: all_clear_to_range(app_public.alerts, integer, integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.all_clear_to_range(alert app_public.alerts, after_user_id integer, chunk_size integer) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  made record;
begin
  with next as materialized (
    -- The innermost level of each user. The index on alert, user and level has this order.
    select distinct on (n.user_id) n.user_id, n.level, n.latitude, n.longitude, n.moving_activity
      from app_public.notifications n
      where n.alert_id = alert.id and n.user_id > after_user_id
      order by n.user_id, n.level
      limit chunk_size
  ), told as (
    insert into app_public.notifications (
        alert_id, user_id, level, latitude, longitude, moving_activity, taken_at, accuracy, version, kind)
      select alert.id, x.user_id, x.level, coalesce(st_y(l.location), x.latitude), coalesce(st_x(l.location), x.longitude),
          coalesce(l.moving_activity, x.moving_activity), l.taken_at, l.accuracy, alert.version, 'ALL_CLEAR'
        from next x left join app_public.last_positions l on l.user_id = x.user_id
      on conflict do nothing
      returning id
  )
  select (select max(x.user_id) from next x) as last_user_id, array_agg(t.id) as ids, min(t.id) as first_id, max(t.id) as last_id
    into made from told t;
  if made.ids is not null then
    perform app_private.queue_pushes('ONE', made.ids);
    perform app_private.announce_notifications(alert.id, made.first_id, made.last_id);
  end if;
  return made.last_user_id;
end
$$;


--
-- Name: FUNCTION all_clear_to_range(alert app_public.alerts, after_user_id integer, chunk_size integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.all_clear_to_range(alert app_public.alerts, after_user_id integer, chunk_size integer) IS 'Sends the all-clear to the next users who were notified of an alert, wherever they are now: once each, at their innermost level. Returns the id of the last user, or null if all have it.';


--
-- Name: announce_notifications(integer, integer, integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.announce_notifications(alert_id integer, first_id integer, last_id integer) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select pg_notify(
    'notifications_added', json_build_object('alertId', alert_id, 'first', first_id, 'last', last_id)::text);
$$;


--
-- Name: FUNCTION announce_notifications(alert_id integer, first_id integer, last_id integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.announce_notifications(alert_id integer, first_id integer, last_id integer) IS 'Announces to the hosts that this transaction made notifications of an alert, for their subscribers. It gives the lowest and the highest id; ids in between may belong to other transactions, which announce themselves. It runs once for each transaction and alert, as transactions that use NOTIFY commit one after another.';


--
-- Name: announce_revocation(); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.announce_revocation() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform pg_notify('token_revoked', old.user_id::text);
  return null;
end
$$;


--
-- Name: FUNCTION announce_revocation(); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.announce_revocation() IS 'Announces to the hosts that tokens of a user are revoked, so that they close the connections that use them.';


--
-- Name: positions; Type: TABLE; Schema: app_public; Owner: -
--

CREATE TABLE app_public.positions (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    taken_at timestamp with time zone DEFAULT now() NOT NULL,
    latitude double precision NOT NULL,
    longitude double precision NOT NULL,
    accuracy double precision,
    moving_activity app_public.moving_activity NOT NULL,
    CONSTRAINT positions_accuracy CHECK (((accuracy >= (0)::double precision) AND (accuracy <= (20000000)::double precision))),
    CONSTRAINT positions_latitude CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
    CONSTRAINT positions_longitude CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
    CONSTRAINT positions_taken_at CHECK (((taken_at >= '1970-01-01 00:00:00+00'::timestamp with time zone) AND (taken_at <= created_at)))
)
PARTITION BY RANGE (created_at);


--
-- Name: TABLE positions; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TABLE app_public.positions IS '@newestFirst
@listForAdmins
@filterBy moving_activity[]
A position that a user reported. Positions are history: rows are only added, and purged after a time.';


--
-- Name: COLUMN positions.id; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.positions.id IS 'The id of the position. Ids grow with time.';


--
-- Name: COLUMN positions.user_id; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.positions.user_id IS 'The id of the user who reported it.';


--
-- Name: COLUMN positions.created_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.positions.created_at IS 'When the service received it, in seconds since 1970-01-01 UTC.';


--
-- Name: COLUMN positions.taken_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.positions.taken_at IS 'When the device took it, in seconds since 1970-01-01 UTC. It equals createdAt if the device did not say.';


--
-- Name: COLUMN positions.latitude; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.positions.latitude IS 'Degrees north, WGS 84.';


--
-- Name: COLUMN positions.longitude; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.positions.longitude IS 'Degrees east, WGS 84.';


--
-- Name: COLUMN positions.accuracy; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.positions.accuracy IS 'The radius of its accuracy in metres, as the device reported it. Null if it did not.';


--
-- Name: COLUMN positions.moving_activity; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.positions.moving_activity IS 'How the user was moving.';


--
-- Name: CONSTRAINT positions_accuracy ON positions; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT positions_accuracy ON app_public.positions IS 'accuracy is out of range: send metres from 0 to 20,000,000.';


--
-- Name: CONSTRAINT positions_latitude ON positions; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT positions_latitude ON app_public.positions IS 'latitude is out of range: send degrees from -90 to 90.';


--
-- Name: CONSTRAINT positions_longitude ON positions; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT positions_longitude ON app_public.positions IS 'longitude is out of range: send degrees from -180 to 180.';


--
-- Name: CONSTRAINT positions_taken_at ON positions; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT positions_taken_at ON app_public.positions IS 'takenAt is in the future or before 1970: send seconds since 1970-01-01 UTC.';


--
-- Name: apply_position_report(app_public.positions); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.apply_position_report(reported app_public.positions) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  here app_public.last_positions;
begin
  insert into app_public.last_positions as l (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
    values (
      reported.user_id, reported.id, reported.created_at, reported.taken_at,
      st_setsrid(st_makepoint(reported.longitude, reported.latitude), 4326), reported.accuracy, reported.moving_activity)
    on conflict (user_id) do update set
      position_id = excluded.position_id, created_at = excluded.created_at, taken_at = excluded.taken_at,
      location = excluded.location, accuracy = excluded.accuracy, moving_activity = excluded.moving_activity
      where excluded.taken_at >= l.taken_at
    returning l.* into here;
  -- An older position than the last one is only history.
  if here.user_id is not null then
    perform app_private.notify_of_active_alerts(here);
  end if;
end
$$;


--
-- Name: FUNCTION apply_position_report(reported app_public.positions); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.apply_position_report(reported app_public.positions) IS 'Makes a reported position the user''s last position and notifies them of the active alerts there. It does nothing if a later position is known. The caller holds the publication lock in shared mode.';


--
-- Name: area_of_geojson(json); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.area_of_geojson(area json) RETURNS public.geometry
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
declare
  given json := case when area ->> 'type' = 'Feature' then area -> 'geometry' else area end;
  drawn geometry;
begin
  if (given ->> 'type') in ('Polygon', 'MultiPolygon') is not true then
    raise exception using errcode = 'LA400', message = 'area is not a Polygon or a MultiPolygon of GeoJSON (RFC 7946): send one of these.';
  end if;
  -- PostGIS reads the text "a" as 0.
  if jsonb_path_exists(given::jsonb, '$.coordinates.** ? (@.type() != "array" && @.type() != "number")') then
    raise exception using errcode = 'LA400', message = 'area has a coordinate that is not a number: send GeoJSON (RFC 7946) with numbers, in degrees.';
  end if;
  begin
    drawn := st_force2d(st_geomfromgeojson(given::text));
  exception when others then
    raise exception using errcode = 'LA400', message = 'area is not valid GeoJSON (RFC 7946): make each ring a list of at least four positions [longitude, latitude], and the last equal to the first.';
  end;
  if st_srid(drawn) not in (0, 4326) then
    raise exception using errcode = 'LA400', message = 'area names a coordinate system: leave out crs and send degrees, WGS 84.';
  end if;
  if st_npoints(drawn) > 10000 then
    raise exception using errcode = 'LA400', message = 'area has more than 10,000 positions: simplify it.';
  end if;
  if (st_xmin(drawn) >= -180 and st_xmax(drawn) <= 180 and st_ymin(drawn) >= -90 and st_ymax(drawn) <= 90) is not true then
    raise exception using errcode = 'LA400', message = 'area is empty or has a position off the globe: send [longitude, latitude] in degrees, longitude from -180 to 180 and latitude from -90 to 90.';
  end if;
  return app_private.checked_area(st_setsrid(drawn, 4326), 'area');
end
$_$;


--
-- Name: FUNCTION area_of_geojson(area json); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.area_of_geojson(area json) IS 'Returns the area that a Polygon, a MultiPolygon or a Feature of one describes in GeoJSON (RFC 7946), with its holes. Error LA400 says what is wrong with it.';


--
-- Name: area_of_points(app_public.point_input[]); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.area_of_points(points app_public.point_input[]) RETURNS public.geometry
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  bad record;
  ring geometry;
begin
  if cardinality(points) > 10000 then
    raise exception using errcode = 'LA400', message = 'points has more than 10,000 points: leave some out.';
  end if;
  select p.index - 1 as index, p.latitude, p.longitude into bad
    from unnest(points) with ordinality as p (latitude, longitude, index)
    where (p.latitude between -90 and 90 and p.longitude between -180 and 180) is not true
    order by p.index limit 1;
  if found then
    raise exception using errcode = 'LA400', message = format(
      'points[%s] is off the globe: send a latitude from -90 to 90 and a longitude from -180 to 180, in degrees.', bad.index);
  end if;
  if (select count(distinct (p.latitude, p.longitude)) from unnest(points) p) < 3 then
    raise exception using errcode = 'LA400', message = 'points has fewer than three different points: an area needs at least three.';
  end if;

  select st_makeline(st_makepoint(p.longitude, p.latitude) order by p.index) into ring
    from unnest(points) with ordinality as p (latitude, longitude, index);
  if not st_isclosed(ring) then
    ring := st_addpoint(ring, st_startpoint(ring));
  end if;
  return app_private.checked_area(st_setsrid(st_makepolygon(ring), 4326), 'points');
end
$$;


--
-- Name: FUNCTION area_of_points(points app_public.point_input[]); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.area_of_points(points app_public.point_input[]) IS 'Returns the polygon with these corners, which may run either way round; it closes an open ring. Error LA400 says what is wrong with them.';


--
-- Name: authenticate(integer, integer, uuid); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.authenticate(token_user_id integer, token_version integer, INOUT token_id uuid DEFAULT NULL::uuid, OUT role text, OUT user_id text) RETURNS record
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  select case when u.is_admin then 'app_admin' else 'app_user' end, u.id::text
    into authenticate.role, authenticate.user_id
    from app_public.users u
    join app_private.user_credentials c on c.user_id = u.id
    where u.id = authenticate.token_user_id
      and (c.token_version = authenticate.token_version
        or c.kept_token_id = authenticate.token_id and c.kept_at_version = c.token_version);
  if not found then
    authenticate.role := 'app_anonymous';
    authenticate.user_id := '';
    authenticate.token_id := null;
  end if;
end
$$;


--
-- Name: FUNCTION authenticate(token_user_id integer, token_version integer, INOUT token_id uuid, OUT role text, OUT user_id text); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.authenticate(token_user_id integer, token_version integer, INOUT token_id uuid, OUT role text, OUT user_id text) IS 'Returns the role, the user id and the token id that a verified token stands for now. A revoked token gets app_anonymous, an empty user id and no token id.';


--
-- Name: cancel_alert(integer, text); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.cancel_alert(alert_id integer, text text) RETURNS integer
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  alert app_public.alerts := app_private.lock_active_alert(alert_id);
begin
  update app_public.alerts a
    set active = false, cancelled_at = now(), all_clear = cancel_alert.text, version = a.version + 1
    where a.id = alert.id
    returning a.* into alert;
  perform app_private.keep_version(alert);
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  update app_private.publications p set last_user_id = 0, completed_at = null where p.alert_id = alert.id;
  perform app_private.queue_publication(alert.id);
  -- A report in flight may still notify its user, who then gets the all-clear too.
  perform pg_advisory_xact_lock(app_private.publication_lock());
  return alert.id;
end
$$;


--
-- Name: FUNCTION cancel_alert(alert_id integer, text text); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.cancel_alert(alert_id integer, text text) IS 'Cancels an alert: the first phase of its all-clear. app_private.publish_chunk() runs the second phase. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended.';


--
-- Name: checked_area(public.geometry, text); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.checked_area(area public.geometry, field text) RETURNS public.geometry
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
  -- Between two corners half a globe apart the edge could run either way round.
  if exists (
    select from (
      select st_x(d.geom) - lag(st_x(d.geom)) over (partition by d.path[1:cardinality(d.path) - 1] order by d.path) as step
        from st_dumppoints(area) d
    ) steps where abs(step) >= 180
  ) then
    raise exception using errcode = 'LA400', message = format(
      '%s crosses the 180th meridian or has an edge that spans half the globe: publish one alert on each side, or add points along the edge.', field);
  end if;
  if not st_isvalid(area) then
    raise exception using errcode = 'LA400', message = format('%s is not a valid area: %s. Correct the drawing there.', field, st_isvalidreason(area));
  end if;
  if st_area(area) = 0 then
    raise exception using errcode = 'LA400', message = format('%s has no area, as its points lie on a line: move one of them.', field);
  end if;
  return area;
end
$$;


--
-- Name: FUNCTION checked_area(area public.geometry, field text); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.checked_area(area public.geometry, field text) IS 'Returns the area if an alert can have it. Otherwise error LA400 names the field that it came in and says why.';


--
-- Name: claim_deliveries(app_private.push_provider, bigint, integer[]); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.claim_deliveries(provider app_private.push_provider, job_id bigint, notification_ids integer[]) RETURNS SETOF app_private.claimed_delivery
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  fresh integer;
begin
  -- Most deliveries are sent at their first claim. Inserting them as sent saves one row version each.
  return query
    with made as (
      insert into app_private.deliveries as d (
          notification_id, device_id, alert_id, user_id, level, provider, job_id, state, attempts, sent_at, due_at, settled_at, why)
        select n.id, v.id, n.alert_id, n.user_id, n.level, v.provider, claim_deliveries.job_id,
            c.state, (c.state = 'sent')::integer, case c.state when 'sent' then clock_timestamp() end,
            coalesce(q.until, now()), case c.state when 'failed' then clock_timestamp() end,
            case c.state when 'failed' then 'The alert ended before the push was sent.' end
          from app_public.notifications n
          join app_private.devices v on v.provider = claim_deliveries.provider and v.user_id = n.user_id
          join app_public.alerts a on a.id = n.alert_id
          left join lateral (
            select app_private.quiet_until(h.starts, h.ends, h.time_zone, now()) as until
              from app_public.quiet_hours h where h.user_id = n.user_id and n.level <> 'ONE'
          ) q on true
          cross join lateral (
            select case when not app_private.may_push(n.kind, a) then 'failed'
              when q.until is not null then 'queued' else 'sent' end::app_private.delivery_state as state
          ) c
          where n.id = any (notification_ids)
            and not exists (select from app_private.deliveries o where o.notification_id = n.id and o.device_id = v.id)
          order by n.id, v.id
        on conflict do nothing
        returning d.*
    )
    select m.notification_id, m.device_id, v.token, m.alert_id, m.level, n.kind
      from made m
      join app_private.devices v on v.id = m.device_id
      join app_public.notifications n on n.id = m.notification_id
      where m.state = 'sent'
      order by m.notification_id, m.device_id;
  get diagnostics fresh = row_count;
  if fresh > 0 then
    return;
  end if;

  -- From here on: deliveries that are due now, and those that this job was sending when its host died. The latter may arrive twice.
  update app_private.deliveries d
    set state = 'failed', settled_at = clock_timestamp(), why = 'The alert ended before the push was sent.'
    from app_public.notifications n join app_public.alerts a on a.id = n.alert_id
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and d.state in ('queued', 'sent') and n.id = d.notification_id and not app_private.may_push(n.kind, a);

  update app_private.deliveries d
    set state = 'dead', settled_at = clock_timestamp(), why = 'The device was unregistered.'
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state in ('queued', 'sent')
      and not exists (select from app_private.devices v where v.id = d.device_id and v.user_id = d.user_id);

  update app_private.deliveries d
    set due_at = app_private.quiet_until(q.starts, q.ends, q.time_zone, now())
    from app_public.quiet_hours q
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state = 'queued'
      and d.level <> 'ONE' and d.due_at <= now() and q.user_id = d.user_id
      and app_private.quiet_until(q.starts, q.ends, q.time_zone, now()) is not null;

  return query
    with chosen as (
      select d.notification_id, d.device_id
        from app_private.deliveries d
        where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
          and (d.state = 'queued' and d.due_at <= now() or d.state = 'sent' and d.job_id = claim_deliveries.job_id)
        order by d.notification_id, d.device_id
        for update skip locked
    ), sent as (
      update app_private.deliveries d
        set state = 'sent', attempts = d.attempts + 1, sent_at = clock_timestamp(), job_id = claim_deliveries.job_id
        from chosen c where d.notification_id = c.notification_id and d.device_id = c.device_id
        returning d.*
    )
    select s.notification_id, s.device_id, v.token, s.alert_id, s.level, n.kind
      from sent s
      join app_private.devices v on v.id = s.device_id
      join app_public.notifications n on n.id = s.notification_id
      order by s.notification_id, s.device_id;
end
$$;


--
-- Name: FUNCTION claim_deliveries(provider app_private.push_provider, job_id bigint, notification_ids integer[]); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.claim_deliveries(provider app_private.push_provider, job_id bigint, notification_ids integer[]) IS 'Claims the deliveries of these notifications that a job has to send now, new ones first. It leaves out deliveries of an ended alert, to a removed device, during the user''s quiet hours, or due later. Call it until it returns no row.';


--
-- Name: compact_alert_reach(); Type: FUNCTION; Schema: app_private; Owner: -
--

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


--
-- Name: FUNCTION compact_alert_reach(); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.compact_alert_reach() IS 'Replaces the rows of each alert by one with their sum. Returns the number of alerts that it compacted.';


--
-- Name: continue_publication(integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.continue_publication(alert_id integer) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', alert_id), job_key => 'publish_alert:' || alert_id);
$$;


--
-- Name: FUNCTION continue_publication(alert_id integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.continue_publication(alert_id integer) IS 'Queues a job that continues an unfinished publication at once. The job that app_private.new_alert() queues waits some seconds.';


--
-- Name: delivery_of_alert(app_public.alerts); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.delivery_of_alert(alert app_public.alerts) RETURNS SETOF app_public.level_delivery
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  return query
    with told as (
      select n.id, n.level, n.seen,
          -- For a late entry, time counts from its notification.
          extract(epoch from n.seen_at - b.began)::float8 as seen_after,
          extract(epoch from d.accepted_at - b.began)::float8 as accepted_after,
          d.sent, d.accepted_at is not null as accepted, d.failed
        from app_public.notifications n
        left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
        left join app_private.publications p on p.alert_id = n.alert_id
        cross join lateral (select case
          when coalesce(n.taken_at <= v.created_at, true) and n.created_at <= coalesce(p.completed_at, 'infinity') then coalesce(v.created_at, alert.created_at)
          else n.created_at end as began) b
        left join (
          select e.notification_id, bool_or(e.sent_at is not null) as sent,
              min(e.settled_at) filter (where e.state = 'accepted') as accepted_at,
              bool_and(e.state in ('failed', 'dead')) as failed
            from app_private.deliveries e where e.alert_id = alert.id group by e.notification_id
        ) d on d.notification_id = n.id
        where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
    )
    select l.level, count(t.id)::integer, count(*) filter (where t.sent)::integer,
        count(*) filter (where t.accepted)::integer, count(*) filter (where t.failed)::integer,
        count(*) filter (where t.seen)::integer,
        percentile_cont(0.5) within group (order by t.accepted_after), percentile_cont(0.95) within group (order by t.accepted_after),
        percentile_cont(0.5) within group (order by t.seen_after), percentile_cont(0.95) within group (order by t.seen_after)
      from unnest(enum_range(null::app_public.level_alert)) l (level)
      left join told t on t.level = l.level
      group by l.level order by l.level;
end
$$;


--
-- Name: FUNCTION delivery_of_alert(alert app_public.alerts); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.delivery_of_alert(alert app_public.alerts) IS 'Returns the results of an alert''s notifications, one row for each level.';


--
-- Name: device_token(text); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.device_token(given text) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
declare
  subscription jsonb;
begin
  if app_private.push_provider(given) <> 'web_push' then
    return given;
  end if;
  begin
    subscription := given::jsonb;
  exception when others then
    subscription := null;
  end;
  if subscription is null or not coalesce(
    subscription ->> 'endpoint' ~ '^https?://' and subscription #>> '{keys,p256dh}' ~ '^[A-Za-z0-9_=-]+$'
      and subscription #>> '{keys,auth}' ~ '^[A-Za-z0-9_=-]+$', false)
  then
    raise exception using errcode = 'LA400',
      message = 'token is not a Web Push subscription: send the JSON of PushSubscription.toJSON(), with endpoint (a URL), keys.p256dh and keys.auth (base64url).';
  end if;
  return jsonb_build_object(
    'endpoint', subscription -> 'endpoint',
    'keys', jsonb_build_object('auth', subscription #> '{keys,auth}', 'p256dh', subscription #> '{keys,p256dh}'))::text;
end
$_$;


--
-- Name: FUNCTION device_token(given text); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.device_token(given text) IS 'Returns a device''s token as the database stores it. Of a Web Push subscription it keeps only the endpoint and the keys, so that one device has one token however its JSON is written. Error LA400 for JSON that is no subscription.';


--
-- Name: draft_alert(app_public.alert_input, app_public.alerts); Type: FUNCTION; Schema: app_private; Owner: -
--

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
    raise exception using errcode = 'LA400', message = 'points and area are both given: send one of them.';
  end if;
  if input.area is not null then
    draft.zone1 := app_private.area_of_geojson(input.area);
  elsif cardinality(input.points) > 0 or previous.id is null then
    draft.zone1 := app_private.area_of_points(coalesce(input.points, '{}'));
  end if;
  draft.level2_distance := coalesce(input.level2_distance, previous.level2_distance, setting.level2_distance);
  draft.level3_distance := coalesce(
    input.level3_distance, previous.level3_distance,
    -- The default of THREE grows with TWO, so that it stays further out.
    draft.level2_distance * setting.level3_distance / setting.level2_distance);
  if (draft.level2_distance > 0 and draft.level3_distance > draft.level2_distance and draft.level3_distance <= 100000) is not true then
    raise exception using errcode = 'LA400',
      message = 'level2Distance and level3Distance do not fit: send metres, level2Distance more than 0, level3Distance more than level2Distance and at most 100,000.';
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
      raise exception using errcode = 'LA400', message = 'expiresAt is not within the next year: send a future time in seconds since 1970-01-01 UTC.';
    end if;
    draft.expires_at := to_timestamp(input.expires_at);
  elsif previous.id is null then
    draft.expires_at := now() + setting.alert_duration;
  end if;
  if input.max_position_age not between 60 and 2592000 then
    raise exception using errcode = 'LA400', message = 'maxPositionAge is out of range: send 60 to 2,592,000 seconds (30 days).';
  end if;
  draft.max_position_age := coalesce(
    make_interval(secs => input.max_position_age), previous.max_position_age, setting.max_position_age);
  draft.max_accuracy := coalesce(previous.max_accuracy, setting.max_accuracy);

  draft.user_id := coalesce(previous.user_id, app_public.current_user_id());
  draft.text1 := coalesce(input.text1, previous.text1);
  draft.text2 := coalesce(input.text2, previous.text2);
  draft.text3 := coalesce(input.text3, previous.text3);
  draft.language := coalesce(input.language, previous.language, setting.default_language);
  draft.event := coalesce(input.event, previous.event);
  draft.severity := coalesce(input.severity, previous.severity, 'UNKNOWN');
  draft.urgency := coalesce(input.urgency, previous.urgency, 'UNKNOWN');
  draft.certainty := coalesce(input.certainty, previous.certainty, 'UNKNOWN');
  draft.status := coalesce(input.status, previous.status, 'ACTUAL');
  draft.active := true;
  draft.version := coalesce(previous.version, 0) + 1;
  draft.told_version := coalesce(previous.told_version, 1);
  return draft;
end
$$;


--
-- Name: FUNCTION draft_alert(input app_public.alert_input, previous app_public.alerts); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.draft_alert(input app_public.alert_input, previous app_public.alerts) IS 'Returns the alert that an input describes, as its publication would store it. Fields that the input leaves out come from the previous version, or from the settings for a new alert. Error LA400 says what is wrong with the input.';


--
-- Name: enclosing_ring(public.geometry); Type: FUNCTION; Schema: app_private; Owner: -
--

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
    joined := zone;
  end if;
  return public.st_convexhull(joined);
end
$$;


--
-- Name: FUNCTION enclosing_ring(zone public.geometry); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.enclosing_ring(zone public.geometry) IS 'Returns a polygon of one ring that encloses a zone, as existing clients read nothing else. It drops holes and draws the convex hull of several pieces. Across the 180th meridian longitudes run on past 180. A zone of one ring stays as it is.';


--
-- Name: end_expired_alerts(); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.end_expired_alerts() RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  ended integer;
begin
  update app_public.alerts set active = false where active and expires_at <= now();
  get diagnostics ended = row_count;
  return ended;
end
$$;


--
-- Name: FUNCTION end_expired_alerts(); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.end_expired_alerts() IS 'Marks expired alerts as no longer active, which removes them from the index that position reports search. Returns their number.';


--
-- Name: find_speech(integer, integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.find_speech(alert_id integer, level integer, OUT id uuid, OUT size integer) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select s.id, octet_length(s.mp3)
    from app_private.alert_speeches a
    join app_private.speeches s on s.id = a.speech_id
    where a.alert_id = find_speech.alert_id and a.level = (enum_range(null::app_public.level_alert))[find_speech.level]
$$;


--
-- Name: FUNCTION find_speech(alert_id integer, level integer, OUT id uuid, OUT size integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.find_speech(alert_id integer, level integer, OUT id uuid, OUT size integer) IS 'Returns the speech of an alert''s text 1, 2 or 3 and its size in bytes. Both are null until the text is spoken.';


--
-- Name: first_bad_position(app_public.position_input[]); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.first_bad_position(input app_public.position_input[]) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  select format('input[%s].%s', p.index - 1, case
      when p.latitude between -90 and 90 is not true then 'latitude is out of range: send degrees from -90 to 90.'
      when p.longitude between -180 and 180 is not true then 'longitude is out of range: send degrees from -180 to 180.'
      when p.accuracy not between 0 and 20000000 then 'accuracy is out of range: send metres from 0 to 20,000,000.'
      when p.moving_activity is null then 'movingActivity is missing: send one of its values.'
      else 'takenAt is in the future or before 1970: send seconds since 1970-01-01 UTC.'
    end)
    from unnest(input) with ordinality as p (latitude, longitude, moving_activity, taken_at, accuracy, index)
    where (p.latitude between -90 and 90 and p.longitude between -180 and 180) is not true
      or p.accuracy not between 0 and 20000000
      or p.moving_activity is null
      or app_private.moment_taken(p.taken_at) = 'infinity'
    order by p.index
    limit 1
$$;


--
-- Name: FUNCTION first_bad_position(input app_public.position_input[]); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.first_bad_position(input app_public.position_input[]) IS 'Returns what is wrong with the first entry that the constraints of positions would refuse, as a constraint cannot name the entry. Null if all are good.';


--
-- Name: follow_up_deliveries(app_private.push_provider, integer[], app_public.level_alert, timestamp with time zone); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.follow_up_deliveries(provider app_private.push_provider, notification_ids integer[], level app_public.level_alert, not_before timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  waiting record;
begin
  select array_agg(distinct d.notification_id) as ids, min(d.due_at) as due_at into waiting
    from app_private.deliveries d
    where d.notification_id = any (notification_ids) and d.provider = follow_up_deliveries.provider and d.state = 'queued';
  if waiting.ids is not null then
    perform graphile_worker.add_job(
      'push_' || provider,
      json_build_object('notificationIds', waiting.ids),
      run_at => greatest(waiting.due_at, not_before),
      priority => array_position(enum_range(null::app_public.level_alert), level));
  end if;
end
$$;


--
-- Name: FUNCTION follow_up_deliveries(provider app_private.push_provider, notification_ids integer[], level app_public.level_alert, not_before timestamp with time zone); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.follow_up_deliveries(provider app_private.push_provider, notification_ids integer[], level app_public.level_alert, not_before timestamp with time zone) IS 'Queues a job for the deliveries of these notifications that are still to be sent. It runs when the first of them is due, but not before a given time.';


--
-- Name: free_jobs(text[]); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.free_jobs(worker_ids text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform graphile_worker.force_unlock_workers(worker_ids);
  -- A job that was replaced while it ran has lost its key and would never run again.
  perform graphile_worker.complete_jobs(array_agg(j.id))
    from graphile_worker.jobs j
    where j.task_identifier in ('publish_alert', 'speak_alert') and j.key is null
      and j.locked_at is null and j.attempts >= j.max_attempts
    having count(*) > 0;
end
$$;


--
-- Name: FUNCTION free_jobs(worker_ids text[]); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.free_jobs(worker_ids text[]) IS 'Unlocks the jobs of worker pools that have died, and completes those that another job has replaced.';


--
-- Name: heartbeat(text[]); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.heartbeat(VARIADIC worker_ids text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  patience constant interval := '10 seconds';
  living_since timestamptz;
  dead text[];
begin
  with beat as (
    insert into app_private.workers as w (id) select unnest(worker_ids)
      on conflict (id) do update
        set since = case when w.seen_at < now() - patience then now() else w.since end, seen_at = now()
      returning w.since
  )
  select min(b.since) into living_since from beat b;

  -- Only a pool that has lived that long may judge the others: after an outage of PostgreSQL, all of them are late.
  if living_since < now() - patience then
    with gone as (
      delete from app_private.workers w where w.seen_at < now() - patience returning w.id
    )
    select array_agg(g.id) into dead from gone g;
    if dead is not null then
      perform app_private.free_jobs(dead);
    end if;
  end if;

  -- Each failure makes a job wait longer. A publication must not wait.
  perform graphile_worker.reschedule_jobs(array_agg(j.id), run_at => now(), attempts => 0)
    from app_private.publications p
    join graphile_worker.jobs j on j.key = 'publish_alert:' || p.alert_id
    where p.completed_at is null and j.locked_at is null
      and (j.attempts >= j.max_attempts or j.attempts > 0 and j.run_at > now() + patience / 2)
    having count(*) > 0;
end
$$;


--
-- Name: FUNCTION heartbeat(VARIADIC worker_ids text[]); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.heartbeat(VARIADIC worker_ids text[]) IS 'Records that the worker pools of a process are alive; each process calls it every two seconds. It unlocks the jobs of pools that have been silent for ten seconds, and makes no unfinished publication wait longer than that.';


--
-- Name: hold_reports(integer[]); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.hold_reports(user_ids integer[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  -- One order of locking for all prevents deadlocks between publications.
  perform pg_advisory_xact_lock(4155, h.lock)
    from (select distinct app_private.report_lock(u.user_id) as lock from unnest(user_ids) u (user_id) order by 1) h;
end
$$;


--
-- Name: FUNCTION hold_reports(user_ids integer[]); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.hold_reports(user_ids integer[]) IS 'Waits for the position reports of these users that are in flight, and holds back their next ones until the transaction ends. A statement that begins after it sees the last position of each user.';


--
-- Name: is_tester(integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.is_tester(user_id integer) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select u.is_tester from app_public.users u where u.id = is_tester.user_id
$$;


--
-- Name: FUNCTION is_tester(user_id integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.is_tester(user_id integer) IS 'True if exercises and tests reach this user.';


--
-- Name: keep_speech(integer, app_public.level_alert, text, bytea); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.keep_speech(alert_id integer, level app_public.level_alert, voice text, mp3 bytea DEFAULT NULL::bytea) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  text_digest bytea;
begin
  select sha256(convert_to(
      keep_speech.voice || chr(10) || case keep_speech.level
        when 'ONE' then a.text1
        when 'TWO' then a.text2
        when 'THREE' then a.text3
      end, 'UTF8'))
    into text_digest
    from app_public.alerts a where a.id = keep_speech.alert_id;
  if keep_speech.mp3 is not null then
    -- Another host may have stored this speech first. Clients may hold parts of it, so it stays.
    insert into app_private.speeches (digest, voice, mp3)
      values (text_digest, keep_speech.voice, keep_speech.mp3)
      on conflict on constraint speeches_digest_key do nothing;
  end if;
  insert into app_private.alert_speeches (alert_id, level, speech_id)
    select keep_speech.alert_id, keep_speech.level, s.id
      from app_private.speeches s where s.digest = text_digest
    on conflict on constraint alert_speeches_pkey do nothing;
  return exists (
    select from app_private.alert_speeches s
      where s.alert_id = keep_speech.alert_id and s.level = keep_speech.level);
end
$$;


--
-- Name: FUNCTION keep_speech(alert_id integer, level app_public.level_alert, voice text, mp3 bytea); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.keep_speech(alert_id integer, level app_public.level_alert, voice text, mp3 bytea) IS 'Stores an MP3 as the speech of an alert''s text. Without an MP3 it takes the speech of an equal text in the same voice. True if the text has a speech now.';


--
-- Name: keep_version(app_public.alerts); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.keep_version(alert app_public.alerts) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  insert into app_public.alert_versions (
      alert_id, version, user_id, zone1, level2_distance, level3_distance, expires_at, text1, text2, text3, all_clear, is_renotified)
    values (
      alert.id, alert.version, app_public.current_user_id(), alert.zone1, alert.level2_distance, alert.level3_distance,
      alert.expires_at, alert.text1, alert.text2, alert.text3, alert.all_clear, alert.told_version = alert.version)
$$;


--
-- Name: FUNCTION keep_version(alert app_public.alerts); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.keep_version(alert app_public.alerts) IS 'Stores the present state of an alert as a version by the user of this request.';


--
-- Name: last_positions_after(bigint); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.last_positions_after(position_id bigint) RETURNS TABLE(id bigint, user_id integer, created_at timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_sort TO 'off'
    SET jit TO 'off'
    AS $$
  select p.id, p.user_id, p.created_at
    from (
      select q.id, q.user_id, q.created_at from app_public.positions q
        where q.id > last_positions_after.position_id and q.created_at > now() - interval '1 minute'
        order by q.id offset 0
    ) p
    -- A subquery forces one index lookup for each row, for the same reason.
    where p.id = (select l.position_id from app_public.last_positions l where l.user_id = p.user_id)
$$;


--
-- Name: FUNCTION last_positions_after(position_id bigint); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.last_positions_after(position_id bigint) IS 'Returns the positions with a higher id that are last positions, so at most one for each user. Hosts call it while administrators watch. A position that commits late may have a lower id than one that is known.';


--
-- Name: level_at(public.geometry, public.geometry, public.geometry, public.geometry, boolean); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.level_at(zone1 public.geometry, zone2 public.geometry, zone3 public.geometry, location public.geometry, is_coarse boolean DEFAULT false) RETURNS app_public.level_alert
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  -- Each value has its own cast, so that it is a constant. One cast at the end would run for each row.
  select case
    when public.st_covers(zone1, location) then 'ONE'::app_public.level_alert
    when is_coarse then null
    when public.st_covers(zone2, location) then 'TWO'::app_public.level_alert
    when public.st_covers(zone3, location) then 'THREE'::app_public.level_alert
  end
$$;


--
-- Name: FUNCTION level_at(zone1 public.geometry, zone2 public.geometry, zone3 public.geometry, location public.geometry, is_coarse boolean); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.level_at(zone1 public.geometry, zone2 public.geometry, zone3 public.geometry, location public.geometry, is_coarse boolean) IS 'Returns the innermost zone that a point lies in, edges included. Null outside all zones. A coarse position gets ONE or null, as it cannot tell the outer zones.';


--
-- Name: lock_active_alert(integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.lock_active_alert(alert_id integer) RETURNS app_public.alerts
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  alert app_public.alerts;
begin
  -- The same order of locks as in app_private.publish_chunk().
  perform from app_private.publications p where p.alert_id = lock_active_alert.alert_id for update;
  -- Not "for update": reports insert rows that refer to this one, and the caller waits for reports later.
  select a.* into alert from app_public.alerts a where a.id = lock_active_alert.alert_id for no key update;
  if alert.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert with this id.';
  end if;
  if alert.cancelled_at is not null then
    raise exception using errcode = 'LA409', message = 'This alert is already cancelled: publish a new one.';
  end if;
  if not alert.active or alert.expires_at <= now() then
    raise exception using errcode = 'LA409', message = 'This alert has expired: publish a new one.';
  end if;
  return alert;
end
$$;


--
-- Name: FUNCTION lock_active_alert(alert_id integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.lock_active_alert(alert_id integer) IS 'Returns an active alert and locks it for a change; no part of its publication runs meanwhile. Error LA404 for an unknown alert, LA409 for one that has ended.';


--
-- Name: login_credentials(text); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.login_credentials(email text) RETURNS TABLE(user_id integer, is_admin boolean, password_hash text, token_version integer)
    LANGUAGE sql STABLE SECURITY DEFINER ROWS 1
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select u.id, u.is_admin, c.password_hash, c.token_version
    from app_public.users u
    join app_private.user_credentials c on c.user_id = u.id
    where lower(u.email) = lower(login_credentials.email)
$$;


--
-- Name: FUNCTION login_credentials(email text); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.login_credentials(email text) IS 'Returns what the host needs to check a password and to issue a token. No row for an unknown email.';


--
-- Name: make_position_partitions(interval); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.make_position_partitions(ahead interval DEFAULT '28 days'::interval) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  week timestamptz;
  partition_name text;
  made integer := 0;
begin
  -- One process at a time makes partitions. The key differs from the publication lock.
  perform pg_advisory_xact_lock(hashtext('app_private.make_position_partitions'));
  for week in select generate_series(date_trunc('week', now()), now() + ahead, '1 week') loop
    partition_name := 'positions_' || to_char(week, 'YYYY_MM_DD');
    continue when to_regclass(format('app_public.%I', partition_name)) is not null;
    -- Creating a partition takes this lock anyway. Taken now, it keeps new reports out of the default partition.
    lock table app_public.positions in access exclusive mode;
    create temporary table moved_positions on commit drop as
      select * from app_public.positions_default where created_at >= week and created_at < week + interval '1 week';
    delete from app_public.positions_default where created_at >= week and created_at < week + interval '1 week';
    execute format(
      'create table app_public.%I partition of app_public.positions for values from (%L) to (%L)',
      partition_name, week, week + interval '1 week');
    -- Access goes only through the parent, so its policies and grants apply.
    execute format('alter table app_public.%I enable row level security', partition_name);
    execute format('comment on table app_public.%I is %L', partition_name, E'@behavior -*\nPositions of one week.');
    insert into app_public.positions overriding system value select * from moved_positions;
    drop table moved_positions;
    made := made + 1;
  end loop;
  return made;
end
$$;


--
-- Name: FUNCTION make_position_partitions(ahead interval); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.make_position_partitions(ahead interval) IS 'Makes the weekly partitions of positions from this week on, as far ahead as given. Returns the number of new ones.';


--
-- Name: may_push(app_public.notification_kind, app_public.alerts); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.may_push(kind app_public.notification_kind, alert app_public.alerts) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  select case
    when kind = 'ALL_CLEAR' then alert.cancelled_at > now() - interval '1 day'
    else alert.active and alert.expires_at > now()
  end
$$;


--
-- Name: FUNCTION may_push(kind app_public.notification_kind, alert app_public.alerts); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.may_push(kind app_public.notification_kind, alert app_public.alerts) IS 'True while a push still makes sense: as long as the alert is active, and for a day after an all-clear.';


--
-- Name: metres_from(public.geometry, public.geometry); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.metres_from(zone public.geometry, place public.geometry) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  -- On geography, PostGIS reports some inner points as outside.
  select case when st_covers(zone, place) then 0 else st_distance(zone::geography, place::geography) end
$$;


--
-- Name: FUNCTION metres_from(zone public.geometry, place public.geometry); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.metres_from(zone public.geometry, place public.geometry) IS 'Returns the distance of a place from a zone in metres, 0 inside.';


--
-- Name: moment_taken(bigint); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.moment_taken(seconds bigint) RETURNS timestamp with time zone
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select case
    when seconds is null then pg_catalog.now()
    -- A position from a fast clock counts as taken now. to_timestamp() fails past the year 294276.
    when seconds between 0 and extract(epoch from pg_catalog.now()) + 86400
      then least(pg_catalog.to_timestamp(seconds), pg_catalog.now())
    else 'infinity'::timestamptz
  end
$$;


--
-- Name: FUNCTION moment_taken(seconds bigint); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.moment_taken(seconds bigint) IS 'Returns when a position was taken, from the device''s seconds since 1970-01-01 UTC. Null and up to a day ahead mean now. Anything else gives infinity, which the table refuses.';


--
-- Name: new_alert(app_public.alert_input); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.new_alert(input app_public.alert_input) RETURNS integer
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  -- A digest of the request tells a repeated one from another one with the same key.
  said bytea := case when input.idempotency_key is not null then sha256(convert_to(input::text, 'UTF8')) end;
  earlier app_public.alerts;
  alert app_public.alerts;
begin
  alert := app_private.draft_alert(input, null);
  insert into app_public.alerts (
      user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, max_accuracy,
      text1, text2, text3, language, event, severity, urgency, certainty, status, idempotency_key, request)
    values (
      alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
      alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.text1, alert.text2, alert.text3,
      alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.status,
      input.idempotency_key, said)
    on conflict (user_id, idempotency_key) do nothing
    returning * into alert;
  if alert.id is null then
    -- The insert waited until the first request committed, so this finds its alert.
    select a.* into earlier from app_public.alerts a
      where a.user_id = app_public.current_user_id() and a.idempotency_key = input.idempotency_key;
    if earlier.request is distinct from said then
      raise exception using errcode = 'LA409',
        message = 'idempotencyKey belongs to another alert of yours: send a new key with each alert, and the same key only to repeat a request.';
    end if;
    return earlier.id;
  end if;
  perform app_private.keep_version(alert);
  insert into app_private.publications (alert_id) values (alert.id);
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  -- The lock comes last, as reports wait from here until the commit; see app_private.publication_lock().
  perform pg_advisory_xact_lock(app_private.publication_lock());
  return alert.id;
end
$$;


--
-- Name: FUNCTION new_alert(input app_public.alert_input); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.new_alert(input app_public.alert_input) IS 'Runs the first phase of a publication: it makes the alert visible after the reports in flight have committed. It queues a job for the second phase, app_private.publish_chunk(). Returns the alert''s id; a repeated idempotencyKey returns the id of the first alert. Error LA409 if the key belongs to another alert.';


--
-- Name: newest_position_id(); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.newest_position_id() RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select coalesce(max(p.id), 0) from app_public.positions p
$$;


--
-- Name: FUNCTION newest_position_id(); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.newest_position_id() IS 'Returns the id with which app_private.last_positions_after() begins.';


--
-- Name: notifications_between(integer[], integer[], integer[], integer[]); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.notifications_between(alert_ids integer[], first_ids integer[], last_ids integer[], user_ids integer[]) RETURNS TABLE(id integer, user_id integer)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
  select n.id, n.user_id
    from unnest(alert_ids, first_ids, last_ids) r (alert_id, first_id, last_id)
    cross join lateral (
      select m.id, m.user_id from app_public.notifications m
        where m.alert_id = r.alert_id and m.id between r.first_id and r.last_id offset 0
    ) n
    where user_ids is null or n.user_id in (select u.user_id from unnest(user_ids) u (user_id))
$$;


--
-- Name: FUNCTION notifications_between(alert_ids integer[], first_ids integer[], last_ids integer[], user_ids integer[]); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.notifications_between(alert_ids integer[], first_ids integer[], last_ids integer[], user_ids integer[]) IS 'Returns the notifications in announced ranges of ids and their users. Each range is an alert with its lowest and highest id; user_ids limits them to these users unless it is null. Hosts call it for their subscribers, who then read their own notifications under their own role.';


--
-- Name: last_positions; Type: TABLE; Schema: app_public; Owner: -
--

CREATE TABLE app_public.last_positions (
    user_id integer NOT NULL,
    position_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    location public.geometry(Point,4326) NOT NULL,
    accuracy double precision,
    moving_activity app_public.moving_activity NOT NULL
)
WITH (fillfactor='50');


--
-- Name: TABLE last_positions; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TABLE app_public.last_positions IS '@behavior -query:resource:connection
@orderedBy user_id
@listForAdmins
@filterBy user_id
The last position of a user, by the time it was taken. It survives the purge of positions.';


--
-- Name: COLUMN last_positions.user_id; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.last_positions.user_id IS 'The id of the user.';


--
-- Name: COLUMN last_positions.position_id; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.last_positions.position_id IS '@behavior -*
The position report that it comes from.';


--
-- Name: COLUMN last_positions.created_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.last_positions.created_at IS 'When the service received it, in seconds since 1970-01-01 UTC.';


--
-- Name: COLUMN last_positions.taken_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.last_positions.taken_at IS 'When the device took it, in seconds since 1970-01-01 UTC.';


--
-- Name: COLUMN last_positions.location; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.last_positions.location IS '@behavior -*
Longitude and latitude in degrees, WGS 84.';


--
-- Name: COLUMN last_positions.accuracy; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.last_positions.accuracy IS 'The radius of its accuracy in metres, as the device reported it. Null if it did not.';


--
-- Name: COLUMN last_positions.moving_activity; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.last_positions.moving_activity IS 'How the user was moving.';


--
-- Name: notify_of_active_alerts(app_public.last_positions); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.notify_of_active_alerts(here app_public.last_positions) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  made record;
begin
  with hit as (
    select a.id as alert_id, a.version, a.told_version,
        app_private.level_at(a.zone1, a.zone2, a.zone3, here.location, here.accuracy > a.max_accuracy) as level
      from app_public.alerts a
      where a.active and a.expires_at > now()
        and here.taken_at > now() - a.max_position_age
        and st_covers(a.zone3, here.location)
        and (a.status = 'ACTUAL' or app_private.is_tester(here.user_id))
  ), inserted as (
    insert into app_public.notifications (
        alert_id, user_id, level, latitude, longitude, moving_activity, taken_at, accuracy, version, kind)
      select h.alert_id, here.user_id, h.level, st_y(here.location), st_x(here.location), here.moving_activity,
          here.taken_at, here.accuracy, h.version,
          case when h.version > 1 and exists (
            select from app_public.notifications n where n.alert_id = h.alert_id and n.user_id = here.user_id)
            then 'UPDATE' else 'ALERT' end::app_public.notification_kind
        from hit h
        where h.level is not null and not exists (
          select from app_public.notifications n
            where n.alert_id = h.alert_id and n.user_id = here.user_id and n.level <= h.level
              and n.version >= h.told_version)
      returning id, alert_id, level
  ), reached as (
    insert into app_private.alert_reach (alert_id, users)
      select i.alert_id, 1 from inserted i
        where not exists (
          select from app_public.notifications n where n.alert_id = i.alert_id and n.user_id = here.user_id)
  )
  select count(*)::integer as notified, array_agg(i.id) as ids, array_agg(i.alert_id) as alert_ids,
      array_agg(i.id) filter (where i.level = 'ONE') as one,
      array_agg(i.id) filter (where i.level = 'TWO') as two,
      array_agg(i.id) filter (where i.level = 'THREE') as three
    into made from inserted i;
  if made.notified > 0 then
    perform app_private.queue_pushes('ONE', made.one, here.user_id, here.user_id);
    perform app_private.queue_pushes('TWO', made.two, here.user_id, here.user_id);
    perform app_private.queue_pushes('THREE', made.three, here.user_id, here.user_id);
    perform app_private.announce_notifications(m.alert_id, m.id, m.id) from unnest(made.alert_ids, made.ids) m (alert_id, id);
  end if;
  return made.notified;
end
$$;


--
-- Name: FUNCTION notify_of_active_alerts(here app_public.last_positions); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.notify_of_active_alerts(here app_public.last_positions) IS 'Notifies a user of the active alerts whose zones contain their last position, unless they were notified at this level or a more urgent one. The caller holds the row''s lock, and in shared mode the publication lock and the user''s report lock. Returns the number of notifications.';


--
-- Name: notify_users(app_public.alerts, integer[]); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.notify_users(alert app_public.alerts, user_ids integer[]) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  -- This unpacks each zone once, not once for each user.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
  made record;
begin
  with candidate as materialized (
    select l.user_id, st_y(l.location) as latitude, st_x(l.location) as longitude, l.moving_activity,
        l.taken_at, l.accuracy,
        app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level,
        -- A subquery forces one index lookup for each row. A join would be planned with statistics from before this publication.
        (select n.level from app_public.notifications n
          where n.alert_id = alert.id and n.user_id = l.user_id and n.version >= alert.told_version
          order by n.level limit 1) as told,
        alert.version > 1 and exists (
          select from app_public.notifications n where n.alert_id = alert.id and n.user_id = l.user_id) as told_ever
      from app_public.last_positions l
      where l.user_id = any (user_ids) and (alert.status = 'ACTUAL' or app_private.is_tester(l.user_id))
  ), chosen as materialized (
    select * from candidate c where c.level is not null and (c.told is null or c.told > c.level)
  ), inserted as (
    insert into app_public.notifications (
        alert_id, user_id, level, latitude, longitude, moving_activity, taken_at, accuracy, version, kind)
      select alert.id, c.user_id, c.level, c.latitude, c.longitude, c.moving_activity, c.taken_at, c.accuracy,
          alert.version, case when c.told_ever then 'UPDATE' else 'ALERT' end::app_public.notification_kind
        from chosen c order by c.level, c.user_id
      returning id, level
  )
  select count(*)::integer as notified,
      array_agg(i.id) filter (where i.level = 'ONE') as one,
      array_agg(i.id) filter (where i.level = 'TWO') as two,
      array_agg(i.id) filter (where i.level = 'THREE') as three,
      (select count(*) from chosen c where c.told is null and not c.told_ever)::integer as newly_reached,
      min(i.id) as first_id, max(i.id) as last_id
    into made from inserted i;
  if made.newly_reached > 0 then
    insert into app_private.alert_reach (alert_id, users) values (alert.id, made.newly_reached);
  end if;
  if made.notified > 0 then
    perform app_private.queue_pushes('ONE', made.one);
    perform app_private.queue_pushes('TWO', made.two);
    perform app_private.queue_pushes('THREE', made.three);
    perform app_private.announce_notifications(alert.id, made.first_id, made.last_id);
  end if;
  return made.notified;
end
$$;


--
-- Name: FUNCTION notify_users(alert app_public.alerts, user_ids integer[]); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.notify_users(alert app_public.alerts, user_ids integer[]) IS 'Notifies these users of an alert at the zone of their last position, unless they were notified at this level or a more urgent one. The caller holds their reports. Returns the number of notifications.';


--
-- Name: other_expo_token(text); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.other_expo_token(token text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  select case
    when token ~ '^ExponentPushToken\[.+\]$' then substr(token, 19, length(token) - 19)
    else 'ExponentPushToken[' || token || ']'
  end
$_$;


--
-- Name: FUNCTION other_expo_token(token text); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.other_expo_token(token text) IS 'Returns the other form of an Expo token: bare, as the existing app registers it, or wrapped. Both name one device, which must get one push.';


--
-- Name: publication_lock(); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.publication_lock() RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select 4154::pg_catalog.int8
$$;


--
-- Name: FUNCTION publication_lock(); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.publication_lock() IS 'Returns the key of the advisory lock that position reports share and that a publication takes alone at the end of its transaction. A report in flight thus commits before the alert does, or sees the alert.';


--
-- Name: publish_chunk(integer, integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.publish_chunk(alert_id integer, chunk_size integer DEFAULT 5000) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET jit TO 'off'
    AS $$
declare
  publication app_private.publications;
  alert app_public.alerts;
  candidates integer[];
  is_complete boolean := false;
begin
  -- A second process that publishes this alert waits here and continues where the first stopped.
  select p.* into publication from app_private.publications p where p.alert_id = publish_chunk.alert_id for update;
  if publication.alert_id is null or publication.completed_at is not null then
    return true;
  end if;
  select a.* into alert from app_public.alerts a where a.id = publication.alert_id;
  if alert.cancelled_at is not null then
    publication.last_user_id := app_private.all_clear_to_range(alert, publication.last_user_id, chunk_size);
    update app_private.publications p
      set last_user_id = coalesce(publication.last_user_id, p.last_user_id),
        completed_at = case when publication.last_user_id is null then clock_timestamp() end
      where p.alert_id = alert.id;
    return publication.last_user_id is null;
  end if;
  if not alert.active or alert.expires_at <= now() then
    delete from app_private.publication_waiting w where w.alert_id = alert.id;
    update app_private.publications p set completed_at = clock_timestamp() where p.alert_id = alert.id;
    return true;
  end if;

  if publication.level = 'ONE' and publication.last_user_id = 0 then
    -- Most alerts concern few users: the index of last positions finds all of them at once.
    select array_agg(c.user_id) into candidates from (
      select l.user_id from app_public.last_positions l
        where st_covers(alert.zone3, l.location) and l.taken_at > now() - alert.max_position_age
        limit chunk_size + 1
    ) c;
    is_complete := coalesce(cardinality(candidates), 0) <= chunk_size;
    if not is_complete and app_private.queue_recipients(alert, chunk_size) then
      publication.level := 'TWO';
      candidates := null;
    end if;
  elsif publication.level <> 'ONE' then
    -- The next queued users, more urgent levels first.
    with taken as (
      delete from app_private.publication_waiting w using (
          select o.level, o.first_user_id, sum(cardinality(o.user_ids)) over (order by o.level, o.first_user_id) as users,
              cardinality(o.user_ids) as of_these
            from app_private.publication_waiting o where o.alert_id = alert.id
        ) n
        where w.alert_id = alert.id and w.level = n.level and w.first_user_id = n.first_user_id
          and (n.users <= chunk_size or n.users = n.of_these)
        returning w.user_ids
    )
    select array_agg(u.user_id) into candidates from taken t, unnest(t.user_ids) u (user_id);
    is_complete := candidates is null;
  end if;

  if is_complete or publication.level <> 'ONE' then
    perform app_private.hold_reports(candidates);
    perform app_private.notify_users(alert, candidates);
  else
    -- A large publication passes through all users by id.
    perform app_private.publish_to_range(alert, publication.last_user_id + 1, publication.last_user_id + chunk_size);
    publication.last_user_id := publication.last_user_id + chunk_size;
    -- max() uses the index. "not exists" was planned as a scan of the whole table for each chunk.
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


--
-- Name: FUNCTION publish_chunk(alert_id integer, chunk_size integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.publish_chunk(alert_id integer, chunk_size integer) IS 'Notifies the next users whose last position lies in the alert''s zones, the most urgent level first. For a cancelled alert it sends the all-clear to the next users who were notified. True when all are done. Call it until then, each time in a transaction that begins after the alert has committed.';


--
-- Name: publish_to_range(app_public.alerts, integer, integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.publish_to_range(alert app_public.alerts, first_id integer, last_id integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  oldest timestamptz := now() - alert.max_position_age;
  -- This unpacks each zone once, not once for each user.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
  any_told boolean;
  made record;
begin
  perform app_private.hold_reports(array(select generate_series(first_id, last_id, 2048) union select last_id));
  -- The order of the index decides the plan, as statistics are from before this publication.
  select n.alert_id = alert.id and n.user_id <= last_id into any_told
    from app_public.notifications n where (n.alert_id, n.user_id) >= (alert.id, first_id)
    order by n.alert_id, n.user_id, n.level limit 1;
  with seen as materialized (
    select l.user_id, l.location, l.moving_activity, l.taken_at, l.accuracy,
        app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level,
        case when any_told then (
          select n.level from app_public.notifications n
            where n.alert_id = alert.id and n.user_id = l.user_id and n.version >= alert.told_version
            order by n.level limit 1) end as told,
        alert.version > 1 and exists (
          select from app_public.notifications n where n.alert_id = alert.id and n.user_id = l.user_id) as told_ever
      from app_public.last_positions l
      where l.user_id between first_id and last_id and l.taken_at > oldest
        and (alert.status = 'ACTUAL' or app_private.is_tester(l.user_id))
  ), chosen as materialized (
    select * from seen s where s.level is not null and (s.told is null or s.told > s.level)
  ), told as (
    insert into app_public.notifications (
        alert_id, user_id, level, latitude, longitude, moving_activity, taken_at, accuracy, version, kind)
      select alert.id, s.user_id, s.level, st_y(s.location), st_x(s.location), s.moving_activity, s.taken_at, s.accuracy,
          alert.version, case when s.told_ever then 'UPDATE' else 'ALERT' end::app_public.notification_kind
        from chosen s where s.level = 'ONE'
      returning id
  ), waiting as (
    insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
      select alert.id, s.level, min(s.user_id), array_agg(s.user_id)
        from chosen s where s.level in ('TWO', 'THREE') group by s.level
  ), reached as (
    insert into app_private.alert_reach (alert_id, users)
      select alert.id, count(*) from chosen s where s.level = 'ONE' and s.told is null and not s.told_ever having count(*) > 0
  )
  select array_agg(t.id) as ids, min(t.id) as first_id, max(t.id) as last_id into made from told t;
  if made.ids is not null then
    perform app_private.queue_pushes('ONE', made.ids);
    perform app_private.announce_notifications(alert.id, made.first_id, made.last_id);
  end if;
end
$$;


--
-- Name: FUNCTION publish_to_range(alert app_public.alerts, first_id integer, last_id integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.publish_to_range(alert app_public.alerts, first_id integer, last_id integer) IS 'Notifies the users in a range of ids who are in zone ONE, and queues those in TWO and THREE for later.';


--
-- Name: purge_positions(); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.purge_positions() RETURNS bigint
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    AS $_$
declare
  oldest_kept timestamptz;
  old_partition record;
  purged bigint;
begin
  select now() - s.position_retention into oldest_kept from app_private.settings s;
  for old_partition in
    select c.oid::regclass as name
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'app_public.positions'::regclass
        and c.relname ~ '^positions_\d{4}_\d\d_\d\d$'
        and to_timestamp(c.relname, '"positions_"YYYY_MM_DD') + interval '1 week' <= oldest_kept
  loop
    execute format('drop table %s', old_partition.name);
  end loop;
  delete from app_public.positions where created_at < oldest_kept;
  get diagnostics purged = row_count;
  return purged;
end
$_$;


--
-- Name: FUNCTION purge_positions(); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.purge_positions() IS 'Drops the weekly partitions of positions that are past the retention, and deletes other rows past it. Returns the number of deleted rows, without those of dropped partitions.';


--
-- Name: push_provider(text); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.push_provider(token text) RETURNS app_private.push_provider
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  select case
    when push_provider.token ~ '^\s*\{' then 'web_push'::app_private.push_provider
    when push_provider.token ~ '^Expo(nent)?PushToken\[.+\]$' then 'expo'
    when push_provider.token ~ '^[A-Za-z0-9_-]+:[A-Za-z0-9_-]{80,}$' then 'fcm'
    else (select s.bare_token_provider from app_private.settings s)
  end
$_$;


--
-- Name: FUNCTION push_provider(token text); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.push_provider(token text) IS 'Returns the provider of a device''s token by its form: JSON is Web Push, ExponentPushToken[…] is Expo, and an instance id with a colon is FCM. The setting bare_token_provider decides about any other token.';


--
-- Name: queue_missing_speeches(); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.queue_missing_speeches() RETURNS integer
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  with queued as materialized (
    select app_private.queue_speech(a.id)
      from app_public.alerts a
      where a.active and a.expires_at > now()
        and (select count(*) from app_private.alert_speeches s where s.alert_id = a.id) < 3
      order by a.id
  )
  select count(*)::integer from queued
$$;


--
-- Name: FUNCTION queue_missing_speeches(); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.queue_missing_speeches() IS 'Queues speech for active alerts that lack some, for example after a time without an engine. Returns their number.';


--
-- Name: queue_publication(integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.queue_publication(alert_id integer) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', alert_id),
    run_at => now() + interval '5 seconds', job_key => 'publish_alert:' || alert_id);
$$;


--
-- Name: FUNCTION queue_publication(alert_id integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.queue_publication(alert_id integer) IS 'Queues a job that continues an alert''s publication if the host dies between the two phases.';


--
-- Name: queue_pushes(app_public.level_alert, integer[], integer, integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.queue_pushes(level app_public.level_alert, notification_ids integer[], first_user_id integer DEFAULT 0, last_user_id integer DEFAULT 2147483647) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  taker app_private.push_provider;
begin
  if notification_ids is null then
    return;
  end if;
  foreach taker in array enum_range(null::app_private.push_provider) loop
    -- The order of the index makes this one lookup, even for a provider without devices.
    if (select d.provider = taker and d.user_id <= last_user_id
      from app_private.devices d where (d.provider, d.user_id) >= (taker, first_user_id)
      order by d.provider, d.user_id limit 1)
    then
      perform graphile_worker.add_job(
          'push_' || taker,
          json_build_object('notificationIds', notification_ids[first:first + 999]),
          priority => array_position(enum_range(null::app_public.level_alert), level))
        from generate_series(1, cardinality(notification_ids), 1000) first;
    end if;
  end loop;
end
$$;


--
-- Name: FUNCTION queue_pushes(level app_public.level_alert, notification_ids integer[], first_user_id integer, last_user_id integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.queue_pushes(level app_public.level_alert, notification_ids integer[], first_user_id integer, last_user_id integer) IS 'Queues pushes for notifications of one level, the more urgent level first. There is one job for each thousand notifications and for each provider that these users have a device of.';


--
-- Name: queue_receipts(app_private.push_provider, text[]); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.queue_receipts(provider app_private.push_provider, receipts text[]) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select graphile_worker.add_job(
      'push_receipts', json_build_object('provider', provider, 'receipts', receipts),
      run_at => now() + s.receipt_delay, priority => 5)
    from app_private.settings s;
$$;


--
-- Name: FUNCTION queue_receipts(provider app_private.push_provider, receipts text[]); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.queue_receipts(provider app_private.push_provider, receipts text[]) IS 'Queues a job that asks a provider for the receipts of accepted pushes, when it will have them.';


--
-- Name: queue_recipients(app_public.alerts, integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.queue_recipients(alert app_public.alerts, chunk_size integer) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  users constant bigint := (select max(l.user_id) from app_public.last_positions l);
  -- Passing through eight users costs about as much as queueing one.
  most constant bigint := least(20 * chunk_size, users / 8);
  sample constant double precision := least(1, 2000 / users::double precision);
  -- This unpacks each zone once, not once for each user.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
begin
  -- A sample of some two thousand users can show that there are far too many, without a search for all of them.
  if (select count(*) from app_public.last_positions l tablesample system (100 * sample) where st_covers(zone3, l.location))
    > 2 * most * sample
  then
    return false;
  end if;
  with seen as materialized (
    select l.user_id, app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level
      from app_public.last_positions l
      where st_covers(alert.zone3, l.location) and l.taken_at > now() - alert.max_position_age
        and (alert.status = 'ACTUAL' or app_private.is_tester(l.user_id))
      limit most + 1
  ), numbered as (
    select s.*, (row_number() over (partition by s.level order by s.user_id) - 1) / chunk_size as chunk
      from seen s where s.level is not null and (select count(*) from seen) <= most
  )
  insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
    select alert.id, n.level, min(n.user_id), array_agg(n.user_id) from numbered n group by n.level, n.chunk;
  return found;
end
$$;


--
-- Name: FUNCTION queue_recipients(alert app_public.alerts, chunk_size integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.queue_recipients(alert app_public.alerts, chunk_size integer) IS 'Finds everyone in an alert''s zones by the index of last positions and queues them in chunks by level. It returns false and queues nobody if they are more than twenty chunks, more than an eighth of all users, or by a sample far more. The publication then passes through all users.';


--
-- Name: queue_speech(integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.queue_speech(alert_id integer) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  -- After one second most publications are done. They need the processor more than speech does.
  select graphile_worker.add_job(
    'speak_alert', json_build_object('alertId', alert_id), run_at => now() + interval '1 second',
    max_attempts => 5, priority => 10, job_key => 'speak_alert:' || alert_id)
$$;


--
-- Name: FUNCTION queue_speech(alert_id integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.queue_speech(alert_id integer) IS 'Queues the job that speaks an alert''s texts, behind all other jobs.';


--
-- Name: quiet_until(time without time zone, time without time zone, text, timestamp with time zone); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.quiet_until(starts time without time zone, ends time without time zone, time_zone text, at timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql STABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select case
    when starts < ends and l.t::time >= starts and l.t::time < ends then (l.t::date + ends) at time zone time_zone
    when starts > ends and l.t::time < ends then (l.t::date + ends) at time zone time_zone
    when starts > ends and l.t::time >= starts then (l.t::date + 1 + ends) at time zone time_zone
  end from (select at at time zone time_zone) l (t)
$$;


--
-- Name: FUNCTION quiet_until(starts time without time zone, ends time without time zone, time_zone text, at timestamp with time zone); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.quiet_until(starts time without time zone, ends time without time zone, time_zone text, at timestamp with time zone) IS 'Returns when the quiet hours end that contain a time, by the clock of the time zone. Null if the time is outside them. Quiet hours may pass midnight.';


--
-- Name: reach_of_alert(app_public.alert_input); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.reach_of_alert(input app_public.alert_input) RETURNS app_public.alert_reach_preview
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET jit TO 'off'
    AS $$
declare
  alert app_public.alerts := app_private.draft_alert(input, null);
  reach app_public.alert_reach_preview;
begin
  select count(*) filter (where s.is_fresh and s.level = 'ONE'), count(*) filter (where s.is_fresh and s.level = 'TWO'),
      count(*) filter (where s.is_fresh and s.level = 'THREE'),
      count(*) filter (where s.is_fresh and s.level is not null and s.has_device),
      count(*) filter (where not s.is_fresh), count(*) filter (where s.is_fresh and s.level is null)
    into reach.one, reach.two, reach.three, reach.with_device, reach.stale, reach.coarse
    from (
      select app_private.level_at(alert.zone1, alert.zone2, alert.zone3, l.location, l.accuracy > alert.max_accuracy) as level,
          l.taken_at > now() - alert.max_position_age as is_fresh,
          exists (select from app_private.devices d where d.user_id = l.user_id) as has_device
        from app_public.last_positions l
        where st_covers(alert.zone3, l.location)
          and (alert.status = 'ACTUAL' or app_private.is_tester(l.user_id))
    ) s;
  reach.area := st_area(alert.zone1::geography);
  return reach;
end
$$;


--
-- Name: FUNCTION reach_of_alert(input app_public.alert_input); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.reach_of_alert(input app_public.alert_input) IS 'Returns how many users an alert would notify if it were published now, by the rules of publication. It writes nothing.';


--
-- Name: read_speech(uuid, integer, integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.read_speech(id uuid, first_byte integer, bytes integer) RETURNS bytea
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select substring(s.mp3 from read_speech.first_byte + 1 for read_speech.bytes)
    from app_private.speeches s
    where s.id = read_speech.id
$$;


--
-- Name: FUNCTION read_speech(id uuid, first_byte integer, bytes integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.read_speech(id uuid, first_byte integer, bytes integer) IS 'Returns a number of bytes of a speech (an MP3 file) from a given byte on, which counts from 0. Null for an unknown id.';


--
-- Name: record_deliveries(app_private.push_provider, json); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.record_deliveries(provider app_private.push_provider, outcomes json) RETURNS interval
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  longest_wait interval;
begin
  with outcome as materialized (
    select o.*, clock_timestamp() - o.ago * interval '1 millisecond' as at
      from json_to_recordset(outcomes) o (
        notification_id integer, device_id bigint, state text, why text, receipt text, after float8, unsent boolean, ago float8)
  ), recorded as (
    update app_private.deliveries d
      set state = case o.state when 'retry' then 'queued' else o.state::app_private.delivery_state end,
        sent_at = case when o.unsent and d.attempts = 1 then null else d.sent_at end,
        settled_at = case when o.state <> 'retry' then o.at end,
        receipt = o.receipt,
        why = o.why,
        failures = case when o.state = 'accepted' then d.failures else d.failures || format('%s %s', o.at, o.why) end,
        due_at = case when o.state <> 'retry' then d.due_at
          else clock_timestamp() + greatest(
            o.after * interval '1 millisecond',
            -- One second, two, four, up to five minutes, with jitter.
            least(power(2, least(d.attempts, 20) - 1), 300) * (0.75 + random() / 2) * interval '1 second') end
      from outcome o
      where d.notification_id = o.notification_id and d.device_id = o.device_id
      returning o.state, d.due_at - clock_timestamp() as wait, d.device_id, d.user_id
  ), forgotten as (
    delete from app_private.devices v using recorded r
      where r.state = 'dead' and v.id = r.device_id and v.user_id = r.user_id
  )
  select max(r.wait) filter (where r.state = 'retry') into longest_wait from recorded r;
  perform app_private.queue_receipts(provider, array_agg(o.receipt))
    from json_to_recordset(outcomes) o (receipt text) where o.receipt is not null having count(*) > 0;
  return longest_wait;
end
$$;


--
-- Name: FUNCTION record_deliveries(provider app_private.push_provider, outcomes json); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.record_deliveries(provider app_private.push_provider, outcomes json) IS 'Records the results of deliveries: an array of {notification_id, device_id, state: accepted, failed, dead or retry, why, receipt, after (the least milliseconds to wait), unsent (true if it was not tried), ago (milliseconds since the answer)}. It removes dead devices and queues requests for receipts. Returns the longest wait of those to retry.';


--
-- Name: record_receipts(app_private.push_provider, text[], json); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.record_receipts(provider app_private.push_provider, asked text[], outcomes json) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  missing text[];
  again record;
begin
  -- Ask again for missing receipts, for as long as providers keep them.
  select array_agg(d.receipt) into missing
    from app_private.deliveries d
    where d.receipt = any (asked) and d.settled_at > now() - interval '1 day'
      and not exists (select from json_to_recordset(outcomes) o (receipt text) where o.receipt = d.receipt);
  if missing is not null then
    perform app_private.queue_receipts(provider, missing);
  end if;

  for again in
    with outcome as (
      select o.* from json_to_recordset(outcomes) o (receipt text, state text, why text)
    ), recorded as (
      update app_private.deliveries d
        set receipt = null,
          state = case o.state when 'retry' then 'queued' else o.state::app_private.delivery_state end,
          settled_at = case o.state when 'accepted' then d.settled_at when 'retry' then null else clock_timestamp() end,
          why = o.why,
          failures = case when o.state = 'accepted' then d.failures else d.failures || format('%s %s', clock_timestamp(), o.why) end
        from outcome o where d.receipt = o.receipt
        returning o.state, d.notification_id, d.device_id, d.user_id, d.level
    ), forgotten as (
      delete from app_private.devices v using recorded r
        where r.state = 'dead' and v.id = r.device_id and v.user_id = r.user_id
    )
    select r.level, array_agg(distinct r.notification_id) as notification_ids
      from recorded r where r.state = 'retry' group by r.level
  loop
    perform app_private.follow_up_deliveries(provider, again.notification_ids, again.level, now());
  end loop;
end
$$;


--
-- Name: FUNCTION record_receipts(provider app_private.push_provider, asked text[], outcomes json); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.record_receipts(provider app_private.push_provider, asked text[], outcomes json) IS 'Records what receipts say about accepted deliveries: an array of {receipt, state: accepted, failed, dead or retry, why}. It removes dead devices, queues deliveries to retry, and asks again for missing receipts.';


--
-- Name: refuse_to_lose_history(); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.refuse_to_lose_history() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if tg_table_name = 'alerts' and exists (select from app_public.notifications n where n.alert_id = old.id)
    or tg_table_name = 'users' and (
      exists (select from app_public.notifications n where n.user_id = old.id)
      or exists (select from app_public.last_positions l where l.user_id = old.id))
  then
    raise exception using errcode = 'foreign_key_violation',
      message = format('%s %s cannot be deleted: positions or notifications refer to it, and they prove who was told and why.', tg_table_name, old.id);
  end if;
  return old;
end
$$;


--
-- Name: FUNCTION refuse_to_lose_history(); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.refuse_to_lose_history() IS 'Stands in for foreign keys from positions and notifications: an alert or user that they refer to cannot be deleted.';


--
-- Name: release_quiet_deliveries(integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.release_quiet_deliveries(user_id integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  waiting record;
begin
  for waiting in
    with due as (
      update app_private.deliveries d set due_at = now()
        from app_public.notifications n join app_public.alerts a on a.id = n.alert_id
        where n.user_id = release_quiet_deliveries.user_id and app_private.may_push(n.kind, a)
          -- A delivery that was tried before waits for its provider, not for quiet hours.
          and d.notification_id = n.id and d.state = 'queued' and d.attempts = 0 and d.due_at > now()
        returning d.provider, d.level, d.notification_id
    )
    select d.provider, d.level, array_agg(distinct d.notification_id) as ids from due d group by 1, 2
  loop
    perform app_private.follow_up_deliveries(waiting.provider, waiting.ids, waiting.level, now());
  end loop;
end
$$;


--
-- Name: FUNCTION release_quiet_deliveries(user_id integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.release_quiet_deliveries(user_id integer) IS 'Makes the deliveries of a user that wait for the end of quiet hours due now.';


--
-- Name: report_lock(integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.report_lock(user_id integer) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select (user_id >> 11) & 255
$$;


--
-- Name: FUNCTION report_lock(user_id integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.report_lock(user_id integer) IS 'Returns the second key of the advisory lock (4155, key) that a user''s reports share and that a publication takes alone while it notifies them, so that last positions stand still. Users of neighbouring ids share a lock: there are 256, few enough for one transaction to hold all.';


--
-- Name: users; Type: TABLE; Schema: app_public; Owner: -
--

CREATE TABLE app_public.users (
    id integer NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    address text NOT NULL,
    is_admin boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    is_tester boolean DEFAULT false NOT NULL,
    CONSTRAINT users_address_length CHECK ((char_length(address) <= 500)),
    CONSTRAINT users_email_form CHECK (((char_length(email) <= 254) AND (email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'::text))),
    CONSTRAINT users_name_length CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 200)) AND (name ~ '[^[:space:]]'::text)))
);


--
-- Name: TABLE users; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TABLE app_public.users IS '@listForAdmins
@searchBy email name
A person who reports positions and gets notifications, or an administrator.';


--
-- Name: COLUMN users.id; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.users.id IS 'The id of the user.';


--
-- Name: COLUMN users.email; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.users.email IS 'The email address to log in with. It is unique, whatever its case.';


--
-- Name: COLUMN users.name; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.users.name IS 'The name of the user.';


--
-- Name: COLUMN users.address; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.users.address IS 'The postal address of the user.';


--
-- Name: COLUMN users.is_admin; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.users.is_admin IS 'True for an administrator, who may publish alerts and read all users and positions.';


--
-- Name: COLUMN users.created_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.users.created_at IS 'When the user was created, in seconds since 1970-01-01 UTC.';


--
-- Name: COLUMN users.is_tester; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.users.is_tester IS 'True for a tester, who gets exercises and tests.';


--
-- Name: CONSTRAINT users_address_length ON users; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT users_address_length ON app_public.users IS 'address has more than 500 characters: shorten it.';


--
-- Name: CONSTRAINT users_email_form ON users; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT users_email_form ON app_public.users IS 'email is not an address: send one like name@example.org with at most 254 characters.';


--
-- Name: CONSTRAINT users_name_length ON users; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT users_name_length ON app_public.users IS 'name is empty or has more than 200 characters: send 1 to 200 characters, not only blanks.';


--
-- Name: require_user(); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.require_user() RETURNS app_public.users
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  caller app_public.users := app_public.me();
begin
  if caller.id is null then
    raise exception using errcode = 'LA401', message = 'Log in first: this needs a valid token.';
  end if;
  return caller;
end
$$;


--
-- Name: FUNCTION require_user(); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.require_user() IS 'Returns the user of this request. Error LA401 without a valid token.';


--
-- Name: revoke_tokens_on_demotion(); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.revoke_tokens_on_demotion() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  update app_private.user_credentials c set token_version = c.token_version + 1 where c.user_id = new.id;
  return null;
end
$$;


--
-- Name: FUNCTION revoke_tokens_on_demotion(); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.revoke_tokens_on_demotion() IS 'Revokes the tokens of an administrator who loses that right.';


--
-- Name: set_seen_at(); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.set_seen_at() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  new.seen_at := case when new.seen then coalesce(old.seen_at, clock_timestamp()) end;
  return new;
end
$$;


--
-- Name: FUNCTION set_seen_at(); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.set_seen_at() IS 'Stores when a notification was first seen. It is a trigger, as the user may update only the column seen.';


--
-- Name: speech_as_list(integer, app_public.level_alert); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.speech_as_list(alert_id integer, level app_public.level_alert) RETURNS integer[]
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  bytes bytea;
begin
  select s.mp3 into bytes
    from app_private.alert_speeches a
    join app_private.speeches s on s.id = a.speech_id
    where a.alert_id = speech_as_list.alert_id and a.level = speech_as_list.level
      -- In a list each byte takes four bytes here and more in JSON. A long speech could exhaust a host's memory.
      and octet_length(s.mp3) <= 4194304;
  -- This copies the bytes out of storage once, not once for each byte.
  bytes := bytes || ''::bytea;
  return array(select get_byte(bytes, i) from generate_series(0, octet_length(bytes) - 1) i);
end
$$;


--
-- Name: FUNCTION speech_as_list(alert_id integer, level app_public.level_alert); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.speech_as_list(alert_id integer, level app_public.level_alert) IS 'Returns the bytes of the MP3 of an alert''s text, each from 0 to 255. The list is empty until the text is spoken, and for more than 4 MiB.';


--
-- Name: speech_url(integer, integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.speech_url(alert_id integer, level integer) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select format('/alerts/%s/audio/%s.mp3?v=%s', speech_url.alert_id, speech_url.level, replace(s.id::text, '-', ''))
    from app_private.find_speech(speech_url.alert_id, speech_url.level) s
    where s.id is not null
$$;


--
-- Name: FUNCTION speech_url(alert_id integer, level integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.speech_url(alert_id integer, level integer) IS 'Returns the path at which the host serves the speech of an alert''s text 1, 2 or 3. Null until the text is spoken. Its v is the id of the speech, which nobody can guess: everyone who has the path may listen.';


--
-- Name: texts_to_speak(integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.texts_to_speak(alert_id integer) RETURNS TABLE(level app_public.level_alert, language text, text text)
    LANGUAGE sql STABLE ROWS 3
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select t.level, a.language, t.text
    from app_public.alerts a
    cross join lateral (values
      ('ONE'::app_public.level_alert, a.text1), ('TWO', a.text2), ('THREE', a.text3)) t (level, text)
    where a.id = texts_to_speak.alert_id and a.active and a.expires_at > now()
      and not exists (
        select from app_private.alert_speeches s where s.alert_id = a.id and s.level = t.level)
    order by t.level
$$;


--
-- Name: FUNCTION texts_to_speak(alert_id integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.texts_to_speak(alert_id integer) IS 'Returns the texts of an alert that are not spoken yet, the most urgent first. No row for an alert that has ended.';


--
-- Name: update_alert(integer, app_public.alert_update_input); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.update_alert(alert_id integer, input app_public.alert_update_input) RETURNS integer
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  previous app_public.alerts := app_private.lock_active_alert(alert_id);
  alert app_public.alerts;
begin
  alert := app_private.draft_alert(
    row(
      input.points, input.text1, input.text2, input.text3, null, input.area, input.level2_distance, input.level3_distance,
      input.expires_at, null, null, null, null, null, null, null)::app_public.alert_input,
    previous);
  if input.renotify then
    alert.told_version := alert.version;
  end if;
  update app_public.alerts a
    set zone1 = alert.zone1, zone2 = alert.zone2, zone3 = alert.zone3, level2_distance = alert.level2_distance,
      level3_distance = alert.level3_distance, expires_at = alert.expires_at, text1 = alert.text1, text2 = alert.text2,
      text3 = alert.text3, version = alert.version, told_version = alert.told_version
    where a.id = alert.id;
  perform app_private.keep_version(alert);
  delete from app_private.alert_speeches s
    where s.alert_id = alert.id and (s.level, true) in (
      values ('ONE'::app_public.level_alert, alert.text1 <> previous.text1), ('TWO', alert.text2 <> previous.text2),
        ('THREE', alert.text3 <> previous.text3));
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  update app_private.publications p
    set level = 'ONE', last_user_id = 0, completed_at = null where p.alert_id = alert.id;
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  perform pg_advisory_xact_lock(app_private.publication_lock());
  return alert.id;
end
$$;


--
-- Name: FUNCTION update_alert(alert_id integer, input app_public.alert_update_input); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.update_alert(alert_id integer, input app_public.alert_update_input) IS 'Runs the first phase of publishing an alert''s next version; app_private.publish_chunk() runs the second. It notifies users who are newly inside or further in, and the others again only with renotify. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended.';


--
-- Name: why_notified(integer, integer); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.why_notified(alert_id integer, user_id integer) RETURNS app_public.notification_reason
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  alert app_public.alerts;
  person app_public.users;
  told app_public.notifications;
  told_by app_public.alert_versions;
  here app_public.last_positions;
  location geometry;
  -- The time at which the rules apply: when the user was notified, or now.
  at timestamptz;
  reason app_public.notification_reason;
begin
  select a.* into alert from app_public.alerts a where a.id = why_notified.alert_id;
  select u.* into person from app_public.users u where u.id = why_notified.user_id;
  if alert.id is null or person.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert or no user with this id.';
  end if;
  -- The first notification at the user's innermost level.
  select n.* into told from app_public.notifications n
    where n.alert_id = alert.id and n.user_id = person.id and n.kind <> 'ALL_CLEAR' order by n.level, n.version limit 1;
  select l.* into here from app_public.last_positions l where l.user_id = person.id;
  if told.id is not null then
    at := told.created_at;
    -- The version of that time, as an update may have moved the zones since.
    select v.* into told_by from app_public.alert_versions v where v.alert_id = alert.id and v.version = told.version;
    if (told_by.zone1, told_by.level2_distance, told_by.level3_distance)
      is distinct from (alert.zone1, alert.level2_distance, alert.level3_distance)
    then
      alert.zone1 := told_by.zone1;
      alert.zone2 := app_private.zone_around(told_by.zone1, told_by.level2_distance);
      alert.zone3 := app_private.zone_around(told_by.zone1, told_by.level3_distance);
    end if;
    location := st_setsrid(st_makepoint(told.longitude, told.latitude), 4326);
    reason.taken_at := told.taken_at;
    reason.accuracy := told.accuracy;
    reason.level := told.level;
  else
    at := least(now(), alert.expires_at, alert.cancelled_at);
    location := here.location;
    reason.taken_at := here.taken_at;
    reason.accuracy := here.accuracy;
  end if;
  reason.notification_id := told.id;
  reason.latitude := st_y(location);
  reason.longitude := st_x(location);
  reason.age := extract(epoch from at - reason.taken_at);
  reason.distance1 := app_private.metres_from(alert.zone1, location);
  reason.distance2 := app_private.metres_from(alert.zone2, location);
  reason.distance3 := app_private.metres_from(alert.zone3, location);
  reason.rule := case
    -- An old notification does not store when its position was taken. Its own time stands in.
    when told.id is not null and coalesce(told.taken_at, told.created_at) <= told_by.created_at then 'INSIDE_WHEN_PUBLISHED'
    when told.id is not null then 'CAME_IN_LATER'
    when here.user_id is null then 'NO_POSITION'
    when alert.status <> 'ACTUAL' and not person.is_tester then 'NOT_A_TESTER'
    when not st_covers(alert.zone3, location) then 'OUTSIDE'
    when here.created_at > least(alert.expires_at, alert.cancelled_at) then 'CAME_IN_AFTER_THE_END'
    when here.taken_at <= greatest(here.created_at, alert.created_at) - alert.max_position_age then 'TOO_OLD'
    when app_private.level_at(alert.zone1, alert.zone2, alert.zone3, location, here.accuracy > alert.max_accuracy) is null then 'TOO_COARSE'
    else 'NOT_YET'
  end::app_public.notification_rule;
  return reason;
end
$$;


--
-- Name: FUNCTION why_notified(alert_id integer, user_id integer); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.why_notified(alert_id integer, user_id integer) IS 'Returns the position and the rule by which a user was notified of an alert or was not. Error LA404 for an unknown alert or user.';


--
-- Name: zone_around(public.geometry, double precision); Type: FUNCTION; Schema: app_private; Owner: -
--

CREATE FUNCTION app_private.zone_around(area public.geometry, distance double precision) RETURNS public.geometry
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET jit TO 'off'
    AS $$
declare
  farthest_latitude double precision := greatest(abs(st_ymin(area)), abs(st_ymax(area))) + distance / 110500;
  -- The degrees of longitude that the distance spans there, rounded up.
  margin double precision := distance / (110500 * cosd(least(farthest_latitude, 89.9)));
  -- A hundredth of a millimetre. Without a grid, PostGIS retries a failed union with one, but in the embedded database
  -- the first failure ends the statement.
  grid constant double precision := 1e-10;
  zone geometry;
begin
  if farthest_latitude > 89 or st_xmin(area) - margin <= -180 or st_xmax(area) + margin >= 180 then
    raise exception using errcode = 'LA400',
      message = 'The area or one of its outer zones comes too close to the 180th meridian or to a pole (89 degrees north or south): draw a smaller area, or send smaller distances.';
  end if;
  -- Each piece is buffered in its own UTM zone, six degrees wide. ST_Buffer on geography picks projections that are off
  -- by more than one percent for wide or northern areas. A corner each twentieth of a degree keeps edges straight in
  -- longitude and latitude, to half a metre.
  select st_union(
      st_transform(
        st_buffer(st_transform(st_segmentize(piece.geom, 0.05), utm.projection), distance, 'quad_segs=16'),
        utm.projection, 4326), grid)
    into zone
    from st_squaregrid(6, area) cell,
      format('+proj=utm +zone=%s +datum=WGS84', 31 + cell.i) utm (projection),
      st_dump(st_intersection(area, cell.geom)) piece
    where st_dimension(piece.geom) = 2;
  return st_union(area, zone, grid);
end
$$;


--
-- Name: FUNCTION zone_around(area public.geometry, distance double precision); Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON FUNCTION app_private.zone_around(area public.geometry, distance double precision) IS 'Returns the area and so many metres around it. Error LA400 if that would touch the 180th meridian or a pole.';


--
-- Name: active_alerts_at(double precision, double precision); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.active_alerts_at(latitude double precision, longitude double precision) RETURNS app_public.alert_here[]
    LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  here geometry;
begin
  if app_public.current_user_id() is null then
    raise exception using errcode = 'LA401', message = 'Log in first: this needs a valid token.';
  end if;
  if (latitude between -90 and 90 and longitude between -180 and 180) is not true then
    raise exception using errcode = 'LA400', message = 'The place is off the globe: send a latitude from -90 to 90 and a longitude from -180 to 180, in degrees.';
  end if;
  here := st_setsrid(st_makepoint(longitude, latitude), 4326);
  return array(
    select row(
        a.id, l.level, app_private.metres_from(a.zone1, here),
        case l.level when 'ONE' then a.text1 when 'TWO' then a.text2 else a.text3 end)::app_public.alert_here
      from app_public.alerts a, app_private.level_at(a.zone1, a.zone2, a.zone3, here) l (level)
      where a.active and a.expires_at > now() and st_covers(a.zone3, here) and l.level is not null
        and (a.status = 'ACTUAL' or app_private.is_tester(app_public.current_user_id()))
      order by l.level, a.id desc limit 1000);
end
$$;


--
-- Name: FUNCTION active_alerts_at(latitude double precision, longitude double precision); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.active_alerts_at(latitude double precision, longitude double precision) IS '@itemsNotNull
@argument latitude Degrees north, -90 to 90.
@argument longitude Degrees east, -180 to 180.
The active alerts at a place, the most urgent level first, then the newest. Exercises and tests are included only for testers.';


--
-- Name: alert_reach(app_public.alert_input); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alert_reach(input app_public.alert_input) RETURNS app_public.alert_reach_preview
    LANGUAGE plpgsql STABLE STRICT
    AS $$
begin
  perform app_public.require_admin();
  return app_private.reach_of_alert(input);
end
$$;


--
-- Name: FUNCTION alert_reach(input app_public.alert_input); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alert_reach(input app_public.alert_input) IS '@argument input The alert as newAlert would take it.
How many users an alert would notify if it were published now. It writes nothing. For administrators: error FORBIDDEN for others.';


--
-- Name: alert_versions; Type: TABLE; Schema: app_public; Owner: -
--

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
    is_renotified boolean NOT NULL
);


--
-- Name: TABLE alert_versions; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TABLE app_public.alert_versions IS '@behavior -query:resource:list -query:resource:connection
@newestFirst
@orderedBy version
A version of an alert: its state from a time on, and who made it.';


--
-- Name: COLUMN alert_versions.alert_id; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_versions.alert_id IS 'The id of the alert.';


--
-- Name: COLUMN alert_versions.version; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_versions.version IS 'The version: 1 at first, and one more with each change.';


--
-- Name: COLUMN alert_versions.user_id; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_versions.user_id IS 'The id of the administrator who made it.';


--
-- Name: COLUMN alert_versions.created_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_versions.created_at IS 'When it was made, in seconds since 1970-01-01 UTC.';


--
-- Name: COLUMN alert_versions.zone1; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_versions.zone1 IS '@behavior -*
The area.';


--
-- Name: COLUMN alert_versions.level2_distance; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_versions.level2_distance IS 'The width of zone TWO around the area, in metres.';


--
-- Name: COLUMN alert_versions.level3_distance; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_versions.level3_distance IS 'The width of zone THREE around the area, in metres.';


--
-- Name: COLUMN alert_versions.expires_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_versions.expires_at IS 'When the alert ends by itself, in seconds since 1970-01-01 UTC.';


--
-- Name: COLUMN alert_versions.text1; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_versions.text1 IS 'The text for people inside the area.';


--
-- Name: COLUMN alert_versions.text2; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_versions.text2 IS 'The text for people in zone TWO.';


--
-- Name: COLUMN alert_versions.text3; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_versions.text3 IS 'The text for people in zone THREE.';


--
-- Name: COLUMN alert_versions.all_clear; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_versions.all_clear IS 'The text of the all-clear, if this version is the cancellation.';


--
-- Name: COLUMN alert_versions.is_renotified; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.alert_versions.is_renotified IS 'True if this version notified everyone again who was notified already.';


--
-- Name: alert_versions_area_geo_json(app_public.alert_versions); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alert_versions_area_geo_json(version app_public.alert_versions) RETURNS app_public.geo_json
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_asgeojson(version.zone1, 9, 0)::pg_catalog.json
$$;


--
-- Name: FUNCTION alert_versions_area_geo_json(version app_public.alert_versions); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alert_versions_area_geo_json(version app_public.alert_versions) IS '@notNull
The exact area of this version, with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';


--
-- Name: alerts_area(app_public.alerts); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alerts_area(alert app_public.alerts) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_astext(app_private.enclosing_ring(alert.zone1))
$$;


--
-- Name: FUNCTION alerts_area(alert app_public.alerts); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alerts_area(alert app_public.alerts) IS '@notNull
One ring around the area (the zone of level ONE), as well-known text: POLYGON((longitude latitude,…)), in degrees. Holes are dropped, several pieces become their convex hull, and across the 180th meridian longitudes run on past 180. areaGeoJson is exact.';


--
-- Name: alerts_area_geo_json(app_public.alerts); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alerts_area_geo_json(alert app_public.alerts) RETURNS app_public.geo_json
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_asgeojson(alert.zone1, 9, 0)::pg_catalog.json
$$;


--
-- Name: FUNCTION alerts_area_geo_json(alert app_public.alerts); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alerts_area_geo_json(alert app_public.alerts) IS '@notNull
The exact area (the zone of level ONE), with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';


--
-- Name: alerts_area_level2(app_public.alerts); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alerts_area_level2(alert app_public.alerts) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_astext(app_private.enclosing_ring(alert.zone2))
$$;


--
-- Name: FUNCTION alerts_area_level2(alert app_public.alerts); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alerts_area_level2(alert app_public.alerts) IS '@notNull
One ring around the zone of level TWO, which includes the area, as well-known text: POLYGON((longitude latitude,…)), in degrees. Holes are dropped, several pieces become their convex hull, and across the 180th meridian longitudes run on past 180. areaLevel2GeoJson is exact.';


--
-- Name: alerts_area_level2_geo_json(app_public.alerts); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alerts_area_level2_geo_json(alert app_public.alerts) RETURNS app_public.geo_json
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_asgeojson(alert.zone2, 9, 0)::pg_catalog.json
$$;


--
-- Name: FUNCTION alerts_area_level2_geo_json(alert app_public.alerts); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alerts_area_level2_geo_json(alert app_public.alerts) IS '@notNull
The exact zone of level TWO, which includes the area, with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';


--
-- Name: alerts_area_level3(app_public.alerts); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alerts_area_level3(alert app_public.alerts) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_astext(app_private.enclosing_ring(alert.zone3))
$$;


--
-- Name: FUNCTION alerts_area_level3(alert app_public.alerts); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alerts_area_level3(alert app_public.alerts) IS '@notNull
One ring around the zone of level THREE, which includes the two others, as well-known text: POLYGON((longitude latitude,…)), in degrees. Holes are dropped, several pieces become their convex hull, and across the 180th meridian longitudes run on past 180. areaLevel3GeoJson is exact.';


--
-- Name: alerts_area_level3_geo_json(app_public.alerts); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alerts_area_level3_geo_json(alert app_public.alerts) RETURNS app_public.geo_json
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select public.st_asgeojson(alert.zone3, 9, 0)::pg_catalog.json
$$;


--
-- Name: FUNCTION alerts_area_level3_geo_json(alert app_public.alerts); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alerts_area_level3_geo_json(alert app_public.alerts) IS '@notNull
The exact zone of level THREE, which includes the two others, with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';


--
-- Name: alerts_audio1(app_public.alerts); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alerts_audio1(alert app_public.alerts) RETURNS integer[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.speech_as_list(alert.id, 'ONE')
$$;


--
-- Name: FUNCTION alerts_audio1(alert app_public.alerts); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alerts_audio1(alert app_public.alerts) IS '@notNull
@itemsNotNull
The speech of text1, the text of level ONE: the bytes of an MP3 file. Empty until the text is spoken, and if the file is larger than 4 MiB. audioUrl1 costs a fraction.';


--
-- Name: alerts_audio2(app_public.alerts); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alerts_audio2(alert app_public.alerts) RETURNS integer[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.speech_as_list(alert.id, 'TWO')
$$;


--
-- Name: FUNCTION alerts_audio2(alert app_public.alerts); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alerts_audio2(alert app_public.alerts) IS '@notNull
@itemsNotNull
The speech of text2, the text of level TWO: the bytes of an MP3 file. Empty until the text is spoken, and if the file is larger than 4 MiB. audioUrl2 costs a fraction.';


--
-- Name: alerts_audio3(app_public.alerts); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alerts_audio3(alert app_public.alerts) RETURNS integer[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.speech_as_list(alert.id, 'THREE')
$$;


--
-- Name: FUNCTION alerts_audio3(alert app_public.alerts); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alerts_audio3(alert app_public.alerts) IS '@notNull
@itemsNotNull
The speech of text3, the text of level THREE: the bytes of an MP3 file. Empty until the text is spoken, and if the file is larger than 4 MiB. audioUrl3 costs a fraction.';


--
-- Name: alerts_audio_url1(app_public.alerts); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alerts_audio_url1(alert app_public.alerts) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.speech_url(alert.id, 1)
$$;


--
-- Name: FUNCTION alerts_audio_url1(alert app_public.alerts); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alerts_audio_url1(alert app_public.alerts) IS 'The path of the speech of text1, the text of level ONE, on this host: an MP3 file that needs no token. Null until the text is spoken.';


--
-- Name: alerts_audio_url2(app_public.alerts); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alerts_audio_url2(alert app_public.alerts) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.speech_url(alert.id, 2)
$$;


--
-- Name: FUNCTION alerts_audio_url2(alert app_public.alerts); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alerts_audio_url2(alert app_public.alerts) IS 'The path of the speech of text2, the text of level TWO, on this host: an MP3 file that needs no token. Null until the text is spoken.';


--
-- Name: alerts_audio_url3(app_public.alerts); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alerts_audio_url3(alert app_public.alerts) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select app_private.speech_url(alert.id, 3)
$$;


--
-- Name: FUNCTION alerts_audio_url3(alert app_public.alerts); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alerts_audio_url3(alert app_public.alerts) IS 'The path of the speech of text3, the text of level THREE, on this host: an MP3 file that needs no token. Null until the text is spoken.';


--
-- Name: alerts_delivery(app_public.alerts); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alerts_delivery(alert app_public.alerts) RETURNS app_public.level_delivery[]
    LANGUAGE plpgsql STABLE
    AS $$
begin
  perform app_public.require_admin();
  return array(select d from app_private.delivery_of_alert(alert) d);
end
$$;


--
-- Name: FUNCTION alerts_delivery(alert app_public.alerts); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alerts_delivery(alert app_public.alerts) IS '@itemsNotNull
The results of the alert''s notifications, one entry for each level, the most urgent first. For administrators: error FORBIDDEN for others.';


--
-- Name: alerts_reached_users(app_public.alerts); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alerts_reached_users(alert app_public.alerts) RETURNS integer
    LANGUAGE plpgsql STABLE SECURITY DEFINER PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  return (select coalesce(sum(r.users), 0) from app_private.alert_reach r where r.alert_id = alert.id);
end
$$;


--
-- Name: FUNCTION alerts_reached_users(alert app_public.alerts); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alerts_reached_users(alert app_public.alerts) IS '@notNull
The number of users who were notified of this alert, each counted once.';


--
-- Name: alerts_state(app_public.alerts); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.alerts_state(alert app_public.alerts) RETURNS app_public.alert_state
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select case
    when alert.cancelled_at is not null then 'CANCELLED'
    when not alert.active or alert.expires_at <= pg_catalog.now() then 'EXPIRED'
    else 'ACTIVE'
  end::app_public.alert_state
$$;


--
-- Name: FUNCTION alerts_state(alert app_public.alerts); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.alerts_state(alert app_public.alerts) IS '@notNull
Whether the alert is active, and if not, how it ended.';


--
-- Name: current_user_id(); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.current_user_id() RETURNS integer
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select nullif(pg_catalog.current_setting('jwt.claims.user_id', true), '')::pg_catalog.int4
$$;


--
-- Name: FUNCTION current_user_id(); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.current_user_id() IS '@behavior -*
Returns the id of the user of this request. Null without a valid token.';


--
-- Name: device_unregister(text); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.device_unregister(token text) RETURNS app_public.users
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  owner app_public.users := app_private.require_user();
begin
  delete from app_private.devices d
    where d.user_id = owner.id and d.token in (app_private.device_token(device_unregister.token), app_private.other_expo_token(device_unregister.token));
  if not found then
    raise exception using errcode = 'LA404', message = 'You have no device with this token.';
  end if;
  return owner;
end
$$;


--
-- Name: FUNCTION device_unregister(token text); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.device_unregister(token text) IS '@argument token The token that registerDevice was called with.
Stops push to one of your devices; you still get notifications in the API. Returns you. Error NOT_FOUND for an unknown token and for a token of someone else.';


--
-- Name: find_user(integer); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.find_user(id integer) RETURNS app_public.users
    LANGUAGE plpgsql STABLE STRICT
    AS $$
declare
  found_user app_public.users;
begin
  select u.* into found_user from app_public.users u where u.id = find_user.id;
  if found_user.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id that you may see.';
  end if;
  return found_user;
end
$$;


--
-- Name: FUNCTION find_user(id integer); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.find_user(id integer) IS '@name user
@argument id The user''s id.
You; for an administrator any user. Error NOT_FOUND for an unknown id and for the id of someone else.';


--
-- Name: last_positions_latitude(app_public.last_positions); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.last_positions_latitude(last app_public.last_positions) RETURNS double precision
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select public.st_y(last.location)
$$;


--
-- Name: FUNCTION last_positions_latitude(last app_public.last_positions); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.last_positions_latitude(last app_public.last_positions) IS '@notNull
Degrees north, WGS 84.';


--
-- Name: last_positions_longitude(app_public.last_positions); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.last_positions_longitude(last app_public.last_positions) RETURNS double precision
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select public.st_x(last.location)
$$;


--
-- Name: FUNCTION last_positions_longitude(last app_public.last_positions); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.last_positions_longitude(last app_public.last_positions) IS '@notNull
Degrees east, WGS 84.';


--
-- Name: me(); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.me() RETURNS app_public.users
    LANGUAGE sql STABLE
    AS $$
  select u.* from app_public.users u where u.id = app_public.current_user_id()
$$;


--
-- Name: FUNCTION me(); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.me() IS 'The user of this request.';


--
-- Name: new_position(app_public.position_input); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.new_position(input app_public.position_input) RETURNS app_public.positions
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  reported app_public.positions;
begin
  if app_public.current_user_id() is null then
    raise exception using errcode = 'LA401', message = 'Log in first: this needs a valid token.';
  end if;
  -- The locks come first, so that the statements below see every alert whose first phase of publication is done.
  perform pg_advisory_xact_lock_shared(app_private.publication_lock());
  perform pg_advisory_xact_lock_shared(4155, app_private.report_lock(app_public.current_user_id()));
  insert into app_public.positions (user_id, latitude, longitude, accuracy, moving_activity, taken_at)
    values (
      app_public.current_user_id(), input.latitude, input.longitude, input.accuracy, input.moving_activity,
      app_private.moment_taken(input.taken_at))
    returning * into reported;
  perform app_private.apply_position_report(reported);
  return reported;
end
$$;


--
-- Name: FUNCTION new_position(input app_public.position_input); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.new_position(input app_public.position_input) IS '@argument input The position.
Reports where you are, and notifies you of active alerts there in the same transaction. A position that was taken before your last one is stored as history only.';


--
-- Name: new_positions(app_public.position_input[]); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.new_positions(input app_public.position_input[]) RETURNS SETOF app_public.positions
    LANGUAGE plpgsql STRICT SECURITY DEFINER ROWS 100
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  bad text;
  reported app_public.positions[];
  latest app_public.positions;
begin
  if app_public.current_user_id() is null then
    raise exception using errcode = 'LA401', message = 'Log in first: this needs a valid token.';
  end if;
  if cardinality(input) > 1000 then
    raise exception using errcode = 'LA400', message = 'input has more than 1,000 positions: send them in several requests.';
  end if;
  bad := app_private.first_bad_position(input);
  if bad is not null then
    raise exception using errcode = 'LA400', message = bad;
  end if;
  -- The locks come first, so that the statements below see every alert whose first phase of publication is done.
  perform pg_advisory_xact_lock_shared(app_private.publication_lock());
  perform pg_advisory_xact_lock_shared(4155, app_private.report_lock(app_public.current_user_id()));
  with inserted as (
    insert into app_public.positions as p (user_id, latitude, longitude, accuracy, moving_activity, taken_at)
      select app_public.current_user_id(), i.latitude, i.longitude, i.accuracy, i.moving_activity,
          app_private.moment_taken(i.taken_at)
        from unnest(input) with ordinality as i (latitude, longitude, moving_activity, taken_at, accuracy, index)
        order by i.index
      returning p.*
  )
  select array_agg(i::app_public.positions order by i.id) into reported from inserted i;
  -- Only the latest position can notify. The others are history.
  select r.* into latest from unnest(reported) r order by r.taken_at desc, r.id desc limit 1;
  if latest.id is not null then
    perform app_private.apply_position_report(latest);
  end if;
  return query select r.* from unnest(reported) r order by r.id;
end
$$;


--
-- Name: FUNCTION new_positions(input app_public.position_input[]); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.new_positions(input app_public.position_input[]) IS '@argument input The positions, in any order.
Reports up to 1,000 positions at once, for a phone that was offline. All are stored; the one taken last counts as in newPosition. One bad entry refuses them all, and the error names its index.';


--
-- Name: new_user(text, text, text, text, boolean); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.new_user(email text, password_hash text, name text, address text, is_admin boolean) RETURNS app_public.users
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  created app_public.users;
begin
  insert into app_public.users (email, name, address, is_admin)
    values (new_user.email, new_user.name, new_user.address, new_user.is_admin)
    returning * into created;
  insert into app_private.user_credentials (user_id, password_hash) values (created.id, new_user.password_hash);
  return created;
end
$$;


--
-- Name: FUNCTION new_user(email text, password_hash text, name text, address text, is_admin boolean); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.new_user(email text, password_hash text, name text, address text, is_admin boolean) IS '@behavior -mutationField
Creates a user with a password that the host has hashed. Returns the user.';


--
-- Name: notifications; Type: TABLE; Schema: app_public; Owner: -
--

CREATE TABLE app_public.notifications (
    id integer NOT NULL,
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
    kind app_public.notification_kind DEFAULT 'ALERT'::app_public.notification_kind NOT NULL
);


--
-- Name: TABLE notifications; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TABLE app_public.notifications IS '@newestFirst
@filterBy seen id alert_id
@foreignKey (alert_id) references app_public.alerts (id)|@fieldName alert|@foreignFieldName notifications|@notNull|@forwardDescription The alert.|@backwardDescription The notifications of the alert, newest first: your own; for an administrator, those of everyone.
@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The user who was notified.|@behavior -manyRelation:resource:list
The record that a user was notified of an alert: at which level, and by which position.';


--
-- Name: COLUMN notifications.id; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notifications.id IS 'The id of the notification.';


--
-- Name: COLUMN notifications.alert_id; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notifications.alert_id IS 'The id of the alert.';


--
-- Name: COLUMN notifications.user_id; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notifications.user_id IS 'The id of the user.';


--
-- Name: COLUMN notifications.level; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notifications.level IS 'The level at which the user was notified, which tells the text.';


--
-- Name: COLUMN notifications.latitude; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notifications.latitude IS 'Where the user was, in degrees north.';


--
-- Name: COLUMN notifications.longitude; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notifications.longitude IS 'Where the user was, in degrees east.';


--
-- Name: COLUMN notifications.moving_activity; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notifications.moving_activity IS 'How the user was moving.';


--
-- Name: COLUMN notifications.seen; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notifications.seen IS 'True if the user has seen it.';


--
-- Name: COLUMN notifications.created_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notifications.created_at IS 'When the user was notified, in seconds since 1970-01-01 UTC.';


--
-- Name: COLUMN notifications.seen_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notifications.seen_at IS 'When the user first saw it, in seconds since 1970-01-01 UTC. Null if they have not.';


--
-- Name: COLUMN notifications.taken_at; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notifications.taken_at IS 'When the device took the position that notified the user, in seconds since 1970-01-01 UTC.';


--
-- Name: COLUMN notifications.accuracy; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notifications.accuracy IS 'The radius of accuracy of that position in metres. Null if the device did not report it.';


--
-- Name: COLUMN notifications.version; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notifications.version IS 'The version of the alert that notified the user.';


--
-- Name: COLUMN notifications.kind; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.notifications.kind IS 'What the notification says.';


--
-- Name: notification_update(app_public.notification_update_input); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.notification_update(input app_public.notification_update_input) RETURNS app_public.notifications
    LANGUAGE plpgsql STRICT
    AS $$
declare
  updated app_public.notifications;
begin
  if notification_update.input.seen is null then
    raise exception using errcode = 'LA400', message = 'seen is missing: send true or false.';
  end if;
  update app_public.notifications n set seen = notification_update.input.seen
    where n.id = notification_update.input.id
    returning n.* into updated;
  if updated.id is null then
    raise exception using errcode = 'LA404', message = 'You have no notification with this id.';
  end if;
  return updated;
end
$$;


--
-- Name: FUNCTION notification_update(input app_public.notification_update_input); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.notification_update(input app_public.notification_update_input) IS '@argument input The notification and the new value.
Marks one of your notifications as seen or not seen. Returns it with the new value. Error NOT_FOUND for an unknown id and for a notification of someone else.';


--
-- Name: quiet_hours_edit(app_public.quiet_hours_input); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.quiet_hours_edit(input app_public.quiet_hours_input) RETURNS app_public.users
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
declare
  owner app_public.users := app_private.require_user();
  o_clock constant text := '^([01]\d|2[0-3]):[0-5]\d$';
begin
  if not coalesce(input."from" ~ o_clock and input."to" ~ o_clock, false) or input."from" = input."to" then
    raise exception using errcode = 'LA400', message = 'from and to do not fit: send two different times of day from 00:00 to 23:59, such as 22:00.';
  end if;
  -- PostgreSQL would accept many other texts as a time zone.
  if not exists (select from pg_timezone_names z where z.name = input.time_zone) then
    raise exception using errcode = 'LA400', message = 'timeZone is unknown: send a name of the IANA time zone database, such as Europe/Rome.';
  end if;
  insert into app_public.quiet_hours as q (user_id, starts, ends, time_zone)
    values (owner.id, input."from"::time, input."to"::time, input.time_zone)
    on conflict (user_id) do update set starts = excluded.starts, ends = excluded.ends, time_zone = excluded.time_zone;
  perform app_private.release_quiet_deliveries(owner.id);
  return owner;
end
$_$;


--
-- Name: FUNCTION quiet_hours_edit(input app_public.quiet_hours_input); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.quiet_hours_edit(input app_public.quiet_hours_input) IS '@argument input The new quiet hours.
Sets your quiet hours: pushes of levels TWO and THREE wait until they end, if the alert is still active then. Level ONE always goes through. Returns you.';


--
-- Name: quiet_hours_remove(); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.quiet_hours_remove() RETURNS app_public.users
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  owner app_public.users := app_private.require_user();
begin
  delete from app_public.quiet_hours q where q.user_id = owner.id;
  perform app_private.release_quiet_deliveries(owner.id);
  return owner;
end
$$;


--
-- Name: FUNCTION quiet_hours_remove(); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.quiet_hours_remove() IS 'Removes your quiet hours and sends the pushes that waited for their end. Returns you.';


--
-- Name: register_device(app_public.register_notification_token); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.register_device(input app_public.register_notification_token) RETURNS app_public.users
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  owner app_public.users := app_private.require_user();
begin
  if input.token is null then
    raise exception using errcode = 'LA400', message = 'token is missing: send the token that the device got from its push service.';
  end if;
  delete from app_private.devices d where d.token = app_private.other_expo_token(input.token);
  insert into app_private.devices as d (user_id, token, provider)
    values (owner.id, app_private.device_token(input.token), app_private.push_provider(input.token))
    on conflict (token) do update set user_id = excluded.user_id, provider = excluded.provider, created_at = now();
  -- Each new installation of an app leaves an old token behind.
  delete from app_private.devices d where d.user_id = owner.id and d.id not in (
    select n.id from app_private.devices n where n.user_id = owner.id order by n.created_at desc, n.id desc limit 20);
  return owner;
end
$$;


--
-- Name: FUNCTION register_device(input app_public.register_notification_token); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.register_device(input app_public.register_notification_token) IS '@argument input The device.
Adds a device to push to. A user has at most twenty devices; the oldest is removed. The token is one of Expo or FCM, or the JSON of a Web Push subscription. A token of another user moves to you. Returns you.';


--
-- Name: require_admin(); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.require_admin() RETURNS boolean
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
begin
  if not pg_catalog.pg_has_role(current_user, 'app_admin', 'usage') then
    raise exception using errcode = 'LA403', message = 'This is for administrators only.';
  end if;
  return true;
end
$$;


--
-- Name: FUNCTION require_admin(); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.require_admin() IS '@behavior -*
Returns true for an administrator, and raises error LA403 for everyone else. Lists for administrators have it as a condition.';


--
-- Name: user_edit(app_public.user_edit, integer); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.user_edit(input app_public.user_edit, id integer) RETURNS app_public.users
    LANGUAGE plpgsql STRICT
    AS $$
declare
  edited app_public.users;
begin
  update app_public.users u
    set email = coalesce(user_edit.input.email, u.email),
        name = coalesce(user_edit.input.name, u.name),
        address = coalesce(user_edit.input.address, u.address)
    where u.id = user_edit.id
    returning u.* into edited;
  if edited.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id that you may edit.';
  end if;
  return edited;
end
$$;


--
-- Name: FUNCTION user_edit(input app_public.user_edit, id integer); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.user_edit(input app_public.user_edit, id integer) IS '@argument input The fields to change.
@argument id The user''s id.
Edits your own user; an administrator may edit any user. Returns the edited user. Error NOT_FOUND for an unknown id and for the id of someone else.';


--
-- Name: user_password_edit(text); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.user_password_edit(password_hash text) RETURNS app_public.users
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  owner app_public.users;
  caller_token_id constant uuid := nullif(current_setting('jwt.claims.token_id', true), '');
begin
  update app_private.user_credentials c
    set password_hash = user_password_edit.password_hash, token_version = c.token_version + 1,
      kept_token_id = caller_token_id,
      kept_at_version = case when caller_token_id is not null then c.token_version + 1 end
    where c.user_id = app_public.current_user_id();
  if not found then
    raise exception using errcode = 'LA401', message = 'Log in first: this needs a valid token.';
  end if;
  select u.* into owner from app_public.users u where u.id = app_public.current_user_id();
  return owner;
end
$$;


--
-- Name: FUNCTION user_password_edit(password_hash text); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.user_password_edit(password_hash text) IS '@behavior -mutationField
Replaces your password by one that the host has hashed. The token of this request stays valid; every other token of yours is revoked. Returns you.';


--
-- Name: user_password_reset(integer, text); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.user_password_reset(id integer, password_hash text) RETURNS app_public.users
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  changed app_public.users;
begin
  update app_private.user_credentials c
    set password_hash = user_password_reset.password_hash, token_version = c.token_version + 1
    where c.user_id = user_password_reset.id;
  if not found then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  select u.* into changed from app_public.users u where u.id = user_password_reset.id;
  return changed;
end
$$;


--
-- Name: FUNCTION user_password_reset(id integer, password_hash text); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.user_password_reset(id integer, password_hash text) IS '@behavior -mutationField
Replaces a user''s password by one that the host has hashed, and revokes all their tokens. For administrators. Returns the user.';


--
-- Name: user_rights(integer, app_public.user_rights_input); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.user_rights(id integer, input app_public.user_rights_input) RETURNS app_public.users
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  changed app_public.users;
begin
  -- The lock makes two administrators who demote each other take turns, so that one remains.
  perform from app_public.users u where u.is_admin order by u.id for update;
  update app_public.users u
    set is_admin = coalesce(input.is_admin, u.is_admin), is_tester = coalesce(input.is_tester, u.is_tester)
    where u.id = user_rights.id
    returning u.* into changed;
  if changed.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  if not exists (select from app_public.users u where u.is_admin) then
    raise exception using errcode = 'LA409', message = 'This is the last administrator: make another user an administrator first.';
  end if;
  return changed;
end
$$;


--
-- Name: FUNCTION user_rights(id integer, input app_public.user_rights_input); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.user_rights(id integer, input app_public.user_rights_input) IS '@argument id The user''s id.
@argument input The rights to change.
Changes whether a user is an administrator or a tester. For administrators. Error CONFLICT for the last administrator.';


--
-- Name: users_quiet_hours(app_public.users); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.users_quiet_hours(account app_public.users) RETURNS app_public.quiet_period
    LANGUAGE sql STABLE
    AS $$
  select pg_catalog.to_char(q.starts, 'HH24:MI'), pg_catalog.to_char(q.ends, 'HH24:MI'), q.time_zone
    from app_public.quiet_hours q where q.user_id = account.id
$$;


--
-- Name: FUNCTION users_quiet_hours(account app_public.users); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.users_quiet_hours(account app_public.users) IS 'The hours in which pushes of levels TWO and THREE wait. Null if they never wait.';


--
-- Name: why_notified(integer, integer); Type: FUNCTION; Schema: app_public; Owner: -
--

CREATE FUNCTION app_public.why_notified(alert_id integer, user_id integer) RETURNS app_public.notification_reason
    LANGUAGE plpgsql STABLE STRICT
    AS $$
begin
  perform app_public.require_admin();
  return app_private.why_notified(alert_id, user_id);
end
$$;


--
-- Name: FUNCTION why_notified(alert_id integer, user_id integer); Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON FUNCTION app_public.why_notified(alert_id integer, user_id integer) IS '@argument alertId The alert''s id.
@argument userId The user''s id.
The position and the rule by which a user was notified of an alert or was not. For administrators: error FORBIDDEN for others, NOT_FOUND for an unknown alert or user.';


--
-- Name: active_users_per_day; Type: VIEW; Schema: analytics; Owner: -
--

CREATE VIEW analytics.active_users_per_day AS
 SELECT ((p.created_at AT TIME ZONE 'UTC'::text))::date AS day,
    count(DISTINCT p.user_id) AS users,
    count(*) AS positions
   FROM app_public.positions p
  GROUP BY (((p.created_at AT TIME ZONE 'UTC'::text))::date);


--
-- Name: VIEW active_users_per_day; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON VIEW analytics.active_users_per_day IS 'The number of users who reported a position on each UTC day, and the number of positions, for as long as positions are kept.';


--
-- Name: COLUMN active_users_per_day.day; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.active_users_per_day.day IS 'The UTC day.';


--
-- Name: COLUMN active_users_per_day.users; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.active_users_per_day.users IS 'The number of users who reported a position.';


--
-- Name: COLUMN active_users_per_day.positions; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.active_users_per_day.positions IS 'The number of positions.';


--
-- Name: alerts; Type: VIEW; Schema: analytics; Owner: -
--

CREATE VIEW analytics.alerts AS
SELECT
    NULL::integer AS alert_id,
    NULL::timestamp with time zone AS created_at,
    NULL::timestamp with time zone AS expires_at,
    NULL::numeric AS area_km2,
    NULL::integer AS reached_users,
    NULL::bigint AS notified_level_one,
    NULL::bigint AS notified_level_two,
    NULL::bigint AS notified_level_three,
    NULL::bigint AS seen_level_one,
    NULL::bigint AS seen_level_two,
    NULL::bigint AS seen_level_three,
    NULL::app_public.alert_status AS status,
    NULL::text AS event,
    NULL::timestamp with time zone AS cancelled_at;


--
-- Name: VIEW alerts; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON VIEW analytics.alerts IS 'Each alert with its area in square kilometres, the number of users it reached (each once), and the notifications made and seen at each level, without all-clears. Exercises and tests are included: see status.';


--
-- Name: COLUMN alerts.alert_id; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.alerts.alert_id IS 'The id of the alert.';


--
-- Name: COLUMN alerts.created_at; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.alerts.created_at IS 'When it was published.';


--
-- Name: COLUMN alerts.expires_at; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.alerts.expires_at IS 'When it ends by itself.';


--
-- Name: COLUMN alerts.area_km2; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.alerts.area_km2 IS 'The size of the area in square kilometres.';


--
-- Name: COLUMN alerts.reached_users; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.alerts.reached_users IS 'The number of users who were notified, each counted once.';


--
-- Name: COLUMN alerts.notified_level_one; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.alerts.notified_level_one IS 'Notifications of level ONE.';


--
-- Name: COLUMN alerts.notified_level_two; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.alerts.notified_level_two IS 'Notifications of level TWO.';


--
-- Name: COLUMN alerts.notified_level_three; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.alerts.notified_level_three IS 'Notifications of level THREE.';


--
-- Name: COLUMN alerts.seen_level_one; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.alerts.seen_level_one IS 'Notifications of level ONE that were seen.';


--
-- Name: COLUMN alerts.seen_level_two; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.alerts.seen_level_two IS 'Notifications of level TWO that were seen.';


--
-- Name: COLUMN alerts.seen_level_three; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.alerts.seen_level_three IS 'Notifications of level THREE that were seen.';


--
-- Name: COLUMN alerts.status; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.alerts.status IS 'ACTUAL, EXERCISE or TEST.';


--
-- Name: COLUMN alerts.event; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.alerts.event IS 'What happens, in a few words.';


--
-- Name: COLUMN alerts.cancelled_at; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.alerts.cancelled_at IS 'When it was cancelled. Null if it was not.';


--
-- Name: notifications_per_day; Type: VIEW; Schema: analytics; Owner: -
--

CREATE VIEW analytics.notifications_per_day AS
 SELECT ((n.created_at AT TIME ZONE 'UTC'::text))::date AS day,
    n.level,
    count(*) AS notifications,
    count(DISTINCT n.user_id) AS users,
    count(*) FILTER (WHERE n.seen) AS seen
   FROM app_public.notifications n
  WHERE (n.kind <> 'ALL_CLEAR'::app_public.notification_kind)
  GROUP BY (((n.created_at AT TIME ZONE 'UTC'::text))::date), n.level;


--
-- Name: VIEW notifications_per_day; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON VIEW analytics.notifications_per_day IS 'The notifications of each UTC day and level: their number, the number of users, and the number seen, without all-clears.';


--
-- Name: COLUMN notifications_per_day.day; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.notifications_per_day.day IS 'The UTC day.';


--
-- Name: COLUMN notifications_per_day.level; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.notifications_per_day.level IS 'The level.';


--
-- Name: COLUMN notifications_per_day.notifications; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.notifications_per_day.notifications IS 'The number of notifications.';


--
-- Name: COLUMN notifications_per_day.users; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.notifications_per_day.users IS 'The number of users who were notified.';


--
-- Name: COLUMN notifications_per_day.seen; Type: COMMENT; Schema: analytics; Owner: -
--

COMMENT ON COLUMN analytics.notifications_per_day.seen IS 'The number of notifications that were seen.';


--
-- Name: alert_reach; Type: TABLE; Schema: app_private; Owner: -
--

CREATE TABLE app_private.alert_reach (
    alert_id integer NOT NULL,
    id bigint NOT NULL,
    users integer NOT NULL
);


--
-- Name: TABLE alert_reach; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON TABLE app_private.alert_reach IS 'The users newly reached by an alert, one row for each transaction, so that transactions do not wait for each other. The sum is the number reached.';


--
-- Name: COLUMN alert_reach.alert_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.alert_reach.alert_id IS 'The alert.';


--
-- Name: COLUMN alert_reach.id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.alert_reach.id IS 'The id of the row.';


--
-- Name: COLUMN alert_reach.users; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.alert_reach.users IS 'How many users the transaction reached.';


--
-- Name: alert_reach_id_seq; Type: SEQUENCE; Schema: app_private; Owner: -
--

ALTER TABLE app_private.alert_reach ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_private.alert_reach_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: alert_speeches; Type: TABLE; Schema: app_private; Owner: -
--

CREATE TABLE app_private.alert_speeches (
    alert_id integer NOT NULL,
    level app_public.level_alert NOT NULL,
    speech_id uuid NOT NULL
);


--
-- Name: TABLE alert_speeches; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON TABLE app_private.alert_speeches IS 'The speech of an alert''s text for a level. There is no row until the text is spoken.';


--
-- Name: COLUMN alert_speeches.alert_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.alert_speeches.alert_id IS 'The alert.';


--
-- Name: COLUMN alert_speeches.level; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.alert_speeches.level IS 'The level of the text.';


--
-- Name: COLUMN alert_speeches.speech_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.alert_speeches.speech_id IS 'The speech.';


--
-- Name: deliveries; Type: TABLE; Schema: app_private; Owner: -
--

CREATE TABLE app_private.deliveries (
    notification_id integer NOT NULL,
    device_id bigint NOT NULL,
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
    failures text[] DEFAULT '{}'::text[] NOT NULL
)
WITH (fillfactor='70');


--
-- Name: TABLE deliveries; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON TABLE app_private.deliveries IS 'One notification on its way to one device. It has no foreign keys, as notifications have none, and as it outlives its device.';


--
-- Name: COLUMN deliveries.notification_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.deliveries.notification_id IS 'The notification.';


--
-- Name: COLUMN deliveries.device_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.deliveries.device_id IS 'The device.';


--
-- Name: COLUMN deliveries.alert_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.deliveries.alert_id IS 'The alert of the notification.';


--
-- Name: COLUMN deliveries.user_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.deliveries.user_id IS 'The user of the notification.';


--
-- Name: COLUMN deliveries.level; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.deliveries.level IS 'The level of the notification.';


--
-- Name: COLUMN deliveries.provider; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.deliveries.provider IS 'The provider of the device.';


--
-- Name: COLUMN deliveries.state; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.deliveries.state IS 'The state of the delivery.';


--
-- Name: COLUMN deliveries.attempts; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.deliveries.attempts IS 'How often it was sent.';


--
-- Name: COLUMN deliveries.created_at; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.deliveries.created_at IS 'When the delivery was made.';


--
-- Name: COLUMN deliveries.due_at; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.deliveries.due_at IS 'While it is queued: it is not sent before this time.';


--
-- Name: COLUMN deliveries.sent_at; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.deliveries.sent_at IS 'When it was last sent. Null if it was not, for example because its provider is off.';


--
-- Name: COLUMN deliveries.settled_at; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.deliveries.settled_at IS 'When it was accepted or given up.';


--
-- Name: COLUMN deliveries.job_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.deliveries.job_id IS 'The job that last sent it. If that job died before an answer, its successor sends it again.';


--
-- Name: COLUMN deliveries.receipt; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.deliveries.receipt IS 'The id to ask the provider with for the receipt, until there is one.';


--
-- Name: COLUMN deliveries.why; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.deliveries.why IS 'Why it last failed.';


--
-- Name: COLUMN deliveries.failures; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.deliveries.failures IS 'When and why it failed, each time.';


--
-- Name: devices; Type: TABLE; Schema: app_private; Owner: -
--

CREATE TABLE app_private.devices (
    user_id integer NOT NULL,
    token text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    id bigint NOT NULL,
    provider app_private.push_provider DEFAULT 'expo'::app_private.push_provider NOT NULL,
    CONSTRAINT devices_token_length CHECK ((((char_length(token) >= 1) AND (char_length(token) <= 2048)) AND (token ~ '^[^[:cntrl:]]+$'::text) AND (token ~ '[^[:space:]]'::text)))
);


--
-- Name: TABLE devices; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON TABLE app_private.devices IS 'The devices to push to. A device token belongs to one user at a time.';


--
-- Name: COLUMN devices.user_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.devices.user_id IS 'The user who has the device.';


--
-- Name: COLUMN devices.token; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.devices.token IS 'The device token that the provider gave it.';


--
-- Name: COLUMN devices.created_at; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.devices.created_at IS 'When the device was last registered.';


--
-- Name: COLUMN devices.id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.devices.id IS 'Identifies the device without exposing its token.';


--
-- Name: COLUMN devices.provider; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.devices.provider IS 'The provider that pushes to the device. The form of the token decided this at registration.';


--
-- Name: CONSTRAINT devices_token_length ON devices; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON CONSTRAINT devices_token_length ON app_private.devices IS 'token is empty, has more than 2,048 characters or contains a control character: send it as the push service gave it.';


--
-- Name: devices_id_seq; Type: SEQUENCE; Schema: app_private; Owner: -
--

ALTER TABLE app_private.devices ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_private.devices_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: publication_waiting; Type: TABLE; Schema: app_private; Owner: -
--

CREATE TABLE app_private.publication_waiting (
    alert_id integer NOT NULL,
    level app_public.level_alert NOT NULL,
    first_user_id integer NOT NULL,
    user_ids integer[] NOT NULL
);


--
-- Name: TABLE publication_waiting; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON TABLE app_private.publication_waiting IS 'Users in an alert''s zones who are still to be notified, in chunks, the most urgent level first.';


--
-- Name: COLUMN publication_waiting.alert_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.publication_waiting.alert_id IS 'The alert.';


--
-- Name: COLUMN publication_waiting.level; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.publication_waiting.level IS 'The level of these users.';


--
-- Name: COLUMN publication_waiting.first_user_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.publication_waiting.first_user_id IS 'The lowest of their ids.';


--
-- Name: COLUMN publication_waiting.user_ids; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.publication_waiting.user_ids IS 'Their ids.';


--
-- Name: publications; Type: TABLE; Schema: app_private; Owner: -
--

CREATE TABLE app_private.publications (
    alert_id integer NOT NULL,
    level app_public.level_alert DEFAULT 'ONE'::app_public.level_alert NOT NULL,
    last_user_id integer DEFAULT 0 NOT NULL,
    completed_at timestamp with time zone
);


--
-- Name: TABLE publications; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON TABLE app_private.publications IS 'The progress of each publication. A small one notifies all its users at once. A larger one queues its users and notifies them chunk by chunk. A very large one passes through all users by id, notifies those of level ONE, and queues the others.';


--
-- Name: COLUMN publications.alert_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.publications.alert_id IS 'The alert.';


--
-- Name: COLUMN publications.level; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.publications.level IS 'ONE before a publication begins and while it passes through all users; TWO while it notifies the queued users.';


--
-- Name: COLUMN publications.last_user_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.publications.last_user_id IS 'The id up to which it has passed through the users.';


--
-- Name: COLUMN publications.completed_at; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.publications.completed_at IS 'When it was completed. Null until then.';


--
-- Name: settings; Type: TABLE; Schema: app_private; Owner: -
--

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
    CONSTRAINT settings_alert_duration CHECK ((alert_duration > '00:00:00'::interval)),
    CONSTRAINT settings_default_language CHECK ((default_language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$'::text)),
    CONSTRAINT settings_level2_distance CHECK (((level2_distance > (0)::double precision) AND (level2_distance <= (100000)::double precision))),
    CONSTRAINT settings_level3_distance CHECK (((level3_distance > level2_distance) AND (level3_distance <= (100000)::double precision))),
    CONSTRAINT settings_max_accuracy CHECK ((max_accuracy > (0)::double precision)),
    CONSTRAINT settings_max_position_age CHECK ((max_position_age > '00:00:00'::interval)),
    CONSTRAINT settings_only_row CHECK (only_row),
    CONSTRAINT settings_position_retention CHECK ((position_retention >= '1 day'::interval)),
    CONSTRAINT settings_receipt_delay CHECK ((receipt_delay >= '00:00:00'::interval))
);


--
-- Name: TABLE settings; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON TABLE app_private.settings IS 'The settings of the service, in one row. A database administrator updates them.';


--
-- Name: COLUMN settings.only_row; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.settings.only_row IS 'Always true: the primary key of the one row.';


--
-- Name: COLUMN settings.alert_duration; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.settings.alert_duration IS 'How long an alert lasts by default.';


--
-- Name: COLUMN settings.max_position_age; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.settings.max_position_age IS 'The greatest age of a last position that publication matches, by default.';


--
-- Name: COLUMN settings.level2_distance; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.settings.level2_distance IS 'The default width of zone TWO around the area, in metres.';


--
-- Name: COLUMN settings.level3_distance; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.settings.level3_distance IS 'The default width of zone THREE around the area, in metres.';


--
-- Name: COLUMN settings.position_retention; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.settings.position_retention IS 'How long positions are kept. Last positions are kept for good.';


--
-- Name: COLUMN settings.bare_token_provider; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.settings.bare_token_provider IS 'The provider of device tokens whose form tells none. A change applies to devices that are registered after it.';


--
-- Name: COLUMN settings.receipt_delay; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.settings.receipt_delay IS 'The wait before Expo is asked for the receipts of accepted pushes.';


--
-- Name: COLUMN settings.default_language; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.settings.default_language IS 'The language of alerts that do not state theirs: a BCP 47 tag such as en or pt-BR.';


--
-- Name: COLUMN settings.max_accuracy; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.settings.max_accuracy IS 'In metres. A less exact position cannot tell zone TWO from THREE, so it notifies of ONE only.';


--
-- Name: CONSTRAINT settings_default_language ON settings; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON CONSTRAINT settings_default_language ON app_private.settings IS 'default_language is not a language tag of BCP 47: write one such as "it" or "pt-BR".';


--
-- Name: CONSTRAINT settings_max_accuracy ON settings; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON CONSTRAINT settings_max_accuracy ON app_private.settings IS 'max_accuracy is not positive: write a number of metres above 0.';


--
-- Name: CONSTRAINT settings_receipt_delay ON settings; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON CONSTRAINT settings_receipt_delay ON app_private.settings IS 'receipt_delay is negative: write an interval of 0 or more.';


--
-- Name: speeches; Type: TABLE; Schema: app_private; Owner: -
--

CREATE TABLE app_private.speeches (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    digest bytea NOT NULL,
    voice text NOT NULL,
    mp3 bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY app_private.speeches ALTER COLUMN mp3 SET STORAGE EXTERNAL;


--
-- Name: TABLE speeches; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON TABLE app_private.speeches IS 'Texts as speech. Each text is stored once for each voice, whichever alerts use it.';


--
-- Name: COLUMN speeches.id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.speeches.id IS 'The id, which is part of the URL. It is random, as everyone who knows it may listen.';


--
-- Name: COLUMN speeches.digest; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.speeches.digest IS 'SHA-256 of the voice, a line feed and the text.';


--
-- Name: COLUMN speeches.voice; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.speeches.voice IS 'The engine, its version, the voice and the encoding.';


--
-- Name: COLUMN speeches.mp3; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.speeches.mp3 IS 'The MP3 file. It never changes, as clients cache it.';


--
-- Name: COLUMN speeches.created_at; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.speeches.created_at IS 'When it was made.';


--
-- Name: user_credentials; Type: TABLE; Schema: app_private; Owner: -
--

CREATE TABLE app_private.user_credentials (
    user_id integer NOT NULL,
    password_hash text NOT NULL,
    token_version integer DEFAULT 1 NOT NULL,
    kept_token_id uuid,
    kept_at_version integer,
    CONSTRAINT user_credentials_kept_token CHECK (((kept_token_id IS NULL) = (kept_at_version IS NULL))),
    CONSTRAINT user_credentials_password_hash CHECK ((password_hash ~ '^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$'::text))
);


--
-- Name: TABLE user_credentials; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON TABLE app_private.user_credentials IS 'What proves the identity of a user.';


--
-- Name: COLUMN user_credentials.user_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.user_credentials.user_id IS 'The user.';


--
-- Name: COLUMN user_credentials.password_hash; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.user_credentials.password_hash IS 'The hash of the password, which the host makes with bcrypt.';


--
-- Name: COLUMN user_credentials.token_version; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.user_credentials.token_version IS 'The version of the tokens that are valid. A higher version revokes all tokens of the user.';


--
-- Name: COLUMN user_credentials.kept_token_id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.user_credentials.kept_token_id IS 'The id of the token that made the last password change. It stays valid although its version is old.';


--
-- Name: COLUMN user_credentials.kept_at_version; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.user_credentials.kept_at_version IS 'The token version that the last password change set. Any later change of token_version also revokes the kept token.';


--
-- Name: CONSTRAINT user_credentials_password_hash ON user_credentials; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON CONSTRAINT user_credentials_password_hash ON app_private.user_credentials IS 'password_hash is not a hash of bcrypt: let the host hash the password.';


--
-- Name: workers; Type: TABLE; Schema: app_private; Owner: -
--

CREATE TABLE app_private.workers (
    id text NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: TABLE workers; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON TABLE app_private.workers IS 'The worker pools that run jobs, one for each lane of each process.';


--
-- Name: COLUMN workers.id; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.workers.id IS 'The id of the pool.';


--
-- Name: COLUMN workers.since; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.workers.since IS 'Since when it has been alive without a pause.';


--
-- Name: COLUMN workers.seen_at; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON COLUMN app_private.workers.seen_at IS 'When it last reported that it is alive.';


--
-- Name: alerts_id_seq; Type: SEQUENCE; Schema: app_public; Owner: -
--

ALTER TABLE app_public.alerts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.alerts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: notifications_id_seq; Type: SEQUENCE; Schema: app_public; Owner: -
--

ALTER TABLE app_public.notifications ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.notifications_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: positions_default; Type: TABLE; Schema: app_public; Owner: -
--

CREATE TABLE app_public.positions_default (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    taken_at timestamp with time zone DEFAULT now() NOT NULL,
    latitude double precision NOT NULL,
    longitude double precision NOT NULL,
    accuracy double precision,
    moving_activity app_public.moving_activity NOT NULL,
    CONSTRAINT positions_accuracy CHECK (((accuracy >= (0)::double precision) AND (accuracy <= (20000000)::double precision))),
    CONSTRAINT positions_latitude CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
    CONSTRAINT positions_longitude CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
    CONSTRAINT positions_taken_at CHECK (((taken_at >= '1970-01-01 00:00:00+00'::timestamp with time zone) AND (taken_at <= created_at)))
);


--
-- Name: TABLE positions_default; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TABLE app_public.positions_default IS '@behavior -*
Positions for which no partition was made in time.';


--
-- Name: positions_id_seq; Type: SEQUENCE; Schema: app_public; Owner: -
--

ALTER TABLE app_public.positions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.positions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: quiet_hours; Type: TABLE; Schema: app_public; Owner: -
--

CREATE TABLE app_public.quiet_hours (
    user_id integer NOT NULL,
    starts time without time zone NOT NULL,
    ends time without time zone NOT NULL,
    time_zone text NOT NULL,
    CONSTRAINT quiet_hours_not_empty CHECK ((starts <> ends))
);


--
-- Name: TABLE quiet_hours; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON TABLE app_public.quiet_hours IS '@behavior -*
The hours in which pushes of levels TWO and THREE to a user wait, by the clock of a time zone. They may pass midnight.';


--
-- Name: COLUMN quiet_hours.user_id; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.quiet_hours.user_id IS 'The user.';


--
-- Name: COLUMN quiet_hours.starts; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.quiet_hours.starts IS 'The time of day at which they start.';


--
-- Name: COLUMN quiet_hours.ends; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.quiet_hours.ends IS 'The time of day at which they end.';


--
-- Name: COLUMN quiet_hours.time_zone; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON COLUMN app_public.quiet_hours.time_zone IS 'A name of the IANA time zone database, such as Europe/Rome.';


--
-- Name: CONSTRAINT quiet_hours_not_empty ON quiet_hours; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT quiet_hours_not_empty ON app_public.quiet_hours IS 'from and to are equal: send two different times of day.';


--
-- Name: users_id_seq; Type: SEQUENCE; Schema: app_public; Owner: -
--

ALTER TABLE app_public.users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app_public.users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: positions_default; Type: TABLE ATTACH; Schema: app_public; Owner: -
--

ALTER TABLE ONLY app_public.positions ATTACH PARTITION app_public.positions_default DEFAULT;


--
-- Name: alert_reach alert_reach_pkey; Type: CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.alert_reach
    ADD CONSTRAINT alert_reach_pkey PRIMARY KEY (alert_id, id);


--
-- Name: alert_speeches alert_speeches_pkey; Type: CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.alert_speeches
    ADD CONSTRAINT alert_speeches_pkey PRIMARY KEY (alert_id, level);


--
-- Name: deliveries deliveries_pkey; Type: CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (notification_id, device_id);


--
-- Name: devices devices_pkey; Type: CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.devices
    ADD CONSTRAINT devices_pkey PRIMARY KEY (user_id, token);


--
-- Name: publication_waiting publication_waiting_pkey; Type: CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.publication_waiting
    ADD CONSTRAINT publication_waiting_pkey PRIMARY KEY (alert_id, level, first_user_id);


--
-- Name: publications publications_pkey; Type: CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.publications
    ADD CONSTRAINT publications_pkey PRIMARY KEY (alert_id);


--
-- Name: settings settings_pkey; Type: CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (only_row);


--
-- Name: speeches speeches_digest_key; Type: CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.speeches
    ADD CONSTRAINT speeches_digest_key UNIQUE (digest);


--
-- Name: speeches speeches_pkey; Type: CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.speeches
    ADD CONSTRAINT speeches_pkey PRIMARY KEY (id);


--
-- Name: user_credentials user_credentials_pkey; Type: CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.user_credentials
    ADD CONSTRAINT user_credentials_pkey PRIMARY KEY (user_id);


--
-- Name: workers workers_pkey; Type: CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.workers
    ADD CONSTRAINT workers_pkey PRIMARY KEY (id);


--
-- Name: alert_versions alert_versions_pkey; Type: CONSTRAINT; Schema: app_public; Owner: -
--

ALTER TABLE ONLY app_public.alert_versions
    ADD CONSTRAINT alert_versions_pkey PRIMARY KEY (alert_id, version);


--
-- Name: alerts alerts_idempotency_key_key; Type: CONSTRAINT; Schema: app_public; Owner: -
--

ALTER TABLE ONLY app_public.alerts
    ADD CONSTRAINT alerts_idempotency_key_key UNIQUE (user_id, idempotency_key);


--
-- Name: CONSTRAINT alerts_idempotency_key_key ON alerts; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT alerts_idempotency_key_key ON app_public.alerts IS 'idempotencyKey belongs to another alert of yours: send a new key with each alert.';


--
-- Name: alerts alerts_pkey; Type: CONSTRAINT; Schema: app_public; Owner: -
--

ALTER TABLE ONLY app_public.alerts
    ADD CONSTRAINT alerts_pkey PRIMARY KEY (id);


--
-- Name: last_positions last_positions_pkey; Type: CONSTRAINT; Schema: app_public; Owner: -
--

ALTER TABLE ONLY app_public.last_positions
    ADD CONSTRAINT last_positions_pkey PRIMARY KEY (user_id);


--
-- Name: notifications notifications_pkey; Type: CONSTRAINT; Schema: app_public; Owner: -
--

ALTER TABLE ONLY app_public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);


--
-- Name: positions positions_pkey; Type: CONSTRAINT; Schema: app_public; Owner: -
--

ALTER TABLE ONLY app_public.positions
    ADD CONSTRAINT positions_pkey PRIMARY KEY (id, created_at);


--
-- Name: positions_default positions_default_pkey; Type: CONSTRAINT; Schema: app_public; Owner: -
--

ALTER TABLE ONLY app_public.positions_default
    ADD CONSTRAINT positions_default_pkey PRIMARY KEY (id, created_at);


--
-- Name: quiet_hours quiet_hours_pkey; Type: CONSTRAINT; Schema: app_public; Owner: -
--

ALTER TABLE ONLY app_public.quiet_hours
    ADD CONSTRAINT quiet_hours_pkey PRIMARY KEY (user_id);


--
-- Name: users users_pkey; Type: CONSTRAINT; Schema: app_public; Owner: -
--

ALTER TABLE ONLY app_public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);


--
-- Name: alert_speeches_speech_id; Type: INDEX; Schema: app_private; Owner: -
--

CREATE INDEX alert_speeches_speech_id ON app_private.alert_speeches USING btree (speech_id);


--
-- Name: deliveries_alert_id; Type: INDEX; Schema: app_private; Owner: -
--

CREATE INDEX deliveries_alert_id ON app_private.deliveries USING btree (alert_id);


--
-- Name: deliveries_receipt; Type: INDEX; Schema: app_private; Owner: -
--

CREATE INDEX deliveries_receipt ON app_private.deliveries USING btree (receipt) WHERE (receipt IS NOT NULL);


--
-- Name: devices_id_key; Type: INDEX; Schema: app_private; Owner: -
--

CREATE UNIQUE INDEX devices_id_key ON app_private.devices USING btree (id);


--
-- Name: devices_provider_user_id; Type: INDEX; Schema: app_private; Owner: -
--

CREATE INDEX devices_provider_user_id ON app_private.devices USING btree (provider, user_id);


--
-- Name: devices_token_key; Type: INDEX; Schema: app_private; Owner: -
--

CREATE UNIQUE INDEX devices_token_key ON app_private.devices USING btree (token);


--
-- Name: publications_incomplete; Type: INDEX; Schema: app_private; Owner: -
--

CREATE INDEX publications_incomplete ON app_private.publications USING btree (alert_id) WHERE (completed_at IS NULL);


--
-- Name: INDEX publications_incomplete; Type: COMMENT; Schema: app_private; Owner: -
--

COMMENT ON INDEX app_private.publications_incomplete IS 'Serves app_private.heartbeat(), which looks for unfinished publications every two seconds.';


--
-- Name: alert_versions_user_id; Type: INDEX; Schema: app_public; Owner: -
--

CREATE INDEX alert_versions_user_id ON app_public.alert_versions USING btree (user_id);


--
-- Name: alerts_active_expires_at; Type: INDEX; Schema: app_public; Owner: -
--

CREATE INDEX alerts_active_expires_at ON app_public.alerts USING btree (expires_at) WHERE active;


--
-- Name: alerts_active_zone3; Type: INDEX; Schema: app_public; Owner: -
--

CREATE INDEX alerts_active_zone3 ON app_public.alerts USING gist (zone3) WHERE active;


--
-- Name: alerts_user_id; Type: INDEX; Schema: app_public; Owner: -
--

CREATE INDEX alerts_user_id ON app_public.alerts USING btree (user_id);


--
-- Name: last_positions_location; Type: INDEX; Schema: app_public; Owner: -
--

CREATE INDEX last_positions_location ON app_public.last_positions USING gist (location);


--
-- Name: notifications_alert_id_id; Type: INDEX; Schema: app_public; Owner: -
--

CREATE INDEX notifications_alert_id_id ON app_public.notifications USING btree (alert_id, id);


--
-- Name: notifications_alert_id_user_id_level_version_key; Type: INDEX; Schema: app_public; Owner: -
--

CREATE UNIQUE INDEX notifications_alert_id_user_id_level_version_key ON app_public.notifications USING btree (alert_id, user_id, level, version);


--
-- Name: notifications_user_id_id; Type: INDEX; Schema: app_public; Owner: -
--

CREATE INDEX notifications_user_id_id ON app_public.notifications USING btree (user_id, id);


--
-- Name: positions_moving_activity; Type: INDEX; Schema: app_public; Owner: -
--

CREATE INDEX positions_moving_activity ON ONLY app_public.positions USING btree (moving_activity, id);


--
-- Name: positions_default_moving_activity_id_idx; Type: INDEX; Schema: app_public; Owner: -
--

CREATE INDEX positions_default_moving_activity_id_idx ON app_public.positions_default USING btree (moving_activity, id);


--
-- Name: users_email_key; Type: INDEX; Schema: app_public; Owner: -
--

CREATE UNIQUE INDEX users_email_key ON app_public.users USING btree (lower(email));


--
-- Name: INDEX users_email_key; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON INDEX app_public.users_email_key IS 'This email is taken: use another one.';


--
-- Name: users_email_search; Type: INDEX; Schema: app_public; Owner: -
--

CREATE INDEX users_email_search ON app_public.users USING btree (lower(email) text_pattern_ops);


--
-- Name: users_name_search; Type: INDEX; Schema: app_public; Owner: -
--

CREATE INDEX users_name_search ON app_public.users USING btree (lower(name) text_pattern_ops);


--
-- Name: positions_default_moving_activity_id_idx; Type: INDEX ATTACH; Schema: app_public; Owner: -
--

ALTER INDEX app_public.positions_moving_activity ATTACH PARTITION app_public.positions_default_moving_activity_id_idx;


--
-- Name: positions_default_pkey; Type: INDEX ATTACH; Schema: app_public; Owner: -
--

ALTER INDEX app_public.positions_pkey ATTACH PARTITION app_public.positions_default_pkey;


--
-- Name: alerts _RETURN; Type: RULE; Schema: analytics; Owner: -
--

CREATE OR REPLACE VIEW analytics.alerts AS
 SELECT a.id AS alert_id,
    a.created_at,
    a.expires_at,
    round(((public.st_area((a.zone1)::public.geography) / ('1000000'::numeric)::double precision))::numeric, 3) AS area_km2,
    ( SELECT (COALESCE(sum(r.users), (0)::bigint))::integer AS "coalesce"
           FROM app_private.alert_reach r
          WHERE (r.alert_id = a.id)) AS reached_users,
    count(n.id) FILTER (WHERE (n.level = 'ONE'::app_public.level_alert)) AS notified_level_one,
    count(n.id) FILTER (WHERE (n.level = 'TWO'::app_public.level_alert)) AS notified_level_two,
    count(n.id) FILTER (WHERE (n.level = 'THREE'::app_public.level_alert)) AS notified_level_three,
    count(n.id) FILTER (WHERE ((n.level = 'ONE'::app_public.level_alert) AND n.seen)) AS seen_level_one,
    count(n.id) FILTER (WHERE ((n.level = 'TWO'::app_public.level_alert) AND n.seen)) AS seen_level_two,
    count(n.id) FILTER (WHERE ((n.level = 'THREE'::app_public.level_alert) AND n.seen)) AS seen_level_three,
    a.status,
    a.event,
    a.cancelled_at
   FROM (app_public.alerts a
     LEFT JOIN app_public.notifications n ON (((n.alert_id = a.id) AND (n.kind <> 'ALL_CLEAR'::app_public.notification_kind))))
  GROUP BY a.id;


--
-- Name: user_credentials announce_revocation; Type: TRIGGER; Schema: app_private; Owner: -
--

CREATE TRIGGER announce_revocation AFTER DELETE OR UPDATE OF token_version ON app_private.user_credentials FOR EACH ROW EXECUTE FUNCTION app_private.announce_revocation();


--
-- Name: alerts refuse_to_lose_history; Type: TRIGGER; Schema: app_public; Owner: -
--

CREATE TRIGGER refuse_to_lose_history BEFORE DELETE ON app_public.alerts FOR EACH ROW EXECUTE FUNCTION app_private.refuse_to_lose_history();


--
-- Name: users refuse_to_lose_history; Type: TRIGGER; Schema: app_public; Owner: -
--

CREATE TRIGGER refuse_to_lose_history BEFORE DELETE ON app_public.users FOR EACH ROW EXECUTE FUNCTION app_private.refuse_to_lose_history();


--
-- Name: users revoke_tokens_on_demotion; Type: TRIGGER; Schema: app_public; Owner: -
--

CREATE TRIGGER revoke_tokens_on_demotion AFTER UPDATE OF is_admin ON app_public.users FOR EACH ROW WHEN ((old.is_admin AND (NOT new.is_admin))) EXECUTE FUNCTION app_private.revoke_tokens_on_demotion();


--
-- Name: notifications set_seen_at; Type: TRIGGER; Schema: app_public; Owner: -
--

CREATE TRIGGER set_seen_at BEFORE UPDATE OF seen ON app_public.notifications FOR EACH ROW EXECUTE FUNCTION app_private.set_seen_at();


--
-- Name: alert_reach alert_reach_alert_id_fkey; Type: FK CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.alert_reach
    ADD CONSTRAINT alert_reach_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_public.alerts(id) ON DELETE CASCADE;


--
-- Name: alert_speeches alert_speeches_alert_id_fkey; Type: FK CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.alert_speeches
    ADD CONSTRAINT alert_speeches_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_public.alerts(id) ON DELETE CASCADE;


--
-- Name: alert_speeches alert_speeches_speech_id_fkey; Type: FK CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.alert_speeches
    ADD CONSTRAINT alert_speeches_speech_id_fkey FOREIGN KEY (speech_id) REFERENCES app_private.speeches(id) ON DELETE CASCADE;


--
-- Name: devices devices_user_id_fkey; Type: FK CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.devices
    ADD CONSTRAINT devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;


--
-- Name: publication_waiting publication_waiting_alert_id_fkey; Type: FK CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.publication_waiting
    ADD CONSTRAINT publication_waiting_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_public.alerts(id) ON DELETE CASCADE;


--
-- Name: publications publications_alert_id_fkey; Type: FK CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.publications
    ADD CONSTRAINT publications_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_public.alerts(id) ON DELETE CASCADE;


--
-- Name: user_credentials user_credentials_user_id_fkey; Type: FK CONSTRAINT; Schema: app_private; Owner: -
--

ALTER TABLE ONLY app_private.user_credentials
    ADD CONSTRAINT user_credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;


--
-- Name: alert_versions alert_versions_alert_id_fkey; Type: FK CONSTRAINT; Schema: app_public; Owner: -
--

ALTER TABLE ONLY app_public.alert_versions
    ADD CONSTRAINT alert_versions_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app_public.alerts(id) ON DELETE CASCADE;


--
-- Name: CONSTRAINT alert_versions_alert_id_fkey ON alert_versions; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT alert_versions_alert_id_fkey ON app_public.alert_versions IS '@fieldName alert
@foreignFieldName history
@backwardDescription The versions of the alert, newest first. At most 1,000.
The alert.';


--
-- Name: alert_versions alert_versions_user_id_fkey; Type: FK CONSTRAINT; Schema: app_public; Owner: -
--

ALTER TABLE ONLY app_public.alert_versions
    ADD CONSTRAINT alert_versions_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE RESTRICT;


--
-- Name: CONSTRAINT alert_versions_user_id_fkey ON alert_versions; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT alert_versions_user_id_fkey ON app_public.alert_versions IS '@fieldName user
@behavior -manyRelation:resource:list
The administrator who made this version.';


--
-- Name: alerts alerts_user_id_fkey; Type: FK CONSTRAINT; Schema: app_public; Owner: -
--

ALTER TABLE ONLY app_public.alerts
    ADD CONSTRAINT alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE RESTRICT;


--
-- Name: CONSTRAINT alerts_user_id_fkey ON alerts; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT alerts_user_id_fkey ON app_public.alerts IS '@fieldName user
@behavior -manyRelation:resource:list
The administrator who published it.';


--
-- Name: last_positions last_positions_user_id_fkey; Type: FK CONSTRAINT; Schema: app_public; Owner: -
--

ALTER TABLE ONLY app_public.last_positions
    ADD CONSTRAINT last_positions_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE RESTRICT;


--
-- Name: CONSTRAINT last_positions_user_id_fkey ON last_positions; Type: COMMENT; Schema: app_public; Owner: -
--

COMMENT ON CONSTRAINT last_positions_user_id_fkey ON app_public.last_positions IS '@fieldName user
@backwardBehavior -*
The user.';


--
-- Name: quiet_hours quiet_hours_user_id_fkey; Type: FK CONSTRAINT; Schema: app_public; Owner: -
--

ALTER TABLE ONLY app_public.quiet_hours
    ADD CONSTRAINT quiet_hours_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE;


--
-- Name: alert_reach; Type: ROW SECURITY; Schema: app_private; Owner: -
--

ALTER TABLE app_private.alert_reach ENABLE ROW LEVEL SECURITY;

--
-- Name: alert_speeches; Type: ROW SECURITY; Schema: app_private; Owner: -
--

ALTER TABLE app_private.alert_speeches ENABLE ROW LEVEL SECURITY;

--
-- Name: deliveries; Type: ROW SECURITY; Schema: app_private; Owner: -
--

ALTER TABLE app_private.deliveries ENABLE ROW LEVEL SECURITY;

--
-- Name: devices; Type: ROW SECURITY; Schema: app_private; Owner: -
--

ALTER TABLE app_private.devices ENABLE ROW LEVEL SECURITY;

--
-- Name: publication_waiting; Type: ROW SECURITY; Schema: app_private; Owner: -
--

ALTER TABLE app_private.publication_waiting ENABLE ROW LEVEL SECURITY;

--
-- Name: publications; Type: ROW SECURITY; Schema: app_private; Owner: -
--

ALTER TABLE app_private.publications ENABLE ROW LEVEL SECURITY;

--
-- Name: settings; Type: ROW SECURITY; Schema: app_private; Owner: -
--

ALTER TABLE app_private.settings ENABLE ROW LEVEL SECURITY;

--
-- Name: speeches; Type: ROW SECURITY; Schema: app_private; Owner: -
--

ALTER TABLE app_private.speeches ENABLE ROW LEVEL SECURITY;

--
-- Name: user_credentials; Type: ROW SECURITY; Schema: app_private; Owner: -
--

ALTER TABLE app_private.user_credentials ENABLE ROW LEVEL SECURITY;

--
-- Name: workers; Type: ROW SECURITY; Schema: app_private; Owner: -
--

ALTER TABLE app_private.workers ENABLE ROW LEVEL SECURITY;

--
-- Name: alert_versions; Type: ROW SECURITY; Schema: app_public; Owner: -
--

ALTER TABLE app_public.alert_versions ENABLE ROW LEVEL SECURITY;

--
-- Name: alerts; Type: ROW SECURITY; Schema: app_public; Owner: -
--

ALTER TABLE app_public.alerts ENABLE ROW LEVEL SECURITY;

--
-- Name: users edit_all; Type: POLICY; Schema: app_public; Owner: -
--

CREATE POLICY edit_all ON app_public.users FOR UPDATE TO app_admin USING (true);


--
-- Name: users edit_own; Type: POLICY; Schema: app_public; Owner: -
--

CREATE POLICY edit_own ON app_public.users FOR UPDATE TO app_user USING ((id = app_public.current_user_id()));


--
-- Name: last_positions; Type: ROW SECURITY; Schema: app_public; Owner: -
--

ALTER TABLE app_public.last_positions ENABLE ROW LEVEL SECURITY;

--
-- Name: notifications; Type: ROW SECURITY; Schema: app_public; Owner: -
--

ALTER TABLE app_public.notifications ENABLE ROW LEVEL SECURITY;

--
-- Name: positions; Type: ROW SECURITY; Schema: app_public; Owner: -
--

ALTER TABLE app_public.positions ENABLE ROW LEVEL SECURITY;

--
-- Name: positions_default; Type: ROW SECURITY; Schema: app_public; Owner: -
--

ALTER TABLE app_public.positions_default ENABLE ROW LEVEL SECURITY;

--
-- Name: quiet_hours; Type: ROW SECURITY; Schema: app_public; Owner: -
--

ALTER TABLE app_public.quiet_hours ENABLE ROW LEVEL SECURITY;

--
-- Name: alert_versions read_all; Type: POLICY; Schema: app_public; Owner: -
--

CREATE POLICY read_all ON app_public.alert_versions FOR SELECT TO app_user USING (true);


--
-- Name: alerts read_all; Type: POLICY; Schema: app_public; Owner: -
--

CREATE POLICY read_all ON app_public.alerts FOR SELECT TO app_user USING (true);


--
-- Name: last_positions read_all; Type: POLICY; Schema: app_public; Owner: -
--

CREATE POLICY read_all ON app_public.last_positions FOR SELECT TO app_admin USING (true);


--
-- Name: notifications read_all; Type: POLICY; Schema: app_public; Owner: -
--

CREATE POLICY read_all ON app_public.notifications FOR SELECT TO app_admin USING (true);


--
-- Name: positions read_all; Type: POLICY; Schema: app_public; Owner: -
--

CREATE POLICY read_all ON app_public.positions FOR SELECT TO app_admin USING (true);


--
-- Name: quiet_hours read_all; Type: POLICY; Schema: app_public; Owner: -
--

CREATE POLICY read_all ON app_public.quiet_hours FOR SELECT TO app_admin USING (true);


--
-- Name: users read_all; Type: POLICY; Schema: app_public; Owner: -
--

CREATE POLICY read_all ON app_public.users FOR SELECT TO app_admin USING (true);


--
-- Name: notifications read_own; Type: POLICY; Schema: app_public; Owner: -
--

CREATE POLICY read_own ON app_public.notifications FOR SELECT TO app_user USING ((user_id = app_public.current_user_id()));


--
-- Name: quiet_hours read_own; Type: POLICY; Schema: app_public; Owner: -
--

CREATE POLICY read_own ON app_public.quiet_hours FOR SELECT TO app_user USING ((user_id = app_public.current_user_id()));


--
-- Name: users read_own; Type: POLICY; Schema: app_public; Owner: -
--

CREATE POLICY read_own ON app_public.users FOR SELECT TO app_user USING ((id = app_public.current_user_id()));


--
-- Name: notifications update_own; Type: POLICY; Schema: app_public; Owner: -
--

CREATE POLICY update_own ON app_public.notifications FOR UPDATE TO app_user USING ((user_id = app_public.current_user_id()));


--
-- Name: users; Type: ROW SECURITY; Schema: app_public; Owner: -
--

ALTER TABLE app_public.users ENABLE ROW LEVEL SECURITY;

--
-- Name: SCHEMA analytics; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA analytics TO app_analyst;


--
-- Name: SCHEMA app_private; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA app_private TO app_anonymous;
GRANT USAGE ON SCHEMA app_private TO app_user;
GRANT USAGE ON SCHEMA app_private TO app_admin;
GRANT USAGE ON SCHEMA app_private TO app_host;


--
-- Name: SCHEMA app_public; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA app_public TO app_anonymous;
GRANT USAGE ON SCHEMA app_public TO app_user;
GRANT USAGE ON SCHEMA app_public TO app_admin;
GRANT USAGE ON SCHEMA app_public TO app_host;


--
-- Name: FUNCTION alert_progress(alert_id integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.alert_progress(alert_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.alert_progress(alert_id integer) TO app_host;


--
-- Name: TABLE alerts; Type: ACL; Schema: app_public; Owner: -
--

GRANT SELECT ON TABLE app_public.alerts TO app_user;


--
-- Name: FUNCTION all_clear_to_range(alert app_public.alerts, after_user_id integer, chunk_size integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.all_clear_to_range(alert app_public.alerts, after_user_id integer, chunk_size integer) FROM PUBLIC;


--
-- Name: FUNCTION announce_notifications(alert_id integer, first_id integer, last_id integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.announce_notifications(alert_id integer, first_id integer, last_id integer) FROM PUBLIC;


--
-- Name: FUNCTION announce_revocation(); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.announce_revocation() FROM PUBLIC;


--
-- Name: TABLE positions; Type: ACL; Schema: app_public; Owner: -
--

GRANT SELECT ON TABLE app_public.positions TO app_admin;


--
-- Name: FUNCTION apply_position_report(reported app_public.positions); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.apply_position_report(reported app_public.positions) FROM PUBLIC;


--
-- Name: FUNCTION area_of_geojson(area json); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.area_of_geojson(area json) FROM PUBLIC;


--
-- Name: FUNCTION area_of_points(points app_public.point_input[]); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.area_of_points(points app_public.point_input[]) FROM PUBLIC;


--
-- Name: FUNCTION authenticate(token_user_id integer, token_version integer, INOUT token_id uuid, OUT role text, OUT user_id text); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.authenticate(token_user_id integer, token_version integer, INOUT token_id uuid, OUT role text, OUT user_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.authenticate(token_user_id integer, token_version integer, INOUT token_id uuid, OUT role text, OUT user_id text) TO app_host;


--
-- Name: FUNCTION cancel_alert(alert_id integer, text text); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.cancel_alert(alert_id integer, text text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.cancel_alert(alert_id integer, text text) TO app_admin;


--
-- Name: FUNCTION checked_area(area public.geometry, field text); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.checked_area(area public.geometry, field text) FROM PUBLIC;


--
-- Name: FUNCTION claim_deliveries(provider app_private.push_provider, job_id bigint, notification_ids integer[]); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.claim_deliveries(provider app_private.push_provider, job_id bigint, notification_ids integer[]) FROM PUBLIC;


--
-- Name: FUNCTION compact_alert_reach(); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.compact_alert_reach() FROM PUBLIC;


--
-- Name: FUNCTION continue_publication(alert_id integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.continue_publication(alert_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.continue_publication(alert_id integer) TO app_host;


--
-- Name: FUNCTION delivery_of_alert(alert app_public.alerts); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.delivery_of_alert(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.delivery_of_alert(alert app_public.alerts) TO app_admin;


--
-- Name: FUNCTION device_token(given text); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.device_token(given text) FROM PUBLIC;


--
-- Name: FUNCTION draft_alert(input app_public.alert_input, previous app_public.alerts); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.draft_alert(input app_public.alert_input, previous app_public.alerts) FROM PUBLIC;


--
-- Name: FUNCTION enclosing_ring(zone public.geometry); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.enclosing_ring(zone public.geometry) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.enclosing_ring(zone public.geometry) TO app_user;


--
-- Name: FUNCTION end_expired_alerts(); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.end_expired_alerts() FROM PUBLIC;


--
-- Name: FUNCTION find_speech(alert_id integer, level integer, OUT id uuid, OUT size integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.find_speech(alert_id integer, level integer, OUT id uuid, OUT size integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.find_speech(alert_id integer, level integer, OUT id uuid, OUT size integer) TO app_host;


--
-- Name: FUNCTION first_bad_position(input app_public.position_input[]); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.first_bad_position(input app_public.position_input[]) FROM PUBLIC;


--
-- Name: FUNCTION follow_up_deliveries(provider app_private.push_provider, notification_ids integer[], level app_public.level_alert, not_before timestamp with time zone); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.follow_up_deliveries(provider app_private.push_provider, notification_ids integer[], level app_public.level_alert, not_before timestamp with time zone) FROM PUBLIC;


--
-- Name: FUNCTION free_jobs(worker_ids text[]); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.free_jobs(worker_ids text[]) FROM PUBLIC;


--
-- Name: FUNCTION heartbeat(VARIADIC worker_ids text[]); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.heartbeat(VARIADIC worker_ids text[]) FROM PUBLIC;


--
-- Name: FUNCTION hold_reports(user_ids integer[]); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.hold_reports(user_ids integer[]) FROM PUBLIC;


--
-- Name: FUNCTION is_tester(user_id integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.is_tester(user_id integer) FROM PUBLIC;


--
-- Name: FUNCTION keep_speech(alert_id integer, level app_public.level_alert, voice text, mp3 bytea); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.keep_speech(alert_id integer, level app_public.level_alert, voice text, mp3 bytea) FROM PUBLIC;


--
-- Name: FUNCTION keep_version(alert app_public.alerts); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.keep_version(alert app_public.alerts) FROM PUBLIC;


--
-- Name: FUNCTION last_positions_after(position_id bigint); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.last_positions_after(position_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.last_positions_after(position_id bigint) TO app_host;


--
-- Name: FUNCTION level_at(zone1 public.geometry, zone2 public.geometry, zone3 public.geometry, location public.geometry, is_coarse boolean); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.level_at(zone1 public.geometry, zone2 public.geometry, zone3 public.geometry, location public.geometry, is_coarse boolean) FROM PUBLIC;


--
-- Name: FUNCTION lock_active_alert(alert_id integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.lock_active_alert(alert_id integer) FROM PUBLIC;


--
-- Name: FUNCTION login_credentials(email text); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.login_credentials(email text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.login_credentials(email text) TO app_host;


--
-- Name: FUNCTION make_position_partitions(ahead interval); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.make_position_partitions(ahead interval) FROM PUBLIC;


--
-- Name: FUNCTION may_push(kind app_public.notification_kind, alert app_public.alerts); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.may_push(kind app_public.notification_kind, alert app_public.alerts) FROM PUBLIC;


--
-- Name: FUNCTION metres_from(zone public.geometry, place public.geometry); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.metres_from(zone public.geometry, place public.geometry) FROM PUBLIC;


--
-- Name: FUNCTION moment_taken(seconds bigint); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.moment_taken(seconds bigint) FROM PUBLIC;


--
-- Name: FUNCTION new_alert(input app_public.alert_input); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.new_alert(input app_public.alert_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.new_alert(input app_public.alert_input) TO app_admin;


--
-- Name: FUNCTION newest_position_id(); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.newest_position_id() FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.newest_position_id() TO app_host;


--
-- Name: FUNCTION notifications_between(alert_ids integer[], first_ids integer[], last_ids integer[], user_ids integer[]); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.notifications_between(alert_ids integer[], first_ids integer[], last_ids integer[], user_ids integer[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.notifications_between(alert_ids integer[], first_ids integer[], last_ids integer[], user_ids integer[]) TO app_host;


--
-- Name: TABLE last_positions; Type: ACL; Schema: app_public; Owner: -
--

GRANT SELECT ON TABLE app_public.last_positions TO app_admin;


--
-- Name: FUNCTION notify_of_active_alerts(here app_public.last_positions); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.notify_of_active_alerts(here app_public.last_positions) FROM PUBLIC;


--
-- Name: FUNCTION notify_users(alert app_public.alerts, user_ids integer[]); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.notify_users(alert app_public.alerts, user_ids integer[]) FROM PUBLIC;


--
-- Name: FUNCTION other_expo_token(token text); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.other_expo_token(token text) FROM PUBLIC;


--
-- Name: FUNCTION publication_lock(); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.publication_lock() FROM PUBLIC;


--
-- Name: FUNCTION publish_chunk(alert_id integer, chunk_size integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.publish_chunk(alert_id integer, chunk_size integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.publish_chunk(alert_id integer, chunk_size integer) TO app_host;


--
-- Name: FUNCTION publish_to_range(alert app_public.alerts, first_id integer, last_id integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.publish_to_range(alert app_public.alerts, first_id integer, last_id integer) FROM PUBLIC;


--
-- Name: FUNCTION purge_positions(); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.purge_positions() FROM PUBLIC;


--
-- Name: FUNCTION push_provider(token text); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.push_provider(token text) FROM PUBLIC;


--
-- Name: FUNCTION queue_missing_speeches(); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.queue_missing_speeches() FROM PUBLIC;


--
-- Name: FUNCTION queue_publication(alert_id integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.queue_publication(alert_id integer) FROM PUBLIC;


--
-- Name: FUNCTION queue_pushes(level app_public.level_alert, notification_ids integer[], first_user_id integer, last_user_id integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.queue_pushes(level app_public.level_alert, notification_ids integer[], first_user_id integer, last_user_id integer) FROM PUBLIC;


--
-- Name: FUNCTION queue_receipts(provider app_private.push_provider, receipts text[]); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.queue_receipts(provider app_private.push_provider, receipts text[]) FROM PUBLIC;


--
-- Name: FUNCTION queue_recipients(alert app_public.alerts, chunk_size integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.queue_recipients(alert app_public.alerts, chunk_size integer) FROM PUBLIC;


--
-- Name: FUNCTION queue_speech(alert_id integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.queue_speech(alert_id integer) FROM PUBLIC;


--
-- Name: FUNCTION quiet_until(starts time without time zone, ends time without time zone, time_zone text, at timestamp with time zone); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.quiet_until(starts time without time zone, ends time without time zone, time_zone text, at timestamp with time zone) FROM PUBLIC;


--
-- Name: FUNCTION reach_of_alert(input app_public.alert_input); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.reach_of_alert(input app_public.alert_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.reach_of_alert(input app_public.alert_input) TO app_admin;


--
-- Name: FUNCTION read_speech(id uuid, first_byte integer, bytes integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.read_speech(id uuid, first_byte integer, bytes integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.read_speech(id uuid, first_byte integer, bytes integer) TO app_host;


--
-- Name: FUNCTION record_deliveries(provider app_private.push_provider, outcomes json); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.record_deliveries(provider app_private.push_provider, outcomes json) FROM PUBLIC;


--
-- Name: FUNCTION record_receipts(provider app_private.push_provider, asked text[], outcomes json); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.record_receipts(provider app_private.push_provider, asked text[], outcomes json) FROM PUBLIC;


--
-- Name: FUNCTION refuse_to_lose_history(); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.refuse_to_lose_history() FROM PUBLIC;


--
-- Name: FUNCTION release_quiet_deliveries(user_id integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.release_quiet_deliveries(user_id integer) FROM PUBLIC;


--
-- Name: FUNCTION report_lock(user_id integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.report_lock(user_id integer) FROM PUBLIC;


--
-- Name: TABLE users; Type: ACL; Schema: app_public; Owner: -
--

GRANT SELECT ON TABLE app_public.users TO app_user;


--
-- Name: COLUMN users.email; Type: ACL; Schema: app_public; Owner: -
--

GRANT UPDATE(email) ON TABLE app_public.users TO app_user;


--
-- Name: COLUMN users.name; Type: ACL; Schema: app_public; Owner: -
--

GRANT UPDATE(name) ON TABLE app_public.users TO app_user;


--
-- Name: COLUMN users.address; Type: ACL; Schema: app_public; Owner: -
--

GRANT UPDATE(address) ON TABLE app_public.users TO app_user;


--
-- Name: FUNCTION require_user(); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.require_user() FROM PUBLIC;


--
-- Name: FUNCTION revoke_tokens_on_demotion(); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.revoke_tokens_on_demotion() FROM PUBLIC;


--
-- Name: FUNCTION set_seen_at(); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.set_seen_at() FROM PUBLIC;


--
-- Name: FUNCTION speech_as_list(alert_id integer, level app_public.level_alert); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.speech_as_list(alert_id integer, level app_public.level_alert) FROM PUBLIC;


--
-- Name: FUNCTION speech_url(alert_id integer, level integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.speech_url(alert_id integer, level integer) FROM PUBLIC;


--
-- Name: FUNCTION texts_to_speak(alert_id integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.texts_to_speak(alert_id integer) FROM PUBLIC;


--
-- Name: FUNCTION update_alert(alert_id integer, input app_public.alert_update_input); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.update_alert(alert_id integer, input app_public.alert_update_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.update_alert(alert_id integer, input app_public.alert_update_input) TO app_admin;


--
-- Name: FUNCTION why_notified(alert_id integer, user_id integer); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.why_notified(alert_id integer, user_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_private.why_notified(alert_id integer, user_id integer) TO app_admin;


--
-- Name: FUNCTION zone_around(area public.geometry, distance double precision); Type: ACL; Schema: app_private; Owner: -
--

REVOKE ALL ON FUNCTION app_private.zone_around(area public.geometry, distance double precision) FROM PUBLIC;


--
-- Name: FUNCTION active_alerts_at(latitude double precision, longitude double precision); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.active_alerts_at(latitude double precision, longitude double precision) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.active_alerts_at(latitude double precision, longitude double precision) TO app_user;


--
-- Name: FUNCTION alert_reach(input app_public.alert_input); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alert_reach(input app_public.alert_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alert_reach(input app_public.alert_input) TO app_user;


--
-- Name: TABLE alert_versions; Type: ACL; Schema: app_public; Owner: -
--

GRANT SELECT ON TABLE app_public.alert_versions TO app_user;


--
-- Name: FUNCTION alert_versions_area_geo_json(version app_public.alert_versions); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alert_versions_area_geo_json(version app_public.alert_versions) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alert_versions_area_geo_json(version app_public.alert_versions) TO app_user;


--
-- Name: FUNCTION alerts_area(alert app_public.alerts); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alerts_area(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_area(alert app_public.alerts) TO app_user;


--
-- Name: FUNCTION alerts_area_geo_json(alert app_public.alerts); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alerts_area_geo_json(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_area_geo_json(alert app_public.alerts) TO app_user;


--
-- Name: FUNCTION alerts_area_level2(alert app_public.alerts); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alerts_area_level2(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_area_level2(alert app_public.alerts) TO app_user;


--
-- Name: FUNCTION alerts_area_level2_geo_json(alert app_public.alerts); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alerts_area_level2_geo_json(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_area_level2_geo_json(alert app_public.alerts) TO app_user;


--
-- Name: FUNCTION alerts_area_level3(alert app_public.alerts); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alerts_area_level3(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_area_level3(alert app_public.alerts) TO app_user;


--
-- Name: FUNCTION alerts_area_level3_geo_json(alert app_public.alerts); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alerts_area_level3_geo_json(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_area_level3_geo_json(alert app_public.alerts) TO app_user;


--
-- Name: FUNCTION alerts_audio1(alert app_public.alerts); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alerts_audio1(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_audio1(alert app_public.alerts) TO app_user;


--
-- Name: FUNCTION alerts_audio2(alert app_public.alerts); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alerts_audio2(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_audio2(alert app_public.alerts) TO app_user;


--
-- Name: FUNCTION alerts_audio3(alert app_public.alerts); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alerts_audio3(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_audio3(alert app_public.alerts) TO app_user;


--
-- Name: FUNCTION alerts_audio_url1(alert app_public.alerts); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alerts_audio_url1(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_audio_url1(alert app_public.alerts) TO app_user;


--
-- Name: FUNCTION alerts_audio_url2(alert app_public.alerts); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alerts_audio_url2(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_audio_url2(alert app_public.alerts) TO app_user;


--
-- Name: FUNCTION alerts_audio_url3(alert app_public.alerts); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alerts_audio_url3(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_audio_url3(alert app_public.alerts) TO app_user;


--
-- Name: FUNCTION alerts_delivery(alert app_public.alerts); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alerts_delivery(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_delivery(alert app_public.alerts) TO app_user;


--
-- Name: FUNCTION alerts_reached_users(alert app_public.alerts); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alerts_reached_users(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_reached_users(alert app_public.alerts) TO app_user;


--
-- Name: FUNCTION alerts_state(alert app_public.alerts); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.alerts_state(alert app_public.alerts) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.alerts_state(alert app_public.alerts) TO app_user;


--
-- Name: FUNCTION current_user_id(); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.current_user_id() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.current_user_id() TO app_anonymous;
GRANT ALL ON FUNCTION app_public.current_user_id() TO app_user;
GRANT ALL ON FUNCTION app_public.current_user_id() TO app_host;


--
-- Name: FUNCTION device_unregister(token text); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.device_unregister(token text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.device_unregister(token text) TO app_user;


--
-- Name: FUNCTION find_user(id integer); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.find_user(id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.find_user(id integer) TO app_user;


--
-- Name: FUNCTION last_positions_latitude(last app_public.last_positions); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.last_positions_latitude(last app_public.last_positions) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.last_positions_latitude(last app_public.last_positions) TO app_admin;


--
-- Name: FUNCTION last_positions_longitude(last app_public.last_positions); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.last_positions_longitude(last app_public.last_positions) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.last_positions_longitude(last app_public.last_positions) TO app_admin;


--
-- Name: FUNCTION me(); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.me() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.me() TO app_user;


--
-- Name: FUNCTION new_position(input app_public.position_input); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.new_position(input app_public.position_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.new_position(input app_public.position_input) TO app_user;


--
-- Name: FUNCTION new_positions(input app_public.position_input[]); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.new_positions(input app_public.position_input[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.new_positions(input app_public.position_input[]) TO app_user;


--
-- Name: FUNCTION new_user(email text, password_hash text, name text, address text, is_admin boolean); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.new_user(email text, password_hash text, name text, address text, is_admin boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.new_user(email text, password_hash text, name text, address text, is_admin boolean) TO app_admin;


--
-- Name: TABLE notifications; Type: ACL; Schema: app_public; Owner: -
--

GRANT SELECT ON TABLE app_public.notifications TO app_user;


--
-- Name: COLUMN notifications.seen; Type: ACL; Schema: app_public; Owner: -
--

GRANT UPDATE(seen) ON TABLE app_public.notifications TO app_user;


--
-- Name: FUNCTION notification_update(input app_public.notification_update_input); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.notification_update(input app_public.notification_update_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.notification_update(input app_public.notification_update_input) TO app_user;


--
-- Name: FUNCTION quiet_hours_edit(input app_public.quiet_hours_input); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.quiet_hours_edit(input app_public.quiet_hours_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.quiet_hours_edit(input app_public.quiet_hours_input) TO app_user;


--
-- Name: FUNCTION quiet_hours_remove(); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.quiet_hours_remove() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.quiet_hours_remove() TO app_user;


--
-- Name: FUNCTION register_device(input app_public.register_notification_token); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.register_device(input app_public.register_notification_token) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.register_device(input app_public.register_notification_token) TO app_user;


--
-- Name: FUNCTION require_admin(); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.require_admin() FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.require_admin() TO app_user;


--
-- Name: FUNCTION user_edit(input app_public.user_edit, id integer); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.user_edit(input app_public.user_edit, id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.user_edit(input app_public.user_edit, id integer) TO app_user;


--
-- Name: FUNCTION user_password_edit(password_hash text); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.user_password_edit(password_hash text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.user_password_edit(password_hash text) TO app_user;


--
-- Name: FUNCTION user_password_reset(id integer, password_hash text); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.user_password_reset(id integer, password_hash text) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.user_password_reset(id integer, password_hash text) TO app_admin;


--
-- Name: FUNCTION user_rights(id integer, input app_public.user_rights_input); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.user_rights(id integer, input app_public.user_rights_input) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.user_rights(id integer, input app_public.user_rights_input) TO app_admin;


--
-- Name: FUNCTION users_quiet_hours(account app_public.users); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.users_quiet_hours(account app_public.users) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.users_quiet_hours(account app_public.users) TO app_user;


--
-- Name: FUNCTION why_notified(alert_id integer, user_id integer); Type: ACL; Schema: app_public; Owner: -
--

REVOKE ALL ON FUNCTION app_public.why_notified(alert_id integer, user_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app_public.why_notified(alert_id integer, user_id integer) TO app_user;


--
-- Name: TABLE active_users_per_day; Type: ACL; Schema: analytics; Owner: -
--

GRANT SELECT ON TABLE analytics.active_users_per_day TO app_analyst;


--
-- Name: TABLE alerts; Type: ACL; Schema: analytics; Owner: -
--

GRANT SELECT ON TABLE analytics.alerts TO app_analyst;


--
-- Name: TABLE notifications_per_day; Type: ACL; Schema: analytics; Owner: -
--

GRANT SELECT ON TABLE analytics.notifications_per_day TO app_analyst;


--
-- Name: TABLE quiet_hours; Type: ACL; Schema: app_public; Owner: -
--

GRANT SELECT ON TABLE app_public.quiet_hours TO app_user;
