/** The host's address, relative to the page so that a proxy may add a path prefix. The console is a folder below it. */
const HOST = new URL(document.documentElement.dataset.host ?? "../", document.baseURI);

/** Returns the address of a path on the host. The path may begin with a slash. */
export const hostUrl = (path: string) => new URL(path.replace(/^\//, ""), HOST);
