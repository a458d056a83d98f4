import { hostUrl } from "./host-url.ts";

/** Downloads a path of the host. */
export function download(path: string): void {
  const link = document.createElement("a");
  link.href = hostUrl(path).href;
  link.download = "";
  link.click();
}
