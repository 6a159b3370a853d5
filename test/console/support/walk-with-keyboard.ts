import type { Page } from 'playwright-core'

export type Walk = {
  /** What can be used and did not get the focus. */
  missed: string[]
  /** What had the focus without showing it. */
  invisible: string[]
  /** How much got the focus. */
  count: number
}

const maximumSteps = 1_000

/** Presses Tab from the top of the page to its end, and says what got the focus. */
export const walkWithKeyboard = async (page: Page): Promise<Walk> => {
  const total = await page.evaluate(begin)
  const reached = new Set<number>()
  const invisible: string[] = []
  for (let step = 0; step < maximumSteps; step += 1) {
    await page.keyboard.press('Tab')
    const { index, isVisible, name } = await page.evaluate(look)
    // Some browsers go from the end to the top at once.
    if (index === -1 || (index === 0 && reached.has(0))) break
    if (reached.has(index)) throw new Error(`The focus came to ${name} a second time`)
    reached.add(index)
    if (!isVisible) invisible.push(name)
  }
  const names = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-step]')].map(
      ({ tagName, ariaLabel, innerText }) => `${tagName} ${ariaLabel ?? innerText}`,
    ),
  )
  const missed = Array.from({ length: total }, (_, index) => index)
    .filter((index) => !reached.has(index))
    .map((index) => names[index] ?? '')
  return { missed, invisible, count: reached.size }
}

/**
 * Opens what asks before it does something, by Enter, and leaves it by Escape. Throws where the
 * focus does not go into the dialog, leaves it, or does not come back.
 */
export const openEachDialog = async (page: Page): Promise<void> => {
  const buttons = page.locator('main button:enabled', { hasText: /…$/ })
  for (let index = 0; index < Math.min(10, await buttons.count()); index += 1) {
    const button = buttons.nth(index)
    const name = await button.innerText()
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    for (let step = 0; step < 10; step += 1) {
      await page.keyboard.press('Tab')
      const isInside = await page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.activeElement?.closest('dialog') !== null,
      )
      if (!isInside) throw new Error(`The focus leaves the dialog of "${name}"`)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    if (!(await button.evaluate(getsFocus)))
      throw new Error(`The focus does not come back to "${name}"`)
  }
}

/** Waits for the focus, which screens that are loaded again meanwhile may give it a moment later. */
const getsFocus = async (element: Element): Promise<boolean> => {
  for (let look = 0; look < 100; look += 1) {
    if (element === document.activeElement) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

/** Numbers what can be used, and takes the focus to the top of the page. */
const begin = (): number => {
  const groups = new Set<string>()
  const usable = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    ),
  ].filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled'))
      return false
    // Of the buttons of one choice the keyboard comes to one, and the arrows to the others.
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
    const isFirst = !groups.has(element.name)
    groups.add(element.name)
    return isFirst
  })
  for (const [index, element] of usable.entries()) element.dataset['step'] = String(index)
  scrollTo(0, 0)
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
  return usable.length
}

const look = (): { index: number; isVisible: boolean; name: string } => {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body)
    return { index: -1, isVisible: true, name: '' }
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  return {
    index: Number(element.dataset['step'] ?? -2),
    isVisible: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
    name: `${element.tagName} ${element.ariaLabel ?? element.innerText}`,
  }
}
