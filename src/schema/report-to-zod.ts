import type { z } from 'zod'
import { areExactIntegers } from './are-exact-integers.ts'
import type { DetailedValidator } from './compile-schema.ts'
import { valueAt } from './value-at.ts'
import { zodIssueKind } from './zod-issue-kind.ts'

/**
 * Validates the value of a zod payload against a JSON Schema. The value is unchanged; errors are
 * added as zod issues with the code that zod itself would give, the keyword in `params`.
 *
 * An integer that no number holds exactly, such as an id of 64 bits, may be a text, as tools take it.
 */
export const reportToZod = (
  instance: z.core.$ZodType,
  validator: DetailedValidator,
  payload: z.core.ParsePayload,
): z.core.ParsePayload => {
  const issues = validator.findIssues(payload.value) ?? []
  if (areExactIntegers(validator, payload.value, issues)) return payload
  for (const issue of issues) {
    const { path, keyword, message } = issue
    const input = valueAt(payload.value, path)
    payload.issues.push({
      ...zodIssueKind(issue, input),
      path,
      message,
      params: { keyword },
      input,
      inst: instance,
      continue: false,
      // The value at the path has the type that the code implies.
    } as z.core.$ZodRawIssue)
  }
  return payload
}
