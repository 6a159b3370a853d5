import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toEvalCase } from '../../src/console/screens/evals/eval-case.ts'
import { parseCases } from '../../src/evals/cases/index.ts'
import { verifies } from '../requirements.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { startNotesService, type NotesService } from '../support/notes-service.ts'
import { chromiumPath, openBrowser } from '../support/open-browser.ts'
import { hostileTexts, openConsole, triedViews, views } from './support/open-console.ts'

/** A description whose every text is hostile, with one argument of each kind. */
const shapesApi = (url: string) => ({
  openapi: '3.1.0',
  info: { title: 'Shapes', version: '1' },
  servers: [{ url }],
  paths: {
    '/shapes': {
      post: {
        operationId: 'createShape',
        summary: 'Create a shape',
        description: hostileTexts.join(' '),
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: { type: 'string', description: hostileTexts[0] },
                  size: { type: 'number', default: 2 },
                  color: { type: 'string', enum: ['red', hostileTexts[1]] },
                  filled: { type: 'boolean' },
                  corners: { type: 'array', items: { type: 'integer' } },
                  place: {
                    type: 'object',
                    properties: { x: { type: 'number' }, y: { type: 'number' } },
                  },
                  owner: {
                    oneOf: [
                      { title: 'By name', type: 'string' },
                      {
                        title: 'By id',
                        type: 'object',
                        properties: { id: { type: 'integer' } },
                      },
                    ],
                  },
                },
              },
            },
          },
        },
        responses: { 200: { description: 'ok' } },
      },
    },
  },
})

it('what is saved is a case, whatever the arguments look like', () => {
  verifies('console.page')
  const args = { text: hostileTexts[0], $gte: 1, nested: { $regex: 'x' } }
  const line: unknown = JSON.parse(toEvalCase({ tool: 'OPEN_CREATE_NOTE', args }))
  const [saved] = parseCases([line], 'saved.jsonl')
  expect(saved?.expect.calls?.[0]).toMatchObject({
    tool: 'OPEN_CREATE_NOTE',
    arguments: { text: { $exact: hostileTexts[0] }, nested: { $exact: { $regex: 'x' } } },
  })
  // Several cases of a tool may be in one file.
  const lines = ['a', 'b'].map(
    (text) => JSON.parse(toEvalCase({ tool: 'OPEN_CREATE_NOTE', args: { text } })) as unknown,
  )
  const ids = parseCases(lines, 'saved.jsonl').map(({ id }) => id)
  expect(new Set(ids).size).toBe(2)
})

describe.skipIf(!chromiumPath)('the playground of the console', { timeout: 300_000 }, () => {
  let notes: NotesService
  let browser: Browser

  beforeAll(async () => {
    notes = await startNotesService()
    await importToolkit(notes.service, {
      slug: 'shapes',
      source: { openapi: shapesApi(notes.upstream.url) },
    })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await notes?.close()
  })

  it.each(triedViews)('finds, fills in and runs a tool on a %s', async (name, view) => {
    verifies('console.page')
    const opened = await openConsole(browser, notes.service, view)
    const { page } = opened
    await opened.open('playground')
    await page.getByLabel('User').fill('ada')
    await page.getByLabel('Toolkits (all').fill('shapes')
    await opened.check(`playground rules ${name}`)
    await page.getByRole('button', { name: 'Start a session' }).press('Enter')
    await page.waitForURL('**/playground?session=trs_*')
    await page.getByLabel('What should be done?').fill('create a shape')
    await page.keyboard.press('Enter')
    const found = page.getByRole('list', { name: 'Tools found' })
    await found.getByText('Score').first().click()
    await found.getByText('shape', { exact: true }).first().waitFor()
    await found.getByRole('button', { name: 'SHAPES_CREATE_SHAPE' }).press('Enter')
    await page.waitForURL('**&tool=SHAPES_CREATE_SHAPE')

    const form = page.getByRole('form', { name: 'Arguments' })
    await form.getByLabel(/^name/).fill(hostileTexts[2])
    await form.getByLabel(/^size/).pressSequentially('1.05')
    await form.getByLabel(/^color/).selectOption(hostileTexts[1])
    await form.getByLabel(/^filled/).selectOption('false')
    await form.getByRole('button', { name: 'Add corners' }).press('Enter')
    await form.getByRole('button', { name: 'Add to corners' }).press('Enter')
    await form.getByLabel('corners 1').fill('3')
    await form.getByRole('button', { name: 'Add place' }).press('Enter')
    await form.getByLabel(/^x/).fill('4')
    await form.getByLabel('Form of owner').selectOption('By id')
    await form.getByRole('button', { name: 'Add owner' }).press('Enter')
    await form.getByLabel(/^id/).fill('7')
    await opened.check(`playground form ${name}`)
    await form.getByRole('button', { name: 'JSON', exact: true }).press('Enter')
    const args = {
      name: hostileTexts[2],
      size: 1.05,
      color: hostileTexts[1],
      filled: false,
      corners: [3],
      place: { x: 4 },
      owner: { id: 7 },
    }
    expect(JSON.parse(await form.getByLabel(/^Arguments/).inputValue())).toEqual(args)

    await form.getByRole('button', { name: 'Run' }).press('Enter')
    const answer = page.getByRole('region', { name: 'Answer' })
    await answer.getByText('success').waitFor()
    expect(JSON.parse(notes.upstream.received.at(-1)?.body ?? '')).toEqual(args)
    await page.getByText('Save as eval case').click()
    await opened.check(`playground answer ${name}`)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    await page.getByText('What the model sees').click()
    const seen = page.getByRole('table', { name: 'What models see' })
    await seen.getByRole('button', { name: 'Gemini' }).press('Enter')
    await page.waitForURL('**&profile=gemini')
    await page.getByText('Changes: ').waitFor()
    await expect.poll(() => seen.getByText(/^about [\d,]+$/).count()).toBe(5)
    await opened.check(`playground model ${name}`)
    await answer.getByRole('link', { name: /^log_/ }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'SHAPES_CREATE_SHAPE' }).waitFor()
    await opened.close()
  })

  it('names the tool that a rule misspells', async () => {
    verifies('console.page')
    const opened = await openConsole(browser, notes.service, views['phone light'])
    const { page } = opened
    await opened.open('playground?user=ada')
    await page.getByLabel('Tools (all').fill('OPEN_MISSING')
    await page.getByRole('button', { name: 'Start a session' }).press('Enter')
    await page.getByRole('alert').getByText('OPEN_MISSING').waitFor()
    await opened.check('playground refused')
    await opened.close()
  })
})
