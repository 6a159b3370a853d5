import { screens } from '../../../src/console/screens.ts'
import type { ConsolePage } from './open-console.ts'

/** Every pattern of every screen: a new one is tested without being named here. */
export const patterns: readonly string[] = screens.flatMap(({ paths }) => paths)

/**
 * Where to find one thing of a kind; elsewhere it is the first one of its list. `toolkits/:slug` is
 * one of the list `toolkits`.
 */
const lists: Record<string, string> = {
  'connections/:id': 'connections?status=ACTIVE',
  'logs/:id': 'logs?status=error',
  'toolkits/:slug': 'toolkits?search=hostile',
  'users/:id': 'users?prefix=%3Cimg',
}

/**
 * Opens a screen, and waits until it shows what it loads. The page of one thing is opened by its
 * link in the list, as people do.
 */
export const visitScreen = async (opened: ConsolePage, pattern: string): Promise<void> => {
  const [list = '', parameter] = pattern.split('/:')
  await opened.open(parameter === undefined ? pattern : (lists[pattern] ?? list))
  await settled(opened)
  if (parameter === undefined) return
  const { page } = opened
  const link = page.locator(`main a[href*="/${list}/"]`).first()
  const address = await link.getAttribute('href')
  await link.click()
  await page.waitForURL(`**${address}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(opened)
}

/** That nothing is being loaded any more, twice, since what was loaded can ask for more. */
export const settled = async ({ page }: ConsolePage): Promise<void> => {
  for (let round = 0; round < 2; round += 1) {
    await page.waitForFunction(
      () =>
        document.querySelector('main h1') !== null &&
        ![...document.querySelectorAll('main [role=status]')].some(
          ({ textContent }) => textContent === 'Loading…',
        ),
    )
    await page.waitForLoadState('domcontentloaded')
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
  }
}
