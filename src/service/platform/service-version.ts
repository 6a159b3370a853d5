import { createRequire } from 'node:module'

/** The version of the packages. */
export const { version: serviceVersion } = createRequire(import.meta.url)(
  'plugboard/package.json',
) as { version: string }
