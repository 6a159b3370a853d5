import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '../../../../src/client/index.ts'
import { catalogStore } from '../../../../src/service/catalog/store.ts'
import { readToolDocuments } from '../../../../src/service/catalog/tool-documents.ts'
import { openSqlite } from '../../../../src/service/platform/database/index.ts'
import { startService } from '../../../../src/service/index.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'

/** A recipe with the description it is for, or a description alone. */
export type Source = { slug: string; recipe?: string; description?: Description }

type Description = { openapi: string } | { graphql: { url: string; schema: string } }

type Imported = { toolkit: object; tools: object[] }

/** Imports toolkits into a service of its own and hands over what that stored of each. */
export const importToolkits = async (
  sources: readonly Source[],
  keep: (slug: string, imported: Imported) => Promise<void>,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-search-bench-'))
  try {
    const service = await startService({
      host: '127.0.0.1',
      port: 0,
      database: { engine: 'sqlite', folder },
      rootKeys: `1:${Buffer.alloc(32, 7).toString('base64')}`,
      egressAllow: [],
      logLevel: 'error',
      toolTimeoutMs: 10_000,
      maximumResponseBytes: 5 * 1024 * 1024,
      retentionDays: 30,
      checkAnswers: false,
    })
    try {
      const client = createClient({ baseUrl: service.url, apiKey: service.firstKeys?.apiKey ?? '' })
      for (const { slug, recipe, description } of sources) {
        await importToolkit(
          { client },
          {
            ...(recipe === undefined ? { slug } : { recipe }),
            ...(description && { source: description }),
          },
        )
        await keep(slug, await readStored(folder, slug))
      }
    } finally {
      await service.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The stored definitions, as the service's index reads them, without what no search looks at. */
const readStored = async (folder: string, slug: string): Promise<Imported> => {
  const database = openSqlite(join(folder, 'plugboard.db'))
  try {
    const { project_id } = await database.handle
      .withTables<{ toolkits: { project_id: string; slug: string } }>()
      .selectFrom('toolkits')
      .select('project_id')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    const store = catalogStore(database.handle)
    const [row] = await store.listLatestVersions(project_id, [slug])
    if (!row) throw new Error(`The import of ${slug} stored no version`)
    const tools: object[] = []
    for await (const page of readToolDocuments(store, project_id, row))
      for (const { document } of page) {
        const { request: _, supplied: _supplied, ...tool } = toObject(document)
        tools.push(tool)
      }
    const {
      tools: _,
      triggers: _triggers,
      warnings: _warnings,
      ...toolkit
    } = toObject(row.definition)
    return { toolkit, tools }
  } finally {
    await database.close()
  }
}

const toObject = (text: string): Record<string, unknown> => JSON.parse(text)
