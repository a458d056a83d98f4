import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from "postgraphile/graphql";
import type { DocumentSize } from "./document-size.ts";
import { knownSize } from "./request-validation.ts";
import { withDefaults } from "./root-fields.ts";
import { WeightedCache } from "./weighted-cache.ts";

/** A parsed document takes this for each character of its text, at most. */
const BYTES_PER_CHARACTER = 150;
/** Measured bytes of a plan: for any plan, for each field with a selection of its own, and for each field. */
const BYTES_PER_PLAN = 20_000;
const BYTES_PER_OBJECT = 25_000;
const BYTES_PER_FIELD = 500;

const UNKNOWN = { objects: 0, fields: 0 };

/** Returns about how many bytes an operation with `plans` plans takes. */
export function weightOf(
  document: DocumentNode,
  plans: number,
  { objects, fields }: Pick<DocumentSize, "objects" | "fields"> = knownSize(document) ?? UNKNOWN,
): number {
  const plan = BYTES_PER_PLAN + BYTES_PER_OBJECT * objects + BYTES_PER_FIELD * fields;
  return BYTES_PER_CHARACTER * (document.loc?.end ?? 0) + plans * plan;
}

/** About how many bytes all plans may take together. Those of the console's documents take a tenth of it. */
const MAX_PLAN_BYTES = 100_000_000;
/** Grafast keeps those that were used last. */
const MAX_PLANS_PER_OPERATION = 10;

/** The parts of a request that its plan depends on, besides the operation. */
export interface Asked {
  variableValues?: Readonly<Record<string, unknown>> | null | undefined;
  /** What happens to fields that fail. PROPAGATE by default. */
  onError?: unknown;
}

/** What is kept of an operation. */
interface Planned {
  /** The cases that have a plan, the most recently used at the end. */
  cases: Set<string>;
  plans: number;
  /** The schema object with which Grafast keeps the operation's plans. */
  schema?: GraphQLSchema;
}

/** Derives a schema object from a schema, with which Grafast keeps the plans of one operation. */
const withOwnPlans = (schema: GraphQLSchema): GraphQLSchema =>
  Object.create(schema, {
    extensions: {
      value: {
        ...schema.extensions,
        grafast: {
          // The smallest cache that Grafast allows.
          operationsCacheMaxLength: 2,
          operationOperationPlansCacheMaxLength: MAX_PLANS_PER_OPERATION,
        },
      },
    },
  });

/**
 * Keeps the plans of operations, up to a total weight: strangers choose the documents, and the plan of a large one
 * takes more than a megabyte. It knows for which variables an operation has a plan. Grafast plans an operation again if
 * `@include` or `@skip` decides differently, or if a variable is now null or absent.
 */
export class PlannedOperations {
  /** The variables that are conditions of a directive, anywhere in an operation's document. */
  readonly #conditions = new WeakMap<OperationDefinitionNode, ReadonlySet<string>>();
  readonly #planned: WeightedCache<OperationDefinitionNode, Planned>;
  /** The operations of which a case was planned twice: their plans depend on something else too. */
  readonly #unsteady = new WeakSet<OperationDefinitionNode>();

  constructor(mostBytes = MAX_PLAN_BYTES) {
    this.#planned = new WeightedCache(mostBytes);
  }

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
      // A condition is true or false; Grafast refuses other values.
      const isDetail = value != null && !(conditions.has(name) && typeof value === "boolean");
      text += isDetail ? " given" : ` ${value}`;
    }
    return text;
  }

  /** The schema with which Grafast finds the plans of an operation, and keeps new ones. */
  schemaOf(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
  ): GraphQLSchema {
    const known = this.#planned.get(operation);
    if (known?.schema) return known.schema;
    const own = withOwnPlans(schema);
    this.#planned.set(
      operation,
      { cases: new Set(), plans: 0, ...known, schema: own },
      weightOf(document, 1),
    );
    return own;
  }

  /** True if Grafast has a plan of the operation. */
  has(document: DocumentNode, operation: OperationDefinitionNode, asked: Asked): boolean {
    if (this.#unsteady.has(operation)) return false;
    return this.#planned.get(operation)?.cases.has(this.#case(document, operation, asked)) ?? false;
  }

  /** Notes that Grafast has a plan of the operation, and whether it made that plan just now. */
  add(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    asked: Asked,
    isNew: boolean,
  ): void {
    const known = this.#planned.get(operation) ?? { cases: new Set(), plans: 0 };
    const { cases } = known;
    const one = this.#case(document, operation, asked);
    if (cases.delete(one) && isNew) this.#unsteady.add(operation);
    cases.add(one);
    const [oldest] = cases;
    if (cases.size > MAX_PLANS_PER_OPERATION) cases.delete(oldest as string);
    if (isNew) known.plans = Math.min(known.plans + 1, MAX_PLANS_PER_OPERATION);
    this.#planned.set(operation, known, weightOf(document, known.plans));
  }
}
