import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutputAsset, OutputChunk } from 'rolldown'

/** The licences of the packages whose code is in a bundle. */
export const licensesOf = (output: readonly (OutputChunk | OutputAsset)[]): string => {
  const paths = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  const folders = new Set(
    paths.flatMap((path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  )
  const texts = [...folders].toSorted().map((folder) => {
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Record<string, string>
    return `${name} ${version}\n\n${file ? readFileSync(join(folder, file), 'utf8') : `Licence: ${license}`}`
  })
  return texts.join(`\n\n${'-'.repeat(80)}\n\n`)
}
