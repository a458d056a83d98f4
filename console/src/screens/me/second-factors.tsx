import "../../words/console-refusals.ts";
import { useEffect, useState } from "preact/hooks";
import {
  PasskeyAddDocument,
  PasskeyBeginDocument,
  RecoveryCodesRenewDocument,
  SecondFactorRemoveDocument,
  SecondFactorsDocument,
  TotpBeginDocument,
  type TotpBeginMutation,
  TotpConfirmDocument,
} from "../../api/operations.ts";
import { makePasskey } from "../../api/passkeys.ts";
import { request } from "../../api/request.ts";
import { Dialog } from "../../components/dialog.tsx";
import { CODE, Field, OWN_PASSWORD } from "../../components/field.tsx";
import { FormDialog, useFields } from "../../components/form.tsx";
import { Problem } from "../../components/problem.tsx";
import { QrCode } from "../../components/qr-code.tsx";
import { useAction } from "../../components/use-action.ts";
import { loaded } from "../../state/loaded.ts";
import { moment } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

const mine = loaded((signal) => request(SecondFactorsDocument, {}, { signal }));

type Codes = readonly string[] | null;

type Kind = "TOTP" | "PASSKEY";

const TITLES = { TOTP: t("Add an authenticator app"), PASSKEY: t("Add a passkey") };

/** Adds a second factor: asks for the password if it is the first one, and for a code of an app. */
function AddFactor(props: { kind: Kind; isFirst: boolean; onClose: (codes: Codes) => void }) {
  const { kind, isFirst, onClose } = props;
  const name = kind === "TOTP" ? t("My phone") : t("This device");
  const { fields, field } = useFields({ name, currentPassword: "", code: "" });
  const [offer, setOffer] = useState<TotpBeginMutation["totpBegin"]>(null);
  async function submit(): Promise<void> {
    const { name, code } = fields;
    const currentPassword = isFirst ? fields.currentPassword : null;
    if (kind === "PASSKEY") {
      const { passkeyBegin } = await request(PasskeyBeginDocument, { currentPassword });
      const made = { ...(await makePasskey(passkeyBegin)), name };
      onClose((await request(PasskeyAddDocument, made)).passkeyAdd);
    } else if (offer === null) {
      setOffer((await request(TotpBeginDocument, { currentPassword })).totpBegin);
    } else {
      const given = { ticket: offer.ticket, code, name };
      onClose((await request(TotpConfirmDocument, given)).totpConfirm);
    }
  }
  return (
    <FormDialog
      title={TITLES[kind]}
      action={offer ? t("Add it") : t("Go on")}
      submit={submit}
      onClose={() => onClose(null)}
    >
      {offer ? (
        <>
          <p>{t("Scan this with the app, or type the key. Then write its code.")}</p>
          <QrCode text={offer.uri} label={t("The key of the app")} />
          <p>
            <code>{offer.secret}</code>
          </p>
          <Field {...CODE} label={t("Code of the app")} hint={undefined} {...field("code")} />
        </>
      ) : (
        <>
          <Field label={t("Name to know it by")} required {...field("name")} />
          {isFirst && <Field {...OWN_PASSWORD} {...field("currentPassword")} />}
        </>
      )}
    </FormDialog>
  );
}

/** Shows recovery codes, this one time. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog label={t("Recovery codes")} onClose={onClose} isWide>
      <h2>{t("Recovery codes")}</h2>
      <p>
        {t(
          "Print them, and keep them apart from the phone: each logs you in once. They are not shown again.",
        )}
      </p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <button type="button" class="primary" onClick={onClose}>
        {t("I have them")}
      </button>
    </Dialog>
  );
}

/** Shows the user's second factors, and adds and removes them. */
export function SecondFactors() {
  useEffect(() => void mine.load(), []);
  const [adding, setAdding] = useState<Kind>();
  const [codes, setCodes] = useState<Codes>(null);
  const { run, isBusy, problem } = useAction(async (change: () => Promise<unknown>) => {
    await change();
    await mine.load();
  });
  const { me, secondFactorState: state } = mine.data.value ?? {};
  const factors = me?.secondFactors ?? [];
  const isFirst = factors.length === 0;
  const failure = <Problem text={mine.error.value} retry={() => void mine.load()} />;
  if (!me || (state?.rule === "NONE" && isFirst)) return failure;
  const renew = async () =>
    setCodes((await request(RecoveryCodesRenewDocument, {})).recoveryCodesRenew);
  return (
    <section aria-labelledby="second-factors">
      <h2 id="second-factors">{t("Second factor")}</h2>
      <p>
        {t("With one, a stolen password is not enough to log in, or to publish in your name.")}{" "}
        {isFirst &&
          state?.demandedFrom != null &&
          t("Your role demands one from {time}: without it you lose your rights then.", {
            time: moment(state.demandedFrom),
          })}
      </p>
      {failure}
      <Problem text={problem} />
      <ul class="cards">
        {factors.map(({ id, name, createdAt, usedAt }) => (
          <li key={id}>
            <span dir="auto">{name}</span>
            <p class="hint">
              {usedAt === null
                ? t("since {time}, never used", { time: moment(createdAt) })
                : t("since {time}, last used {used}", {
                    time: moment(createdAt),
                    used: moment(usedAt),
                  })}
            </p>
            <button
              type="button"
              disabled={isBusy}
              onClick={() => void run(() => request(SecondFactorRemoveDocument, { id }))}
            >
              {t("Remove {name}", { name })}
            </button>
          </li>
        ))}
      </ul>
      <div class="actions">
        {!factors.some(({ kind }) => kind === "TOTP") && (
          <button type="button" onClick={() => setAdding("TOTP")}>
            {t("Add an authenticator app…")}
          </button>
        )}
        {globalThis.PublicKeyCredential && (
          <button type="button" onClick={() => setAdding("PASSKEY")}>
            {t("Add a passkey…")}
          </button>
        )}
        {!isFirst && (
          <button type="button" class="plain" disabled={isBusy} onClick={() => void run(renew)}>
            {t("New recovery codes ({number} are left)…", { number: state?.recoveryCodes ?? 0 })}
          </button>
        )}
      </div>
      {adding && (
        <AddFactor
          kind={adding}
          isFirst={isFirst}
          onClose={(made) => {
            setAdding(undefined);
            setCodes(made?.length ? made : null);
            void mine.load();
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </section>
  );
}
