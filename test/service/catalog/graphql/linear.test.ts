import { readFileSync } from 'node:fs'
import { buildSchema, parse, validate, type GraphQLSchema } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import type {
  GraphQlRequestTemplate,
  ToolDefinition,
} from '../../../../src/service/catalog/definitions.ts'
import {
  printSelection,
  selectFields,
  SelectionError,
  type GraphQlTypes,
} from '../../../../src/service/catalog/graphql/selection/index.ts'
import { checkSchema } from '../openapi/check-schema.ts'
import { collectedData, hasCollected } from '../../../support/collected-data.ts'
import { countByLevel } from '../../../support/thorough.ts'
import { importSdl } from './import-sdl.ts'

const file = 'apis/linear.graphql'

describe.runIf(hasCollected(file, 'every operation of Linear against its schema'))('Linear', () => {
  let imported: Awaited<ReturnType<typeof importSdl>>
  let schema: GraphQLSchema
  let types: GraphQlTypes
  beforeAll(async () => {
    const sdl = readFileSync(collectedData(file), 'utf8')
    schema = buildSchema(sdl)
    imported = await importSdl(sdl, { slug: 'linear', url: 'https://api.linear.app/graphql' })
    types = JSON.parse(imported.toolkit.graphQlTypes?.document ?? '{}')
  })

  const problemsOf = ({ operation }: GraphQlRequestTemplate, selection: string) =>
    validate(schema, parse(`${operation} ${selection} }`)).map(({ message }) => message)
  const byOperation = (operation: string): ToolDefinition<GraphQlRequestTemplate> | undefined =>
    imported.toolkit.tools.find((tool) => tool.operation === operation)

  it('becomes a tool for every query and mutation, of which none is hollow', () => {
    const { toolkit, report } = imported
    const fields =
      Object.keys(schema.getQueryType()?.getFields() ?? {}).length +
      Object.keys(schema.getMutationType()?.getFields() ?? {}).length
    expect(fields).toBeGreaterThan(500)
    expect([report.operations, report.made, report.skipped]).toEqual([fields, fields, []])
    expect(new Set(report.tools).size).toBe(fields)
    expect(report.tools.filter((slug) => !/^LINEAR_[A-Z0-9_]{2,57}$/.test(slug))).toEqual([])
    expect(report.notes[0]).toMatch(/^80 subscriptions are left out/)

    const hollow = toolkit.tools.filter(
      ({ request, description, outputParameters }) =>
        /^\{ __typename \}$/.test(request.selection) ||
        description === '' ||
        JSON.stringify(outputParameters).includes('"properties":{}'),
    )
    expect(hollow.map(({ slug }) => slug)).toEqual([])
    // What agents pay for all of it.
    expect(report.tokens).toBeLessThan(350_000)
    const largest = Math.max(
      ...toolkit.tools.map(({ inputParameters }) => JSON.stringify(inputParameters).length),
    )
    expect(largest).toBeLessThan(25_000)
  })

  it('is called by operations that are valid in its schema', () => {
    const problems = imported.toolkit.tools.flatMap(({ slug, request }) =>
      problemsOf(request, request.selection).map((problem) => `${slug}: ${problem}`),
    )
    expect(problems).toEqual([])
  })

  it('knows the connection of every query that has pages', () => {
    const { toolkit } = imported
    const queries = Object.values(schema.getQueryType()?.getFields() ?? {})
    const paged = queries.filter(
      ({ type, args, deprecationReason }) =>
        /Connection!?$|Payload!?$/.test(String(type)) &&
        args.some(({ name }) => name === 'after') &&
        deprecationReason == null,
    )
    const known = toolkit.tools.filter(({ request }) => request.connection)
    const missing = paged.filter(
      ({ name }) => !known.some(({ operationId }) => operationId === name),
    )
    expect(missing.map(({ name }) => name)).toEqual([])
    expect(known.length).toBeGreaterThan(50)
  })

  it('has names that begin with what its mutations do', () => {
    const slugs = Object.fromEntries(
      imported.toolkit.tools.map(({ operation, slug }) => [operation.split(' ')[1], slug]),
    )
    expect(slugs).toMatchObject({
      issueCreate: 'LINEAR_CREATE_ISSUE',
      issues: 'LINEAR_LIST_ISSUES',
      issue: 'LINEAR_GET_ISSUE',
      searchIssues: 'LINEAR_SEARCH_ISSUES',
      issueArchive: 'LINEAR_ARCHIVE_ISSUE',
      projectUpdateCreate: 'LINEAR_CREATE_PROJECT_UPDATE',
      projectUpdate: 'LINEAR_UPDATE_PROJECT',
      viewer: 'LINEAR_GET_VIEWER',
    })
    const tagsOf = (operation: string) => byOperation(operation)?.tags
    expect(tagsOf('query issues')).toEqual(['readOnlyHint', 'openWorldHint'])
    expect(tagsOf('mutation issueDelete')).toEqual(['destructiveHint', 'openWorldHint'])
    expect(tagsOf('mutation issueCreate')).toEqual(['openWorldHint'])
  })

  it('has schemas that a validator compiles, with all that they refer to', () => {
    const { tools } = imported.toolkit
    const count = countByLevel('schemas of Linear', { desk: 13, gate: 90, full: 1_000 })
    const step = Math.ceil(tools.length / count)
    const checked = tools.filter((_, index) => index % step === 0)
    expect(checked.length).toBeGreaterThan(10)
    for (const { slug, inputParameters, outputParameters } of checked) {
      checkSchema(inputParameters, slug)
      checkSchema(outputParameters, slug)
    }
  }, 240_000)

  it('answers any fields that its schema has', { timeout: 300_000 }, () => {
    const tools = imported.toolkit.tools.filter(({ request }) => request.select)
    const tries = countByLevel('selections of Linear', { desk: 300, gate: 3_000, full: 30_000 })
    let random = 42
    const below = (limit: number) => {
      random = (random * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((random / 2 ** 31) * limit)
    }
    const pathFrom = (name: string): string => {
      const names = Object.entries(types[name]?.fields ?? {})
      const [field = '*', type = ''] = names[below(names.length)] ?? []
      const next = type.replaceAll(/[[\]!]/g, '')
      return types[next] && below(4) > 0 ? `${field}.${pathFrom(next)}` : field
    }
    let selected = 0
    const problems: string[] = []
    for (let index = 0; index < tries; index += 1) {
      const tool = tools[below(tools.length)]
      const select = tool?.request.select
      if (!tool || !select) continue
      const paths = Array.from({ length: 1 + below(5) }, () => pathFrom(select.type))
      try {
        const selection = printSelection(selectFields(types, select.type, paths))
        selected += 1
        problems.push(
          ...problemsOf(tool.request, selection).map(
            (problem) => `${tool.slug} ${paths.join()}: ${problem}`,
          ),
        )
      } catch (error) {
        if (!(error instanceof SelectionError)) throw error
      }
    }
    expect(problems).toEqual([])
    expect(selected).toBeGreaterThan(tries / 2)
  })
})
