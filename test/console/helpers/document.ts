/** What Preact and the console's components ask of a browser's document, no more. */

type Parent = PageElement | null;

export class PageText {
  readonly nodeType = 3;
  parentNode: Parent = null;
  data: string;
  constructor(data: string) {
    this.data = data;
  }
  get nextSibling(): PageNode | null {
    return siblingOf(this);
  }
  remove(): void {
    this.parentNode?.removeChild(this);
  }
}

export type PageNode = PageElement | PageText;

const siblingOf = (node: PageNode): PageNode | null => {
  const { childNodes = [] } = node.parentNode ?? {};
  return childNodes[childNodes.indexOf(node) + 1] ?? null;
};

/** The state of controls, which users change without the attributes. */
const STATE: Record<string, object> = {
  input: { value: "", checked: false, files: [] },
  select: { value: "" },
  textarea: { value: "" },
  details: { open: false },
};

export class PageElement extends EventTarget {
  readonly nodeType = 1;
  readonly localName: string;
  readonly namespaceURI: string;
  readonly ownerDocument = document;
  readonly attributes = new Map<string, string>();
  readonly childNodes: PageNode[] = [];
  readonly style = { setProperty() {} };
  parentNode: Parent = null;
  declare value: string;
  declare checked: boolean;
  declare open: boolean;
  declare files: File[];

  constructor(name: string, namespace = "http://www.w3.org/1999/xhtml") {
    super();
    this.localName = name;
    this.namespaceURI = namespace;
    Object.assign(this, STATE[name]);
  }

  get firstChild(): PageNode | null {
    return this.childNodes[0] ?? null;
  }
  get nextSibling(): PageNode | null {
    return siblingOf(this);
  }
  get children(): PageElement[] {
    return this.childNodes.filter((node) => node instanceof PageElement);
  }
  insertBefore(node: PageNode, before: PageNode | null): PageNode {
    node.remove();
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : Infinity, 0, node);
    node.parentNode = this;
    return node;
  }
  appendChild(node: PageNode): PageNode {
    return this.insertBefore(node, null);
  }
  removeChild(node: PageNode): void {
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
  }
  remove(): void {
    this.parentNode?.removeChild(this);
  }
  contains(node: PageNode | null): boolean {
    return node !== null && (node === this || this.contains(node.parentNode));
  }
  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, value === true ? "" : String(value));
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  // What is seen or heard only.
  focus(): void {}
  select(): void {}
  scrollTo(): void {}
  scrollIntoView(): void {}
  showModal(): void {}
  close(): void {}
}

/** Makes an event go up from an element, as a browser does. Returns false if a handler prevents what it leads to. */
export function fire(element: PageElement, type: string): boolean {
  let isAllowed = true;
  for (let at: Parent = element; at; at = at.parentNode) {
    if (!at.dispatchEvent(new Event(type, { cancelable: true }))) isAllowed = false;
  }
  return isAllowed;
}

const page = Object.assign(new EventTarget(), {
  baseURI: "http://localhost/console/",
  title: "",
  activeElement: null,
  createElementNS: (namespace: string, name: string) => new PageElement(name, namespace),
  createElement: (name: string) => new PageElement(name),
  createTextNode: (data: string) => new PageText(data),
});

type Items = Record<string, string>;

/** What a browser keeps of a page. */
const storage = (): object =>
  Object.create({
    getItem(this: Items, name: string) {
      return this[name] ?? null;
    },
    setItem(this: Items, name: string, text: string) {
      this[name] = text;
    },
    removeItem(this: Items, name: string) {
      delete this[name];
    },
  });

const put = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });

put("document", page);
put("window", Object.assign(new EventTarget(), { scrollTo() {} }));
let hash = "";
put("location", {
  get hash() {
    return hash;
  },
  set hash(to: string) {
    hash = to;
    // As in a browser, what follows at once runs before it.
    setImmediate(() => window.dispatchEvent(new Event("hashchange")));
  },
  replace(this: { hash: string }, to: string) {
    this.hash = to;
  },
});
put("localStorage", storage());
put("sessionStorage", storage());
put("matchMedia", () => Object.assign(new EventTarget(), { matches: true }));
Object.assign(page, { documentElement: Object.assign(new PageElement("html"), { dataset: {} }) });

// Clocks of the modules, and what a closed screen still waits for, must not keep the process alive.
for (const name of ["setInterval", "setTimeout"] as const) {
  const start = globalThis[name] as typeof setTimeout;
  put(name, (...call: Parameters<typeof start>) => start(...call).unref());
}
