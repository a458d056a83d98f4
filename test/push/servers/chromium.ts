import { randomUUID } from "node:crypto";
import { openConnection } from "./chromium/connection.ts";
import { fixedField, numberField } from "./chromium/protobuf.ts";
import { selfSigned } from "./chromium/self-signed.ts";
import { type LocalServer, type Reply, type Request, startLocalServer } from "./local-server.ts";
import { makeVapidCheck } from "./vapid.ts";

/** The push service behind a real Chromium, which subscribes at it, and decrypts what comes. */
export interface ChromiumPushServer extends LocalServer {
  /** With which Chromium turns to it in place of its maker's. */
  args: string[];
  /** The address that Chromium believes its subscriptions to have begins so; in truth they are at `url`. */
  believed: RegExp;
  /** The bodies of the pushes that were passed on, as they came: encrypted. */
  passedOn: Buffer[];
  /** How many subscriptions there are now. */
  subscriptions(): number;
}

interface Subscription {
  device: string;
  subtype: string;
  product: string;
  sender: string;
}

const PATH = "/fcm/send/";

/** The numbers that browsers are given: nineteen digits each. */
const FIRST_DEVICE = 1_000_000_000_000_000_001n;

/** The answer to a browser that introduces itself: its number, and a password. */
const checkedIn = (device: bigint) =>
  Buffer.concat([numberField(1, 1), fixedField(7, device), fixedField(8, 1n)]);

/** A server that Chromium takes for its push service: check-in, registration, delivery. */
export async function startChromiumPushServer(): Promise<ChromiumPushServer> {
  const subscriptions = new Map<string, Subscription>();
  const passedOn: Buffer[] = [];
  let devices = 0n;
  const certificate = selfSigned("localhost");
  const connection = await openConnection(certificate);
  const faultOf = makeVapidCheck(() => server.url);

  function register(form: URLSearchParams): Reply {
    const subtype = form.get("X-subtype");
    // It asks for one of its own besides, with no website behind it.
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
