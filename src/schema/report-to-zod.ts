import type { z } from 'zod'
import type { Validator } from './compile-schema.ts'

/**
 * Checks the value of a zod payload by a JSON Schema; the value stays as it is, what is wrong
 * becomes zod issues.
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
