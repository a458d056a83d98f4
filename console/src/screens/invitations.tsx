import { useEffect, useState } from "preact/hooks";
import {
  InvitationAddDocument,
  InvitationRevokeDocument,
  InvitationsDocument,
  type InvitationsQuery,
} from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { useChannels } from "../components/channel-lights.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormDialog, useFields } from "../components/form.tsx";
import { ListItem } from "../components/list-item.tsx";
import { LoadState } from "../components/load-state.tsx";
import { Organisation } from "../components/organisation.tsx";
import { Problem } from "../components/problem.tsx";
import { QrCode } from "../components/qr-code.tsx";
import { ShowMore } from "../components/show-more.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { onReturn } from "../state/connection.ts";
import { done } from "../state/notice.ts";
import { now } from "../state/now.ts";
import { pages } from "../state/pages.ts";
import { publicUrl, unreachableLinks } from "../state/public-url.ts";
import { channels, pushProviders } from "../state/push.ts";
import { serviceSeconds } from "../state/service-clock.ts";
import { userNames } from "../state/user-names.ts";
import { people } from "../words/numbers.ts";
import { providerState } from "../words/push-words.ts";
import { moment } from "../words/time.ts";
import { t } from "../words/translate.ts";

/** An invitation that was just made. */
interface Made {
  id: number;
  name: string;
  places: number;
  expiresAt: number;
  link: string;
}

/** The link of an invitation and its code, which is printed as a poster. It can be shown only now. */
export function Poster({ made, onClose }: { made: Made; onClose: () => void }) {
  const { name, places, expiresAt, link } = made;
  const unreachable = unreachableLinks();
  return (
    <Dialog label={t("Invitation {name}", { name })} onClose={onClose} isWide>
      <div class="poster">
        <h2>{t("Be warned where you are")}</h2>
        <p>{t("Scan this code with your phone, and follow what it says.")}</p>
        <QrCode text={link} label={t("Code to join")} />
        <p class="poster-link">{link}</p>
        <p>
          {t("For {people}, until {time}", { people: people(places), time: moment(expiresAt) })}
        </p>
        <Organisation />
      </div>
      <Problem text={unreachable} />
      <p class="hint">
        {t("The link cannot be shown again. Copy it or print it now, or make another one later.")}
      </p>
      <div class="actions">
        {!unreachable && (
          <button type="button" class="primary" onClick={() => window.print()}>
            {t("Print as a poster")}
          </button>
        )}
        <button type="button" onClick={() => void navigator.clipboard?.writeText(link)}>
          {t("Copy the link")}
        </button>
        <button type="button" onClick={onClose}>
          {t("Close")}
        </button>
      </div>
    </Dialog>
  );
}

const DAY_SECONDS = 86_400;
const WHOLE = { type: "number", inputMode: "numeric", step: "1", required: true } as const;

/** Makes an invitation, and shows its link once. */
function NewInvitation({ onClose }: { onClose: (made?: Made) => void }) {
  const { fields, field } = useFields({ name: "", places: "1", days: "14" });
  const [made, setMade] = useState<Made>();
  async function submit(): Promise<void> {
    const expiresAt = serviceSeconds() + Math.round(Number(fields.days) * DAY_SECONDS);
    const input = { name: fields.name, places: Number(fields.places), expiresAt };
    const { invitationAdd } = await request(InvitationAddDocument, { input });
    if (!invitationAdd?.secret) throw new RequestError("NOT_FOUND", t("Log in again."));
    const { secret } = invitationAdd;
    setMade({ ...invitationAdd, link: publicUrl(`join#${secret}`) });
  }
  if (made) return <Poster made={made} onClose={() => onClose(made)} />;
  return (
    <FormDialog
      title={t("New invitation")}
      action={t("Make the invitation")}
      submit={submit}
      onClose={() => onClose()}
    >
      <Field
        label={t("Name")}
        hint={t("For you and your colleagues, such as where its poster hangs.")}
        required
        autocomplete="off"
        {...field("name")}
      />
      <Field {...WHOLE} label={t("How many people")} {...field("places")} />
      <Field {...WHOLE} label={t("For how many days")} {...field("days")} />
    </FormDialog>
  );
}

/** Says in a line whether mails go out now. */
function MailReadiness() {
  const server = channels.data.value?.mailServer;
  return server ? <p class="hint">{providerState({ provider: "mail", ...server })}</p> : null;
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
    done(t("Revoked: {name}", { name }), `invitation-${id}`);
  });
  return (
    <ListItem
      id={`invitation-${id}`}
      actions={[
        isOpen(invitation) && [t("Revoke"), t("Revoke {name}", { name }), () => void revoke()],
      ]}
    >
      <strong>{name}</strong>
      <p class="hint figures">
        {t("{used, number} of {places, number} joined", { used, places })} · {stateOf(invitation)}
      </p>
      <p class="hint">
        {t("Made by {name}", { name: makers.names.value.get(madeBy) ?? String(madeBy) })}
      </p>
      <Problem text={problem} />
    </ListItem>
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
  useChannels();
  const all = invitations.data.value;
  const isUnheard = pushProviders.value?.every(({ state }) => state === "OFF");
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
      <LoadState of={invitations} empty={t("There is no invitation yet.")} />
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
          onClose={async (made) => {
            setIsMaking(false);
            await invitations.load();
            if (made) done(t("Saved: {name}", { name: made.name }), `invitation-${made.id}`);
          }}
        />
      )}
    </main>
  );
}
