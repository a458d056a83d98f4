import type { UserSort } from "../../api/operations.ts";
import { Select } from "../../components/select.tsx";
import type { UserFilter, UserSearch } from "../../state/user-search.ts";

const SORTS: readonly [UserSort, string][] = [
  ["ID", "Oldest first"],
  ["NEWEST", "Newest first"],
  ["NAME", "Name"],
  ["EMAIL", "Email"],
  ["LAST_REPORT", "Last report"],
];
const KINDS: readonly [UserFilter["kind"], string][] = [
  ["everyone", "Everyone"],
  ["testers", "Testers"],
  ["without a password", "No password yet"],
];
const DEVICES: readonly [UserFilter["device"], string][] = [
  ["any", "With or without"],
  ["yes", "Has a device"],
  ["no", "Has none"],
];
const REPORTS: readonly [UserFilter["reported"], string][] = [
  ["any", "Whenever"],
  ["3600", "In the last hour"],
  ["86400", "In the last day"],
  ["604800", "In the last week"],
  ["-86400", "Not for a day"],
  ["-604800", "Not for a week"],
];

/** Chooses which users are shown, and in which order. */
export function UserFilters({ search: { filter } }: { search: UserSearch }) {
  const edit = (change: Partial<UserFilter>) => {
    filter.value = { ...filter.value, ...change };
  };
  const { kind, device, reported, sort } = filter.value;
  return (
    <div class="row filters">
      <Select label="Show" value={kind} options={KINDS} onChange={(to) => edit({ kind: to })} />
      <Select
        label="Device"
        value={device}
        options={DEVICES}
        onChange={(to) => edit({ device: to })}
      />
      <Select
        label="Reported"
        value={reported}
        options={REPORTS}
        onChange={(to) => edit({ reported: to })}
      />
      <Select label="Sort by" value={sort} options={SORTS} onChange={(to) => edit({ sort: to })} />
    </div>
  );
}
