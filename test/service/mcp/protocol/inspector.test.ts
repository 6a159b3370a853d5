import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { startNotesService, type NotesService } from '../../../support/notes-service.ts'

const program = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
)

let notes: NotesService
let home: string
let target: string[]
beforeAll(async () => {
  notes = await startNotesService()
  // It writes there.
  home = await mkdtemp(join(tmpdir(), 'plugboard-test-'))
  const { mcp_url } = await notes.service.client.mcp.create({
    body: { name: 'Notes server', auth_config_ids: [notes.authConfigId], no_auth_apps: ['open'] },
  })
  target = [
    `${mcp_url}?user_id=ada`,
    '--transport',
    'http',
    '--header',
    `Authorization: Bearer ${notes.service.apiKey}`,
  ]
})
afterAll(async () => {
  await rm(home, { recursive: true })
  await notes.close()
})

const inspect = (
  ...options: string[]
  // eslint-disable-next-line typescript/no-explicit-any -- a test looks into answers of every shape
): Promise<{ code: unknown; answer: any; complaint: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, '--cli', ...target, ...options],
      { env: { HOME: home, PATH: process.env['PATH'] ?? '' } },
      (error, stdout, stderr) =>
        resolve({
          code: error ? error.code : 0,
          answer: stdout === '' ? undefined : JSON.parse(stdout),
          complaint: stderr,
        }),
    )
  })

it("the Inspector's command line lists and calls tools, and hears of a missing connection", async () => {
  verifies(
    'mcp-protocol.clients',
    'mcp-protocol.tools',
    'mcp-protocol.results',
    'mcp-protocol.connect',
  )
  const [listed, called, missing] = await Promise.all([
    inspect('--method', 'tools/list'),
    inspect('--method', 'tools/call', '--tool-name', 'OPEN_GET_NOTE', '--tool-arg', 'id=seven'),
    inspect('--method', 'tools/call', '--tool-name', 'NOTES_LIST_NOTES'),
  ])

  expect(listed.code).toBe(0)
  expect(listed.answer.tools.map(({ name }: { name: string }) => name)).toContain(
    'NOTES_LIST_NOTES',
  )
  expect(listed.answer.tools).toHaveLength(10)

  expect(called).toMatchObject({
    code: 0,
    answer: {
      structuredContent: { url: '/notes/seven' },
      content: [{ type: 'text', text: expect.stringContaining('/notes/seven') }],
    },
  })

  expect(missing.code).toBe(5)
  expect(missing.complaint).toContain('isError')
  const link = expect.stringMatching(/\/connect\/lk_\w+$/)
  expect(missing.answer).toMatchObject({
    isError: true,
    structuredContent: {
      error: expect.stringContaining('no active connection'),
      data: { toolkit: 'notes', redirect_url: link },
    },
  })
}, 300_000)
