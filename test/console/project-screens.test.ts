import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { startNotesService, type NotesService } from '../support/notes-service.ts'
import { chromiumPath, openBrowser } from '../support/open-browser.ts'
import { hostileTexts, openConsole, triedViews, type ConsolePage } from './support/open-console.ts'

const [, image = ''] = hostileTexts

/** Screens by their address, with what has to be on them. */
const screens: Record<string, (opened: ConsolePage, made: Made) => Promise<void>> = {
  triggers: async ({ page }) => {
    await page.getByText('Nothing is listened to yet').waitFor()
  },
  'triggers/ti_00000000000000000000': async ({ page }) => {
    await page.getByText('it may have been deleted').waitFor()
  },
  webhooks: async ({ page }) => {
    await page.getByText('receiver.example').first().waitFor()
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByRole('checkbox', { name: /svc.toolkit.changed/ }).check()
  },
  'webhooks/:webhook': async ({ page }) => {
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByRole('cell', { name: 'svc.trigger.message' }).first().waitFor()
    await page.getByRole('button', { name: 'Recover…' }).click()
    await page.getByRole('button', { name: 'Recover', exact: true }).click()
    await page.getByText('None had given up since then.').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'New secret…' }).click()
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    await page
      .getByText(/whsec_\S+/)
      .first()
      .waitFor()
  },
  mcp: async ({ page }) => {
    await page.getByRole('link', { name: 'Support tools' }).waitFor()
    await page.getByRole('button', { name: 'New server' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Field tools')
    await page.getByLabel('Toolkits', { exact: true }).fill('nowhere')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('nowhere').first().waitFor()
    await page.getByLabel('Toolkits', { exact: true }).fill('open')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Field tools' }).waitFor()
    await page.getByRole('button', { name: 'Edit…' }).click()
    await page.getByLabel('Tools (all of the toolkits, if empty)').fill('open_list_notes')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('OPEN_LIST_NOTES').waitFor()
  },
  'mcp/:mcp': async ({ page }) => {
    await page.getByLabel('User').fill('ada')
    await page.getByRole('button', { name: 'Make an address' }).click()
    const command = page.getByText(/claude mcp add --transport http support-tools 'http\S+'/)
    const keyOf = async () => /x-api-key: ([^"]+)/.exec((await command.textContent()) ?? '')?.[1]
    const first = await keyOf()
    // The user keeps the key, until it is replaced on purpose.
    await page.getByRole('button', { name: 'Make an address' }).click()
    await page.getByText('ada has a key already').waitFor()
    expect(await keyOf()).toBe('<key of the user>')
    await page.getByRole('button', { name: 'Replace the key…' }).click()
    await page.getByRole('button', { name: 'Replace the key', exact: true }).click()
    await page.getByText('The key is shown only now').waitFor()
    expect([first, await keyOf()]).toEqual([
      expect.stringMatching(/^pbm_/),
      expect.stringMatching(/^pbm_/),
    ])
    expect(await keyOf()).not.toBe(first)
    await page.getByRole('button', { name: 'Revoke… ada' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('ada')
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('No user has an address yet.').waitFor()
    expect(await command.count()).toBe(0)
  },
  usage: async ({ page }) => {
    await page
      .getByText('No call was counted in this range')
      .or(page.getByText('OPEN_LIST_NOTES'))
      .or(page.getByText('Attempts to deliver events'))
      .first()
      .waitFor()
  },
  settings: async ({ page }) => {
    await page.getByLabel('Display name').fill(image)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await page.getByRole('button', { name: 'Delete the project…' }).click()
    expect(
      await page.getByRole('button', { name: 'Delete the project', exact: true }).isDisabled(),
    ).toBe(true)
    await page.keyboard.press('Escape')
  },
}

type Made = { webhook: string; mcp: string }

describe.skipIf(!chromiumPath)('screens of a project, in Chromium', { timeout: 300_000 }, () => {
  let notes: NotesService
  let browser: Browser
  let made: Made

  beforeAll(async () => {
    notes = await startNotesService()
    browser = await openBrowser()
    const { client } = notes.service
    await client.tools.execute({ params: { tool_slug: 'OPEN_LIST_NOTES' }, body: {} })
    const { id: webhook } = await client.webhookSubscriptions.create({
      body: {
        webhook_url: 'https://receiver.example/hook',
        enabled_events: ['svc.trigger.message'],
      },
    })
    const { id: mcp } = await client.mcp.createCustom({
      body: { name: 'Support tools', toolkits: ['open'] },
    })
    made = { webhook, mcp }
  })
  afterAll(async () => {
    await browser?.close()
    await notes?.close()
  })

  describe.each(triedViews)('on a %s', (view, options) => {
    let opened: ConsolePage
    beforeAll(async () => {
      opened = await openConsole(browser, notes.service, options)
    })
    afterAll(() => opened?.close())

    it.each(Object.entries(screens))('%s', async (path, look) => {
      verifies('console.page')
      await opened.open(path.replace(':webhook', made.webhook).replace(':mcp', made.mcp))
      await look(opened, made)
      await opened.check(`${path.replaceAll(/\W+/g, '-')} ${view}`)
      expect(await opened.page.evaluate(() => 'hacked' in window)).toBe(false)
    })
  })
})
