import { expect, it, onTestFinished } from 'vitest'
import { verifies } from '../../requirements.ts'
import { chromiumPath, openBrowser, takeScreenshot } from '../../support/open-browser.ts'
import { startService } from '../../support/start-service.ts'

it('the reference page and everything it loads come from the service itself', async () => {
  verifies('description.page')
  const service = await startService()
  const page = await fetch(`${service.url}/docs`)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('content-security-policy')).toContain(
    "default-src 'none'; script-src 'self'",
  )
  const html = await page.text()
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map((match) => match[1] ?? '')
    .filter((address) => !address.startsWith('data:'))
  expect(addresses.length).toBeGreaterThan(3)
  for (const address of addresses) {
    expect(address).toMatch(/^\//)
    const answer = await fetch(service.url + address)
    expect([address, answer.status]).toEqual([address, 200])
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(50)
  }
  // No inline script: the policy would stop it.
  expect(html).not.toMatch(/<script>/)
})

it.skipIf(!chromiumPath)('is as bright as the system of its reader, in Chromium', async () => {
  verifies('description.page')
  const service = await startService()
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const backgroundIn = async (colorScheme: 'light' | 'dark') => {
    const page = await browser.newPage({ colorScheme })
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto(`${service.url}/docs`)
    await page.getByRole('link', { name: 'approvals' }).click()
    await page.locator('.opblock').first().waitFor()
    await takeScreenshot(page, `reference ${colorScheme}`)
    expect(errors).toEqual([])
    return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  }
  expect(await backgroundIn('dark')).toMatch(/^rgb\([0-4]?\d, /)
  expect(await backgroundIn('light')).not.toMatch(/^rgb\([0-4]?\d, /)
})
