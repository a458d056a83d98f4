import { ConfigError } from "../ops/config-error.ts";
import { fileVariable } from "./variables.ts";

/** The first words of settings that no other program's variables are likely to have. */
const OWN_PREFIX =
  /^(ADMIN|ALLOWED|ANONYMOUS|ANSWER|AUDIT|DOCUMENT|FCM|JWT|MAP|METRICS|PUBLICATION|REPORT|VAPID)_/;
/** Kubernetes sets MAP_PORT=tcp://10.0.0.1:80, MAP_SERVICE_HOST and more like these for a service with the name map. */
const KUBERNETES_LINK = /_SERVICE_(HOST|PORT)|_PORT(_\d+_|$)/;

/**
 * Refuses an unknown variable that begins like a setting, because the setting would silently keep its default.
 * @param known The names of all settings.
 * @throws ConfigError that names the settings that begin like it.
 */
export function refuseMisspelled(env: NodeJS.ProcessEnv, known: ReadonlySet<string>): void {
  const names = [...known, ...[...known].map(fileVariable)];
  for (const name of Object.keys(env)) {
    const [prefix] = OWN_PREFIX.exec(name) ?? [];
    if (!prefix || names.includes(name) || KUBERNETES_LINK.test(name)) continue;
    const similar = [...known].filter((one) => one.startsWith(prefix)).join(", ");
    throw new ConfigError(
      `${name} is not a setting. These begin with ${prefix}: ${similar}. Rename it, or unset it.`,
    );
  }
}
