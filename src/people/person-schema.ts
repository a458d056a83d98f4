type Fields = Record<string, object>;

/** A type of values, which takes its description. */
const typed = (type: object) => (description: string) => ({ ...type, description });
const ref = (name: string) => typed({ $ref: `#/$defs/${name}` });
const oneOf = (values: readonly (string | null)[]) => typed({ enum: values });

const integer = typed({ type: "integer" });
const integerOrNull = typed({ type: ["integer", "null"] });
const number = typed({ type: "number" });
const numberOrNull = typed({ type: ["number", "null"] });
const text = typed({ type: "string" });
const textOrNull = typed({ type: ["string", "null"] });
const textsOrNull = typed({ type: ["array", "null"], items: { type: "string" } });
const boolean = typed({ type: "boolean" });
const moment = ref("moment");
const momentOrNull = ref("momentOrNull");
const movingActivity = ref("movingActivity");
const provider = oneOf(["expo", "fcm", "web_push"]);

const MOVING_ACTIVITIES = [
  "IN_VEHICLE",
  "ON_BICYCLE",
  "ON_FOOT",
  "RUNNING",
  "STILL",
  "TILTING",
  "UNKNOWN",
  "WALKING",
];

/** An object that has all these fields. */
const item = (description: string, fields: Fields) => ({
  type: "object",
  description,
  required: Object.keys(fields),
  properties: fields,
});
const itemOrNull = (description: string, itemDescription: string, fields: Fields) => ({
  anyOf: [item(itemDescription, fields), { type: "null" }],
  description,
});
const list = (description: string, itemDescription: string, fields: Fields) => ({
  type: "array",
  description,
  items: item(itemDescription, fields),
});

const POSITION = {
  createdAt: moment("When the service received it."),
  takenAt: moment("When the device took it."),
  latitude: number("Degrees north, WGS 84."),
  longitude: number("Degrees east, WGS 84."),
  accuracy: numberOrNull(
    "The radius of its accuracy in metres. Null if the device did not report it.",
  ),
  movingActivity: movingActivity("How the person was moving."),
};

/** The parts of a person's data that have one item, or none. */
export const SINGLE = {
  user: item("The person.", {
    id: integer("The id of the user."),
    email: text("The email address to log in with."),
    name: text("The name."),
    address: text("The postal address."),
    isAdmin: boolean("True for an administrator."),
    isTester: boolean("True for a tester."),
    isTraining: boolean("True for a training user."),
    createdAt: moment("When the user was created."),
    hasPassword: boolean("True if a password was set. Its hash is left out."),
    passwordLinkExpiresAt: momentOrNull(
      "Until when a link to set a password works. Null without one.",
    ),
    emailLinkExpiresAt: momentOrNull(
      "Until when a link to confirm the email works. Null without one.",
    ),
    emailVerified: boolean("True if the person has confirmed the email by a mailed link."),
    lastPositionOnly: boolean(
      "True if no history of positions is kept, because the person chose so.",
    ),
    joinedBy: integerOrNull(
      "The id of the invitation by which the person joined. Null without one.",
    ),
  }),
  lastPosition: itemOrNull(
    "The last position. Null if none is held.",
    "Where the person was last.",
    {
      aliveAt: momentOrNull("When an app last confirmed it. Null if none has."),
      ...POSITION,
    },
  ),
  quietHours: itemOrNull(
    "The quiet hours. Null without any.",
    "The hours in which pushes of levels TWO and THREE wait.",
    {
      from: text("The time of day at which they start."),
      to: text("The time of day at which they end."),
      timeZone: text("A name of the IANA time zone database."),
    },
  ),
};

/** The parts that have few items. */
export const SHORT = {
  sessions: list("The logins that are valid.", "A login.", {
    id: integer("The id of the session."),
    createdAt: moment("When it began."),
    usedAt: moment("When a request last used it, to about an hour."),
    expiresAt: moment("When it ends by itself."),
    isAdmin: boolean("What it may do: true for an administrator."),
    client: textOrNull("The program that logged in, as it named itself."),
  }),
  loginAddresses: list(
    "Where the person has logged in from, the last twenty.",
    "An internet address.",
    {
      address: text("The internet address, or the /64 of an IPv6 address."),
      lastAt: moment("When the person last logged in from there, to a day."),
    },
  ),
  devices: list(
    "The devices that pushes go to. Their tokens are left out, as whoever has one may push to the device.",
    "A device.",
    {
      id: integer("The id of the device."),
      provider: provider("The provider that pushes to it."),
      createdAt: moment("When it was last registered."),
      leftAt: momentOrNull("When another user registered it. Null while it is this person's."),
    },
  ),
  deviceKeys: list(
    "The keys with which apps report positions. The keys themselves are not held.",
    "A device key.",
    {
      id: integer("The id of the key."),
      name: text("The name that the person gave it."),
      createdAt: moment("When it was made."),
      lastUsedAt: momentOrNull("When an app last used it, to about a minute."),
    },
  ),
  alertVersions: list(
    "The versions of alerts that the person published.",
    "A version of an alert.",
    {
      alertId: integer("The id of the alert."),
      version: integer("The version."),
      createdAt: moment("When it was published."),
    },
  ),
  heldPublications: list(
    "The publications that the person held or took back.",
    "A held publication.",
    {
      id: integer("The id of the held publication."),
      createdAt: moment("When it was asked for."),
      dueAt: moment("When it is published."),
      state: text("What became of it."),
      alertId: integerOrNull("The id of the alert."),
    },
  ),
  sharedDrafts: list(
    "The shared drafts that the person changed last, or works on.",
    "A shared draft.",
    {
      id: integer("The id of the draft."),
      name: text("Its name."),
      createdAt: moment("When it was shared."),
      updatedAt: moment("When it was last changed."),
      content: text("The draft as the client wrote it."),
    },
  ),
  alertTemplates: list("The templates that the person saved last.", "A template.", {
    id: integer("The id of the template."),
    name: text("Its name."),
    createdAt: moment("When it was first saved."),
    updatedAt: moment("When it was last saved."),
  }),
  savedAreas: list("The areas that the person saved last.", "A saved area.", {
    id: integer("The id of the area."),
    name: text("Its name."),
    createdAt: moment("When it was first saved."),
    updatedAt: moment("When it was last saved."),
  }),
  invitations: list("The invitations that the person made.", "An invitation.", {
    id: integer("The id of the invitation."),
    name: text("Its name."),
    places: integer("How many people may join by it."),
    used: integer("How many people have joined by it."),
    createdAt: moment("When it was made."),
    expiresAt: moment("Until when people may join by it."),
    revokedAt: momentOrNull("When it was revoked. Null if it was not."),
  }),
};

/** The parts that are read in pages. */
export const LONG = {
  auditEntries: list(
    "What the audit log has of the person: what they did, what was done to them, and who read their data alone. Reads of lists and maps name nobody, and are left out, although they may have shown the person: an administrator can list them all (auditEntriesAbout).",
    "An entry of the audit log.",
    {
      id: integer("The id of the entry."),
      createdAt: moment("When it was done."),
      action: text("What was done, as AuditAction of the API."),
      isYours: boolean(
        "True if the person did it. False if it was done to the person, or an administrator read the person's data.",
      ),
      objectType: textOrNull("What it was done to."),
      objectId: integerOrNull("The id of what it was done to."),
      fields: textsOrNull("The fields that were read or edited."),
    },
  ),
  notifications: list("What the person was told.", "A notification.", {
    id: integer("The id of the notification."),
    alertId: integer("The id of the alert."),
    version: integer("The version of the alert."),
    kind: oneOf(["ALERT", "UPDATE", "ALL_CLEAR"])("What it says."),
    level: oneOf(["ONE", "TWO", "THREE"])("How close the person was."),
    createdAt: moment("When the person was notified."),
    seenAt: momentOrNull("When the person first saw it."),
    title: textOrNull("The title of the alert."),
    event: textOrNull("What happens, in a few words."),
    status: oneOf(["ACTUAL", "EXERCISE", "TEST"])("Whether it is real."),
    text: text("The text that the person got."),
    placeKept: boolean("False if it was cleared where the person was."),
    latitude: numberOrNull("Where the person was, in degrees north. Null if it was cleared."),
    longitude: numberOrNull("Where the person was, in degrees east. Null if it was cleared."),
    accuracy: numberOrNull("The radius of its accuracy in metres."),
    takenAt: momentOrNull("When the device took that position."),
    movingActivity: oneOf([...MOVING_ACTIVITIES, null])(
      "How the person was moving. Null if it was cleared.",
    ),
    distanceClass: textOrNull(
      "How far from the alert's area the person was. Null while the place is kept.",
    ),
    rule: textOrNull("The rule by which the person was notified. Null while the place is kept."),
  }),
  deliveries: list("How the notifications went to the devices.", "A delivery.", {
    id: integer("The id of the delivery."),
    notificationId: integer("The id of the notification."),
    deviceId: integerOrNull("The id of the device."),
    provider: provider("The provider of the device."),
    state: text("What became of it."),
    createdAt: moment("When it was made."),
    sentAt: momentOrNull("When it was last sent."),
    acceptedAt: momentOrNull("When the provider first took it."),
    settledAt: momentOrNull("When it was accepted or given up."),
    attempts: integer("How often it was sent."),
    why: textOrNull("Why it last failed."),
  }),
  positions: list("The history of positions.", "A position.", {
    id: integer("The id of the position."),
    ...POSITION,
  }),
};

/** The format of the file. */
export const FORMAT = "personal data of a location alert service, version 1";
/** The path of the schema on the service. */
export const SCHEMA_PATH = "/export/person.schema.json";

/** The JSON schema of the file that `personExport` writes. */
export const PERSON_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: SCHEMA_PATH,
  title: "Personal data of a location alert service, version 1",
  ...item(
    "Everything that a location alert service holds of a person. An item may have more fields than are listed here.",
    {
      format: typed({ const: FORMAT })("The format of the file."),
      schema: typed({ const: SCHEMA_PATH })("The path of this schema on the service."),
      exportedAt: moment("When the export began."),
      ...SINGLE,
      ...SHORT,
      ...LONG,
    },
  ),
  additionalProperties: false,
  $defs: {
    moment: typed({ type: "string", format: "date-time" })("A moment, as RFC 3339."),
    momentOrNull: typed({ type: ["string", "null"], format: "date-time" })(
      "A moment, as RFC 3339, or null.",
    ),
    movingActivity: oneOf(MOVING_ACTIVITIES)("How a person was moving."),
  },
};
