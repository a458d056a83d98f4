/** The host's address. It is relative to the page, so that a proxy may move everything. The console is a folder of it. */
const HOST = new URL(document.documentElement.dataset.host ?? "../", document.baseURI);

/** Returns the address of a path of the host, which may begin with a slash. */
export const hostUrl = (path: string) => new URL(path.replace(/^\//, ""), HOST);
