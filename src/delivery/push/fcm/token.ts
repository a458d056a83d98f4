/** Recognises a registration token of FCM: an instance id, a colon and a long key. */
export function isFcmToken(token: string): boolean {
  return /^[A-Za-z0-9_-]+:[A-Za-z0-9_-]{80,}$/.test(token);
}
