import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { put } from "./helpers/browser-state.ts";
import { fakeService, refusal } from "./helpers/fake-service.ts";
import { browser } from "./helpers/kept.ts";
import { setAhead } from "./helpers/set-ahead.ts";

// The modules start a clock when they load.
jest.useFakeTimers({ doNotFake: ["setImmediate"] });
/** What the page has told its worker. */
let messages: string[];
jest.unstable_mockModule("../src/push/this-device.ts", () => ({
  startWorker: async () => ({ active: { postMessage: (text: string) => messages.push(text) } }),
}));
/** The speeches that are kept. */
let speeches: string[];
let added: string[];
put("caches", {
  value: {
    open: async () => ({
      match: async (url: string) => speeches.find((one) => one === url),
      async add(url: string) {
        added.push(url);
        speeches.push(url);
      },
    }),
  },
});
const { loadZones, openZones, zones } = await import("../src/person/drawn-zones.ts");
const { keepSpeech } = await import("../src/person/speech.ts");
const { keepOffline } = await import("../src/person/keep-offline.ts");
const { keepPage } = await import("../src/person/keep-page.ts");
const { alerts, answers, knownAt, told } = await import("../src/person/inbox.ts");
const { here } = await import("../src/person/here.ts");
const { session } = await import("../src/state/session.ts");
const { now } = await import("../src/state/now.ts");

const NOW = now.value;
const alertOf = (id: number, fields: object = {}) =>
  ({
    id,
    version: 1,
    state: "ACTIVE",
    expiresAt: NOW + 600,
    audioUrls: [],
    ...fields,
  }) as never;
const toldOf = (alertId: number, createdAt = NOW) =>
  ({ id: alertId, alertId, level: "TWO", kind: "ALERT", version: 1, createdAt }) as never;
const area = (name: string) => ({ type: "Polygon", coordinates: [[[name]]] });

let asked: ReturnType<typeof fakeService>;
let answer: object | undefined;
let versionNow: number;
let speechNow: string | null;
const named = (name: string) =>
  asked.filter((one) => one.name === name).map(({ variables }) => variables.id);
beforeEach(() => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  [browser.kept, speeches, added, answer, versionNow, speechNow] = [
    new Map(),
    [],
    [],
    undefined,
    1,
    null,
  ];
  messages = [];
  zones.value = new Map();
  here.value = undefined;
  knownAt.value = NOW;
  know();
  asked = fakeService({
    PersonZones: ({ id }) =>
      answer ?? {
        alerts: [
          {
            id,
            version: versionNow,
            areaGeoJson: area("one"),
            areaLevel2GeoJson: area("two"),
            areaLevel3GeoJson: area("three"),
          },
        ],
      },
    PersonAlertNow: ({ id }) => ({
      alerts: [{ id, audioUrls: [null, speechNow, "three.mp3"] }],
    }),
  });
});
afterEach(() => setAhead(0));
/** Sets the alerts that the person was told of. */
function know(...known: { id: number }[]): void {
  alerts.value = new Map(known.map((alert) => [alert.id, alert as never]));
  told.value = known.map(({ id }) => toldOf(id));
}
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test("an alert's zones are loaded once for each version, one for each level", async () => {
  know(alertOf(7));
  await Promise.all([loadZones(alertOf(7)), loadZones(alertOf(7))]);
  await loadZones(alertOf(7));
  expect(named("PersonZones")).toEqual([7]);
  expect(zones.value.get(7)).toEqual({
    id: 7,
    version: 1,
    ONE: area("one"),
    TWO: area("two"),
    THREE: area("three"),
  });
  versionNow = 3;
  await loadZones(alertOf(7, { version: 2 }));
  // The alert had changed again before the answer.
  expect(zones.value.get(7)?.version).toBe(3);
  expect(named("PersonZones")).toEqual([7, 7]);
});

test("zones that could not be loaded are asked for again", async () => {
  know(alertOf(7));
  answer = refusal("TOO_MANY_REQUESTS");
  await expect(loadZones(alertOf(7))).rejects.toThrow();
  answer = undefined;
  await loadZones(alertOf(7));
  expect(zones.value.has(7)).toBe(true);
});

test("only the zones of active alerts are stored, and none of unknown alerts are shown", async () => {
  know(alertOf(7), alertOf(8, { state: "CANCELLED" }));
  await loadZones(alertOf(7));
  await loadZones(alertOf(8));
  await loadZones(alertOf(9));
  expect([...zones.value.keys()]).toEqual([7, 8]);
  expect(browser.kept.get("zones")).toMatchObject([{ id: 7 }]);
});

test("stored zones are restored, but do not replace zones that were loaded since", async () => {
  know(alertOf(7));
  await loadZones(alertOf(7));
  browser.kept.set("zones", [
    { id: 7, version: 0 },
    { id: 8, version: 4 },
  ]);
  await openZones();
  expect([...zones.value].map(([id, { version }]) => [id, version])).toEqual([
    [7, 1],
    [8, 4],
  ]);
  browser.isClosed = true;
  await openZones();
  browser.isClosed = false;
  expect(zones.value.size).toBe(2);
});

test("a speech that is already kept is not downloaded again", async () => {
  await keepSpeech("speech/two.mp3");
  await keepSpeech("speech/two.mp3");
  expect(added).toEqual(["http://localhost/speech/two.mp3"]);
});

test("after each answer of the service, an active alert's zones and the speech of the person's level are kept", async () => {
  know(
    alertOf(7, { audioUrls: ["one.mp3", "two.mp3"] }),
    alertOf(8, { state: "CANCELLED", audioUrls: [null, "over.mp3"] }),
  );
  answers.value = 0;
  const stop = keepOffline();
  await settle();
  expect(asked).toEqual([]);
  answers.value += 1;
  await settle();
  expect(named("PersonZones")).toEqual([7]);
  expect(added).toEqual(["http://localhost/two.mp3"]);
  // The person has moved.
  here.value = {
    latitude: 0,
    longitude: 0,
    accuracy: 5,
    takenAt: NOW,
    alerts: [{ alertId: 7, level: "ONE", distance: 0 } as never],
    versions: new Map([[7, 1]]),
  };
  answers.value += 1;
  await settle();
  expect(added).toEqual(["http://localhost/two.mp3", "http://localhost/one.mp3"]);
  stop();
  know(alertOf(9));
  answers.value += 1;
  await settle();
  expect(named("PersonZones")).toEqual([7]);
});

test("a missing speech is asked for until five minutes after the notification", async () => {
  // The times are by the service's clock.
  setAhead(3600);
  const old = Math.floor(Date.now() / 1000) + 3600 - 301;
  know(alertOf(7, { expiresAt: old + 600 }), alertOf(8, { expiresAt: old + 600 }));
  told.value = [toldOf(7, old + 60), toldOf(8, old)];
  speechNow = "late.mp3";
  answers.value += 1;
  const stop = keepOffline();
  await settle();
  expect(named("PersonAlertNow")).toEqual([7]);
  expect(added).toEqual(["http://localhost/late.mp3"]);
  speechNow = null;
  speeches = [];
  know(alertOf(7));
  answers.value += 1;
  await settle();
  expect(added).toHaveLength(1);
  stop();
});

test("a failure to keep data is logged in the browser", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  know(alertOf(7));
  answer = refusal("TOO_MANY_REQUESTS", "Too many.");
  answers.value += 1;
  const stop = keepOffline();
  await settle();
  expect(warn.mock.calls).toEqual([
    ["Not kept:", expect.objectContaining({ message: "Too many." })],
  ]);
  warn.mockRestore();
  stop();
});

test("the service worker is told to keep the page once somebody is logged in", async () => {
  session.value = null;
  const logIn = () => {
    session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  };
  // This browser has no service workers.
  keepPage();
  logIn();
  await settle();
  expect(messages).toEqual([]);
  put("navigator", { value: { languages: ["en"], serviceWorker: {} } });
  session.value = null;
  keepPage();
  await settle();
  expect(messages).toEqual([]);
  logIn();
  await settle();
  expect(messages).toEqual(["keep"]);
});
