import * as fc from 'fast-check'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { toTypesFile } from '../../src/cli/generate/to-types-file.ts'
import { toZodFile } from '../../src/cli/generate/to-zod-file.ts'
import type { Tool } from '../../src/contract/index.ts'
import { compileSchema } from '../../src/schema/index.ts'
import { toObjectSchema } from '../../src/schema/to-object-schema.ts'
import { isObject } from '../../src/schema/json-schema.ts'
import { verifies } from '../requirements.ts'
import { isThorough } from '../support/thorough.ts'
import { arbitrarySchema } from '../schema/profiles/arbitrary-schema.ts'
import { mutationsOf, sampleValue } from '../schema/sample-values.ts'

const root = new URL('../../', import.meta.url).pathname
let folder = ''

beforeAll(async () => {
  // Within the package, so that it finds itself by name.
  folder = await mkdtemp(join(root, '.cache-generated-'))
})
afterAll(() => rm(folder, { recursive: true }))

const toTool = (
  slug: string,
  input: Record<string, unknown>,
  { description = '', version = '1' } = {},
): Tool => ({
  slug,
  name: slug,
  description,
  toolkit: { slug: 'tracker', name: 'Tracker', logo: '' },
  input_parameters: toObjectSchema(input),
  output_parameters: { type: 'object', properties: {} },
  no_auth: true,
  version,
  available_versions: [version],
  scopes: [],
  tags: [],
  is_deprecated: false,
  deprecated: {
    displayName: slug,
    version,
    available_versions: [version],
    is_deprecated: false,
    toolkit: { logo: '' },
  },
})

const attack = 'globalThis.generatedCodeRan = true'
const hostile = [
  `*/ ${attack} /*`,
  `\n${attack}`,
  `\u2028${attack}`,
  `'; ${attack}; '`,
  `"; ${attack}; "`,
  `\`\${${attack}}\``,
  `__proto__`,
  `constructor`,
  'class',
  'toZod',
  `\\`,
]
const tools = hostile.map((text) =>
  toTool(
    text,
    {
      type: 'object',
      description: text,
      required: [text],
      properties: Object.fromEntries([
        [text, { type: 'string', description: text, default: text, enum: [text, 'other'] }],
        ['__proto__', { type: 'integer' }],
        ['list', { $ref: `#/$defs/${encodeURIComponent(text)}` }],
      ]),
      $defs: Object.fromEntries([[text, { type: 'array', items: { const: text } }]]),
    },
    { description: text, version: text },
  ),
)

const importDefinitions = async (
  name: string,
  given: Tool[],
): Promise<Record<string, z.ZodType>> => {
  const path = join(folder, name)
  await writeFile(path, toZodFile(given))
  return (await import(path)) as Record<string, z.ZodType>
}

test('no text of a third party leaves its place in generated code', async () => {
  verifies('generate.hostile')
  const definitions = await importDefinitions('hostile.ts', tools)

  expect(globalThis).not.toHaveProperty('generatedCodeRan')
  const values = Object.values(definitions)
  expect(values).toHaveLength(hostile.length)
  for (const name of Object.keys(definitions)) expect(name).toMatch(/^[A-Z_$][\w$]*$/)
  // By their JSON Schemas, because exports have an order of their own.
  expect(new Set(values.map((type) => JSON.stringify(z.toJSONSchema(type))))).toEqual(
    new Set(tools.map(({ input_parameters: schema }) => JSON.stringify(schema))),
  )
})

test('what is generated is of the same schema and the same verdict', async () => {
  verifies('generate.zod')
  const schemas = fc
    .sample(arbitrarySchema, { numRuns: isThorough ? 400 : 60, seed: 3 })
    .map((schema) => toObjectSchema(isObject(schema) ? schema : {}))
  const definitions = await importDefinitions(
    'arbitrary.ts',
    schemas.map((schema, index) => toTool(`TOOL_${index}`, schema)),
  )

  for (const [index, schema] of schemas.entries()) {
    const type = definitions[`TOOL_${index}`]
    expect(type && z.toJSONSchema(type)).toEqual(schema)
    const sample = sampleValue(schema)
    for (const value of [sample, ...mutationsOf(sample, 10)])
      expect(type?.safeParse(value).success).toBe(compileSchema(schema).validate(value).ok)
  }
})

test.runIf(isThorough)('generated code compiles, however tools are named', async () => {
  verifies('generate.hostile')
  await writeFile(join(folder, 'hostile.ts'), toZodFile(tools))
  await writeFile(join(folder, 'plugboard-tools.d.ts'), toTypesFile(tools, { strict: true }))
  const use = `import { z } from 'zod'
import { TRACKER_CREATE } from './zod.ts'
import type { ToolArguments } from 'plugboard'
const given: z.infer<typeof TRACKER_CREATE> = { title: 'a' }
export const labels: string[] | undefined = given.labels
export const shape: z.ZodType<string> = TRACKER_CREATE.shape.title
// @ts-expect-error no such property
export const body = given.body
export const hostile: ToolArguments<'class'>['class'] = 'other'
`
  await writeFile(join(folder, 'use.ts'), use)
  const create = {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string' },
      labels: { type: 'array', items: { type: 'string' } },
    },
  }
  await writeFile(join(folder, 'zod.ts'), toZodFile([toTool('TRACKER_CREATE', create)]))
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../tsconfig.json',
      files: ['hostile.ts', 'plugboard-tools.d.ts', 'use.ts'],
      include: [],
      exclude: [],
    }),
  )

  const { stdout } = await promisify(execFile)('node_modules/.bin/tsc', ['-p', folder], {
    cwd: root,
  }).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})

test('a file without tools is a module', () => {
  expect(toZodFile([])).toContain('export {}')
  expect(toTypesFile([])).toContain('There were no tools.')
  expect(toTypesFile([], { strict: true })).toContain('strict: true')
})

test('a tool that models know by another name says so', () => {
  const text = toTypesFile([toTool('repos/create', { type: 'object' })])
  expect(text).toContain("'repos/create': {")
  expect(text).toContain("name: 'repos_x2f_create'")
  expect(toTypesFile([toTool('REPOS_CREATE', { type: 'object' })])).not.toContain('name:')
})
