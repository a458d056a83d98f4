import { useEffect, useState } from "preact/hooks";
import {
  InvitationRevokeDocument,
  InvitationsDocument,
  type InvitationsQuery,
  MailServerDocument,
} from "../api/operations.ts";
import { request } from "../api/request.ts";
import { usePushProviders } from "../components/phones.tsx";
import { Problem } from "../components/problem.tsx";
import { ShowMore } from "../components/show-more.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { onReturn } from "../state/connection.ts";
import { loaded } from "../state/loaded.ts";
import { now } from "../state/now.ts";
import { pages } from "../state/pages.ts";
import { pushProviders } from "../state/push.ts";
import { userNames } from "../state/user-names.ts";
import { providerState } from "../words/push-words.ts";
import { moment } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { NewInvitation } from "./invitations/new-invitation.tsx";

const mailServer = loaded(
  async (signal) => (await request(MailServerDocument, {}, { signal })).mailServer,
);

/** Says in a line whether mails go out now. */
export function MailReadiness() {
  useEffect(() => void mailServer.load(), []);
  const server = mailServer.data.value;
  if (!server) return null;
  return <p class="hint">{providerState({ provider: "mail", ...server })}</p>;
}

type Invitation = NonNullable<InvitationsQuery["invitations"]>[number];

const makers = userNames();
const invitations = pages<Invitation>(50, async (page, signal) => {
  const rows = (await request(InvitationsDocument, page, { signal })).invitations ?? [];
  void makers.load(rows.map(({ madeBy }) => madeBy));
  return rows;
});

const isOpen = ({ used, places, expiresAt, revokedAt }: Invitation) =>
  revokedAt === null && now.value < expiresAt && used < places;

/** Describes an invitation's state. */
function stateOf({ used, places, expiresAt, revokedAt }: Invitation): string {
  if (revokedAt !== null) return t("Revoked {time}", { time: moment(revokedAt) });
  if (now.value >= expiresAt) return t("Over since {time}", { time: moment(expiresAt) });
  return used >= places ? t("Full") : t("Open until {time}", { time: moment(expiresAt) });
}

function Item({ invitation }: { invitation: Invitation }) {
  const { id, name, used, places, madeBy } = invitation;
  const { run: revoke, problem } = useAction(async () => {
    await request(InvitationRevokeDocument, { id });
    await invitations.load();
  });
  return (
    <li class="user">
      <div>
        <strong>{name}</strong>
        <p class="hint figures">
          {t("{used, number} of {places, number} joined", { used, places })} · {stateOf(invitation)}
        </p>
        <p class="hint">
          {t("Made by {name}", { name: makers.names.value.get(madeBy) ?? String(madeBy) })}
        </p>
        <Problem text={problem} />
      </div>
      {isOpen(invitation) && (
        <div class="user-actions">
          <button
            type="button"
            aria-label={t("Revoke {name}", { name })}
            onClick={() => void revoke()}
          >
            {t("Revoke")}
          </button>
        </div>
      )}
    </li>
  );
}

const UNHEARD = t(
  "Nobody who joins can be warned: all pushes are off. Ask whoever runs the service to turn one on.",
);

/** The screen of the invitations by which people make their own user. */
export function InvitationsScreen() {
  const [isMaking, setIsMaking] = useState(false);
  useEffect(() => void invitations.begin(), []);
  useEffect(() => onReturn(() => void invitations.load()), []);
  usePushProviders();
  const all = invitations.data.value;
  const providers = pushProviders.data.value;
  const isUnheard = providers?.every(({ state }) => state === "OFF");
  return (
    <main class="page">
      <Title text={t("Invitations")} />
      <p>{t("By an invitation, people make their own user and set up their phone.")}</p>
      <MailReadiness />
      <Problem text={isUnheard ? UNHEARD : ""} />
      <div class="find">
        <button type="button" class="primary" onClick={() => setIsMaking(true)}>
          {t("New invitation")}
        </button>
      </div>
      <Problem text={invitations.error.value} retry={() => void invitations.load()} />
      <p role="status" class="hint">
        {all?.length === 0 && t("There is no invitation yet.")}
      </p>
      <ul class="cards">
        {all?.map((invitation) => (
          <Item key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      {invitations.hasMore.value && (
        <ShowMore isBusy={invitations.isLoading.value} onClick={() => void invitations.more()} />
      )}
      {isMaking && (
        <NewInvitation
          onClose={() => {
            setIsMaking(false);
            void invitations.load();
          }}
        />
      )}
    </main>
  );
}
