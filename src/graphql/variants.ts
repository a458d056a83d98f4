import type { OperationDefinitionNode } from "postgraphile/graphql";

/** How many variants of one operation are kept. */
const MOST = 100;
/** What tells a variant from another is no longer than this, in characters. */
const LONGEST = 500;

/** What is known of operations, for each by what its SQL may depend on besides itself. */
export class Variants<T> {
  readonly #known = new WeakMap<OperationDefinitionNode, Map<string, T>>();

  /** Whether anything is known of an operation. */
  has(operation: OperationDefinitionNode): boolean {
    return this.#known.has(operation);
  }

  get(operation: OperationDefinitionNode, variant: string): T | undefined {
    return this.#known.get(operation)?.get(variant);
  }

  /** Returns whether it is kept: the long ones are not. */
  set(operation: OperationDefinitionNode, variant: string, value: T): boolean {
    if (variant.length > LONGEST) return false;
    const known = this.#known.get(operation) ?? new Map<string, T>();
    if (known.size >= MOST) known.clear();
    this.#known.set(operation, known.set(variant, value));
    return true;
  }
}
