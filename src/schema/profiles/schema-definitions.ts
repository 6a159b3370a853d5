import type { JsonObject } from '../json-schema.ts'
import type { Conversion } from './conversion.ts'

/** The `$defs` that a converted schema references; none if it references nothing. */
export const schemaDefinitions = ({ definitions }: Conversion): { $defs?: JsonObject } =>
  definitions.size === 0
    ? {}
    : {
        $defs: Object.fromEntries(
          [...definitions.values()].map(({ name, converted }) => [name, converted?.schema ?? {}]),
        ),
      }
