import "./helpers/globals.ts";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { put, storage } from "./helpers/browser-state.ts";
import { fakeService, refusal } from "./helpers/fake-service.ts";

jest.useFakeTimers();
const device = await import("../src/push/this-device.ts");
const { pushProblem } = await import("../src/push/push-problem.ts");
const { keepDevice } = await import("../src/push/keep-device.ts");
const { session } = await import("../src/state/session.ts");
const { abandon, deviceState, isOwnDevice, startWorker, subscribe, unsubscribe } = device;

/** Bytes whose base64 has every character that an address cannot have. */
const BYTES = [0xfb, 0xff, 0xfe, 0x01];
const KEY = "-__-AQ";
const OTHER_KEY = "AQID";
const SCOPE = "http://localhost/console/";

class Subscription {
  readonly endpoint: string;
  readonly options: { applicationServerKey: ArrayBuffer };
  constructor(name: string, key: number[] = BYTES) {
    this.endpoint = name;
    this.options = { applicationServerKey: Uint8Array.from(key).buffer };
  }
  toJSON() {
    return { endpoint: this.endpoint };
  }
  async unsubscribe() {
    browser.steps.push(`drop ${this.endpoint}`);
    browser.subscription = null;
  }
}
/** The state of the browser, and its steps. */
let browser: {
  subscription: Subscription | null;
  scope: string;
  permission: string;
  /** How often the browser has asked for the permission. */
  questions: number;
  answer: () => Promise<Subscription>;
  steps: string[];
};
let asked: ReturnType<typeof fakeService>;
let registered: () => object | undefined;
let unregistered: () => object | undefined;
const steps = () => [...asked.map(({ name, variables }) => `${name} ${tokenIn(variables)}`)];
const tokenIn = ({ input, token }: Record<string, unknown>) =>
  JSON.parse(String((input as { token: string } | undefined)?.token ?? token)).endpoint;

beforeEach(async () => {
  browser = {
    subscription: null,
    scope: SCOPE,
    permission: "granted",
    questions: 0,
    answer: async () => new Subscription("new"),
    steps: [],
  };
  const registration = {
    get scope() {
      return browser.scope;
    },
    active: {},
    pushManager: {
      getSubscription: async () => browser.subscription,
      async subscribe(options: object) {
        browser.steps.push(`subscribe ${JSON.stringify(options)}`);
        browser.subscription = await browser.answer();
        return browser.subscription;
      },
    },
  };
  put("isSecureContext", { value: true, writable: true });
  put("navigator", {
    value: {
      serviceWorker: {
        getRegistration: async () => registration,
        register: async () => registration,
      },
    },
  });
  put("Notification", {
    value: {
      get permission() {
        return browser.permission;
      },
      async requestPermission() {
        browser.questions += 1;
        return browser.permission;
      },
    },
  });
  Object.assign(window, { PushManager: {}, Notification: {} });
  registered = () => ({ registerDevice: {} });
  unregistered = () => ({ deviceUnregister: null });
  asked = fakeService({
    RegisterDevice: () => registered(),
    DeviceUnregister: () => unregistered(),
    Me: () => ({ webPushPublicKey: KEY }),
  });
  jest.spyOn(console, "warn").mockImplementation(() => {});
  logIn(1);
});
afterEach(async () => {
  browser.subscription = null;
  await unsubscribe();
  session.value = null;
  jest.restoreAllMocks();
});

function logIn(userId: number): void {
  session.value = { token: `token ${userId}`, userId, email: "ada@example.org" };
}
const stateNow = async (key = KEY) => {
  await device.updateDeviceState(key);
  return deviceState.value;
};

test("a browser becomes the user's device, and shows another user that it is not theirs", async () => {
  expect([await stateNow(), isOwnDevice()]).toEqual(["off", false]);
  await subscribe(KEY);
  expect(browser.steps).toEqual([
    `subscribe ${JSON.stringify({ userVisibleOnly: true, applicationServerKey: KEY })}`,
  ]);
  expect([steps(), deviceState.value]).toEqual([["RegisterDevice new"], "on"]);
  expect([await stateNow(), isOwnDevice()]).toEqual(["on", true]);
  logIn(2);
  expect([await stateNow(), isOwnDevice()]).toEqual(["another's", false]);
  session.value = null;
  expect(isOwnDevice()).toBe(false);
});

test("a device lapses when the service's key changes, or when the browser drops the subscription", async () => {
  await subscribe(KEY);
  expect(await stateNow(OTHER_KEY)).toBe("lapsed");
  expect(await stateNow()).toBe("on");
  // A subscription of a folder above belongs to another page.
  browser.scope = "http://localhost/";
  expect(await stateNow()).toBe("lapsed");
  browser.scope = SCOPE;
  browser.subscription = null;
  expect(await stateNow()).toBe("lapsed");
  logIn(2);
  expect(await stateNow()).toBe("off");
});

test("a subscription that was never registered does not count", async () => {
  browser.subscription = new Subscription("unknown");
  expect(await stateNow()).toBe("off");
  session.value = null;
  expect([await stateNow(), isOwnDevice()]).toEqual(["off", false]);
});

test("a registration or removal of the device in another tab is noticed", async () => {
  put("localStorage", { value: storage() });
  const written = () => localStorage.getItem("location-alerts.device-of");
  const inOtherTab = (text: string) => localStorage.setItem("location-alerts.device-of", text);
  await subscribe(KEY);
  inOtherTab("null");
  expect([await stateNow(), isOwnDevice()]).toEqual(["off", false]);
  await subscribe(KEY);
  inOtherTab("null");
  await subscribe(KEY);
  expect([written(), isOwnDevice()]).toEqual(["1", true]);
  await unsubscribe();
  inOtherTab("1");
  browser.subscription = new Subscription("other tab's");
  expect([await stateNow(), isOwnDevice()]).toEqual(["on", true]);
  await unsubscribe();
  inOtherTab("1");
  await abandon(AbortSignal.abort());
  expect([written(), isOwnDevice()]).toEqual(["null", false]);
  inOtherTab("1");
  await unsubscribe();
  expect(written()).toBe("null");
  Reflect.deleteProperty(globalThis, "localStorage");
});

test("without permission nothing is registered", async () => {
  for (const permission of ["denied", "default"]) {
    browser.permission = permission;
    await expect(subscribe(KEY)).rejects.toThrow(/^Notifications were not allowed/);
  }
  expect([steps(), browser.steps]).toEqual([[], []]);
});

test("a subscription with an old key is removed first, and one with the present key stays", async () => {
  browser.subscription = new Subscription("old", [1, 2, 3]);
  await subscribe(KEY);
  expect(steps()).toEqual(["DeviceUnregister old", "RegisterDevice new"]);
  expect(browser.steps[0]).toBe("drop old");
  await subscribe(KEY);
  expect(steps().slice(2)).toEqual(["RegisterDevice new"]);
});

test("subscribing fails after 20 seconds if the push service does not answer, and nothing is registered", async () => {
  browser.answer = () => new Promise(() => {});
  let message = "";
  const trying = subscribe(KEY).catch((error: Error) => {
    message = error.message;
  });
  await jest.advanceTimersByTimeAsync(19_999);
  expect(message).toBe("");
  await jest.advanceTimersByTimeAsync(1);
  await trying;
  expect(message).toMatch(/^The browser's push service gave no subscription/);
  browser.answer = async () => {
    throw new DOMException("no", "AbortError");
  };
  const timers = jest.getTimerCount();
  await expect(subscribe(KEY)).rejects.toThrow(/gave no subscription/);
  expect([steps(), deviceState.value, isOwnDevice()]).toEqual([[], "off", false]);
  expect(jest.getTimerCount()).toBe(timers);
});

test("pushes end at the service and in the browser, even if the service does not know the device", async () => {
  await subscribe(KEY);
  unregistered = () => refusal("NOT_FOUND");
  await unsubscribe();
  expect(steps().at(-1)).toBe("DeviceUnregister new");
  expect(browser.steps.at(-1)).toBe("drop new");
  expect([deviceState.value, isOwnDevice()]).toEqual(["off", false]);
});

test("pushes stay on if the service does not answer, unless the browser is abandoned", async () => {
  await subscribe(KEY);
  unregistered = () => undefined;
  await expect(unsubscribe()).rejects.toThrow(/does not answer/);
  expect([deviceState.value, isOwnDevice(), browser.subscription]).toMatchObject([
    "on",
    true,
    { endpoint: "new" },
  ]);
  await abandon(AbortSignal.abort());
  expect(browser.steps.at(-1)).toBe("drop new");
  expect([deviceState.value, isOwnDevice()]).toEqual(["off", false]);
});

test("abandoning a browser stops waiting for the service when its signal aborts", async () => {
  await subscribe(KEY);
  const ending = new AbortController();
  globalThis.fetch = (_url, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      ending.abort();
    });
  await abandon(ending.signal);
  expect([browser.subscription, deviceState.value]).toEqual([null, "off"]);
});

describe("a worker that starts", () => {
  const run = (registration: Record<string, unknown>) => {
    registration.active = {};
  };
  test.each([
    ["is waited for until it runs", "installing", run],
    ["is waited for until it runs, when it is installed already", "waiting", run],
    [
      "is waited for no more if another replaces it",
      "installing",
      (_: unknown, starting: { state: string }) => {
        starting.state = "redundant";
      },
    ],
  ])("%s", async (_name, state, end) => {
    const starting = Object.assign(new EventTarget(), { state });
    const registration: Record<string, unknown> = {
      ...{ installing: null, waiting: null, active: null },
      [state]: starting,
    };
    Object.assign(navigator.serviceWorker, { register: async () => registration });
    let isStarted = false;
    const start = startWorker().then(() => {
      isStarted = true;
    });
    await jest.advanceTimersByTimeAsync(0);
    starting.dispatchEvent(new Event("statechange"));
    await jest.advanceTimersByTimeAsync(0);
    expect(isStarted).toBe(false);
    end(registration, starting);
    starting.dispatchEvent(new Event("statechange"));
    await start;
  });

  test("is not waited for if one runs already", async () => {
    const registration = { installing: new EventTarget(), active: {} };
    Object.assign(navigator.serviceWorker, { register: async () => registration });
    expect(await startWorker()).toBe(registration);
  });
});

test("a message says why a browser gets no pushes, and what to do", () => {
  expect(pushProblem(KEY)).toBe("");
  expect(pushProblem(null)).toMatch(/is off at this service/);
  browser.permission = "default";
  expect(pushProblem(KEY)).toBe("");
  browser.permission = "denied";
  expect(pushProblem(KEY)).toMatch(/are blocked: allow them/);
  for (const name of ["PushManager", "Notification"]) {
    const before = window[name as never];
    delete window[name as never];
    expect(pushProblem(KEY)).toMatch(/^This browser takes no pushes/);
    Object.assign(window, { [name]: before });
  }
  const { serviceWorker } = navigator;
  Reflect.deleteProperty(navigator, "serviceWorker");
  expect(pushProblem(KEY)).toMatch(/^This browser takes no pushes/);
  Object.assign(navigator, { serviceWorker });
  put("isSecureContext", { value: false, writable: true });
  expect(pushProblem(KEY)).toMatch(/https/);
});

describe("a page that keeps the device", () => {
  let stop = () => {};
  afterEach(() => stop());
  async function settle(): Promise<void> {
    for (let round = 0; round < 8; round += 1) await jest.advanceTimersByTimeAsync(0);
  }
  const done = async () => {
    await settle();
    return asked.splice(0).map(({ name }) => name);
  };
  /** Loads the page. Returns what it asks for. */
  const load = async () => {
    stop();
    asked.length = 0;
    stop = keepDevice();
    return await done();
  };
  /** Changes the session, as each next token does. */
  const again = async () => {
    session.value = { ...(session.value as object) } as typeof session.value;
    return await done();
  };

  test("registers it once for each load, in case the service has lost it", async () => {
    await subscribe(KEY);
    expect(await load()).toEqual(["Me", "RegisterDevice"]);
    expect(await again()).toEqual(["Me"]);
    expect(browser.steps).toHaveLength(1);
    browser.permission = "default";
    expect(await load()).toEqual(["Me"]);
    browser.permission = "granted";
    registered = () => undefined;
    expect(await again()).toEqual(["Me", "RegisterDevice"]);
    registered = () => ({ registerDevice: {} });
    expect(await again()).toEqual(["Me", "RegisterDevice"]);
    expect(await again()).toEqual(["Me"]);
    expect(browser.questions).toBe(1);
  });

  test("registers it again at the next login if it has lapsed, without asking for permission", async () => {
    await subscribe(KEY);
    await load();
    browser.subscription = null;
    for (const permission of ["default", "denied"]) {
      browser.permission = permission;
      expect(await again()).toEqual(["Me"]);
    }
    expect(browser.questions).toBe(1);
    browser.permission = "granted";
    expect(await again()).toEqual(["Me", "RegisterDevice"]);
    logIn(2);
    await settle();
    expect(await again()).toEqual([]);
  });
});

test("a page in another folder uses the worker that it names", async () => {
  Object.assign(document.documentElement.dataset, { worker: "../person-worker.js" });
  const asked: string[] = [];
  put("navigator", {
    value: {
      languages: [],
      serviceWorker: {
        getRegistration: async (scope: string) => void asked.push(scope),
        async register(worker: string) {
          asked.push(worker);
          return { active: {} };
        },
      },
    },
  });
  jest.resetModules();
  const { startWorker, updateDeviceState } = await import("../src/push/this-device.ts");
  await updateDeviceState(KEY);
  await startWorker();
  expect(asked).toEqual(["http://localhost/", "../person-worker.js"]);
});
