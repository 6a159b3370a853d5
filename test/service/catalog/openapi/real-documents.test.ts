import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importOpenApi } from '../../../../src/service/catalog/openapi/index.ts'
import { documentLimits } from '../../../../src/service/platform/untrusted-text/index.ts'
import { parseText } from '../../../../src/service/platform/untrusted-text/parse-text.ts'
import { checkSchema } from './check-schema.ts'
import { withDefinitions } from '../../../support/with-definitions.ts'

const require = createRequire(import.meta.url)
const read = (path: string) =>
  parseText(readFileSync(require.resolve(path)), documentLimits) as {
    paths: Record<string, object>
  }

const documents = [
  { slug: 'figma', operations: 54, document: read('@figma/rest-api-spec/openapi/openapi.yaml') },
  { slug: 'galaxy', operations: 10, document: read('@scalar/galaxy/3.1.json') },
]

describe.each(documents)('the description of $slug', ({ slug, operations, document }) => {
  it('becomes one tool per operation', async () => {
    const { toolkit, report } = await importOpenApi(document, { slug })
    expect(report).toMatchObject({ operations, made: operations, skipped: [] })
    expect(toolkit.tools.map((tool) => tool.slug)).toEqual(report.tools)
  })

  it('gets unique slugs that do not depend on the order of its paths', async () => {
    const { toolkit } = await importOpenApi(document, { slug })
    const slugs = new Map(toolkit.tools.map((tool) => [tool.operation, tool.slug]))
    expect(new Set(slugs.values()).size).toBe(operations)
    for (const value of slugs.values())
      expect(value).toMatch(new RegExp(`^${slug.toUpperCase()}_[A-Z][A-Z0-9_]*$`))
    expect(Math.max(...[...slugs.values()].map((value) => value.length))).toBeLessThanOrEqual(64)

    const paths = Object.entries(document.paths)
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(paths, { minLength: paths.length }),
        async (shuffled) => {
          const again = await importOpenApi(
            { ...document, paths: Object.fromEntries(shuffled) },
            { slug },
          )
          expect(new Map(again.toolkit.tools.map((tool) => [tool.operation, tool.slug]))).toEqual(
            new Map(slugs),
          )
        },
      ),
      { numRuns: 3 },
    )
  })

  it('keeps its slugs when it is imported again', async () => {
    const { toolkit } = await importOpenApi(document, { slug })
    const previous = toolkit.tools.map((tool) => ({
      operation: tool.operation,
      slug: `${tool.slug}_KEPT`,
    }))
    const again = await importOpenApi(document, { slug, previous })
    expect(again.report.tools).toEqual(previous.map((tool) => tool.slug))
  })

  it('has schemas that stand on their own', { timeout: 300_000 }, async () => {
    const { toolkit } = await importOpenApi(document, { slug })
    for (const tool of toolkit.tools.map(withDefinitions)) {
      checkSchema(tool.inputParameters, `${tool.slug} input`)
      checkSchema(tool.outputParameters, `${tool.slug} output`)
      expect(tool.inputParameters).toMatchObject({ type: 'object', additionalProperties: false })
    }
  })

  it('is not changed by the import', async () => {
    const before = JSON.stringify(document)
    await importOpenApi(document, { slug })
    expect(JSON.stringify(document)).toBe(before)
  })
})

it('reads the security schemes of Figma', async () => {
  const { toolkit } = await importOpenApi(documents[0]?.document, { slug: 'figma' })
  expect(toolkit.baseUrl).toBe('https://api.figma.com')
  expect(toolkit.authSchemes.map(({ mode }) => mode)).toEqual(['API_KEY', 'OAUTH2'])
  expect(toolkit.authSchemes[0]?.placements).toEqual([
    { field: 'generic_api_key', in: 'header', name: 'X-Figma-Token' },
  ])
  expect(toolkit.authSchemes[1]?.oauth).toMatchObject({
    authorizationUrl: 'https://www.figma.com/oauth',
    tokenUrl: 'https://api.figma.com/v1/oauth/token',
  })
  const comment = toolkit.tools.find((tool) => tool.slug === 'FIGMA_ADD_COMMENT_TO_FILE')
  expect(comment).toMatchObject({
    scopes: ['file_comments:write'],
    noAuth: false,
    tags: ['openWorldHint', 'comments'],
  })
})

it('knows the calls of Galaxy that need no account', async () => {
  const { toolkit } = await importOpenApi(documents[1]?.document, { slug: 'galaxy' })
  expect(toolkit.tools.filter((tool) => tool.noAuth).map((tool) => tool.slug)).toEqual([
    'GALAXY_GET_ALL_PLANETS',
    'GALAXY_GET_PLANET',
    'GALAXY_CREATE_USER',
    'GALAXY_GET_TOKEN',
  ])
})

it('binds the item of a generic page', async () => {
  const { toolkit } = await importOpenApi(documents[1]?.document, { slug: 'galaxy' })
  const output = toolkit.tools
    .map(withDefinitions)
    .find((tool) => tool.slug === 'GALAXY_GET_ALL_PLANETS')?.outputParameters
  expect(output).toMatchObject({
    properties: { data: { items: { $ref: '#/$defs/Planet' } } },
    $defs: { Planet: { properties: { name: { type: 'string' } } } },
  })
})
