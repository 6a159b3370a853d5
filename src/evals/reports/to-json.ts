import type { EvalReport } from './report-schema.ts'

/**
 * The report as a file that `parseReport` reads again, for instance as the baseline of a later run.
 */
export const toJson = (report: EvalReport): string => `${JSON.stringify(report, null, 2)}\n`
