import { dataOf, type Message } from "../message.ts";
import type { Push } from "../provider.ts";
import { timeToLive } from "../time-to-live.ts";

/** The data of a push as strings. FCM takes no other values. */
export function stringData(push: Push): Record<string, string> {
  return Object.fromEntries(
    Object.entries(dataOf(push)).map(([name, value]) => [name, String(value)]),
  );
}

/**
 * The message in the form of FCM's HTTP v1 API. Its tag is the notification's id, so a message that is sent twice is
 * shown once. See https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages.
 */
export function fcmMessage(push: Push, notification: Message) {
  const isUrgent = push.level === "ONE";
  const ttl = timeToLive(push);
  const tag = `notification-${push.notificationId}`;
  return {
    token: push.token,
    notification,
    data: stringData(push),
    android: {
      priority: isUrgent ? "HIGH" : "NORMAL",
      ttl: `${ttl}s`,
      notification: {
        tag,
        default_sound: true,
        notification_priority: isUrgent ? "PRIORITY_MAX" : "PRIORITY_DEFAULT",
      },
    },
    apns: {
      headers: {
        "apns-priority": isUrgent ? "10" : "5",
        "apns-expiration": String(Math.floor(push.expiresAt / 1000)),
        "apns-collapse-id": tag,
      },
      payload: {
        aps: { sound: "default", "interruption-level": isUrgent ? "time-sensitive" : "active" },
      },
    },
    webpush: {
      headers: { TTL: String(ttl), Urgency: isUrgent ? "high" : "normal" },
      notification: { tag },
    },
  };
}
