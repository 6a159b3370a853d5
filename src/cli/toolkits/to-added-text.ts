import type { AvailableToolkit, ImportReport } from '../../contract/index.ts'
import { toTyped } from '../to-typed.ts'
import { nextStep } from './next-step.ts'
import { toDifference, toVerdict } from './to-report-text.ts'

/** What a terminal shows of a toolkit that was added by its name: what it has, and what is next. */
export const toAddedText = (
  slug: string,
  report: ImportReport,
  available: AvailableToolkit | undefined,
): string =>
  [
    `${available?.name ?? slug}, version ${report.version}: ${counts(report, available)}`,
    ...toVerdict(report),
    ...toDifference(report.difference),
    ...report.notes.slice(0, notesAtMost).map((note) => `  ${note}`),
    toTyped(`Next: ${nextStep(slug, available?.auth_schemes ?? [])}`, process.env),
  ].join('\n')

const notesAtMost = 5

const counts = (report: ImportReport, available: AvailableToolkit | undefined): string =>
  [
    `${report.made} tools`,
    ...(available
      ? [`${available.featured_tools} of them featured`, `${available.triggers} triggers`]
      : []),
  ].join(', ')
