import { compileSchema, describeIssues } from '../../src/schema/index.ts'
import { generateValue } from './generate/generate-value.ts'
import { createRandom } from './generate/random.ts'

type GeneratedArguments = { arguments: Record<string, unknown> } | { reason: string }

const attempts = 8

/**
 * Arguments that a tool's `input_parameters` accept, the same for the same seed; or the reason why
 * there are none.
 *
 * With `optional` all arguments are given, and texts hold characters that encoding must not lose.
 */
export const generateArguments = (
  schema: Record<string, unknown>,
  { optional, seed = 1 }: { optional: boolean; seed?: number },
): GeneratedArguments => {
  const validator = compileSchema(schema)
  let reason = 'no arguments were made'
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const value = generateValue(schema, {
      root: schema,
      optional,
      random: createRandom(seed * attempts + attempt),
      name: 'arguments',
      depth: 0,
    })
    const checked = validator.validate(value)
    if (checked.ok) return { arguments: value as Record<string, unknown> }
    reason = describeIssues(checked.issues).slice(0, 3).join('; ')
  }
  return { reason }
}
