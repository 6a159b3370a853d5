import { readFileSync } from 'node:fs'
import { z } from 'zod'

const manifest = z
  .object({
    name: z.string(),
    exports: z.record(z.string(), z.union([z.object({ default: z.string() }), z.string()])),
  })
  .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')))

/**
 * The name by which `plugboard` exports a file of its build, such as `./dist/src/index.js`; null
 * for one that it keeps to itself.
 */
export const exportedSubpath = (file: string): string | null => {
  for (const [subpath, target] of Object.entries(manifest.exports)) {
    const [start = '', end] = (typeof target === 'string' ? target : target.default).split('*')
    const name = subpath.replace('.', manifest.name)
    if (end === undefined && file === start) return name
    if (end !== undefined && file.startsWith(start) && file.endsWith(end))
      return name.replace('*', file.slice(start.length, -end.length))
  }
  return null
}
