import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHtml } from '../../src/evals/reports/html/to-html.ts'
import {
  createExampleReport,
  createTrialsReport,
  hostile,
} from '../evals/reports/example-report.ts'
import { verifies } from '../requirements.ts'
import {
  chromiumPath,
  findViolations,
  openBrowser,
  takeScreenshot,
  browserProfiles,
} from '../support/open-browser.ts'

describe.skipIf(!chromiumPath)(
  'the page of an evaluation, in Chromium',
  { timeout: 300_000 },
  () => {
    let browser: Browser
    let folder: string

    beforeAll(async () => {
      browser = await openBrowser()
      folder = await mkdtemp(join(tmpdir(), 'eval-report-'))
      await writeFile(join(folder, 'report.html'), await toHtml(await createExampleReport()))
      await writeFile(join(folder, 'trials.html'), await toHtml(await createTrialsReport()))
    })
    afterAll(async () => {
      await browser?.close()
      await rm(folder, { recursive: true, force: true })
    })

    it.each(Object.entries(browserProfiles))('works from a disk on a %s', async (name, options) => {
      verifies('evals.page')
      const context = await browser.newContext({ ...options, offline: true })
      const page = await context.newPage()
      const complaints: string[] = []
      const asked: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('request', (request) => asked.push(request.url()))
      await page.goto(pathToFileURL(join(folder, 'report.html')).href)
      await takeScreenshot(page, `eval report ${name}`)

      expect(await page.title()).toBe('Evaluation')
      expect(await page.locator('img').count()).toBe(0)
      expect(await page.locator('details.case > summary').first().innerText()).toContain(hostile)
      const places = page.getByRole('group', { name: 'Arguments of TRACKER_CREATE_ISSUE' }).nth(1)
      expect(await places.innerText()).toMatch(/title[^]*Broken \| door[^]*<img[^]*✗/)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true)
      if (options.javaScriptEnabled !== false) {
        expect(await findViolations(page)).toEqual([])
        const shown = () => page.locator('details.case:visible').count()
        await page.getByLabel('Case').fill('PLAIN')
        expect(await shown()).toBe(1)
        await page.getByLabel('Runs').selectOption('failed')
        expect(await page.locator('article:visible').count()).toBe(1)
        await page.getByLabel('Adapter').selectOption('ai')
        expect(await shown()).toBe(0)
        expect(await page.locator('output').innerText()).toBe('0 of 2 cases shown')
      } else expect(await page.locator('form:visible').count()).toBe(0)
      expect({ complaints, asked: asked.length }).toEqual({ complaints: [], asked: 1 })
      await context.close()
    })

    it.each(['light', 'dark'] as const)(
      'shows trials and leads to failed cases, %s',
      async (colorScheme) => {
        verifies('evals.page')
        const context = await browser.newContext({
          ...browserProfiles['desk'],
          colorScheme,
          offline: true,
        })
        const page = await context.newPage()
        await page.goto(pathToFileURL(join(folder, 'trials.html')).href)
        const background = await page.evaluate(
          () => getComputedStyle(document.documentElement).backgroundColor,
        )
        expect(background).toBe(colorScheme === 'dark' ? 'rgb(18, 21, 25)' : 'rgb(255, 255, 255)')
        const section = page.locator('details.case')
        expect(await section.locator('article').nth(1).innerText()).toContain('The same as trial 1')
        const differences = page.getByRole('group', {
          name: 'Differences of trial 3 from trial 1',
        })
        expect(await differences.innerText()).toContain('arguments › title')
        expect(await findViolations(page)).toEqual([])

        await page.getByLabel('Case').fill('no such case')
        expect(await section.isVisible()).toBe(false)
        await page.getByRole('link', { name: 'repeated' }).click()
        expect(await section.isVisible()).toBe(true)
        await takeScreenshot(page, `eval report trials ${colorScheme}`)
        await context.close()
      },
    )
  },
)
