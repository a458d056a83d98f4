import type { Service } from "../service.ts";

/** What a start prints: where the service is and, at the first one, what to do next. */
export function welcome({ url, database, firstAdministrator }: Service): string {
  const lines = [
    `Serving POST ${url}/graphql on ${database.kind === "embedded" ? "the embedded database" : "PostgreSQL"}.`,
    `The administrator's console: ${url}/console`,
  ];
  if (firstAdministrator) {
    const { email, madeUpPassword, isPromoted } = firstAdministrator;
    // Outside the single quotes, where the shell puts it in.
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
        ? `Their password is ${madeUpPassword} (shown this once: keep it, or change it).`
        : isPromoted
          ? "They were a user before: their password is as it was."
          : "Their password is the one in ADMIN_PASSWORD.",
      "",
      "To log in:",
      `  curl ${url}/graphql -H 'Content-Type: application/json' -d '${body}'`,
    );
  }
  return lines.join("\n");
}
