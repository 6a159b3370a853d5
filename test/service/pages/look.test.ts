import { expect, it } from 'vitest'
import { paletteOf } from '../../../src/service/pages/hosted/look.ts'
import { verifies } from '../../requirements.ts'
import { startNotesService } from '../../support/notes-service.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'

/** As WCAG defines it, written once more. */
const contrast = (one: string, other: string): number => {
  const [lighter = 1, darker = 0] = [one, other]
    .map((color) =>
      [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
        const share = Number.parseInt(color.slice(1 + index * 2, 3 + index * 2), 16) / 255
        return sum + weight * (share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
      }, 0.05),
    )
    .toSorted((a, b) => b - a)
  return lighter / darker
}

const parts = ['00', '33', '66', '80', '99', 'cc', 'ff']
const colors = parts.flatMap((red) =>
  parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)),
)

it('whatever colour a project chooses can be read in light and dark, and stays where it can', () => {
  verifies('connect-page.look')
  expect(colors.length).toBe(343)
  for (const accent of colors)
    for (const brightness of ['light', 'dark'] as const) {
      const palette = paletteOf(brightness, { accent, theme: 'system' })
      for (const background of [palette.paper, palette.ground, palette['on-accent']])
        expect(
          contrast(palette.accent, background),
          `${accent} as ${palette.accent} on ${background}`,
        ).toBeGreaterThan(4.5)
    }
  expect(paletteOf('light', { accent: '#b00020', theme: 'light' }).accent).toBe('#b00020')
})

it('the pages of a project link to a stylesheet with its look, which no address can fill with more', async () => {
  verifies('connect-page.look')
  const notes = await startNotesService()
  try {
    const { client, url } = notes.service
    const visit = async () => {
      const { redirect_url } = await client.connectedAccounts.link({
        body: { auth_config_id: notes.authConfigId, user_id: 'ada' },
      })
      const { html } = await createVisitor().visit(redirect_url)
      return /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1]?.replace('&amp;', '&')
    }
    expect(await visit()).toBe('/connect/styles.css')
    await client.projects.updateConfig({ body: { accent_color: '#B00020', page_theme: 'dark' } })
    await expect.poll(visit).toBe('/connect/styles.css?accent=b00020&theme=dark')
    const read = async (query: string) => (await fetch(`${url}/connect/styles.css${query}`)).text()
    const plain = await read('')
    const chosen = await read('?accent=b00020&theme=light')
    expect(chosen).toContain('color-scheme: light; ')
    expect(chosen).toContain('--accent: #b00020;')
    expect(await read('?accent=b00020&theme=dark')).not.toContain('--accent: #b00020;')
    for (const query of [
      '?accent=red',
      '?accent=B00020;}body{display:none',
      '?accent=%23b00020',
      '?theme=}%20*%20{}',
      '?accent[]=1&theme[]=dark',
    ])
      expect(await read(query)).toBe(plain)
    for (const accent_color of ['red', '#fff', '#12345g', '#b00020;}'])
      await expect(client.projects.updateConfig({ body: { accent_color } })).rejects.toMatchObject({
        status: 400,
      })
    await client.projects.updateConfig({ body: { accent_color: '', page_theme: 'system' } })
    await expect.poll(visit).toBe('/connect/styles.css')
  } finally {
    await notes.close()
  }
})
