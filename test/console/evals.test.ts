import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReport, scoreRun, toJson } from '../../src/evals/index.ts'
import { toCase, toRun } from '../evals/to-run.ts'
import { verifies } from '../requirements.ts'
import { chromiumPath, openBrowser } from '../support/open-browser.ts'
import { startService, type TestService } from '../support/start-service.ts'
import { hostileTexts, openConsole, triedViews, views } from './support/open-console.ts'

const [script, image] = hostileTexts

/** A suite of three cases, one of which passes only if its title is right. */
const makeReport = async (title: string, createdAt: string): Promise<string> => {
  const tools = [{ name: 'CREATE_ISSUE', description: image, inputSchema: { type: 'object' } }]
  const expected = { calls: [{ tool: 'CREATE_ISSUE', arguments: { title: 'Broken door' } }] }
  const call = (given: string) => [[{ tool: 'CREATE_ISSUE', arguments: { title: given } }]]
  const of = (id: string) => ({ ...toCase(expected, tools), id })
  const runs = [
    toRun(of('always'), call('Broken door')),
    toRun(of(script), call(title), { text: image }),
    toRun(of('never'), call(image)),
  ]
  const scored = await Promise.all(runs.map((run) => scoreRun(run)))
  return toJson(createReport(scored, { createdAt: new Date(createdAt) }))
}

describe.skipIf(!chromiumPath)(
  'the evals of the console, in Chromium',
  { timeout: 300_000 },
  () => {
    let service: TestService
    let browser: Browser
    let folder: string

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'plugboard-reports-'))
      service = await startService({ keep: true, evalReportFolder: folder })
      browser = await openBrowser()
    })
    afterAll(async () => {
      await browser?.close()
      await service?.close()
      await rm(folder, { recursive: true })
    })

    it('say where reports come from', async () => {
      verifies('console.evals')
      const opened = await openConsole(browser, service, views['phone light'])
      await opened.open('evals')
      await opened.page.getByText('The folder has no report yet').waitFor()
      await opened.page.getByText(`--report '${folder}/first.json'`).waitFor()
      await opened.check('evals empty')
      await opened.close()
    })

    it.each(triedViews)('compare two reports case by case on a %s', async (name, view) => {
      verifies('console.evals', 'console.page')
      await writeFile(join(folder, 'before.json'), await makeReport('Door', '2026-11-01T10:00:00Z'))
      await writeFile(
        join(folder, 'after.json'),
        await makeReport('Broken door', '2026-11-02T10:00:00Z'),
      )
      await writeFile(join(folder, 'cases.json'), '[]')
      const opened = await openConsole(browser, service, view)
      const { page } = opened
      await opened.open('evals')
      await page.getByText('66.7 %').waitFor()
      await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
      await opened.check(`evals ${name}`)

      await page.getByRole('link', { name: 'after.json' }).press('Enter')
      await page.getByLabel('What changed since').selectOption('before.json')
      await page.waitForURL('**/evals/after.json?with=before.json')
      const changes = page.getByRole('region', { name: 'Changes since before.json' })
      await changes.getByText('Better: 1').waitFor()
      await expect.poll(() => changes.getByText('33.3 %').count()).toBe(1)
      await page.getByLabel('Outcome').selectOption('changed')
      await expect
        .poll(() => page.getByRole('table', { name: 'Cases' }).locator('tbody tr').count())
        .toBe(1)
      await opened.check(`evals comparison ${name}`)

      await changes.getByRole('button', { name: script }).press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByText('test before, trial 1').waitFor()
      await dialog.getByText('"Door"', { exact: true }).waitFor()
      await opened.check(`evals case ${name}`)
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
      await opened.close()
    })
  },
)
