import type { Browser, BrowserContextOptions } from 'playwright-core'
import { importAndWait } from '../../../src/cli/import-and-wait.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { rate, type RatedFigure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { startService, type ServiceProcess } from '../processes/start-service.ts'
import type { Part } from './part.ts'

const rounds = 15
const bar = { of: 'value', atMost: 200 } as const

/**
 * When a signed-in person sees something of the console's first page, from the request on, beside
 * the answer of `/healthz` in the same round.
 */
export const measureConsole: Part = async (built, say) => {
  const { chromiumPath, openBrowser } = await import('../../support/open-browser.ts')
  if (!chromiumPath)
    return [
      rate({
        name: 'console, first paint',
        ours: { value: 0, unit: 'ms' },
        bar,
        note: 'not measured: TEST_CHROMIUM names no Chromium',
      }),
    ]
  const service = await startService(built)
  const browser = await openBrowser()
  try {
    await makeCalls(service)
    const signedIn = await signIn(browser, service.ready.consoleUrl)
    const times = { empty: [] as number[], filled: [] as number[], health: [] as number[] }
    for (let round = 0; round <= rounds; round += 1) {
      say(`console: round ${round} of ${rounds}`)
      const health = await measureHealth(service.ready.url)
      const [empty, filled] = await measurePaints(browser, signedIn)
      if (round === 0) continue
      times.health.push(health)
      times.empty.push(empty)
      times.filled.push(filled)
    }
    const figure = (name: string, paints: number[]): RatedFigure =>
      rate({
        name: `console, first paint, ${name}`,
        ours: { value: median(paints), unit: 'ms' },
        reference: { value: median(times.health), unit: 'ms', name: 'of /healthz' },
        bar,
      })
    return [figure('empty cache', times.empty), figure('filled cache', times.filled)]
  } finally {
    await browser.close()
    await service.stop()
  }
}

const makeCalls = async ({ client }: ServiceProcess): Promise<void> => {
  await importAndWait(client, {
    slug: 'open',
    source: { openapi: openNotesApi('http://127.0.0.1:9') },
  })
  for (let call = 0; call < 100; call += 1)
    await client.tools.execute({
      params: { tool_slug: 'OPEN_LIST_NOTES' },
      body: { user_id: 'ada', arguments: {} },
    })
}

type SignedIn = { page: string; state: NonNullable<BrowserContextOptions['storageState']> }

const signIn = async (browser: Browser, link: string): Promise<SignedIn> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(link)
  await page.waitForURL('**/live')
  const signedIn = { page: page.url(), state: await context.storageState() }
  await context.close()
  return signedIn
}

const measureHealth = async (url: string): Promise<number> => {
  const started = performance.now()
  await (await fetch(`${url}/healthz`)).text()
  return performance.now() - started
}

/** Of a browser that was never here, and of the same once more. */
const measurePaints = async (
  browser: Browser,
  { page: url, state }: SignedIn,
): Promise<[number, number]> => {
  const context = await browser.newContext({ storageState: state })
  const page = await context.newPage()
  const measure = async () => {
    await page.goto(url)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    )
  }
  const paints: [number, number] = [await measure(), await measure()]
  await context.close()
  return paints
}
