/**
 * `plugboard/service` is now the package `plugboard-server`.
 *
 * @example
 * import { readConfig, startService } from 'plugboard-server'
 */
throw new Error(
  "plugboard/service moved to a separate package: run `npm install plugboard-server`, and import from 'plugboard-server'",
)
