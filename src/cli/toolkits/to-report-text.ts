import type { ImportReport } from '../../contract/index.ts'

const longestList = 20

/** Formats the report of an import for a terminal: figures first, then what needs attention. */
export const toReportText = (report: ImportReport): string =>
  [
    `Version ${report.version}: ${report.made} tools of ${report.operations} operations, about ${report.tokens.toLocaleString('en-US')} tokens of schemas`,
    '',
    ...toVerdict(report),
    ...toDifference(report.difference),
    ...toList('Tools', report.tools),
    ...toList(
      'Skipped',
      report.skipped.map(({ operation, reason }) => `${operation}: ${reason}`),
    ),
    ...toList(
      'Renamed',
      report.renamed.map(
        ({ kind, operation, from, to, reason }) =>
          `${kind} of ${operation}: ${from} -> ${to} (${reason})`,
      ),
    ),
    ...toList('Notes', report.notes),
  ].join('\n')

/** Whether it can be used, and if not, what is missing and what supplies it. */
export const toVerdict = ({
  verdict,
  warnings,
}: Pick<ImportReport, 'verdict' | 'warnings'>): string[] => {
  const blocking = warnings.filter((warning) => warning.blocking)
  return [
    verdict === 'ready'
      ? 'Verdict: ready'
      : `Verdict: incomplete, ${blocking.length === 1 ? 'one thing is missing' : `${blocking.length} things are missing`}`,
    ...warnings.flatMap(({ code, message, fix, blocking: isBlocking }) => [
      `  ${isBlocking ? '✗' : '!'} ${message} (${code})`,
      `    ${fix}`,
    ]),
  ]
}

/** What this version adds, removes and changes; nothing for a first one. */
export const toDifference = ({
  previous_version,
  added,
  removed,
  changed,
  unchanged,
}: ImportReport['difference']): string[] =>
  previous_version === null
    ? []
    : [
        `Since version ${previous_version}: ${added.length} added, ${removed.length} removed, ${changed.length} changed, ${unchanged} unchanged`,
        ...toList('Added', added),
        ...toList('Removed', removed),
        ...toList('Changed', changed),
      ]

const toList = (title: string, entries: string[]): string[] => {
  if (entries.length === 0) return []
  const more = entries.length - longestList
  return [
    '',
    `${title} (${entries.length}):`,
    ...entries.slice(0, longestList).map((entry) => `  ${entry}`),
    ...(more > 0 ? [`  … and ${more} more; --json lists all`] : []),
  ]
}
