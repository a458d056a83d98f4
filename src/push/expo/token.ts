/** A token as Expo takes it: the app may register what is within the brackets only. */
export function expoToken(token: string): string {
  return /^Expo(nent)?PushToken\[.*\]$/.test(token) ? token : `ExponentPushToken[${token}]`;
}
