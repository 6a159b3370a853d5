import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyProfile } from '../../../src/schema/index.ts'
import { formats } from '../../../src/schema/compiler/formats.ts'
import { verifies } from '../../requirements.ts'
import { isThorough } from '../../support/thorough.ts'
import { arbitrarySchema } from './arbitrary-schema.ts'
import { checkValues } from './check-values.ts'
import { breakRules, families } from './rules/index.ts'

test.each(families)(
  '%s is within its rules for any schema, says all its values and leads them back',
  (family) => {
    verifies('profiles.rules', 'profiles.restore', 'profiles.changes')
    fc.assert(
      fc.property(arbitrarySchema, (schema) => {
        const before = structuredClone(schema)

        const profiled = applyProfile(schema, family)

        expect(schema).toEqual(before)
        expect(breakRules(family, profiled)).toEqual([])
        expect(checkValues(schema, profiled, { limit: 15 })).toEqual([])
      }),
      { numRuns: isThorough ? 1000 : 60, ...(!isThorough && { seed: 7 }) },
    )
  },
  isThorough ? 300_000 : undefined,
)

test(
  'ajv accepts the answers that strict schemas ask for',
  () => {
    const ajv = new Ajv2020({
      strict: false,
      logger: false,
      formats: Object.fromEntries([...formats].map(([name, { matches }]) => [name, matches])),
    })
    fc.assert(
      fc.property(arbitrarySchema, (schema) => {
        const profiled = applyProfile(schema, 'openai-strict')
        // ajv has no eyes for a property `__proto__`.
        fc.pre(profiled.strict && !JSON.stringify(schema).includes('__proto__'))
        const validate = ajv.compile(profiled.schema)
        expect(
          checkValues(schema, profiled, { limit: 10, accepts: (value) => validate(value) }),
        ).toEqual([])
      }),
      { numRuns: isThorough ? 300 : 20, seed: 3 },
    )
  },
  isThorough ? 300_000 : undefined,
)
