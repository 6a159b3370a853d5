import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tracker } from '../service/graphql-source/tracker.ts'
import { verifies } from '../requirements.ts'
import { notesApi } from '../support/notes-api.ts'
import { startGraphQlServer } from '../support/start-graphql-server.ts'
import { openImports } from './open-imports.ts'

const { folder, run } = openImports()
const write = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const memos = `
recipe: 1
slug: memos
name: Memo box
description: { kind: openapi, base_url: https://api.memos.example }
auth: [{ scheme: BEARER_TOKEN }]
tools:
  - { operation: listNotes, slug: MEMOS_FIND }
`

test('imports a description from a file with its recipe, whose slug holds', async () => {
  verifies('imports.recipe')
  const recipe = write('memos.yaml', memos)
  const description = write('notes.json', JSON.stringify(notesApi('https://elsewhere.example')))
  const { code, stdout, stderr } = await run(description, '--recipe', recipe)
  expect([code, stderr]).toEqual([0, expect.stringContaining('Imported "memos"')])
  expect(stdout).toContain('MEMOS_FIND')
  const named = await run(description, '--recipe', recipe, '--slug', 'work', '--json')
  expect(named).toMatchObject({ code: 0, stderr: expect.stringContaining('Imported "work"') })
  expect(JSON.parse(named.stdout).tools).toContain('WORK_FIND')
})

test('imports what a recipe itself says, and a GraphQL API by its schema in a file', async () => {
  verifies('imports.recipe')
  const alone = write(
    'hooks.yaml',
    `
recipe: 1
slug: hooks
name: Hooks
description: { kind: none, base_url: https://hooks.example }
auth: [{ scheme: NO_AUTH }]
tools:
  - { slug: HOOKS_PING, declare: { method: GET, path: /ping } }
`,
  )
  const declared = await run('--recipe', alone)
  expect([declared.code, declared.stdout]).toEqual([0, expect.stringContaining('HOOKS_PING')])

  const api = await startGraphQlServer({ ...tracker(), isOpen: false })
  const issues = write(
    'issues.yaml',
    `
recipe: 1
slug: issues
name: Issues
description: { kind: graphql, base_url: "${api.endpoint}" }
auth: [{ scheme: BEARER_TOKEN }]
`,
  )
  const schema = write('schema.graphql', tracker().sdl)
  for (const source of [['--schema', schema], [schema]]) {
    const { code, stdout } = await run('--recipe', issues, ...source)
    expect([code, stdout]).toEqual([0, expect.stringContaining('ISSUES_CREATE_ISSUE')])
  }
})

test('says where in the file a recipe is wrong', async () => {
  verifies('imports.recipe.positions')
  const invalid = write(
    'wrong.yaml',
    memos.replace('name: Memo', 'nme: Memo').replace('MEMOS', 'M'),
  )
  const refused = await run('--recipe', invalid)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain(`The recipe is not valid: ${invalid}`)
  expect(refused.stderr).toContain(`- ${invalid}:4:1: nme: is not known here; did you mean "name"?`)
  expect(refused.stderr).toContain('- name: ')
  const broken = await run('--recipe', write('broken.yaml', 'recipe: 1\nslug: [a'))
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining('at line 2, column 9') })
})

test('refuses what cannot be read, and options that do not go together', async () => {
  const recipe = write('options.yaml', memos)
  const server = write(
    'server.yaml',
    memos.replace(/description: .*/, 'description: { kind: mcp, urls: ["https://mcp.example"] }'),
  )
  const problems: [string, ...string[]][] = [
    ['Nothing to import is named'],
    ['/missing.yaml cannot be read', '--recipe', '/missing.yaml'],
    ['is empty', '--recipe', write('empty.yaml', '\n')],
    ['which the recipe is not for', '--recipe', recipe, '--schema', 'x.graphql'],
    ['are for MCP servers', '--recipe', recipe, '--header', 'A: b'],
    ['needs no description', 'x.json', '--recipe', server],
    ['Two short names', 'x', '--recipe', server, '--mcp', 'http://127.0.0.1:1', '--slug', 'y'],
    ['names no address of the description', '--recipe', recipe],
  ]
  for (const [problem, ...args] of problems) {
    const { code, stderr } = await run(...args)
    expect([code, stderr]).toEqual([1, expect.stringContaining(problem)])
  }
})
