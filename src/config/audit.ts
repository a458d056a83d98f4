import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { invalid, type Variables } from "./variables.ts";

/** How the audit log is witnessed. */
export interface AuditConfig {
  /** Signs checkpoints. */
  privateKey: KeyObject | undefined;
  /** Where checkpoints go: "log", the path of a file, or a URL. */
  checkpoints: string[];
}

const KEY = "AUDIT_PRIVATE_KEY";
const CHECKPOINTS = "AUDIT_CHECKPOINTS";

function keyOf(variables: Variables): KeyObject | undefined {
  const text = variables.text(KEY);
  if (!text) return undefined;
  try {
    const key = createPrivateKey(text.startsWith("-----BEGIN") ? text : readFileSync(text, "utf8"));
    if (key.asymmetricKeyType !== "ed25519") throw new Error("it is of another type");
    return key;
  } catch (error) {
    // A message of the file system would quote the value.
    const { code, message } = error as NodeJS.ErrnoException;
    throw invalid(KEY, `a private key of Ed25519 as PEM, or its file: ${code ?? message}`);
  }
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
  return { privateKey: keyOf(variables), checkpoints };
}
