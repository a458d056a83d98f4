/** Downloads a path of the host, which may be behind a proxy that moves it together with the console. */
export function download(path: string): void {
  const link = document.createElement("a");
  link.href = new URL(`..${path}`, document.baseURI).href;
  link.download = "";
  link.click();
}
