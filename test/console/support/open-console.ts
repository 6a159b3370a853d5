import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findViolations, takeScreenshot } from '../../support/open-browser.ts'
import type { TestService } from '../../support/start-service.ts'
import { runsInFull } from '../../support/thorough.ts'

const inAllViews = runsInFull('screens of the console on a dark desk and a light phone')

/** How every screen is looked at: width by brightness. */
export const views: Record<string, BrowserContextOptions> = {
  'desk light': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  'desk dark': { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  'phone light': { viewport: { width: 360, height: 740 }, colorScheme: 'light', hasTouch: true },
  'phone dark': { viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true },
}

/** Those that every screen is tried in: each width and each brightness once where time is short. */
export const triedViews: readonly (readonly [string, BrowserContextOptions])[] = Object.entries(
  views,
).filter(([view]) => inAllViews || view === 'desk light' || view === 'phone dark')

/** A page of a browser that is signed in to the console, and what went wrong in it. */
export type ConsolePage = {
  page: Page
  /** Opens a page of the first project, such as `logs?status=error`. */
  open(path: string): Promise<void>
  /** Fails for violations of the policy or of accessibility, errors of scripts and overflow. */
  check(name: string): Promise<void>
  close(): Promise<void>
}

/** Signs a new browser in with a one-time link. */
export const openConsole = async (
  browser: Browser,
  service: TestService,
  options: BrowserContextOptions = {},
): Promise<ConsolePage> => {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  // Only ends what hangs: a busy machine takes its time.
  page.setDefaultTimeout(120_000)
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    // What the service refuses is no problem of the page: screens show it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text())
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(service.url) && !/^(data|about|blob):/.test(url))
      problems.push(`A request to ${url}`)
  })
  await page.goto(await service.createConsoleLink())
  await page.waitForURL('**/console/p/*/live')
  // The heading gets the focus when the screen is ready.
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  const base = page.url().replace(/live$/, '')
  return {
    page,
    open: async (path) => {
      await page.goto(base + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
    check: async (name) => {
      await takeScreenshot(page, `console ${name}`)
      expect(problems).toEqual([])
      expect(await findViolations(page)).toEqual([])
      expect(await page.evaluate(findWide), 'what is wider than the screen').toEqual([])
    },
    close: () => context.close(),
  }
}

/** Elements that reach beyond the screen, when the page can be scrolled to the side. */
const findWide = (): string[] =>
  document.documentElement.scrollWidth <= window.innerWidth
    ? []
    : [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 0.5)
        .map((element) => element.outerHTML.slice(0, 200))
        .slice(0, 20)

/** Third-party texts that would run in a page that took them for markup. */
export const hostileTexts = [
  '<script>window.hacked = true</script>',
  '<img src=x onerror="window.hacked = true">',
  '"><svg onload="window.hacked = true">',
  "javascript:window.hacked = true//'",
  '{{constructor.constructor("window.hacked = true")()}}',
  '</textarea><iframe srcdoc="<script>parent.hacked = true</script>">',
] as const
