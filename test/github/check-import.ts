import type { Client } from '../../src/client/index.ts'
import type { ImportReport } from '../../src/contract/toolkits.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { checkTools } from './check-tools.ts'
import { check } from './check.ts'

const operations = 1223

/** Imports the whole description twice, and says what came of it. */
export const checkImport = async (
  client: Client,
  engine: string,
  document: Record<string, unknown>,
  baseUrl: string,
): Promise<ImportReport> => {
  const body = {
    slug: 'github',
    source: { openapi: document },
    base_url: baseUrl,
    auth: { scheme: 'BEARER_TOKEN' as const },
  }
  const started = performance.now()
  const first = await importToolkit({ client }, body)
  const seconds = (performance.now() - started) / 1000
  console.log(
    `import on ${engine}: ${seconds.toFixed(1)} s, ${first.made} tools of ${first.operations} operations, ${first.tokens} tokens, ${first.renamed.length} renamed, ${first.notes.length} notes`,
  )
  for (const { operation, reason } of first.skipped)
    console.log(`  skipped ${operation}: ${reason}`)
  check(
    first.operations === operations && first.made === operations,
    `${engine}: all ${operations} operations become tools`,
  )
  check(first.skipped.length === 0, `${engine}: none is skipped`)
  check(
    new Set(first.tools).size === first.made &&
      first.tools.every((slug) => /^GITHUB_[A-Z0-9_]{1,57}$/.test(slug)),
    `${engine}: slugs are unique and at most 64 characters long`,
  )

  await checkTools(client, engine, operations)

  const second = await importToolkit({ client }, body)
  const { added, removed, changed, unchanged, previous_version: previous } = second.difference
  check(
    second.version !== first.version && previous === first.version,
    `${engine}: importing again makes a new version`,
  )
  check(
    second.tools.join() === first.tools.join(),
    `${engine}: importing again gives the same slugs`,
  )
  check(
    added.length + removed.length + changed.length === 0 && unchanged === operations,
    `${engine}: importing again changes nothing`,
  )
  return second
}
