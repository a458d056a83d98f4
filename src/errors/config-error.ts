/** A mistake in the environment; its message names the variable. */
export class ConfigError extends Error {}
