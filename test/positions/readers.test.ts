import { describe, expect, test } from "@jest/globals";
import { credentialsOf, findDeviceKey, readDeviceKey } from "../../src/positions/device-key.ts";
import { readOsmAnd } from "../../src/positions/osmand.ts";
import { readOverland } from "../../src/positions/overland.ts";
import { readOwnTracks } from "../../src/positions/owntracks.ts";
import type { AppPosition, ReadRequest } from "../../src/positions/reading.ts";

const NOW = Date.now() / 1000;
const NOTHING = { positions: [], faults: [] };
const NO_PLACE = { positions: [], faults: ["it has no place"] };
const position = (fields: Partial<AppPosition>): AppPosition => ({
  latitude: 46.5,
  longitude: 11.25,
  moving_activity: "UNKNOWN",
  taken_at: null,
  accuracy: null,
  ...fields,
});
const stored = (...fields: Partial<AppPosition>[]) => ({
  positions: fields.map(position),
  faults: [],
});

/** Reads a body. */
function read(reader: ReadRequest, body: unknown, search = "") {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return reader({ query: new URLSearchParams(search), body: text });
}

describe("a message of OwnTracks", () => {
  const location = { _type: "location", lat: 46.5, lon: 11.25, tst: 1551874878 };
  const says = (fields: object) => read(readOwnTracks, { ...location, ...fields });

  test("with a location gives its position, time and accuracy", () => {
    const fields = { acc: 15, alt: 440, batt: 46, conn: "w", t: "u", tid: "5t", vac: 2, vel: 90 };
    expect(says(fields)).toEqual(stored({ taken_at: 1551874878, accuracy: 15 }));
  });

  test.each([
    ["several activities have no meaning", ["stationary", "automotive"], "UNKNOWN"],
    ["one is taken", ["walking"], "WALKING"],
    ["running is no walking", ["running"], "RUNNING"],
    ["an unknown one is not guessed", ["toString"], "UNKNOWN"],
    ["none", [], "UNKNOWN"],
    ["no list", 7, "UNKNOWN"],
  ] as const)("gives an activity: %s", (_what, motionactivities, moving_activity) => {
    expect(says({ motionactivities })).toEqual(stored({ taken_at: 1551874878, moving_activity }));
  });

  test.each([
    ["automotive", "IN_VEHICLE"],
    ["driving", "IN_VEHICLE"],
    ["in_vehicle", "IN_VEHICLE"],
    ["cycling", "ON_BICYCLE"],
    ["on_bicycle", "ON_BICYCLE"],
    ["on_foot", "ON_FOOT"],
    ["running", "RUNNING"],
    ["stationary", "STILL"],
    ["still", "STILL"],
    ["walking", "WALKING"],
  ] as const)("with the motion %s gives the activity %s", (motionactivities, moving_activity) => {
    expect(says({ motionactivities })).toEqual(stored({ taken_at: 1551874878, moving_activity }));
  });

  test.each([
    ["a ping made later than its place", { t: "p", created_at: 1551880000 }, 1551880000],
    ["any message made later than its place", { t: "u", created_at: 1551880000 }, 1551880000],
    ["a ping that does not say when it was made", { t: "p" }, expect.closeTo(NOW, -1)],
    ["a message made with its place", { t: "u", created_at: 1551874878 }, undefined],
  ])("confirms the place in %s", (_what, fields, aliveAt) => {
    expect(says(fields)).toEqual({ ...stored({ taken_at: 1551874878 }), aliveAt });
  });

  test("with a place that is none confirms nothing", () => {
    expect(says({ lat: 0, lon: 0, t: "p", created_at: 1551880000 }).aliveAt).toBeUndefined();
  });

  test("may have numbers as texts, and a negative accuracy, which counts as unknown", () => {
    expect(says({ lat: "46.5", lon: " 11.25", tst: "1551874878", acc: -1 })).toEqual(
      stored({ taken_at: 1551874878 }),
    );
  });

  test.each([
    ["a transition", { _type: "transition", lat: 1, lon: 2, tst: 3, event: "enter" }],
    ["waypoints", { _type: "waypoints", waypoints: [{ _type: "waypoint", lat: 1, lon: 2 }] }],
    ["a status", { _type: "status", iOS: {} }],
    ["a last will", { _type: "lwt", tst: 3 }],
    ["an empty body", ""],
    ["an empty list", []],
    ["an object without a type", {}],
  ])("with %s gives no position and no fault", (_what, body) => {
    expect(read(readOwnTracks, body)).toEqual(NOTHING);
  });

  test.each([
    ["no latitude", { lat: undefined }],
    ["a text", { lat: "north" }],
    ["hexadecimal", { lon: "0x10" }],
    ["more than any number", { lon: "1e999" }],
    ["an array", { lon: [11] }],
    ["a truth", { lon: true }],
  ])("with %s as a coordinate gives no position but a fault", (_what, fields) =>
    expect(says(fields)).toEqual(NO_PLACE),
  );

  test("at 0,0 is no fix, but a fault", () => {
    const faults = ["its place is 0,0, which apps send without a fix"];
    for (const zero of [0, "0.0", "-0"]) {
      expect(says({ lat: zero, lon: 0 })).toEqual({ positions: [], faults });
    }
  });

  test("may have a latitude or longitude of zero", () => {
    expect(says({ lat: 0 })).toEqual(stored({ latitude: 0, taken_at: 1551874878 }));
    expect(says({ lon: "-0.0" })).toMatchObject({ positions: [{ longitude: -0 }], faults: [] });
  });

  test.each(["Location", undefined, null])("with the type %j is taken as a location", (_type) => {
    expect(says({ _type })).toEqual(stored({ taken_at: 1551874878 }));
  });

  test("that is encrypted gives no position but a fault", () => {
    const { positions, faults } = read(readOwnTracks, { _type: "encrypted", data: "x" });
    expect(positions).toEqual([]);
    expect(faults).toEqual([expect.stringContaining("encrypted")]);
  });

  test.each(["{", "null", "7", '"text"', "[1]", "\u0000"])(
    "with the body %j is reported as not understood",
    (body) => {
      expect(read(readOwnTracks, body).faults).toEqual(["it is not JSON as OwnTracks sends it"]);
    },
  );
});

describe("a request with OsmAnd's parameters", () => {
  const place = "id=1&lat=46.5&lon=11.25";

  test.each([
    ["seconds", "1377177267", 1377177267],
    ["the last second of 2^31", "2147483647", 2147483647],
    ["milliseconds from 2^31 on", "2147483648", 2147483],
    ["milliseconds", "1442068686579", 1442068686],
    ["ISO 8601", "2016-01-27T18%3A55%3A47Z", 1453920947],
    ["with a zone", "2016-01-27T18:55:47%2B0200", 1453913747],
    ["with a plus that became a blank", "2016-01-27T18:55:47+02:00", 1453913747],
    ["with a fraction", "2016-01-27T18:55:47.999Z", 1453920947],
    ["with a fraction after a comma", "2016-01-27T18:55:47,999Z", 1453920947],
    ["with small letters", "2016-01-27t18:55:47z", 1453920947],
    ["with a blank before its zone", "2016-01-27+18:55:47+%2B02:00", 1453913747],
    ["between blanks", "+2016-01-27T18:55:47Z+", 1453920947],
    ["without seconds", "2016-01-27T18:55Z", 1453920900],
    ["with a zone of hours", "2016-01-27T18:55:47%2B02", 1453913747],
    ["with a zone of half an hour", "2016-01-27T18:55:47-03:30", 1453933547],
    ["without a zone", "2014-06-04+09%3A10%3A11", 1401873011],
    ["none", "", null],
  ])("may have a time: %s", (_what, timestamp, taken_at) => {
    expect(read(readOsmAnd, "", `${place}&timestamp=${timestamp}`)).toEqual(stored({ taken_at }));
  });

  test.each(["yesterday", "2016-13-01 00:00:00", "1e300", "9e99"])(
    "with the time %s gives no position but a fault",
    (timestamp) => {
      expect(read(readOsmAnd, "", `${place}&timestamp=${timestamp}`)).toEqual({
        positions: [],
        faults: ["its time cannot be read"],
      });
    },
  );

  test.each([
    [
      "in the URL",
      "",
      `${place}&speed=4&bearing=7&altitude=-1&accuracy=0&batt=87`,
      { accuracy: 0 },
    ],
    ["in a form", `${place}&accuracy=12.5&charge=charging`, "", { accuracy: 12.5 }],
    ["in both", "lat=46.5&lon=11.25", "id=1", {}],
    ["in both, of which the URL counts", "lat=1&lon=1", place, {}],
    ["the last of two", "", `lat=1&lon=1&${place}`, {}],
    ["location", "", "id=1&location=46.5,11.25", {}],
    ["deviceid", "", "deviceid=1&lat=46.5&lon=11.25", {}],
    ["a place that is valid", "", `${place}&valid=true`, {}],
    ["a place beside location", "", `${place}&location=1,2`, {}],
    ["other names", "", "id=1&latitude=46.5&longitude=11.25", {}],
    ["short names", "", "id=1&lat=46.5&lng=11.25", {}],
    ["capital letters", "", "id=1&LAT=46.5&Lon=11.25", {}],
    ["decimal commas", "", "id=1&lat=46,5&lon=11,25&accuracy=12,5", { accuracy: 12.5 }],
    ["decimal commas in location", "", "id=1&location=46,5,11,25", {}],
    ["a place beside JSON without one", '{"battery":1}', place, {}],
  ])("gives a position: %s", (_what, body, search, fields) => {
    expect(read(readOsmAnd, body, search)).toEqual(stored(fields));
  });

  test.each([
    ["nothing", ""],
    ["a place that is not valid", `${place}&valid=false`],
    ["a place that is not valid, as a number", `${place}&valid=0`],
    ["a place that is not valid, in capitals", `${place}&valid=FALSE`],
  ])("with %s gives no position and no fault, but says that the app runs now", (_what, search) => {
    expect(read(readOsmAnd, "", search)).toEqual({ ...NOTHING, aliveAt: expect.closeTo(NOW, -1) });
  });

  test("with a heartbeat says when the app ran", () => {
    const search = "id=1&timestamp=1377177267&cell=257,02,16,2224&batt=50";
    expect(read(readOsmAnd, "", search)).toEqual({ ...NOTHING, aliveAt: 1377177267 });
  });

  test.each(["id=1&lat=46.5", "id=1&lat=x&lon=y", "id=1&location=46.5", "id=1&location=,"])(
    "of the form %s gives no position",
    (search) => {
      const { positions } = read(readOsmAnd, "", search);
      expect(positions).toEqual([]);
    },
  );
});

describe("Traccar Client's JSON", () => {
  const location = {
    timestamp: "2025-06-15T13:45:12.862Z",
    coords: { latitude: 46.5, longitude: 11.25, accuracy: 5, speed: 0, heading: -1, altitude: 5 },
    is_moving: false,
    battery: { level: -1, is_charging: false },
    activity: { type: "still", confidence: 100 },
    extras: {},
  };
  const expected = { taken_at: 1749995112, accuracy: 5, moving_activity: "STILL" } as const;

  test.each([
    ["a location", { location, device_id: "7" }, 1],
    ["several", { location: [location, location], device_id: "7" }, 2],
    ["a list of messages", [{ location, device_id: "7" }], 1],
    ["a list of locations", [location, location, location], 3],
  ])("gives the positions of %s", (_what, body, count) => {
    expect(read(readOsmAnd, body)).toEqual(stored(...Array(count).fill(expected)));
  });

  test("says for a heartbeat that the app runs, also if it repeats the last place", () => {
    const aliveAt = expect.closeTo(NOW, -1);
    const heartbeat = (fields: object) =>
      read(readOsmAnd, { location: { event: "heartbeat", ...fields }, device_id: "7" });
    expect(heartbeat({})).toEqual({ ...NOTHING, aliveAt });
    expect(heartbeat({ timestamp: 1749995112 })).toEqual({ ...NOTHING, aliveAt: 1749995112 });
    expect(heartbeat(location)).toEqual({ ...stored(expected), aliveAt });
    expect(heartbeat({ lat: 0, lon: 0 }).aliveAt).toBeUndefined();
  });

  test.each(["{", "[1]", "[[[]]]"])("that is %s is reported as not understood", (body) => {
    expect(read(readOsmAnd, body).positions).toEqual([]);
    expect(read(readOsmAnd, body).faults).toEqual(["it is not JSON as Traccar sends it"]);
  });

  test("gives a location's position, and a fault for another part that is not understood", () => {
    const faults = ["it is not JSON as Traccar sends it"];
    expect(read(readOsmAnd, [{ location }, 7])).toEqual({ ...stored(expected), faults });
  });

  test("may have blanks around it, as OsmAnd's parameters may", () => {
    expect(read(readOsmAnd, `\r\n${JSON.stringify({ location })}`)).toEqual(stored(expected));
    expect(read(readOsmAnd, "\nlat=46.5&lon=11.25\n")).toEqual(stored({}));
  });
});

describe("a batch of Overland", () => {
  const feature = (coordinates: unknown, properties: object = {}) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates },
    properties: { timestamp: "2015-10-01T08:00:00-0700", ...properties },
  });
  const taken_at = 1443711600;

  test("gives its locations and the phone's current position", () => {
    const locations = [
      feature([11.25, 46.5], { horizontal_accuracy: 30, motion: ["driving", "stationary"] }),
      feature([11.25, 46.5], { horizontal_accuracy: -1, motion: ["driving"], battery_level: 0.8 }),
    ];
    const current = feature(["11.25", "46.5"], { timestamp: "2015-10-01T15:00:01Z" });
    expect(read(readOverland, { locations, current, trip: { start: 1 } })).toEqual(
      stored(
        { taken_at, accuracy: 30 },
        { taken_at, moving_activity: "IN_VEHICLE" },
        { taken_at: taken_at + 1 },
      ),
    );
  });

  test("gives a fault for each bad feature, and the positions of the others", () => {
    const bad = [null, 7, { type: "Feature", geometry: null }, feature([11]), feature("11,46")];
    const { positions, faults } = read(readOverland, {
      locations: [...bad, feature([11.25, 46.5])],
    });
    expect(positions).toEqual([position({ taken_at })]);
    expect(faults).toEqual(bad.map(() => "it has no place"));
  });

  test("gives at most 2,000 positions, and a fault if it has many more", () => {
    const many = (count: number) => ({ locations: Array(count).fill(feature([11.25, 46.5])) });
    expect(read(readOverland, many(1_000)).positions).toHaveLength(1_000);
    expect(read(readOverland, many(2_000))).toMatchObject({ faults: [] });
    expect(read(readOverland, many(2_001)).positions).toHaveLength(2_000);
    const { positions, faults } = read(readOverland, many(5_000));
    expect(positions).toHaveLength(2_000);
    expect(faults).toEqual(["it has more than 2000 positions"]);
  });

  test.each(["", "[]", "{}", '{"locations":{}}', "null", "x"])(
    "cannot be %j, which is reported as a fault",
    (body) => {
      expect(read(readOverland, body).faults).toEqual(["it is not a batch as Overland sends it"]);
    },
  );

  test("has events and trips, which are no places of now", () => {
    const place = [11.25, 46.5];
    const locations = [feature(place, { action: "visit" }), feature(place, { type: "trip" })];
    const current = feature(place, { action: "will_terminate" });
    expect(read(readOverland, { locations, current })).toEqual(NOTHING);
  });

  test("that is empty gives no position and no fault", () => {
    expect(read(readOverland, { locations: [] })).toEqual(NOTHING);
  });
});

test("a request of OsmAnd with only a latitude is a fault, not a heartbeat", () => {
  expect(read(readOsmAnd, "", "id=1&lat=46.5")).toEqual(NO_PLACE);
});

test("OsmAnd's JSON may name the coordinates lat and lon, or lng", () => {
  expect(read(readOsmAnd, { lat: 46.5, lon: 11.25 })).toEqual(stored({}));
  expect(read(readOsmAnd, { lat: 46.5, lng: 11.25 })).toEqual(stored({}));
});

test("JSON without a place that is no heartbeat is a fault", () => {
  expect(read(readOsmAnd, { battery: 1 })).toEqual(NO_PLACE);
});

describe("a device key", () => {
  const key = `7-${"0123456789abcdef".repeat(2)}`;

  test("is read with blanks and capital letters, but not with an impossible user id", () => {
    const found = readDeviceKey(key);
    expect(found?.userId).toBe(7);
    expect(readDeviceKey(`  ${key.toUpperCase()} `)).toEqual(found);
    expect(readDeviceKey(key.replace("7", "2147483647"))?.userId).toBe(2 ** 31 - 1);
    for (const wrong of [key.replace("7", "2147483648"), key.slice(0, -1), `x${key}`]) {
      expect(readDeviceKey(wrong)).toBeUndefined();
    }
  });

  test.each([
    ["a form", `lat=1&id=${key}&lon=2`],
    ["a form with blanks", `id=%20${key}%20&lat=1`],
    ["a form with blanks as plus", `deviceid=+${key}+&lat=1`],
    ["JSON", JSON.stringify({ location: { lat: 1 }, device_id: ` ${key} ` })],
    ["JSON with other ids", JSON.stringify([{ id: `1${key}0`, device_id: key.toUpperCase() }])],
    ["what cannot be parsed", `[{"id": "${key}"`],
  ])("is found in %s", (_what, body) => {
    expect(findDeviceKey(body)).toEqual(readDeviceKey(key));
    const ofLast = body.replaceAll("7-", "2147483647-");
    expect(findDeviceKey(ofLast)?.userId).toBe(2 ** 31 - 1);
  });

  test.each(["", "id=7", `id=x${key}`, `id=${key}0`, key.slice(0, -1), "[".repeat(1000)])(
    "is not found in %j",
    (body) => {
      expect(findDeviceKey(body)).toBeUndefined();
    },
  );

  test("may be sent as a bearer token, a password or a user name", () => {
    const basic = (text: string) => `basic ${Buffer.from(text).toString("base64")}`;
    expect(credentialsOf("bearer abc")).toEqual(["abc"]);
    expect(credentialsOf(basic("ada:pass:word"))).toEqual(["pass:word", "ada"]);
    expect(credentialsOf("Basic  YWRhOj8/Pj4=")).toEqual(["??>>", "ada"]);
    expect(credentialsOf("Basic YWRhOj8_Pj4-")).toEqual(["??>>>", "ada"]);
    expect(credentialsOf()).toEqual(["", ""]);
  });
});
