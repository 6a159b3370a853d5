import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { createProject } from '../support/fill-project.ts'
import { chromiumPath, openBrowser } from '../support/open-browser.ts'
import { openServiceDatabase } from '../support/open-service-database.ts'
import { createSharedDatabase, type SharedDatabase } from '../support/shared-database.ts'
import { startService, type TestService } from '../support/start-service.ts'
import { openConsole } from './support/open-console.ts'
import { patterns } from './support/visit-screens.ts'

describe.skipIf(!chromiumPath)(
  'addresses of a project of another organization, in Chromium',
  { timeout: 300_000 },
  () => {
    let shared: SharedDatabase
    let service: TestService
    let browser: Browser

    beforeAll(async () => {
      shared = await createSharedDatabase({ keep: true })
      service = await startService({ database: shared.database, keep: true })
      browser = await openBrowser()
    })
    afterAll(async () => {
      await browser?.close()
      await service?.close()
      await shared?.remove()
    })

    it('show a person none of it, on any screen', async () => {
      verifies('console.session')
      const foreign = await createProject(service, 'Of somebody else')
      await foreign.client.sessions.create({ body: { user_id: 'hidden-user' } })
      const database = await openServiceDatabase(shared.database)
      const db = database.handle.withTables<{
        projects: { id: string; organization_id: string }
        organizations: { id: string; name: string; created_at: string }
      }>()
      const created_at = '2030-01-01T00:00:00.000Z'
      await db
        .insertInto('organizations')
        .values({ id: 'org_other', name: 'Somebody else', created_at })
        .execute()
      await db
        .updateTable('projects')
        .set({ organization_id: 'org_other' })
        .where('id', '=', foreign.id)
        .execute()
      const { page, close } = await openConsole(browser, service)
      const given: string[] = []
      page.on('response', (response) => {
        if (response.ok() && response.request().headers()['x-plugboard-project'] === foreign.id)
          given.push(response.url())
      })
      for (const pattern of patterns) {
        await page.goto(`${service.url}/console/p/${foreign.id}/${pattern.replace(/:\w+/, 'x')}`)
        await page.getByRole('heading', { name: `There is no project ${foreign.id}` }).waitFor()
        const text = await page.locator('body').innerText()
        expect(text).not.toContain('hidden-user')
        expect(text).not.toContain('Of somebody else')
      }
      expect(given).toEqual([])
      await close()
    })
  },
)
