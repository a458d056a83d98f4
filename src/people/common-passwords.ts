/** The fewest characters of a password. If it repeats one part throughout, only that part counts. */
export const MIN_CHARACTERS = 8;

let loaded: Promise<ReadonlySet<string>> | undefined;

/** Loads the list of leaked passwords when the first password is set, as that takes a tenth of a second. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) =>
      new Set(dictionary["passwords-common"].filter(({ length }) => length >= MIN_CHARACTERS)),
  );
  return loaded;
}

/** Says why a password is easy to guess; undefined if it is not. */
export async function weakness(
  password: string,
  email: string | undefined,
): Promise<string | undefined> {
  const text = password.toLowerCase();
  const unit = text.match(/^(.+?)\1+$/su)?.[1] ?? text;
  if ([...unit].length < MIN_CHARACTERS) return "This password repeats a few characters";
  const names = email?.toLowerCase().split("@", 1) ?? [];
  if ([email?.toLowerCase(), ...names].includes(unit)) return "This password is the email address";
  if ((await commonPasswords()).has(unit)) return "This password is one of the most common ones";
  return undefined;
}
