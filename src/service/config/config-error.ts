/** A setting that is missing or invalid. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
