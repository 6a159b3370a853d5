import type { EvalReport } from './report-schema.ts'

/** Serializes the report for `parseReport`, for example as the baseline of a later run. */
export const toJson = (report: EvalReport): string => `${JSON.stringify(report, null, 2)}\n`
