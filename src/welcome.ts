import type { Service } from "./service.ts";

/** The text that a start prints: the address of the service and, at the first start, how to log in. */
export function welcome({ url, database, firstAdministrator }: Service): string {
  const lines = [
    `Serving POST ${url}/graphql on ${database.kind === "embedded" ? "the embedded database" : "PostgreSQL"}.`,
    `The administrator's console: ${url}/console`,
  ];
  if (firstAdministrator) {
    const { email, madeUpPassword, isPromoted } = firstAdministrator;
    // The variable is outside the single quotes, so that the shell replaces it.
    const password = madeUpPassword ?? `'"$ADMIN_PASSWORD"'`;
    const query = `mutation { login(input: {email: "${email}", password: "${password}"}) { accessToken userId } }`;
    const body = JSON.stringify({ query }).replace(
      `'\\"$ADMIN_PASSWORD\\"'`,
      `'"$ADMIN_PASSWORD"'`,
    );
    lines.push(
      "",
      `The first administrator is ${email}.`,
      madeUpPassword
        ? `Their password is ${madeUpPassword} (shown only once: keep it, or change it).`
        : isPromoted
          ? "They already were a user, and their password stays the same."
          : "Their password is the one in ADMIN_PASSWORD.",
      "",
      "To log in:",
      `  curl ${url}/graphql -H 'Content-Type: application/json' -d '${body}'`,
    );
  }
  return lines.join("\n");
}
