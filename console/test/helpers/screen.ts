import { setTimeout as sleep } from "node:timers/promises";
import { type ComponentChild, options, render } from "preact";
import "./document.ts";

// Effects run in the next turn of the event loop, because there are no frames that they could wait for.
Object.assign(options, { requestAnimationFrame: setImmediate });

/** Inline elements. Every other element gets its own line. */
const IN_LINE = new Set(
  "a abbr b bdi del em i ins kbd label small span strong sub sup time".split(" "),
);

const tidy = (text: string) => text.replace(/\s+/g, " ").trim();

function written(node: Node): string {
  if (!("localName" in node)) return (node.textContent ?? "").replace(/\s+/g, " ");
  const text = [...node.childNodes].map(written).join("");
  return IN_LINE.has(String(node.localName)) ? text : `\n${text}\n`;
}

/** An element with the properties of all kinds of controls. */
type Control = HTMLInputElement & HTMLDetailsElement;

const below = (element: Element) => [...element.querySelectorAll<Control>("*")];

/** Dispatches an event. Returns false if a handler prevents its default action. */
const fire = (element: Element, type: string) =>
  element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));

/** A name, or a pattern for it. */
type Name = string | RegExp;
const isCalled = (name: string, wanted: Name) =>
  typeof wanted === "string" ? name === wanted : wanted.test(name);

/** Finds ids that are missing, headings that name nothing, and buttons that would submit a form by mistake. */
function flawsOf(root: Element): string[] {
  const ids = new Set<string>();
  const named = new Set<string>();
  const headings: string[] = [];
  const flaws: string[] = [];
  for (const element of below(root)) {
    if (element.id) ids.add(element.id);
    if (element.id && element.localName === "h2") headings.push(element.id);
    for (const name of ["aria-labelledby", "aria-describedby", "for"])
      if (element.hasAttribute(name)) named.add(element.getAttribute(name) as string);
    if (element.localName === "button" && !element.hasAttribute("type") && element.closest("form"))
      flaws.push(`${element.textContent} has no type`);
  }
  return [
    ...flaws,
    ...[...named].filter((id) => !ids.has(id)).map((id) => `nothing is called ${id}`),
    ...headings.filter((id) => !named.has(id)).map((id) => `${id} is the heading of nothing`),
  ];
}

const KINDS = {
  button: /^(button|summary)$/,
  link: /^a$/,
  field: /^(input|textarea|select)$/,
} as const;

const RULES = ["type", "required", "minlength", "autocomplete"];

/** The longest wait, and the pause between two checks, in milliseconds. */
const PATIENCE = 60_000;
const PAUSE = 5;

/** A component that is shown without a browser. Tests use its controls by their names. */
export class Screen {
  readonly #root = document.createElement("div");
  /** Faults that no page may have. */
  readonly #flaws: string[] = [];

  constructor(content: ComponentChild) {
    document.body.append(this.#root);
    this.#root.addEventListener("submit", ({ defaultPrevented }) => {
      if (!defaultPrevented) this.#flaws.push("the browser sends a form, and leaves the page");
    });
    render(content, this.#root);
    shown.add(this);
  }
  close(): void {
    render(null, this.#root);
    this.#root.remove();
    shown.delete(this);
  }

  /** Throws an error if the page has a fault that no page may have. */
  inspect(): void {
    const flaws = [...this.#flaws, ...flawsOf(this.#root)];
    if (flaws.length > 0) throw new Error(`${flaws.join("; ")}. It shows:\n${this.text}`);
  }

  /** The texts of the screen, with a line for each element. */
  get text(): string {
    return written(this.#root).split("\n").map(tidy).filter(Boolean).join("\n");
  }
  /** The text of one element. */
  textOf(element: Element): string {
    return tidy(written(element));
  }
  /** The innermost element that shows a text, such as to ask for its class. */
  showing(text: string): Element | undefined {
    return this.elements().findLast((element) => this.textOf(element) === text);
  }
  /** What a screen reader reads out by itself: the texts of statuses and alerts. */
  get announced(): string[] {
    return this.elements()
      .filter((element) => element.matches("[role=status], [role=alert]"))
      .map((element) => this.textOf(element))
      .filter(Boolean);
  }
  /** All elements, or those with a name such as "svg". */
  elements(name?: string): Control[] {
    return below(this.#root).filter(({ localName }) => !name || localName === name);
  }
  /** The names of all controls of a kind. */
  names(kind: keyof typeof KINDS): string[] {
    return this.#all(kind).map((element) => this.#nameOf(element));
  }
  /** The first control with a name. */
  find(kind: keyof typeof KINDS, name: Name): Control | undefined {
    return this.#all(kind).find((element) => isCalled(this.#nameOf(element), name));
  }
  has(kind: keyof typeof KINDS, name: Name): boolean {
    return this.find(kind, name) !== undefined;
  }
  isEnabled(kind: keyof typeof KINDS, name: Name): boolean {
    const found = this.find(kind, name);
    if (!found) throw this.#without(kind, name);
    return isEnabled(found);
  }
  valueOf(label: Name): string {
    const field = this.find("field", label);
    if (!field) throw this.#without("field", label);
    return field.value;
  }
  isChecked(label: Name): boolean {
    return this.find("field", label)?.checked === true;
  }
  /** The attributes by which a field restricts its text, or tells the browser how to fill it in. */
  rulesOf(label: Name): Record<string, string> {
    const field = this.find("field", label);
    if (!field) throw this.#without("field", label);
    return Object.fromEntries(
      RULES.flatMap((name) => {
        const value = field.getAttribute(name);
        return value === null ? [] : [[name, value]];
      }),
    );
  }
  /** The texts of a select's options. */
  optionsOf(label: Name): string[] {
    return below(this.find("field", label) as Control).map((option) => tidy(written(option)));
  }

  /** Waits until something holds. */
  async until(holds: () => boolean, what = String(holds)): Promise<void> {
    const end = performance.now() + PATIENCE;
    await turns();
    while (!holds()) {
      if (performance.now() > end) throw new Error(`Never: ${what}. It shows:\n${this.text}`);
      await sleep(PAUSE);
    }
  }
  async reads(text: Name): Promise<void> {
    const holds = () =>
      typeof text === "string" ? this.text.includes(text) : text.test(this.text);
    await this.until(holds, String(text));
  }
  async press(name: Name): Promise<void> {
    const button = await this.#usable("button", name);
    this.inspect();
    button.click();
    await turns();
    this.inspect();
  }
  /** Presses Escape in the dialog. Returns false if the dialog stays open. */
  escape(): boolean {
    const dialog = this.elements("dialog").at(-1);
    if (!dialog) throw new Error("There is no dialog.");
    return fire(dialog, "cancel") && fire(dialog, "close");
  }
  /** Presses Escape twice without a click. */
  escapeTwice(): boolean {
    this.escape();
    return this.closeDialog();
  }
  /** Closes the dialog without asking, as browsers do at a second Escape. Returns false if it opens again. */
  closeDialog(): boolean {
    const dialog = this.elements("dialog").at(-1) as unknown as HTMLDialogElement;
    dialog.close();
    return !dialog.open;
  }
  async follow(link: Name): Promise<void> {
    (await this.#usable("link", link)).click();
    await turns();
  }
  async type(label: Name, text: string): Promise<void> {
    const field = await this.#usable("field", label);
    field.value = text;
    fire(field, "input");
    await turns();
  }
  /** Types a text and leaves the field. */
  async change(label: Name, text: string): Promise<void> {
    const field = await this.#usable("field", label);
    field.value = text;
    fire(field, "change");
    await turns();
  }
  /** Chooses a file. */
  async upload(label: Name, file: File): Promise<void> {
    const field = await this.#usable("field", label);
    Object.assign(field, { files: [file] });
    fire(field, "change");
    await turns();
  }
  focus(label: Name): void {
    const field = this.find("field", label);
    if (!field) throw this.#without("field", label);
    fire(field, "focus");
  }
  /** Chooses an option by its text. */
  async choose(label: Name, text: string): Promise<void> {
    const field = await this.#usable("field", label);
    const option = below(field).find((one) => tidy(written(one)) === text);
    if (!option) throw new Error(`${label} has no ${text}, but ${this.optionsOf(label)}.`);
    field.value = option.getAttribute("value") ?? text;
    fire(field, "change");
    await turns();
  }
  async check(label: Name, isChecked = true): Promise<void> {
    const field = await this.#usable("field", label);
    field.checked = isChecked;
    fire(field, "change");
    await turns();
  }

  #all(kind: keyof typeof KINDS): Control[] {
    return this.elements().filter(({ localName }) => KINDS[kind].test(localName));
  }
  #nameOf(element: Control): string {
    const label = element.getAttribute("aria-label");
    if (label !== null) return label;
    if (!KINDS.field.test(element.localName)) return tidy(written(element));
    const id = element.getAttribute("id");
    const labels = this.elements("label").filter(
      (one) => (id !== null && one.getAttribute("for") === id) || one.contains(element),
    );
    return tidy(labels.map(written).join(" "));
  }
  async #usable(kind: keyof typeof KINDS, name: Name): Promise<Control> {
    const found = () =>
      this.#all(kind).find((one) => isCalled(this.#nameOf(one), name) && isEnabled(one));
    await this.until(() => found() !== undefined, `a ${kind} ${name} that can be used`);
    return found() as Control;
  }
  #without(kind: string, name: Name): Error {
    return new Error(`There is no ${kind} ${name}. It shows:\n${this.text}`);
  }
}

const shown = new Set<Screen>();

export const show = (content: ComponentChild) => new Screen(content);

/** Goes to an address. */
export async function go(address: string): Promise<void> {
  const before = location.hash;
  const moved = new Promise((resolve) => {
    window.addEventListener("hashchange", resolve, { once: true });
  });
  location.hash = address;
  if (location.hash !== before) await moved;
  await turns();
}

/** Closes all screens that tests have shown. */
export async function closeScreens(): Promise<void> {
  const all = [...shown];
  try {
    for (const screen of all) screen.inspect();
  } finally {
    for (const screen of all) screen.close();
    await turns();
  }
}

/** Waits until components have drawn changes and cleaned up, which Preact does in later turns. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const isEnabled = (element: Element) => element.closest("[inert], [disabled]") === null;
