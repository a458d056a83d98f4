import { PasskeyConfirmDocument, SecondFactorConfirmDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { asking } from "../state/second-factor.ts";
import { t } from "../words/translate.ts";
import { CODE, Field } from "./field.tsx";
import { FormDialog, useFields } from "./form.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

function Ask({ settle }: { settle: (isShown: boolean) => void }) {
  const { fields, field } = useFields({ code: "" });
  return (
    <FormDialog
      title={t("Is it you?")}
      action={t("Go on")}
      submit={async () => {
        await request(SecondFactorConfirmDocument, fields);
        settle(true);
      }}
      onClose={() => settle(false)}
    >
      <p>{t("This needs your second factor again. What you drew and wrote is kept.")}</p>
      <Field {...CODE} {...field("code")} />
      <PasskeyButton
        use={(answer) => request(PasskeyConfirmDocument, answer).then(() => settle(true))}
      />
    </FormDialog>
  );
}

/** The dialog that asks for the second factor, while a request waits for it. */
export function ConfirmFactor() {
  return asking.value ? <Ask settle={asking.value} /> : null;
}
