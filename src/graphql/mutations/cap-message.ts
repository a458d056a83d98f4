import type { FieldArgs } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import { decode } from "../../cap/parse-xml.ts";
import { MAX_MESSAGE_BYTES, takeMessage } from "../../cap/take-message.ts";
import { storable, storableJson } from "../../database/storable.ts";
import { fetchOutside, Refusal } from "../../limits/fetch-outside.ts";
import { AppError } from "../../ops/app-error.ts";
import { type Caller, callerPlan, callerRow } from "../requests/caller.ts";

interface CapMessageInput {
  xml?: string | null;
  url?: string | null;
  authorityId?: number | null;
}

const OPEN = "select app_private.open_cap($1, $2, $3) as id";
const TIMEOUT_MS = 10_000;

async function open(caller: Caller, hosts: readonly string[], input: CapMessageInput) {
  const { xml, url, authorityId = null } = input;
  // Refuses others before it reads or asks for anything.
  await callerRow(caller, OPEN, null, null, authorityId);
  if ((xml == null) === (url == null)) {
    throw new AppError("BAD_USER_INPUT", "Send xml or url, one of them.");
  }
  try {
    const document =
      url != null
        ? (await fetchOutside(url, { hosts, timeoutMs: TIMEOUT_MS, maxBytes: MAX_MESSAGE_BYTES }))
            .body
        : (xml as string);
    const text = decode(document);
    const message = storableJson(await takeMessage(text, null));
    return (await callerRow<{ id: number }>(caller, OPEN, message, storable(text), authorityId))
      ?.id;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const said = `This is no CAP message that can be opened: ${error.message}.`;
    throw new AppError("BAD_USER_INPUT", said, { reason: "CAP_REFUSED", detail: error.message });
  }
}

/**
 * Adds `Mutation.capMessageOpen`.
 * @param hosts Private hosts that are asked all the same.
 */
export const makeCapMessagePlugin = (hosts: readonly string[]) =>
  extendSchema((build) => {
    const sharedDrafts = build.pgResources.shared_drafts;
    if (!sharedDrafts) throw new Error("The table shared_drafts is missing.");
    const plan = callerPlan(["input"], (caller, input: CapMessageInput) =>
      open(caller, hosts, input),
    );
    return {
      typeDefs: gql`
        """A CAP message to open. Send xml or url."""
        input CapMessageInput {
          """The message itself."""
          xml: String
          """Where it is, by https."""
          url: String
          """The id of the authority whose draft it becomes, for authors of several. By default that of your highest role."""
          authorityId: Int
        }
        extend type Mutation {
          """Makes a shared draft from a CAP message, and returns it; that which it has already. For authors. Error BAD_USER_INPUT with the reason CAP_REFUSED if it cannot be read, CONFLICT if it makes no draft."""
          capMessageOpen(
            """The message."""
            input: CapMessageInput!
          ): SharedDraft
        }
      `,
      objects: {
        Mutation: {
          plans: {
            capMessageOpen: ($root: unknown, args: FieldArgs) =>
              sharedDrafts.get({ id: plan($root, args) }),
          },
        },
      },
    };
  });
