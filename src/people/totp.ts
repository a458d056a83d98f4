import { Secret, TOTP } from "otpauth";

/** Makes the secret of an authenticator app (RFC 6238), and the address that its QR code has. */
export function newTotp(issuer: string, label: string): { secret: string; uri: string } {
  const totp = new TOTP({ issuer, label });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Returns the step of a code; undefined if it is not the code of this step, of the one before or of the next. */
export function stepOf(secret: string, code: string): number | undefined {
  const timestamp = Date.now();
  const delta = TOTP.validate({
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp,
    window: 1,
  });
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta;
}
