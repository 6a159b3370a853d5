import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findViolations, takeScreenshot } from '../../support/open-browser.ts'

/** A site of somebody else, whose pages have the strictest policy with which the element works. */
export type Site = {
  origin: string
  /** Puts a page there, whose body this is, and gives its address. */
  put(body: string, lang?: string): string
  close(): Promise<void>
}

export const startSite = async (service: string): Promise<Site> => {
  const { integrity } = (await (await fetch(`${service}/connections/element.json`)).json()) as {
    integrity: string
  }
  const pages: string[] = []
  const server = createServer((request, response) => {
    const page = pages[Number(request.url?.slice(1))]
    response.writeHead(page === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src ${service}/connections/element.js; connect-src ${service}; img-src ${service} data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    })
    response.end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    put: (body, lang = 'en') => {
      pages.push(`<!doctype html><html lang="${lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Site</title><link rel="icon" href="data:,">
<script type="module" src="${service}/connections/element.js" integrity="${integrity}" crossorigin></script></head>
<body><main><h1>Settings</h1>${body}</main></body></html>`)
      return `${origin}/${pages.length - 1}`
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type SitePage = {
  page: Page
  /** What scripts and the policy complained of. */
  problems: string[]
  /** Fails for violations of the policy or of accessibility, errors of scripts and overflow. */
  check(name: string): Promise<void>
  close(): Promise<void>
}

/** Opens an address in a browser of its own. */
export const openSitePage = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<SitePage> => {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text())
  })
  await page.goto(url)
  return {
    page,
    problems,
    check: async (name) => {
      await takeScreenshot(page, `connections ${name}`)
      expect(problems).toEqual([])
      expect(await findViolations(page)).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        'nothing is wider than the screen',
      ).toBe(true)
    },
    close: () => context.close(),
  }
}
