import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { loadHostSettings } from "../../src/console/api/load-host-settings.ts";
import { alertDefaults, hostSettings } from "../../src/console/state/host-settings.ts";

const { fetch } = globalThis;
let asked: string[];
let hasMail: boolean | undefined;
beforeEach(() => {
  asked = [];
  hasMail = true;
  jest.spyOn(console, "warn").mockImplementation(() => {});
  globalThis.fetch = async (url) => {
    asked.push(String(url));
    if (hasMail === undefined) throw new TypeError("fetch failed");
    return Response.json({ map: null, alertDefaults: null, hasMail });
  };
});
afterEach(() => {
  globalThis.fetch = fetch;
  jest.restoreAllMocks();
});

test("an alert has what a new service has, until the service has said what it has", () => {
  hostSettings.value = undefined;
  expect(alertDefaults.value).toEqual({
    level2Distance: 1000,
    level3Distance: 2000,
    duration: 24 * 3600,
    maxPositionAge: 24 * 3600,
    language: "en",
  });
});

test("what the host says is asked for once at a time, and again at the next time", async () => {
  const settings = { map: null, alertDefaults: null, hasMail: true };
  expect(await Promise.all([loadHostSettings(), loadHostSettings()])).toEqual([settings, settings]);
  expect(asked).toEqual(["http://localhost/console/config.json"]);
  hasMail = false;
  await loadHostSettings();
  expect(hostSettings.value?.hasMail).toBe(false);
  // What is known stays while the host does not answer.
  hasMail = undefined;
  expect(await loadHostSettings()).toMatchObject({ hasMail: false });
  expect(asked).toHaveLength(3);
});
