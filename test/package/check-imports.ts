import { manifest, testedVersion } from './manifest.ts'
import type { Report } from './report.ts'
import { run, runOrThrow, type Outcome } from './run.ts'

/** Frameworks that a subpath loads; `./openai` needs its framework for types only. */
const peersAtRunTime: Record<string, string> = {
  './ai': 'ai',
  './langchain': '@langchain/core',
  './evals/vitest': 'vitest',
}

/**
 * Imports every subpath in a process of its own: first without any framework, then each adapter
 * with its own.
 */
export const checkImports = async (folder: string, report: Report): Promise<void> => {
  for (const subpath of Object.keys(manifest.exports)) {
    const outcome = await importSubpath(folder, subpath)
    const peer = peersAtRunTime[subpath]
    if (peer === undefined)
      report.check(
        `${subpath} imports without a framework`,
        outcome.code === 0 ? null : outcome.output,
      )
    else
      report.check(`${subpath} without ${peer} fails and names it`, describeMissing(outcome, peer))
  }
  for (const [subpath, peer] of Object.entries(peersAtRunTime)) {
    await runOrThrow(
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefer-offline', testedVersion(peer)],
      folder,
    )
    const { code, output } = await importSubpath(folder, subpath)
    report.check(`${subpath} imports with ${testedVersion(peer)}`, code === 0 ? null : output)
  }
}

const importSubpath = (folder: string, subpath: string): Promise<Outcome> => {
  const specifier = subpath.replace('.', manifest.name)
  const attributes = subpath.endsWith('.json') ? `, { with: { type: 'json' } }` : ''
  const script = `const names = Object.keys(await import('${specifier}'${attributes})); if (names.length === 0) throw new Error('${specifier} exports nothing')`
  return run(process.execPath, ['--input-type=module', '--eval', script], folder)
}

const describeMissing = ({ code, output }: Outcome, peer: string): string | null => {
  if (code === 0)
    return 'it imports: the adapter no longer needs its framework at run time, so change the list in this check'
  return output.includes('ERR_MODULE_NOT_FOUND') && output.includes(`'${peer}'`) ? null : output
}
