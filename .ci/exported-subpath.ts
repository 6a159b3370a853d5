import { readFileSync } from 'node:fs'
import { z } from 'zod'

const conditions = z.object({ 'plugboard-source': z.string(), default: z.string() })
const manifest = z
  .object({ name: z.string(), exports: z.record(z.string(), z.union([conditions, z.string()])) })
  .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')))

/**
 * The name by which `plugboard` exports a file of its sources (`./src/index.ts`) or of its build
 * (`./dist/src/index.js`); null for one that it keeps to itself.
 */
export const exportedSubpath = (file: string): string | null => {
  for (const [subpath, targets] of Object.entries(manifest.exports)) {
    if (typeof targets === 'string') continue
    for (const target of [targets['plugboard-source'], targets.default]) {
      const [start = '', end] = target.split('*')
      if (end === undefined ? file === target : file.startsWith(start) && file.endsWith(end))
        return subpath
          .replace('.', manifest.name)
          .replace('*', end === undefined ? '*' : file.slice(start.length, -end.length))
    }
  }
  return null
}
