import type { AuditAction } from "../../api/operations.ts";
import { Field } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import type { AuditChoice, AuditFilter } from "../../state/audit-filter.ts";
import { ACTIONS } from "../../words/audit.ts";
import { t } from "../../words/translate.ts";
import { PersonFilter } from "./person-filter.tsx";

const CHOICES: readonly [AuditChoice, string][] = [
  ["", t("All but views of people")],
  ["ANY", t("Any")],
  ...(Object.entries(ACTIONS) as [AuditAction, string][]),
];

/** Chooses which entries are shown. */
export function AuditFilters(props: {
  filter: AuditFilter;
  names: ReadonlyMap<number, string>;
  onChange: (change: Partial<AuditFilter>) => void;
}) {
  const { filter, names, onChange } = props;
  return (
    <search>
      <div class="row filters">
        <Select
          label={t("What")}
          value={filter.action}
          options={CHOICES}
          onChange={(action) => onChange({ action })}
        />
        <Field
          label={t("From|a day")}
          type="date"
          value={filter.from}
          onInput={(from) => onChange({ from })}
        />
        <Field
          label={t("Until|a day")}
          type="date"
          value={filter.to}
          onInput={(to) => onChange({ to })}
        />
      </div>
      <PersonFilter
        chosen={
          filter.actor && (names.get(Number(filter.actor)) ?? t("User {id}", { id: filter.actor }))
        }
        onChoose={(actor) => onChange({ actor })}
      />
    </search>
  );
}
