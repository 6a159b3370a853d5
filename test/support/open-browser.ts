import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'

/**
 * The Chromium that TEST_CHROMIUM names, as the gate does; a browser takes longer than one waits at
 * a desk.
 */
export const chromiumPath: string | undefined =
  process.env['TEST_CHROMIUM'] && existsSync(process.env['TEST_CHROMIUM'])
    ? process.env['TEST_CHROMIUM']
    : undefined

if (process.env['TEST_CHROMIUM'] && !chromiumPath)
  throw new Error(`TEST_CHROMIUM names ${process.env['TEST_CHROMIUM']}, which does not exist`)
if (!chromiumPath)
  console.warn(
    'TEST_CHROMIUM is not set: the tests of pages in a browser are skipped (apt-get install chromium; TEST_CHROMIUM=/usr/bin/chromium)',
  )

/** Talks to nobody but the pages it is sent to. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/** What connect pages must work on: a phone, a desk, in the dark, and without JavaScript. */
export const browserProfiles: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true },
  desk: { viewport: { width: 1280, height: 800 } },
  'dark phone without JavaScript': {
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
    javaScriptEnabled: false,
  },
}

/** What a checker of accessibility has to say against the page; needs JavaScript. */
export const findViolations = async (page: Page): Promise<string[]> =>
  (await new AxeBuilder({ page }).analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  )

/** Kept where TEST_SCREENSHOTS says, for people to look at. */
export const takeScreenshot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['TEST_SCREENSHOTS']
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({
    path: join(folder, `${name.replaceAll(/\W+/g, '-')}.png`),
    fullPage: true,
  })
}
