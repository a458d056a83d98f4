import { t } from "./translate.ts";

const NAMES: Record<string, string> = {
  expo: "App (Expo)",
  fcm: "App (Firebase)",
  web_push: t("Browsers"),
  email: t("Email"),
  ntfy: "ntfy",
  sms: "SMS",
};

/** The name of a provider, for people. */
export const providerName = (provider: string) => NAMES[provider] ?? provider;
