import type { EvalReport } from '../../evals/reports/report-schema.ts'
import { readJson, request } from './send.ts'
import { noticeEnd, withCsrf } from './session.ts'

/** What the list says of a report. */
export type ReportEntry = {
  name: string
  bytes: number
  modified_at: string
  /** null: too large to be summarized. */
  summary: {
    createdAt: string
    outcome: string
    summaries: {
      adapter: string
      total: { trials: number; passed: number; cases: number; passRate: number }
    }[]
  } | null
}

const get = async (path: string, signal: AbortSignal): Promise<unknown> => {
  try {
    return await readJson(await request(path, { headers: withCsrf(), signal }))
  } catch (error) {
    noticeEnd(error)
    throw error
  }
}

/** The reports in the folder of the service, newest first; `folder` is null where none is set. */
export const listReports = async (signal: AbortSignal) =>
  (await get('/console/evals', signal)) as { folder: string | null; items: ReportEntry[] }

/** A report as `plugboard eval` wrote it; the service checked nothing but its size. */
export const loadReport = async (name: string, signal: AbortSignal): Promise<EvalReport> => {
  const report = await get(`/console/evals/${encodeURIComponent(name)}`, signal)
  if (isReport(report)) return report
  throw new Error(`${name} is not a report of version 1 of plugboard eval`)
}

const isReport = (value: unknown): value is EvalReport => {
  const { version, summaries, runs } = (value ?? {}) as Partial<Record<keyof EvalReport, unknown>>
  return version === 1 && Array.isArray(summaries) && Array.isArray(runs)
}
