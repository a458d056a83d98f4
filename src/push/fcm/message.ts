import { dataOf, type Message } from "../message.ts";
import type { Push } from "../provider.ts";
import { timeToLive } from "../time-to-live.ts";

/** The data of a push, which FCM takes as strings only. */
export function stringData(push: Push): Record<string, string> {
  return Object.fromEntries(
    Object.entries(dataOf(push)).map(([name, value]) => [name, String(value)]),
  );
}

/**
 * The message as FCM's HTTP v1 API takes it. Sent twice, it shows once: it goes by the notification's id.
 * See https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages.
 */
export function fcmMessage(push: Push, notification: Message) {
  const urgent = push.level === "ONE";
  const ttl = timeToLive(push);
  const tag = `notification-${push.notificationId}`;
  return {
    token: push.token,
    notification,
    data: stringData(push),
    android: {
      priority: urgent ? "HIGH" : "NORMAL",
      ttl: `${ttl}s`,
      notification: {
        tag,
        default_sound: true,
        notification_priority: urgent ? "PRIORITY_MAX" : "PRIORITY_DEFAULT",
      },
    },
    apns: {
      headers: {
        "apns-priority": urgent ? "10" : "5",
        "apns-expiration": String(Math.floor(push.expiresAt / 1000)),
        "apns-collapse-id": tag,
      },
      payload: {
        aps: { sound: "default", "interruption-level": urgent ? "time-sensitive" : "active" },
      },
    },
    webpush: {
      headers: { TTL: String(ttl), Urgency: urgent ? "high" : "normal" },
      notification: { tag },
    },
  };
}
