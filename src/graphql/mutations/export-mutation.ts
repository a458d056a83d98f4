import { extendSchema, gql } from "postgraphile/utils";
import { loginNeeded } from "../../ops/app-error.ts";
import { TICKET_LIFETIME_S, type Tickets } from "../../people/tickets.ts";
import { type Caller, callerPlan, callerRow } from "../requests/caller.ts";

/** Fails if the caller may not read this user, as the field user does, or has to show a second factor first. */
const FIND = "select from app_public.find_user($1)";
const FIND_OTHER = `${FIND}, app_private.require_fresh_factor()`;

/** Returns the address of a download, and until when it can begin. */
async function download(caller: Caller, tickets: Tickets | undefined, asked?: number) {
  const { identity } = caller.request;
  if (!identity) throw loginNeeded();
  const userId = asked ?? identity.userId;
  await callerRow(caller, userId === identity.userId ? FIND : FIND_OTHER, userId);
  if (!tickets) throw new Error("The schema alone exports nothing.");
  return {
    url: `/export/person/${tickets.issue("export", { identity, userId })}`,
    expiresAt: Math.floor(Date.now() / 1000) + TICKET_LIFETIME_S,
  };
}

/** Adds `Mutation.exportMe` and `Mutation.userExport`. */
export const makeExportPlugin = (tickets: Tickets | undefined) =>
  extendSchema({
    typeDefs: gql`
      """Where to download everything that is held of a person."""
      type PersonExport {
        """The path of the file, on the host that serves the API. Whoever has it may download the file while your session lasts."""
        url: String!
        """Until when the download has to begin."""
        expiresAt: Int64!
      }
      extend type Mutation {
        """Returns where to download everything that is held of you, as a JSON file. Its JSON schema is at /export/person.schema.json. Passwords, device tokens and device keys are left out."""
        exportMe: PersonExport
        """Returns where to download everything that is held of a person, as exportMe does. For administrators, for a person who asks for it. The download is recorded in the audit log. Error NOT_FOUND for an unknown id and for the id of someone else."""
        userExport(
          """The id of the user."""
          id: Int!
        ): PersonExport
      }
    `,
    objects: {
      Mutation: {
        plans: {
          exportMe: callerPlan([], (caller) => download(caller, tickets)),
          userExport: callerPlan(["id"], (caller, id: number) => download(caller, tickets, id)),
        },
      },
    },
  });
