import { randomUUID } from "node:crypto";
import { openConnection } from "./chromium/connection.ts";
import { fixedField, numberField } from "./chromium/protobuf.ts";
import { selfSigned } from "./chromium/self-signed.ts";
import { type LocalServer, type Reply, type Request, startLocalServer } from "./local-server.ts";
import { makeVapidCheck } from "./vapid.ts";
import { findPushError } from "./web-push-headers.ts";

/** The push service of a real Chromium, which subscribes to it and decrypts its pushes. */
export interface ChromiumPushServer extends LocalServer {
  /** The arguments that make Chromium use this server instead of Google's. */
  args: string[];
  /** The beginning of the addresses that Chromium gives its subscriptions. They really are at `url`. */
  believed: RegExp;
  /** The encrypted bodies of the pushes that were passed on. */
  passedOn: Buffer[];
  /** How many subscriptions exist now. */
  subscriptions(): number;
}

interface Subscription {
  device: string;
  subtype: string;
  product: string;
  sender: string;
}

const PATH = "/fcm/send/";

/** The first number that a browser gets. All have nineteen digits. */
const FIRST_DEVICE = 1_000_000_000_000_000_001n;

/** The answer to a browser's check-in: its number and a password. */
const checkedIn = (device: bigint) =>
  Buffer.concat([numberField(1, 1), fixedField(7, device), fixedField(8, 1n)]);

/** Starts a server that Chromium uses as its push service: check-in, registration, delivery. */
export async function startChromiumPushServer(): Promise<ChromiumPushServer> {
  const subscriptions = new Map<string, Subscription>();
  const passedOn: Buffer[] = [];
  let devices = 0n;
  const certificate = selfSigned("localhost");
  const connection = await openConnection(certificate);
  const faultOf = makeVapidCheck(() => server.url);

  function register(form: URLSearchParams): Reply {
    const subtype = form.get("X-subtype");
    // Chromium also registers itself, without a website.
    if (!subtype) return { status: 200, body: "token=its-own" };
    for (const [token, known] of subscriptions) {
      if (known.subtype === subtype) subscriptions.delete(token);
    }
    if (form.get("delete") === "true") return { status: 200, body: "token=gone" };
    const token = randomUUID();
    const [device = "", product = "", sender = ""] = ["device", "app", "sender"].map(
      (name) => form.get(name) ?? "",
    );
    subscriptions.set(token, { device, subtype, product, sender });
    return { status: 200, body: `token=${token}` };
  }

  function push({ path, headers, body }: Request): Reply {
    const subscription = subscriptions.get(path.slice(PATH.length));
    if (!subscription) return { status: 410, body: "no such subscription" };
    const fault = faultOf(headers.authorization, subscription.sender);
    if (fault) return { status: 403, body: fault };
    const reason = findPushError({ path, headers, body });
    if (reason) return { status: 400, body: { reason } };
    passedOn.push(body);
    connection.deliver({ ...subscription, body });
    return { status: 201 };
  }

  const server = await startLocalServer((request): Reply => {
    if (request.path === "/checkin") {
      devices += 1n;
      return { status: 200, body: checkedIn(FIRST_DEVICE + devices) };
    }
    if (request.path === "/register") return register(new URLSearchParams(String(request.body)));
    if (request.path.startsWith(PATH)) return push(request);
    return { status: 404 };
  });

  return {
    ...server,
    args: [
      `--gcm-checkin-url=${server.url}/checkin`,
      `--gcm-registration-url=${server.url}/register`,
      `--gcm-mcs-endpoint=${connection.url}`,
      `--ignore-certificate-errors-spki-list=${certificate.fingerprint}`,
    ],
    believed: /^https:\/\/(fcm\.googleapis|jmt17\.google)\.com(?=\/fcm\/send\/)/,
    passedOn,
    subscriptions: () => subscriptions.size,
    async close() {
      await connection.close();
      await server.close();
    },
  };
}
