import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifies } from '../requirements.ts'
import { startService, type TestService } from '../support/start-service.ts'
import { runCli, temporaryFolder } from './run-cli.ts'

let service: TestService
/** Holds `spec`, whose files refer to each other, to files beside it, and through links. */
let folder: string

beforeAll(async () => {
  service = await startService({ keep: true })
  folder = temporaryFolder({ keep: true })
  mkdirSync(join(folder, 'spec/models'), { recursive: true })
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  write(
    'spec/api.yaml',
    `openapi: 3.1.0
info: { title: Library, version: '1' }
servers: [{ url: https://library.example }]
paths:
  /books: { $ref: "paths/books.yaml" }
  /secrets: { post: { $ref: '../secret.yaml' } }
  /linked: { post: { $ref: linked.yaml } }
x-shared: { next: { type: string } }
`,
  )
  mkdirSync(join(folder, 'spec/paths'))
  const body = (schema: string) =>
    `operationId: createBook
requestBody: { required: true, content: { application/json: { schema: ${schema} } } }
responses: {}
`
  write(
    'spec/paths/books.yaml',
    `post:\n${body("{ $ref: '../models/book%20model.json#/Book' }").replaceAll(/^/gm, '  ')}`,
  )
  write(
    'spec/models/book model.json',
    JSON.stringify({
      Book: {
        type: 'object',
        properties: { title: { type: 'string' }, next: { $ref: '../api.yaml#/x-shared/next' } },
      },
    }).replaceAll('/', '\\/'),
  )
  write('spec/models/unused.yaml', '{}')
  write('secret.yaml', body('{ type: object, properties: { leaked: { type: string } } }'))
  symlinkSync(join(folder, 'secret.yaml'), join(folder, 'spec/linked.yaml'))
})

afterAll(async () => {
  await service.close()
  rmSync(dirname(folder), { recursive: true })
})

const run = (...args: string[]) =>
  runCli(['toolkits', 'import', ...args, '--url', service.url, '--api-key', service.apiKey])

test('sends the files that a description refers to, and none from outside of its folder', async () => {
  verifies('imports.files')
  const imported = await run(join(folder, 'spec/api.yaml'), '--slug', 'library', '--json')
  expect(imported).toMatchObject({ code: 0 })
  expect(imported.stderr).toContain('Not read, as they are outside of')
  expect(imported.stderr).toContain('../secret.yaml, linked.yaml')
  const report = JSON.parse(imported.stdout)
  expect(report).toMatchObject({ made: 1, tools: ['LIBRARY_CREATE_BOOK'] })
  expect(report.skipped).toEqual([
    {
      operation: 'POST /secrets',
      reason: expect.stringContaining('"../secret.yaml" was not read: it is not among the files'),
    },
    { operation: 'POST /linked', reason: expect.stringContaining('"linked.yaml" was not read') },
  ])
  const tool = await service.client.tools.get({ params: { tool_slug: 'LIBRARY_CREATE_BOOK' } })
  expect(tool.input_parameters.properties).toMatchObject({ title: { type: 'string' } })
})

test('finds the description of a folder, and reads a wider folder when it is told to', async () => {
  const imported = await run(
    join(folder, 'spec'),
    '--slug',
    'whole',
    '--files-below',
    folder,
    '--json',
  )
  expect(imported).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Not read') })
  expect(JSON.parse(imported.stdout)).toMatchObject({ made: 3, skipped: [] })

  const nothing = await run(join(folder, 'spec/models'), '--slug', 'none')
  expect(nothing.code).not.toBe(0)
  expect(nothing.stderr).toContain('has no description of an API')
  const sdl = join(folder, 'spec/models/schema.txt')
  writeFileSync(sdl, 'type Query {\n  book: String\n}\n')
  const graphQl = await run(sdl, '--slug', 'graph')
  expect(graphQl.stderr).toContain('--graphql <address> --schema')
  writeFileSync(join(folder, 'spec/other.json'), '{"swagger":"2.0","paths":{}}')
  const several = await run(join(folder, 'spec'), '--slug', 'several')
  expect(several.stderr).toContain('has several descriptions: api.yaml, other.json')
})
