import "../../words/console-refusals.ts";
import { useEffect, useState } from "preact/hooks";
import {
  DeviceUnregisterDocument,
  MyDevicesDocument,
  SmsNumberAddDocument,
  SmsNumberConfirmDocument,
} from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { RequestError } from "../../api/send.ts";
import { CODE, Field } from "../../components/field.tsx";
import { Form, useFields } from "../../components/form.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { loaded } from "../../state/loaded.ts";
import { t } from "../../words/translate.ts";

const mine = loaded((signal) => request(MyDevicesDocument, {}, { signal }));
const EMPTY = { number: "", code: "" };

/** Shows, adds and removes the number to which alerts come by SMS, and says why it was refused. */
export function SmsNumber() {
  useEffect(() => void mine.load(), []);
  const { fields, field, edit } = useFields(EMPTY);
  const [isAsked, setAsked] = useState(false);
  const { me, devices } = mine.data.value ?? {};
  const number = devices?.find((one) => one.number)?.number;
  async function submit(): Promise<void> {
    if (isAsked) {
      const { smsNumberConfirm } = await request(SmsNumberConfirmDocument, { code: fields.code });
      if (!smsNumberConfirm) {
        throw new RequestError("BAD_USER_INPUT", t("This code is wrong. Look again."), "code");
      }
      edit(EMPTY);
      await mine.load();
    } else {
      await request(SmsNumberAddDocument, { number: fields.number });
    }
    setAsked(!isAsked);
  }
  const { run, isBusy, problem } = useAction(async (token: string) => {
    await request(DeviceUnregisterDocument, { token });
    await mine.load();
  });
  return (
    <section aria-labelledby="by-sms">
      <h2 id="by-sms">{t("Alerts by SMS")}</h2>
      <Problem text={mine.error.value} retry={() => void mine.load()} />
      {me?.smsRefusal != null && (
        <Problem
          text={t("Your number got no SMS, and was removed. Add one again. {reason}", {
            reason: me.smsRefusal,
          })}
        />
      )}
      <Problem text={problem} />
      {number && (
        <p class="row">
          <span dir="ltr">{number}</span>
          <button type="button" disabled={isBusy} onClick={() => void run(number)}>
            {t("Remove it")}
          </button>
        </p>
      )}
      <Form
        action={isAsked ? t("Confirm the number") : t("Send me a code")}
        submit={submit}
        buttons={
          isAsked && (
            <button type="button" onClick={() => setAsked(false)}>
              {t("Another number, or another code")}
            </button>
          )
        }
      >
        {isAsked ? (
          <Field {...CODE} hint={t("The six digits of the SMS.")} {...field("code")} />
        ) : (
          <Field
            label={number ? t("Mobile number, in place of this one") : t("Mobile number")}
            type="tel"
            autocomplete="tel"
            placeholder="+39 …"
            required
            {...field("number")}
          />
        )}
      </Form>
    </section>
  );
}
