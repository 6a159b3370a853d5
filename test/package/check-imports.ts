import { testedVersion, type Manifest } from './manifest.ts'
import type { Report } from './report.ts'
import { run, runOrThrow, type Outcome } from './run.ts'

/** Frameworks that a subpath loads; `./openai` and `./google` need theirs for types only. */
const peersAtRunTime: Record<string, string> = {
  './ai': 'ai',
  './anthropic': '@anthropic-ai/sdk',
  './langchain': '@langchain/core',
  './connections/react': 'react',
  './evals/vitest': 'vitest',
}

/** Subpaths that only say where something went. */
const moved: Record<string, string> = { './service': 'plugboard-server' }

/**
 * Imports every subpath in a process of its own: first without any framework, then each adapter
 * with its own.
 */
export const checkImports = async (
  folder: string,
  { name, exports, peerDependencies }: Manifest,
  report: Report,
): Promise<void> => {
  for (const subpath of Object.keys(exports).filter((each) => !each.includes('*'))) {
    const specifier = subpath.replace('.', name)
    const outcome = await importModule(folder, specifier)
    const missing = peersAtRunTime[subpath] ?? moved[subpath]
    if (missing === undefined)
      report.check(
        `${specifier} imports without a framework`,
        outcome.code === 0 ? null : outcome.output,
      )
    else
      report.check(
        `${specifier} without ${missing} fails and names it`,
        describeMissing(outcome, missing),
      )
  }
  for (const [subpath, peer] of Object.entries(peersAtRunTime)) {
    if (!(subpath in exports && peer in peerDependencies)) continue
    await runOrThrow(
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefer-offline', testedVersion(peer)],
      folder,
    )
    const { code, output } = await importModule(folder, subpath.replace('.', name))
    report.check(`${subpath} imports with ${testedVersion(peer)}`, code === 0 ? null : output)
  }
}

const importModule = (folder: string, specifier: string): Promise<Outcome> => {
  const attributes = specifier.endsWith('.json') ? `, { with: { type: 'json' } }` : ''
  const script = `const names = Object.keys(await import('${specifier}'${attributes})); if (names.length === 0) throw new Error('${specifier} exports nothing')`
  return run(process.execPath, ['--input-type=module', '--eval', script], folder)
}

const describeMissing = ({ code, output }: Outcome, missing: string): string | null => {
  if (code === 0)
    return 'it imports: the subpath no longer needs it at run time, so change the list in this check'
  return output.includes(`'${missing}'`) ? null : output
}
