import { useEffect } from "preact/hooks";
import {
  type AuthorityRole,
  type SecondFactorDemand,
  SecondFactorRuleSetDocument,
  SecondFactorRulesDocument,
} from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Problem } from "../../components/problem.tsx";
import { Select } from "../../components/select.tsx";
import { useAction } from "../../components/use-action.ts";
import { loaded } from "../../state/loaded.ts";
import { ROLES } from "../../state/rights.ts";
import { ROLE_NAMES } from "../../words/role-words.ts";
import { moment } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

const rules = loaded((signal) => request(SecondFactorRulesDocument, {}, { signal }));

const CHOICES = [
  ["NONE", t("Nobody")],
  ["OFFERED", t("Whoever wants one")],
  ["DEMANDED", t("Everyone")],
] as const satisfies [SecondFactorDemand, string][];

/** Sets who has a second factor, for each role in the whole service. */
export function SecondFactorRules() {
  useEffect(() => void rules.load(), []);
  const { run, problem } = useAction(async (role: AuthorityRole, rule: SecondFactorDemand) => {
    await request(SecondFactorRuleSetDocument, { role, rule });
    await rules.load();
  });
  return (
    <section aria-labelledby="second-factors">
      <h2 id="second-factors">{t("Who has a second factor")}</h2>
      <p>
        {t("A demand holds a day later. Whoever has none then has no rights until they add one.")}
      </p>
      <Problem text={rules.error.value} retry={() => void rules.load()} />
      <Problem text={problem} />
      <div class="columns">
        {ROLES.map((role) => {
          const known = rules.data.value?.secondFactorRules?.find((one) => one.role === role);
          return (
            known && (
              <div key={role}>
                <Select
                  label={ROLE_NAMES[role]}
                  value={known.rule}
                  options={CHOICES}
                  onChange={(rule) => void run(role, rule)}
                />
                {known.demandedFrom !== null && (
                  <p class="hint">{t("from {time}", { time: moment(known.demandedFrom) })}</p>
                )}
              </div>
            )
          );
        })}
      </div>
    </section>
  );
}
