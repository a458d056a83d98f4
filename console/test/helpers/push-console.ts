import type { Page } from "playwright-core";
import webPush from "web-push";
import {
  type ChromiumPushServer,
  startChromiumPushServer,
} from "../../../test/push/servers/chromium.ts";
import { type ConsoleTest, startConsoleTest } from "./browser.ts";
import { pushWindows } from "./windows.ts";

/** The console in browsers whose push service is a local one. */
export interface PushConsole extends ConsoleTest {
  pushes: ChromiumPushServer;
  /** Makes a window's pages name the local push service to the host. Its present page does so too. */
  movePushes(page: Page): Promise<void>;
}

/** Starts a service that pushes to browsers. Returns undefined if there is no browser. */
export async function startPushConsole(env: NodeJS.ProcessEnv = {}): Promise<PushConsole> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const keys = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
  const pushes = await startChromiumPushServer();
  const console = await startConsoleTest(
    { ...env, ...keys, WEB_PUSH_HOSTS: "127.0.0.1" },
    { openWindows: () => pushWindows(pushes.args) },
  );
  if (!console) {
    await pushes.close();
    return console;
  }
  const move = `{
    const { toJSON } = PushSubscription.prototype;
    PushSubscription.prototype.toJSON = function () {
      const subscription = toJSON.call(this);
      return { ...subscription, endpoint: subscription.endpoint.replace(${pushes.believed}, "${pushes.url}") };
    };
  }`;
  return {
    ...console,
    pushes,
    async movePushes(page) {
      await page.context().addInitScript(move);
      await page.evaluate(move);
    },
    async stop() {
      await console.stop();
      await pushes.close();
    },
  };
}
