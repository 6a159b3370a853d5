import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import {
  printSelection,
  selectFields,
  type GraphQlTypes,
} from '../../../../src/service/catalog/graphql/selection/index.ts'
import { verifies } from '../../../requirements.ts'
import { importSdl } from './import-sdl.ts'

const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

/** Selects fields of what a query named `it` answers, and checks the result against the schema. */
const selectorOf = async (sdl: string) => {
  const schema = buildSchema(sdl)
  const { toolkit } = await importSdl(sdl, { include: ['it'] })
  const [tool] = toolkit.tools
  const types: GraphQlTypes = JSON.parse(toolkit.graphQlTypes?.document ?? '{}')
  return (...paths: string[]) => {
    const select = tool?.request.select?.type ?? ''
    const text = printSelection(selectFields(types, select, paths))
    const problems = validate(schema, parse(`${tool?.request.operation} ${text} }`))
    expect(problems.map(({ message }) => message)).toEqual([])
    return text
  }
}

describe('fields of an answer', () => {
  it('are named apart where kinds of an object differ in the type of a field', async () => {
    verifies('graphql-source.fields')
    const select = await selectorOf(`
      interface Thing { id: ID! }
      type Issue implements Thing { id: ID! state: State! size: Int team: Team name: String! }
      type Order implements Thing { id: ID! state: String size: Int! team: Group name: String! }
      type Team { name: String! } type Group { name: Int! }
      enum State { OPEN CLOSED }
      type Query { it: Thing }
    `)
    expect(select('state', 'name')).toBe(
      '{ __typename ... on Issue { state name } ... on Order { state_Order: state name } }',
    )
    expect(select('team.name')).toBe(
      '{ __typename ... on Issue { team { name } } ... on Order { team_Order: team { name } } }',
    )
    expect(select('*')).toContain('size_Order: size')
    expect(select('__typename')).toBe('{ __typename }')
  })

  it('of several objects are all selected, however many fields the first has', async () => {
    const select = await selectorOf(`
      type Query { it: Large }
      type Large { id: ID! ${names('f', 140)
        .map((name) => `${name}: Int`)
        .join(' ')} comments(first: Int): Page! }
      type Page { edges: [Edge!]! pageInfo: Info! } type Edge { node: Comment } type Info { hasNextPage: Boolean! }
      type Comment { id: ID! body: String! replies(first: Int!): Page! }
    `)
    expect(select('*', 'comments')).toContain(
      'comments(first: 20) { edges { node { id body } } pageInfo { hasNextPage } }',
    )
    expect(select('comments.edges.node.body', 'comments.id')).toBe(
      '{ comments(first: 20) { edges { node { body id } } pageInfo { hasNextPage } } }',
    )
    expect(select('comments.replies.replies.id')).toContain('replies(first: 20)')
    expect(() => select('comments.replies.replies.replies')).toThrow(
      'is a list within 3 other lists that have pages',
    )
  })

  it('are counted before anything is made of them', async () => {
    const kinds = names('K', 60)
    const select = await selectorOf(`
      type Query { it: Any }
      union Any = ${kinds.join(' | ')}
      ${kinds
        .map(
          (name) =>
            `type ${name} { id: ID! any: Any ${names('f', 20)
              .map((field) => `${field}: Int`)
              .join(' ')} }`,
        )
        .join('\n')}
    `)
    expect(() => select('any.any.any.any.any.id')).toThrow('More than 2000 fields are selected')
    expect(() => select(...names('f', 20))).toThrow(
      '1201 fields are selected, and 400 are the most',
    )
    expect(select('id').length).toBeGreaterThan(500)
  })
})
