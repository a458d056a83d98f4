import { useState } from "preact/hooks";
import { InvitationAddDocument } from "../../api/operations.ts";
import { RequestError, request } from "../../api/request.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { FormDialog, useFields } from "../../components/form.tsx";
import { Organisation } from "../../components/organisation.tsx";
import { Problem } from "../../components/problem.tsx";
import { QrCode } from "../../components/qr-code.tsx";
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
const WHOLE = { type: "number", inputMode: "numeric", step: "1", required: true } as const;

/** Makes an invitation, and shows its link once. */
export function NewInvitation({ onClose }: { onClose: () => void }) {
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
  if (made) return <Poster made={made} onClose={onClose} />;
  return (
    <FormDialog
      title={t("New invitation")}
      action={t("Make the invitation")}
      submit={submit}
      onClose={onClose}
    >
      <Field
        label={t("Name")}
        hint={t("For administrators, such as where its poster hangs.")}
        required
        autocomplete="off"
        {...field("name")}
      />
      <Field {...WHOLE} label={t("How many people")} {...field("places")} />
      <Field {...WHOLE} label={t("For how many days")} {...field("days")} />
    </FormDialog>
  );
}
