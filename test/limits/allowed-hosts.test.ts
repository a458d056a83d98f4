import { expect, test } from "@jest/globals";
import { isAllowed } from "../../src/limits/allowed-hosts.ts";
import { isHostPattern, KNOWN_HOSTS } from "../../src/settings/push-settings.ts";

test.each([
  "https://fcm.googleapis.com/fcm/send/abc",
  "https://jmt17.google.com/fcm/send/abc",
  "https://updates.push.services.mozilla.com/wpush/v2/abc",
  "https://web.push.apple.com/abc",
  "https://wns2-par02p.notify.windows.com/w/?token=abc",
  "https://FCM.googleapis.com:443/abc",
  "https://fcm.googleapis.com/".padEnd(2048, "a"),
])("the push services of browsers are allowed: %s", (endpoint) => {
  expect(isAllowed(endpoint, KNOWN_HOSTS)).toBe(true);
});

test.each([
  ["by http", "http://fcm.googleapis.com/abc"],
  ["at another port", "https://fcm.googleapis.com:8443/abc"],
  ["with a password", "https://me:word@fcm.googleapis.com/abc"],
  ["with a password only", "https://:word@fcm.googleapis.com/abc"],
  ["with a name only", "https://me@fcm.googleapis.com/abc"],
  ["a host that begins like one", "https://fcm.googleapis.com.example.org/abc"],
  ["a host that ends like one", "https://evilpush.apple.com/abc"],
  ["the domain itself", "https://push.apple.com/abc"],
  ["behind an @", "https://fcm.googleapis.com@example.org/abc"],
  ["behind a \\", "https://example.org\\.push.apple.com/abc"],
  ["a final dot", "https://fcm.googleapis.com./abc"],
  ["the own machine", "https://localhost/abc"],
  ["a private address", "https://10.0.0.1/abc"],
  ["a cloud's metadata", "http://169.254.169.254/latest"],
  ["a file", "file:///etc/passwd"],
  ["not a URL", "abc"],
  ["a host that is not ASCII", "https://\uff46cm.googleapis.com/abc"],
  ["more than a token holds", "https://fcm.googleapis.com/".padEnd(2049, "a")],
])("other endpoints are not allowed: %s", (_what, endpoint) => {
  expect(isAllowed(endpoint, KNOWN_HOSTS)).toBe(false);
});

test("the service's own machine may be reached over HTTP if its name is listed", () => {
  expect(isAllowed("http://localhost:8080/abc", ["localhost"])).toBe(true);
  expect(isAllowed("http://127.0.0.1:8080/abc", ["127.0.0.1"])).toBe(true);
  expect(isAllowed("http://127.0.0.1:8080/abc", ["localhost"])).toBe(false);
  expect(isAllowed("http://push.example.org/abc", ["push.example.org"])).toBe(false);
  expect(isAllowed("ftp://localhost/abc", ["localhost"])).toBe(false);
});

test("a listed port is the only one allowed", () => {
  expect(isAllowed("https://push.example.org:8443/abc", ["push.example.org:8443"])).toBe(true);
  expect(isAllowed("https://push.example.org/abc", ["push.example.org:8443"])).toBe(false);
});

test.each(["push.example.org", "*.example.org", "localhost", "127.0.0.1", "push.example.org:8443"])(
  "%s is a host pattern",
  (text) => {
    expect(isHostPattern(text)).toBe(true);
  },
);

test.each(["", "*", "*.org", "push.*.org", "https://push.example.org", "a_b.example.org", "a..b"])(
  "%j is not a host pattern",
  (text) => {
    expect(isHostPattern(text)).toBe(false);
  },
);
