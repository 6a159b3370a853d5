import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
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
