import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tracker } from '../service/graphql-source/tracker.ts'
import { startGraphQlServer } from '../support/start-graphql-server.ts'
import { openImports } from './open-imports.ts'

const { folder, run } = openImports()

test('imports a GraphQL API that is asked for its schema, or whose schema is a file', async () => {
  const api = await startGraphQlServer(tracker())
  const asked = await run('acme', '--graphql', api.endpoint, '--auth', 'NO_AUTH')
  expect(asked).toMatchObject({ code: 0 })
  expect(asked.stdout).toContain('9 tools of 9 operations')
  expect(asked.stdout).toContain('ACME_CREATE_ISSUE')

  const shut = await startGraphQlServer({ ...tracker(), isOpen: false })
  const refused = await run('shut', '--graphql', shut.endpoint)
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain('does not say what its schema is')

  const file = join(folder, 'schema.graphql')
  writeFileSync(file, tracker().sdl)
  const given = await run(
    'shut',
    '--graphql',
    shut.endpoint,
    '--schema',
    file,
    '--include',
    'issue',
  )
  expect(given).toMatchObject({ code: 0 })
  expect(given.stdout).toContain('SHUT_LIST_ISSUES')
})

test('refuses options that do not go together', async () => {
  const problems = [
    ['--schema is the schema of a GraphQL API', 'x.json', '--slug', 'x', '--schema', 'x.graphql'],
    ['two sources', 'x', '--graphql', 'http://127.0.0.1:1', '--mcp', 'http://127.0.0.1:1'],
    ['are for MCP servers', 'x', '--graphql', 'http://127.0.0.1:1', '--header', 'A: b'],
    ['cannot be read', 'x', '--graphql', 'http://127.0.0.1:1', '--schema', '/missing.graphql'],
    ['Two short names', 'x', '--slug', 'y', '--graphql', 'http://127.0.0.1:1'],
  ]
  for (const [problem = '', ...args] of problems) {
    const { code, stderr } = await run(...args)
    expect([code, stderr]).toEqual([1, expect.stringContaining(problem)])
  }
})
