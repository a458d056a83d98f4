import { createPrivateKey, type KeyObject } from "node:crypto";
import { isAbsolute } from "node:path";
import { readKey } from "./read-key.ts";
import { invalid, type Variables } from "./variables.ts";

/** How the audit log is witnessed. */
export interface AuditConfig {
  /** Signs checkpoints. */
  privateKey: KeyObject | undefined;
  /** Where checkpoints go: "log", the path of a file, or a URL. */
  checkpoints: string[];
}

const CHECKPOINTS = "AUDIT_CHECKPOINTS";

function ed25519Key(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("it is of another type");
  return key;
}

const isDestination = (one: string) =>
  one === "log" || isAbsolute(one) || (/^https?:\/\//.test(one) && URL.canParse(one));

export function readAudit(variables: Variables): AuditConfig {
  // AUDIT_CHECKPOINTS: where checkpoints of the audit log go: log, paths of files, URLs, separated by commas.
  const checkpoints = variables.list(CHECKPOINTS) ?? ["log"];
  const wrong = checkpoints.find((one) => !isDestination(one));
  if (wrong !== undefined || checkpoints.length === 0) {
    throw invalid(CHECKPOINTS, "log, absolute paths and URLs, separated by commas");
  }
  // AUDIT_PRIVATE_KEY: signs checkpoints. With the embedded database it is made and kept in DATA_DIR by default.
  const mustBe = "a private key of Ed25519";
  const privateKey = readKey(variables, "AUDIT_PRIVATE_KEY", mustBe, ed25519Key);
  return { privateKey, checkpoints };
}
