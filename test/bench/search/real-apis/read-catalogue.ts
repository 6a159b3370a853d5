import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { toSearchable, toSearchableToolkit } from '../../../../src/service/search/to-searchable.ts'
import type { SearchableTool } from '../../../../src/service/search/engine/index.ts'
import { importToolkits, type Source } from './import-toolkits.ts'

const folder = fileURLToPath(new URL('../../../../.cache/search-bench/', import.meta.url))

/** Changes when what is kept of an import changes. */
const format = 2

const json = z.record(z.string(), z.unknown())

/** A toolkit as an import stored it: what the service's own index is built from. */
const importedToolkit = z.object({
  toolkit: z.looseObject({
    slug: z.string(),
    name: z.string(),
    aliases: z.array(z.string()).optional(),
    description: z.string(),
    categories: z.array(z.object({ name: z.string() })),
  }),
  tools: z.array(
    z.looseObject({
      slug: z.string(),
      name: z.string(),
      description: z.string(),
      tags: z.array(z.string()),
      featured: z.boolean().optional(),
      useCases: z.array(z.string()).optional(),
      isDeprecated: z.boolean().optional(),
      inputParameters: json,
      outputParameters: json,
    }),
  ),
})

export type ImportedToolkit = z.infer<typeof importedToolkit>

/**
 * The toolkits of these sources as a project would have them. An import is kept under .cache by the
 * hash of recipe and description; remove .cache/search-bench after a change of the import itself.
 */
export const readCatalogue = async (
  sources: readonly Source[],
  say: (text: string) => void,
): Promise<ImportedToolkit[]> => {
  await mkdir(folder, { recursive: true })
  const kept = sources.map((source) => ({ source, path: join(folder, toFileName(source)) }))
  const missing = kept.filter(({ path }) => !existsSync(path))
  if (missing.length > 0) {
    const paths = new Map(missing.map(({ source, path }) => [source.slug, path]))
    await importToolkits(
      missing.map(({ source }) => source),
      async (slug, imported) => {
        const path = paths.get(slug) ?? ''
        await writeFile(`${path}.part`, await promisify(gzip)(JSON.stringify(imported)))
        await rename(`${path}.part`, path)
        await removeOlder(slug, path)
        say(`imported ${slug}: ${imported.tools.length} tools`)
      },
    )
  }
  const toolkits: ImportedToolkit[] = []
  for (const { path } of kept) {
    const text = await promisify(gunzip)(await readFile(path))
    toolkits.push(importedToolkit.parse(JSON.parse(text.toString('utf8'))))
  }
  return toolkits
}

/** What was kept of the toolkit before its recipe or description changed. */
const removeOlder = async (slug: string, path: string): Promise<void> => {
  const older = (await readdir(folder)).filter(
    (name) => name.replace(/-[0-9a-f]{16}\.json\.gz$/, '') === slug && join(folder, name) !== path,
  )
  for (const name of older) await rm(join(folder, name))
}

const toFileName = ({ slug, recipe, description }: Source): string => {
  const hash = createHash('sha256').update(JSON.stringify([format, recipe, description]))
  return `${slug}-${hash.digest('hex').slice(0, 16)}.json.gz`
}

/** What the service indexes of a toolkit. */
export const toSearchableTools = ({ toolkit, tools }: ImportedToolkit): SearchableTool[] => {
  const searchable = toSearchableToolkit(toolkit)
  return tools.map((tool) =>
    toSearchable({ ...tool, featured: tool.featured === true }, searchable),
  )
}
