import type { z } from 'zod'
import type { Validator } from './compile-schema.ts'

/**
 * Validates the value of a zod payload against a JSON Schema. The value is unchanged; errors are
 * added as zod issues.
 */
export const reportToZod = (
  instance: z.core.$ZodType,
  validator: Validator,
  payload: z.core.ParsePayload,
): z.core.ParsePayload => {
  const validation = validator.validate(payload.value)
  if (validation.ok) return payload
  for (const { path, keyword, message } of validation.issues)
    payload.issues.push({
      code: 'custom',
      path,
      message,
      params: { keyword },
      input: payload.value,
      inst: instance,
      continue: false,
    })
  return payload
}
