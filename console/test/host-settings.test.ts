import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { keepHostSettings, loadHostSettings } from "../src/api/load-host-settings.ts";
import { noteAnswer, noteOutage } from "../src/state/connection.ts";
import { alertDefaults, hostSettings } from "../src/state/host-settings.ts";

const { fetch } = globalThis;
let asked: string[];
let hasMail: boolean | undefined;
let defaults: object | null;
beforeEach(() => {
  asked = [];
  hasMail = true;
  defaults = null;
  jest.spyOn(console, "warn").mockImplementation(() => {});
  globalThis.fetch = async (url) => {
    asked.push(String(url));
    if (hasMail === undefined) throw new TypeError("fetch failed");
    return Response.json({ map: null, alertDefaults: defaults, hasMail });
  };
});
afterEach(() => {
  globalThis.fetch = fetch;
  jest.restoreAllMocks();
});

test("the defaults of a new alert are those of a new service until the host's settings are loaded", () => {
  hostSettings.value = undefined;
  expect(alertDefaults.value).toEqual({
    level2Distance: 1000,
    level3Distance: 2000,
    duration: 24 * 3600,
    maxPositionAge: 24 * 3600,
    language: "en",
    voices: [],
  });
});

test("the host's settings are loaded once for simultaneous calls, again later, and kept if that fails", async () => {
  const settings = { map: null, alertDefaults: null, hasMail: true };
  expect(await Promise.all([loadHostSettings(), loadHostSettings()])).toEqual([settings, settings]);
  expect(asked).toEqual(["http://localhost/console/config.json"]);
  hasMail = false;
  await loadHostSettings();
  expect(hostSettings.value?.hasMail).toBe(false);
  // Known settings stay while the host does not answer.
  hasMail = undefined;
  expect(await loadHostSettings()).toMatchObject({ hasMail: false });
  expect(asked).toHaveLength(3);
});

test("a page opened offline asks for an alert's defaults at each return of the connection until it has them", async () => {
  jest.useFakeTimers({ doNotFake: ["queueMicrotask", "setImmediate"] });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const goAndReturn = async () => {
    noteOutage();
    await settled();
    noteAnswer();
    await jest.advanceTimersByTimeAsync(1000);
    await settled();
  };
  hostSettings.value = undefined;
  hasMail = undefined;
  const stop = keepHostSettings();
  expect(asked).toHaveLength(1);
  await goAndReturn();
  expect(asked).toHaveLength(2);
  // The host answers before its database does.
  hasMail = true;
  await goAndReturn();
  defaults = { maxPositionAge: 60 };
  await goAndReturn();
  expect(alertDefaults.value.maxPositionAge).toBe(60);
  expect(asked).toHaveLength(4);
  await goAndReturn();
  expect(asked).toHaveLength(4);
  stop();
  hostSettings.value = undefined;
  await goAndReturn();
  expect(asked).toHaveLength(4);
  jest.useRealTimers();
});
