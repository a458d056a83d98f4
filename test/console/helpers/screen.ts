import { setTimeout as sleep } from "node:timers/promises";
import { type ComponentChild, options, render } from "preact";
import { fire, PageElement, type PageNode, PageText } from "./document.ts";

// Effects run in the next turn: nothing is drawn that they wait for.
Object.assign(options, { requestAnimationFrame: setImmediate });

/** Elements that stand in a line. Each other one is a line of its own. */
const IN_LINE = new Set(
  "a abbr b del em i ins kbd label small span strong sub sup time".split(" "),
);

const tidy = (text: string) => text.replace(/\s+/g, " ").trim();

function written(node: PageNode): string {
  if (node instanceof PageText) return String(node.data).replace(/\s+/g, " ");
  const text = node.childNodes.map(written).join("");
  return IN_LINE.has(node.localName) ? text : `\n${text}\n`;
}

const below = (element: PageElement): PageElement[] =>
  element.children.flatMap((child) => [child, ...below(child)]);

/** A name, or how it looks. */
type Name = string | RegExp;
const isCalled = (name: string, wanted: Name) =>
  typeof wanted === "string" ? name === wanted : wanted.test(name);

const KINDS = {
  button: /^(button|summary)$/,
  link: /^a$/,
  field: /^(input|textarea|select)$/,
} as const;

/** Milliseconds for what must come, and between two looks. */
const PATIENCE = 15_000;
const PAUSE = 5;

/** What a component shows, without a browser: it is used by the names of its controls. */
export class Screen {
  readonly #root = new PageElement("body");

  constructor(content: ComponentChild) {
    render(content, this.#root as unknown as Element);
    shown.add(this);
  }
  close(): void {
    render(null, this.#root as unknown as Element);
    shown.delete(this);
  }

  /** Its texts, a line for each element. */
  get text(): string {
    return written(this.#root).split("\n").map(tidy).filter(Boolean).join("\n");
  }
  /** The text of one element. */
  textOf(element: PageElement): string {
    return tidy(written(element));
  }
  /** All elements, or those with a name such as "svg". */
  elements(name?: string): PageElement[] {
    return below(this.#root).filter(({ localName }) => !name || localName === name);
  }
  /** The names of all controls of a kind. */
  names(kind: keyof typeof KINDS): string[] {
    return this.#all(kind).map((element) => this.#nameOf(element));
  }
  /** The control of a name; the first of several. */
  find(kind: keyof typeof KINDS, name: Name): PageElement | undefined {
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
  /** The texts of a select's options. */
  optionsOf(label: Name): string[] {
    return below(this.find("field", label) as PageElement).map((option) => tidy(written(option)));
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
    if (!fire(button, "click")) return;
    const { parentNode: parent } = button;
    if (button.localName === "summary" && parent) {
      parent.open = !parent.open;
      fire(parent, "toggle");
    }
    if (button.getAttribute("type") === "submit") fire(formOf(button), "submit");
    await turns();
  }
  /** Presses Escape in the dialog. Returns false if the dialog stays open. */
  escape(): boolean {
    const dialog = this.elements("dialog").at(-1);
    if (!dialog) throw new Error("There is no dialog.");
    return fire(dialog, "cancel") && fire(dialog, "close");
  }
  async follow(link: Name): Promise<void> {
    fire(await this.#usable("link", link), "click");
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
    field.files = [file];
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

  #all(kind: keyof typeof KINDS): PageElement[] {
    return this.elements().filter(({ localName }) => KINDS[kind].test(localName));
  }
  #nameOf(element: PageElement): string {
    const label = element.getAttribute("aria-label");
    if (label !== null) return label;
    if (!KINDS.field.test(element.localName)) return tidy(written(element));
    const id = element.getAttribute("id");
    const labels = this.elements("label").filter(
      (one) => (id !== null && one.getAttribute("for") === id) || one.contains(element),
    );
    return tidy(labels.map(written).join(" "));
  }
  async #usable(kind: keyof typeof KINDS, name: Name): Promise<PageElement> {
    const found = () =>
      this.#all(kind).find((one) => isCalled(this.#nameOf(one), name) && isEnabled(one));
    await this.until(() => found() !== undefined, `a ${kind} ${name} that can be used`);
    return found() as PageElement;
  }
  #without(kind: string, name: Name): Error {
    return new Error(`There is no ${kind} ${name}. It shows:\n${this.text}`);
  }
}

const shown = new Set<Screen>();

export const show = (content: ComponentChild) => new Screen(content);

/** Goes to an address. */
export async function go(address: string): Promise<void> {
  location.hash = address;
  await turns();
}

/** Closes what tests have shown. */
export async function closeScreens(): Promise<void> {
  for (const screen of shown) screen.close();
  await turns();
}

/** Lets components show what has changed, and clean up after themselves, which Preact does later. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function isEnabled(element: PageElement): boolean {
  for (let at: PageElement | null = element; at; at = at.parentNode) {
    if (at.getAttribute("inert") !== null || at.getAttribute("disabled") !== null) return false;
  }
  return true;
}

function formOf(button: PageElement): PageElement {
  let at: PageElement | null = button;
  while (at && at.localName !== "form") at = at.parentNode;
  if (!at) throw new Error("The button sends no form.");
  return at;
}
