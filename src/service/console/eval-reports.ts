import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { ServiceError } from '../service-error.ts'

/** What a list says of a report that `plugboard eval` wrote. */
export type ReportEntry = {
  name: string
  bytes: number
  modified_at: string
  /** null: the report is too large to be summarized; it can still be opened. */
  summary: Summary | null
}

type Summary = z.infer<typeof summary>

const share = z.number().min(0).max(1)

/** The part of a report that lists show; `src/evals` declares the whole. */
const summary = z.object({
  version: z.literal(1),
  createdAt: z.string().max(64),
  outcome: z.string().max(64),
  summaries: z
    .array(
      z.object({
        adapter: z.string(),
        total: z.object({
          trials: z.number(),
          passed: z.number(),
          cases: z.number(),
          passRate: share,
        }),
      }),
    )
    .max(100),
})

const reportName = /^\w[\w.-]{0,199}\.json$/
const maximumListed = 200
const maximumNames = 5_000
const maximumSummarized = 4 * 1024 * 1024
const maximumReport = 32 * 1024 * 1024

export type EvalReports = ReturnType<typeof createEvalReports>

/**
 * The reports in a folder of the operator, newest first. Only regular files directly in it are read,
 * never what a link leads to.
 */
export const createEvalReports = (folder: string | undefined) => {
  const summaries = new LRUCache<string, { of: Summary | undefined }>({ max: 1_000 })

  const read = async (name: string, maximumBytes: number): Promise<string | undefined> => {
    if (folder === undefined) return undefined
    const file = await open(
      join(folder, name),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    try {
      const state = await file.stat()
      return state.isFile() && state.size <= maximumBytes ? await file.readFile('utf8') : undefined
    } finally {
      await file.close()
    }
  }

  const summarize = async (name: string, stamp: string): Promise<Summary | undefined> => {
    const known = summaries.get(`${name} ${stamp}`)
    if (known) return known.of
    const text = await read(name, maximumSummarized).catch(() => undefined)
    const of = text === undefined ? undefined : parse(text)
    summaries.set(`${name} ${stamp}`, { of })
    return of
  }

  return {
    folder: folder ?? null,

    /** Files that are no report are left out. */
    list: async (): Promise<ReportEntry[]> => {
      const files = (folder === undefined ? [] : await stats(folder)).slice(0, maximumListed)
      const entries: ReportEntry[] = []
      for (const { name, bytes, modifiedAt } of files) {
        const isTooLarge = bytes > maximumSummarized
        const of = isTooLarge ? null : await summarize(name, `${bytes} ${modifiedAt}`)
        if (of !== undefined) entries.push({ name, bytes, modified_at: modifiedAt, summary: of })
      }
      return entries
    },

    /** The text of a report. */
    read: async (name: string): Promise<string> => {
      const text = reportName.test(name)
        ? await read(name, maximumReport).catch(() => undefined)
        : undefined
      if (text !== undefined) return text
      throw new ServiceError('not_found', `There is no report "${name.slice(0, 200)}"`, {
        suggestedFix: `Reports are .json files of at most ${maximumReport / 1024 / 1024} MiB directly in the folder that PLUGBOARD_EVAL_REPORTS names`,
      })
    },
  }
}

const parse = (text: string): Summary | undefined => {
  try {
    return summary.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

type Stat = { name: string; bytes: number; modifiedAt: string }

/** The files that may be reports, newest first; a folder that does not exist yet has none. */
const stats = async (folder: string): Promise<Stat[]> => {
  const names = await readdir(folder).catch(() => [])
  const found: Stat[] = []
  for (const name of names.filter((each) => reportName.test(each)).slice(0, maximumNames)) {
    const state = await lstat(join(folder, name)).catch(() => undefined)
    if (state?.isFile() && state.size <= maximumReport)
      found.push({ name, bytes: state.size, modifiedAt: state.mtime.toISOString() })
  }
  return found.toSorted((one, other) => (one.modifiedAt < other.modifiedAt ? 1 : -1))
}
