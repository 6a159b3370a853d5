import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifies } from '../requirements.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { startService, type TestService } from '../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../support/start-upstream.ts'
import { runCli, temporaryFolder } from './run-cli.ts'

let folder: string
let archive: Upstream
let service: TestService
/** Name and content of each part that the archive received. */
let parts: string[][] = []
beforeAll(async () => {
  folder = temporaryFolder({ keep: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'one.txt'), 'first')
  writeFileSync(join(folder, 'two.txt'), 'second')
  archive = await startUpstream(
    async ({ headers, body }, response) => {
      const form = await new Response(body, {
        headers: { 'content-type': headers['content-type'] ?? '' },
      }).formData()
      parts = await Promise.all(
        [...form].map(async ([name, value]) =>
          value instanceof File ? [name, value.name, await value.text()] : [name, value],
        ),
      )
      return json(response, 200, {})
    },
    { keep: true },
  )
  service = await startService({ keep: true, egressAllow: [archive.host] })
  await importToolkit(service, { slug: 'archive', source: { openapi: describe(archive.url) } })
})
afterAll(async () => {
  await service.close()
  await archive.close()
})

const describe = (url: string) => {
  const file = { type: 'string', format: 'binary' }
  const upload = (name: string, properties: Record<string, unknown>, required: string[]) => ({
    post: {
      operationId: `upload${name}`,
      summary: `Upload ${name}`,
      requestBody: {
        content: { 'multipart/form-data': { schema: { type: 'object', properties, required } } },
      },
      responses: { 200: { description: 'Stored' } },
    },
  })
  return {
    openapi: '3.0.3',
    info: { title: 'Archive', version: '1' },
    servers: [{ url }],
    paths: {
      // An optional body that needs something is an argument of its own.
      '/attachments': upload(
        'Attachment',
        { file, more: { type: 'array', items: file }, title: { type: 'string' } },
        ['title'],
      ),
      '/scans': upload('Scan', { 'scan.pdf': file }, ['scan.pdf']),
    },
  }
}

const execute = async (slug: string, ...given: string[]) => {
  parts = []
  return runCli(['tools', 'execute', slug, '--user', 'ada', ...given, '--data', folder], {
    environment: { PLUGBOARD_BASE_URL: service.url, PLUGBOARD_API_KEY: service.apiKey },
  })
}
const path = (name: string) => join(folder, name)

test('passes files inside other arguments, beside what is there', async () => {
  verifies('files.sdk')
  const { code, stderr } = await execute(
    'ARCHIVE_UPLOAD_ATTACHMENT',
    '--arguments',
    '{"body": {"title": "Doors"}}',
    '--file',
    `body.file=${path('one.txt')}`,
    '--file',
    `body.more=${path('one.txt')}`,
    '--file',
    `body.more=${path('two.txt')}`,
  )
  expect([stderr, code]).toEqual(['', 0])
  expect(parts.toSorted()).toEqual([
    ['file', 'one.txt', 'first'],
    ['more', 'one.txt', 'first'],
    ['more', 'two.txt', 'second'],
    ['title', 'Doors'],
  ])
})

test('passes files in places of a list, and as an argument with a dot in its name', async () => {
  verifies('files.sdk')
  const listed = await execute(
    'ARCHIVE_UPLOAD_ATTACHMENT',
    '--arguments',
    '{"body": {"title": "Doors"}}',
    '--file',
    `body.more[0]=${path('two.txt')}`,
    '--file',
    `body.more[1]=${path('one.txt')}`,
  )
  expect(listed.stderr).toBe('')
  expect(parts.filter(([name]) => name === 'more')).toEqual([
    ['more', 'two.txt', 'second'],
    ['more', 'one.txt', 'first'],
  ])
  const dotted = await execute(
    'ARCHIVE_UPLOAD_SCAN',
    '--file',
    `body["scan.pdf"]=${path('one.txt')}`,
  )
  expect(dotted.stderr).toBe('')
  expect(parts).toEqual([['scan.pdf', 'one.txt', 'first']])
})

test.each([
  ['body..file', '{}', '"body..file" is not the path of an argument'],
  ['["a', '{}', '"["a" is not the path of an argument'],
  ['body.file', '{"body": "text"}', '"body" is not an object'],
  ['[0]', '{}', 'the arguments are not a list'],
  ['body.more[2]', '{"body": {"more": []}}', '"body.more" is not a list of at least 2 values'],
])('refuses --file %s with the arguments %s', async (argument, given, problem) => {
  const { code, stderr } = await execute(
    'ARCHIVE_UPLOAD_ATTACHMENT',
    '--arguments',
    given,
    '--file',
    `${argument}=${path('one.txt')}`,
  )
  expect([code, stderr]).toEqual([1, expect.stringContaining(problem)])
  expect(parts).toEqual([])
})
