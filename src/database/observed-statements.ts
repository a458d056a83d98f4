/** A statement that a request ran, and the rows that came back. */
export interface ObservedStatement {
  text: string;
  values: readonly unknown[];
  rows: readonly unknown[];
}

const observers = new WeakMap<object, (statement: ObservedStatement) => void>();

/** Has the statements of one request, told by its settings object, passed on after each has run. */
export function observeStatements(
  settings: object,
  observer: (statement: ObservedStatement) => void,
): void {
  observers.set(settings, observer);
}

/** Passes a statement on to whoever observes its request. */
export function tellObserver(settings: object, statement: ObservedStatement): void {
  observers.get(settings)?.(statement);
}
