/** Loads the library with the first code, as it takes a fortieth of a second of a start. */
const load = () => import("otpauth");

/** Makes the secret of an authenticator app (RFC 6238), and the address that its QR code has. */
export async function newTotp(
  issuer: string,
  label: string,
): Promise<{ secret: string; uri: string }> {
  const { TOTP } = await load();
  const totp = new TOTP({ issuer, label });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Returns the step of a code; undefined if it is not the code of this step, of the one before or of the next. */
export async function stepOf(secret: string, code: string): Promise<number | undefined> {
  const { Secret, TOTP } = await load();
  const timestamp = Date.now();
  const delta = TOTP.validate({
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp,
    window: 1,
  });
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta;
}
