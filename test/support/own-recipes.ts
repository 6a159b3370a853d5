import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openNotesApi } from './notes-api.ts'
import type { TestService } from './start-service.ts'

type Auth = NonNullable<Parameters<TestService['client']['toolkits']['import']>[0]['body']['auth']>

/** A toolkit of the operator's own recipes: the notes API at `url`. */
export type OwnRecipe = Partial<Pick<Auth, 'scheme' | 'oauth' | 'fields'>> & {
  url?: string
  /** Without: what the description says. */
  hasAuth?: boolean
}

const notesUrl = 'https://notes.example'

/** A folder for `PLUGBOARD_RECIPES`; with `keep` it is removed by nobody but the caller. */
export const writeRecipes = async (
  recipes: Record<string, OwnRecipe>,
  { keep = false } = {},
): Promise<{ folder: string; remove: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-recipes-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  if (!keep) onTestFinished(remove)
  for (const [slug, recipe] of Object.entries(recipes))
    await writeFile(join(folder, `${slug}.yaml`), JSON.stringify(toRecipe(slug, recipe)))
  return { folder, remove }
}

export const toRecipe = (
  slug: string,
  { url = notesUrl, scheme = 'OAUTH2', oauth, fields = [], hasAuth = true }: OwnRecipe,
) => ({
  recipe: 1,
  slug,
  name: slug,
  description: { kind: 'openapi', urls: [`${url}/openapi.json`], base_url: url },
  ...(hasAuth && { auth: [{ scheme, ...(oauth && { oauth }), fields }] }),
})

/** Adds a toolkit by its name, with a description that is given, and waits for its import. */
export const addToolkit = async (
  { client }: Pick<TestService, 'client'>,
  slug: string,
  description: object = openNotesApi(notesUrl),
  options: { replace?: boolean; accept_host_change?: boolean } = {},
): Promise<void> => {
  const { imports } = await client.toolkits.add({
    body: { toolkits: [slug], description: { ...description }, ...options },
  })
  for (const { id } of imports)
    for (;;) {
      const { status, error } = await client.toolkits.getImport({ params: { id } })
      if (status === 'failed') throw new Error(error ?? 'the import failed')
      if (status === 'succeeded') break
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
}
