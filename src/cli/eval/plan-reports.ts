import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { toHtml, toJson, toJunit, toMarkdown, type EvalReport } from '../../evals/index.ts'
import { CliError } from '../cli-error.ts'

/** Returns a function that writes a report to each file, in the format of its extension. */
export const planReports = (paths: readonly string[]): ((report: EvalReport) => Promise<void>) => {
  const planned = paths.map((path) => ({ path, write: writerOf(path) }))
  return async (report) => {
    for (const { path, write } of planned) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, await write(report))
    }
  }
}

const writers = new Map<string, (report: EvalReport) => string | Promise<string>>([
  ['.json', toJson],
  ['.xml', toJunit],
  ['.md', toMarkdown],
  ['.html', toHtml],
])

const writerOf = (path: string) => {
  const write = writers.get(extname(path).toLowerCase())
  if (!write)
    throw new CliError(`The extension of ${path} is not that of a report`, {
      suggestedFix: `Use one of ${[...writers.keys()].join(', ')}`,
    })
  return write
}
