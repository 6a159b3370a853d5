import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { root } from './manifest.ts'
import type { Report } from './report.ts'
import { run } from './run.ts'

/** What publint and "are the types wrong" say about the packed package. */
export const lintPackage = async (tarball: string, report: Report): Promise<void> => {
  const bytes = await readFile(tarball)
  const { messages, pkg } = await publint({
    pack: { tarball: new Uint8Array(bytes).buffer },
    strict: true,
  })
  report.check(
    `publint finds nothing in ${basename(tarball)}`,
    messages.length === 0
      ? null
      : messages
          .map((message) => formatMessage(message, pkg, { color: false }) ?? message.code)
          .join('\n'),
  )

  const attw = join(root, 'node_modules/.bin/attw')
  const { code, output } = await run(
    attw,
    [tarball, '--profile', 'esm-only', '--no-definitely-typed', '--no-emoji', '--no-color'],
    root,
  )
  report.check(
    `the types of every subpath of ${basename(tarball)} resolve`,
    code === 0 ? null : output,
  )
}
