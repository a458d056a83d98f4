/** Recognises a token as Expo writes it. */
export function isExpoToken(token: string): boolean {
  return /^Expo(nent)?PushToken\[.+\]$/.test(token);
}

/** The token as Expo takes it. The app may register only the part inside the brackets. */
export function expoToken(token: string): string {
  return /^Expo(nent)?PushToken\[.*\]$/.test(token) ? token : `ExponentPushToken[${token}]`;
}
