import type { CapCategory, ResponseType } from "../api/operations.ts";
import { t } from "./translate.ts";

export const CATEGORIES: readonly [CapCategory | "", string][] = [
  ["", t("as usual")],
  ["GEO", t("Earth: quake, landslide")],
  ["MET", t("Weather, flood")],
  ["SAFETY", t("Public safety")],
  ["SECURITY", t("Police, military")],
  ["RESCUE", t("Rescue")],
  ["FIRE", t("Fire")],
  ["HEALTH", t("Health")],
  ["ENV", t("Pollution, environment")],
  ["TRANSPORT", t("Transport")],
  ["INFRA", t("Power, water, telephone")],
  ["CBRNE", t("Chemical, nuclear, explosive")],
  ["OTHER", t("Something else")],
];
export const RESPONSES: readonly [ResponseType | "", string][] = [
  ["", t("Not said")],
  ["SHELTER", t("Take shelter")],
  ["EVACUATE", t("Evacuate")],
  ["PREPARE", t("Get ready")],
  ["EXECUTE", t("Do what was planned")],
  ["AVOID", t("Stay away")],
  ["MONITOR", t("Follow the news")],
  ["ASSESS", t("Judge for themselves")],
  ["NONE", t("Nothing")],
];
