import type { UserSort } from "../../api/operations.ts";
import { Select } from "../../components/select.tsx";
import type { UserFilter, UserSearch } from "../../state/user-search.ts";
import { t } from "../../words/translate.ts";

const SORTS: readonly [UserSort, string][] = [
  ["ID", t("Oldest first")],
  ["NEWEST", t("Newest first")],
  ["NAME", t("Name")],
  ["EMAIL", t("Email")],
  ["LAST_REPORT", t("Last report")],
];
const KINDS: readonly [UserFilter["kind"], string][] = [
  ["everyone", t("Everyone")],
  ["testers", t("Testers")],
  ["without a password", t("No password yet")],
  ["silent", t("Fell silent")],
];
const DEVICES: readonly [UserFilter["device"], string][] = [
  ["any", t("With or without")],
  ["yes", t("Has a device")],
  ["no", t("Has none")],
];
const REPORTS: readonly [UserFilter["reported"], string][] = [
  ["any", t("Whenever")],
  ["3600", t("In the last hour")],
  ["86400", t("In the last day")],
  ["604800", t("In the last week")],
  ["-86400", t("Not for a day")],
  ["-604800", t("Not for a week")],
];

/** Chooses which users are shown, and in which order. */
export function UserFilters({ search: { filter } }: { search: UserSearch }) {
  const edit = (change: Partial<UserFilter>) => {
    filter.value = { ...filter.value, ...change };
  };
  const { kind, device, reported, sort } = filter.value;
  return (
    <div class="row filters">
      <Select
        label={t("Show")}
        value={kind}
        options={KINDS}
        onChange={(to) => edit({ kind: to })}
      />
      <Select
        label={t("Device")}
        value={device}
        options={DEVICES}
        onChange={(to) => edit({ device: to })}
      />
      <Select
        label={t("Reported")}
        value={reported}
        options={REPORTS}
        onChange={(to) => edit({ reported: to })}
      />
      <Select
        label={t("Sort by")}
        value={sort}
        options={SORTS}
        onChange={(to) => edit({ sort: to })}
      />
    </div>
  );
}
