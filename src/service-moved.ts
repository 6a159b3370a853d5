/**
 * `plugboard/service` is the package `plugboard-server` now.
 *
 * @example
 * import { readConfig, startService } from 'plugboard-server'
 */
throw new Error(
  "plugboard/service is a package now: run `npm install plugboard-server`, and import from 'plugboard-server'",
)
