import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { recipe as recipeSchema } from '../../../src/contract/recipe/recipe.ts'
import { verifies } from '../../requirements.ts'
import { startFakeProvider } from '../../support/fake-provider/index.ts'
import { connect, runRecipe } from '../../support/fake-provider/run-recipe.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService } from '../../support/start-service.ts'
import { isThorough } from '../../support/thorough.ts'
import { sampleRecipes } from './sample-recipes.ts'

const readSample = (name: string) => recipeSchema.parse(parse(sampleRecipes[name] ?? ''))

/** Polls and deliveries take seconds in each. */
const tried = isThorough ? Object.keys(sampleRecipes) : ['chat', 'ledger']

describe('a recipe against a provider that is made of it', () => {
  it.each(tried)('%s runs from the import to the revocation', async (name) => {
    verifies('recipes.run')
    const recipe = readSample(name)
    const run = await runRecipe(recipe)
    expect(run).toMatchObject({
      verdict: 'ready',
      connected: 'ACTIVE',
      called: { error: null, requests: 1 },
      limited: { error: null, requests: 2 },
    })
    expect(run.paged).toMatchObject({ items: 6 })
    const { triggers } = recipe
    expect(run.triggers.map(({ slug }) => slug)).toEqual(triggers.map(({ slug }) => slug))
    expect(run.triggers.filter(({ problems }) => problems.length > 0)).toEqual([])
    if (run.failed !== undefined) expect(run.failed).toContain('something went wrong')
    if (run.refreshed) expect(run.refreshed.error).toBeNull()
    if (run.expired !== undefined) expect(run.expired).toBe('EXPIRED')
    if (run.revoked !== undefined) expect(run.revoked).toBe(true)
  })

  it('is called at the site that its user chose of several', async () => {
    verifies('recipes.run', 'accounts.look-ups.choice')
    const run = await runRecipe(readSample('tickets'), { choices: 3 })
    expect(run).toMatchObject({ connected: 'ACTIVE', called: { error: null } })
    expect(run.called.url).toContain('/ex/choice-3/rest/api/3/search')
    expect(run.refreshed?.error).toBeNull()
  })

  it('connects nothing where there is no site', async () => {
    verifies('recipes.run', 'accounts.look-ups.none')
    const provider = await startFakeProvider(readSample('tickets'))
    provider.choices = 0
    const service = await startService({ egressAllow: [provider.upstream.host] })
    await importToolkit(service, { recipe: provider.recipe })
    const { account } = await connect(service, provider, 0)
    expect(
      await service.client.connectedAccounts.get({ params: { nanoid: account } }),
    ).toMatchObject({
      status: 'FAILED',
      status_reason: expect.stringContaining('has no "Site" that this account can use'),
    })
    expect(provider.calls).toEqual([])
  })

  it.runIf(isThorough)(
    'reads linked pages of polls whose addresses repeat the key in the query',
    async () => {
      verifies('triggers.poll.pages.credential')
      const { triggers } = await runRecipe(readSample('boards'))
      expect(triggers.find(({ setUp }) => setUp === 'polled')).toMatchObject({ problems: [] })
    },
  )

  it('sends the constant headers of the recipe', async () => {
    verifies('recipes.run')
    const { called } = await runRecipe({ ...readSample('pages'), triggers: [] })
    expect(called.headers).toMatchObject({ 'pages-version': '2025-09-03' })
  })
})
