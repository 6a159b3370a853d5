import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '../../../../src/client/index.ts'
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
        await keep(slug, readStored(folder, slug))
      }
    } finally {
      await service.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The stored definitions, as the service's index reads them, without what no search looks at. */
const readStored = (folder: string, slug: string): Imported => {
  const database = new DatabaseSync(join(folder, 'plugboard.db'), { readOnly: true })
  try {
    const version = database
      .prepare('select definition from toolkit_versions where slug = ? order by stamp desc limit 1')
      .get(slug)
    const documents = database
      .prepare(
        `select d.document from tools t join tool_documents d
         on d.project_id = t.project_id and d.toolkit_slug = t.toolkit_slug and d.hash = t.hash
         where t.toolkit_slug = ? order by t.slug`,
      )
      .all(slug)
    const { tools: _, triggers: _t, warnings: _w, ...toolkit } = toObject(version?.['definition'])
    return {
      toolkit,
      tools: documents.map(({ document }) => {
        const { request: _request, supplied: _supplied, ...tool } = toObject(document)
        return tool
      }),
    }
  } finally {
    database.close()
  }
}

const toObject = (text: unknown): Record<string, unknown> => JSON.parse(String(text))
