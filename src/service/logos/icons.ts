import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { findPackaged } from '../platform/find-packaged.ts'
import { collectIcons } from './collect-icons.ts'

/** An icon of 24 × 24 units: one path, and the colour of the brand. */
const icon = z.object({
  path: z.string().min(1).max(20_000),
  color: z.string().regex(/^#[0-9A-F]{6}$/),
})
export type Icon = z.output<typeof icon>

const iconFile = z.object({ icons: z.record(z.string(), icon) })

/**
 * The icons that recipes of the catalogue name: of the package, or of simple-icons itself in a
 * clone. They are read when they are first asked for.
 */
export const createIcons = () => {
  let reading: Promise<Map<string, Icon>> | undefined
  return {
    find: async (name: string): Promise<Icon | undefined> => {
      reading ??= readIcons().catch((error: unknown) => {
        reading = undefined
        throw error
      })
      return (await reading).get(name)
    },
  }
}

const readIcons = async (): Promise<Map<string, Icon>> => {
  const packaged = findPackaged(import.meta.url, 'catalogue/icons.json')
  const content: unknown =
    packaged === undefined ? await collectIcons() : JSON.parse(await readFile(packaged, 'utf8'))
  return new Map(Object.entries(iconFile.parse(content).icons))
}
