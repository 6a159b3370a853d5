import { expect, it } from 'vitest'
import { describeApi, importTool, importTools, jsonBody, operation } from './describe-api.ts'

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const answer = (schema: unknown) => ({
  responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } },
})

it('reads what members of allOf share once, however many lead to it', async () => {
  // Walked by each way that leads to it, the last would be read 2^60 times.
  const levels = 60
  const schemas: Record<string, unknown> = {
    [`S${levels}`]: {
      type: 'object',
      properties: { name: { type: 'string' }, key: { type: 'string', writeOnly: true } },
    },
  }
  for (let level = 0; level < levels; level += 1)
    schemas[`S${level}`] = { allOf: [to(`S${level + 1}`), to(`S${level + 1}`)] }
  const tool = await importTool(
    describeApi(
      {
        '/x': {
          post: {
            ...operation({ requestBody: jsonBody(to('S0')) }),
            ...answer({ type: 'object', properties: { given: { allOf: [to('S0'), to('S1')] } } }),
          },
        },
      },
      { components: { schemas } },
    ),
  )
  expect(Object.keys(tool.inputParameters['properties'] as object)).toEqual(['name', 'key'])
  const { $defs } = tool.outputParameters as { $defs: Record<string, unknown> }
  expect($defs[`S${levels}`]).toEqual({ type: 'object', properties: { name: { type: 'string' } } })
})

it('refuses a schema that is composed of more than any API has', async () => {
  const properties = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}`, {}]))
  const member = { type: 'object', properties }
  const members = Array.from({ length: 900 }, () => to('Member'))
  const deep = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`D${at}`, { allOf: [to(`D${at + 1}`)] }]),
  )
  const { report } = await importTools(
    describeApi(
      {
        '/wide': { post: operation({ requestBody: jsonBody({ allOf: members }) }) },
        '/deep': { post: operation({ requestBody: jsonBody(to('D0')) }) },
        '/many': {
          post: operation({
            requestBody: jsonBody({
              anyOf: [{ allOf: Array.from({ length: 1_500 }, () => to('Member')) }],
            }),
          }),
        },
      },
      { components: { schemas: { ...deep, D200: member, Member: member } } },
    ),
  )
  expect(report.skipped).toEqual([
    {
      operation: 'POST /wide',
      reason: 'A schema has more than 20,000 properties and members of allOf',
    },
    { operation: 'POST /deep', reason: 'A schema is nested more than 100 levels deep' },
    {
      operation: 'POST /many',
      reason:
        'A schema is composed of more than 1,000 others by allOf, or hides as many properties',
    },
  ])
})

it('reads a component that is a member of itself as one argument, from wherever it starts', async () => {
  const schemas = { A: { allOf: [to('B')] }, B: { allOf: [to('A')], properties: { b: {} } } }
  const { tools } = await importTools(
    describeApi(
      {
        '/a': { post: operation({ requestBody: jsonBody(to('A')) }) },
        '/b': { post: operation({ requestBody: jsonBody(to('B')) }) },
      },
      { components: { schemas } },
    ),
  )
  expect(tools.map((tool) => Object.keys(tool.inputParameters['properties'] as object))).toEqual([
    ['body'],
    ['body'],
  ])
})

it('skips paths that are longer than any API has, and names them in short', async () => {
  const many = Array.from({ length: 101 }, (_, at) => `/{p${at}}`).join('')
  const { tools, report } = await importTools(
    describeApi({
      [`/${'a'.repeat(2_000)}`]: { get: operation() },
      [many]: { get: operation() },
      [`/${'b'.repeat(1_000)}/{id}`]: { get: operation() },
    }),
  )
  expect(tools).toHaveLength(1)
  expect(report.skipped).toEqual([
    {
      operation: `/${'a'.repeat(298)}…`,
      reason: 'The path has 2001 characters, where 2000 are the most',
    },
    {
      operation: expect.stringMatching(/^\/\{p0\}.{294}…$/),
      reason: 'The path has 101 parameters, where 100 are the most',
    },
  ])
  expect(report.notes).toEqual([
    `GET /${'b'.repeat(294)}…: "{id}" in the path is not declared; taken as text`,
  ])
})
