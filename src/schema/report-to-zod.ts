import type { z } from 'zod'
import type { DetailedValidator } from './compile-schema.ts'
import { zodIssueKind } from './zod-issue-kind.ts'

/**
 * Validates the value of a zod payload against a JSON Schema. The value is unchanged; errors are
 * added as zod issues with the code that zod itself would give, the keyword in `params`.
 */
export const reportToZod = (
  instance: z.core.$ZodType,
  validator: DetailedValidator,
  payload: z.core.ParsePayload,
): z.core.ParsePayload => {
  for (const issue of validator.findIssues(payload.value) ?? []) {
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

const valueAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string | number, unknown>)[key]
        : undefined,
    value,
  )
