/** A mistake in the environment. Its message names the variable. */
export class ConfigError extends Error {}
