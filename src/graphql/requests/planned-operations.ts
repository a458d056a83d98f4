import { LRU } from "@graphile/lru";
import { type DocumentNode, Kind, type OperationDefinitionNode, visit } from "postgraphile/graphql";
import { withDefaults } from "./with-defaults.ts";

/** Grafast keeps the plans of so many operations, and so many plans of one. Those that were used last stay. */
const MOST_OPERATIONS = 500;
const MOST_PLANS = 50;

/** How an operation is asked for. */
export interface Asked {
  variableValues?: Readonly<Record<string, unknown>> | null | undefined;
  /** What happens to fields that fail. PROPAGATE if the client does not say. */
  onError?: unknown;
}

/**
 * Knows for which variables an operation has a plan. Grafast plans an operation again if `@include` or `@skip` decides
 * otherwise, and if a variable is null or absent that was not.
 */
export class PlannedOperations {
  /** The variables that are conditions of a directive, anywhere in an operation's document. */
  readonly #conditions = new WeakMap<OperationDefinitionNode, ReadonlySet<string>>();
  /** The cases that have a plan, the one that was used last at the end. */
  readonly #planned = new LRU<OperationDefinitionNode, Set<string>>({ maxLength: MOST_OPERATIONS });
  /** The operations of which a case was planned twice. Something else decides there. */
  readonly #unsteady = new WeakSet<OperationDefinitionNode>();

  #conditionsOf(document: DocumentNode, operation: OperationDefinitionNode): ReadonlySet<string> {
    const known = this.#conditions.get(operation);
    if (known) return known;
    const names = new Set<string>();
    visit(document, {
      Directive(node) {
        for (const { value } of node.arguments ?? []) {
          if (value.kind === Kind.VARIABLE) names.add(value.name.value);
        }
      },
    });
    this.#conditions.set(operation, names);
    return names;
  }

  /** All that a plan depends on, as text. */
  #case(document: DocumentNode, operation: OperationDefinitionNode, asked: Asked): string {
    const conditions = this.#conditionsOf(document, operation);
    const values = withDefaults(operation, asked.variableValues ?? {});
    let text = String(asked.onError ?? "PROPAGATE");
    for (const { variable } of operation.variableDefinitions ?? []) {
      const name = variable.name.value;
      const value = values[name];
      // A condition is true or false; Grafast refuses others.
      const isDetail = value != null && !(conditions.has(name) && typeof value === "boolean");
      text += isDetail ? " given" : ` ${value}`;
    }
    return text;
  }

  /** True if Grafast has a plan of the operation. */
  has(document: DocumentNode, operation: OperationDefinitionNode, asked: Asked): boolean {
    if (this.#unsteady.has(operation)) return false;
    return this.#planned.get(operation)?.has(this.#case(document, operation, asked)) ?? false;
  }

  /** Notes that Grafast has a plan of the operation, and whether it made that plan just now. */
  add(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    asked: Asked,
    isNew: boolean,
  ): void {
    const cases = this.#planned.get(operation) ?? new Set();
    const one = this.#case(document, operation, asked);
    if (cases.delete(one) && isNew) this.#unsteady.add(operation);
    cases.add(one);
    const [oldest] = cases;
    if (cases.size > MOST_PLANS) cases.delete(oldest as string);
    this.#planned.set(operation, cases);
  }
}
