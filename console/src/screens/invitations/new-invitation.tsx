import { useState } from "preact/hooks";
import { InvitationAddDocument } from "../../api/operations.ts";
import { RequestError, request } from "../../api/request.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { Organisation } from "../../components/organisation.tsx";
import { Problem } from "../../components/problem.tsx";
import { QrCode } from "../../components/qr-code.tsx";
import { useAction } from "../../components/use-action.ts";
import { publicUrl, unreachableLinks } from "../../state/public-url.ts";
import { serviceSeconds } from "../../state/service-clock.ts";
import { people } from "../../words/numbers.ts";
import { moment } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

/** An invitation that was just made. */
export interface Made {
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

/** Makes an invitation, and shows its link once. */
export function NewInvitation({ onClose }: { onClose: () => void }) {
  const [fields, setFields] = useState({ name: "", places: "1", days: "14" });
  const [made, setMade] = useState<Made>();
  const edit = (change: Partial<typeof fields>) => setFields((now) => ({ ...now, ...change }));
  const { run, isBusy, problem } = useAction(async () => {
    const expiresAt = serviceSeconds() + Math.round(Number(fields.days) * DAY_SECONDS);
    const input = { name: fields.name, places: Number(fields.places), expiresAt };
    const { invitationAdd } = await request(InvitationAddDocument, { input });
    if (!invitationAdd?.secret) throw new RequestError("NOT_FOUND", t("Log in again."));
    const { secret } = invitationAdd;
    setMade({ ...invitationAdd, link: publicUrl(`join#${secret}`) });
  });
  if (made) return <Poster made={made} onClose={onClose} />;
  return (
    <Dialog label={t("New invitation")} onClose={onClose}>
      <h2>{t("New invitation")}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Field
          label={t("Name")}
          hint={t("For administrators, such as where its poster hangs.")}
          required
          autocomplete="off"
          value={fields.name}
          onInput={(name) => edit({ name })}
        />
        <Field
          label={t("How many people")}
          type="number"
          inputMode="numeric"
          step="1"
          required
          value={fields.places}
          onInput={(places) => edit({ places })}
        />
        <Field
          label={t("For how many days")}
          type="number"
          inputMode="numeric"
          step="1"
          required
          value={fields.days}
          onInput={(days) => edit({ days })}
        />
        <Problem text={problem} />
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy}>
            {t("Make the invitation")}
          </button>
          <button type="button" onClick={onClose}>
            {t("Cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
