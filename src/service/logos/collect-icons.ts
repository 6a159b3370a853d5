import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { findPackaged } from '../platform/find-packaged.ts'

/** What simple-icons says of each icon. `license`: terms of its own; the package itself is CC0. */
const entries = z.array(
  z.object({
    slug: z.string(),
    hex: z.string(),
    license: z.object({ type: z.string() }).optional(),
  }),
)

/**
 * The icons of the package simple-icons that recipes of the catalogue name, for `npm run build` and
 * for a service that runs from its sources. Throws where a recipe names one that is missing, or that
 * has terms of its own.
 */
export const collectIcons = async () => {
  const find = createRequire(import.meta.url).resolve
  const known = new Map(
    entries
      .parse(JSON.parse(await readFile(find('simple-icons/icons.json'), 'utf8')))
      .map((entry) => [entry.slug, entry]),
  )
  const icons: Record<string, { path: string; color: string }> = {}
  for (const name of await namedIcons()) {
    const entry = known.get(name)
    if (!entry) throw new Error(`A recipe names the icon "${name}", which simple-icons lacks`)
    if (entry.license && entry.license.type !== 'CC0-1.0')
      throw new Error(`The icon "${name}" is under ${entry.license.type}: leave it to its letter`)
    const svg = await readFile(find(`simple-icons/icons/${name}.svg`), 'utf8')
    const path = / d="([^"]+)"/.exec(svg)?.[1] ?? ''
    icons[name] = { path, color: `#${entry.hex.toUpperCase()}` }
  }
  return { source: 'simple-icons', license: 'CC0-1.0', icons }
}

const namedIcons = async (): Promise<string[]> => {
  const catalogue = findPackaged(import.meta.url, 'catalogue/')
  if (catalogue === undefined) throw new Error('There is no catalogue beside the service')
  const names = new Set<string>()
  for (const file of (await readdir(catalogue)).filter((each) => each.endsWith('.yaml'))) {
    const text = await readFile(join(catalogue, file), 'utf8')
    const name = /^logo: *([0-9a-z_-]{1,64})$/m.exec(text)?.[1]
    if (name !== undefined) names.add(name)
  }
  return [...names].toSorted()
}
