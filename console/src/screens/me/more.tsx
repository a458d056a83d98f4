import { hostSettings } from "../../state/host-settings.ts";
import { AlertLanguages } from "./alert-languages.tsx";
import { AlertsByEmail } from "./alerts-by-email.tsx";
import { NtfyTopics } from "./ntfy-topics.tsx";
import { Password } from "./password.tsx";
import { SecondFactors } from "./second-factors.tsx";
import { SmsNumber } from "./sms-number.tsx";

/** The parts of the user's own page that few change. */
export function More() {
  return (
    <>
      <Password />
      <AlertLanguages />
      {hostSettings.value?.hasAlertMail && <AlertsByEmail />}
      {hostSettings.value?.hasSms && <SmsNumber />}
      {hostSettings.value?.hasNtfy && <NtfyTopics />}
      <SecondFactors />
    </>
  );
}
