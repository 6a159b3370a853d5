import type { FailureRule } from '../../../contract/recipe/answers.ts'
import type { Catalog, GraphQlRequestTemplate, HttpRequestTemplate } from '../../catalog/index.ts'
import { quote } from '../../platform/quote.ts'
import { selectPath } from '../../third-party/index.ts'
import { findNext, findPagingRule, rulesOf, type ToolPage } from '../answers/index.ts'
import {
  callHttpApi,
  type Authority,
  type HttpCallParts,
  type PageRequest,
} from '../call-http-api.ts'
import type { ToolCall } from '../execute-tool.ts'
import { connectionRule } from './connection-rule.ts'
import { buildOperation } from './build-operation.ts'

export type GraphQlCallParts = Pick<Catalog, 'readGraphQlTypes'>

/**
 * Runs a tool of a GraphQL API. An answer with `errors` is a failure, whatever its status; the data
 * that came with them is kept, as a mutation may have been carried out in part.
 */
export const callGraphQlApi = async (
  parts: HttpCallParts & GraphQlCallParts,
  call: ToolCall,
  template: GraphQlRequestTemplate,
  authority: Authority,
  { asked, timeoutMs }: PageRequest,
): Promise<ToolPage> => {
  const { definition } = call.toolkit
  const tool = call.tool.definition
  const operation = await buildOperation(template, call.arguments, () =>
    parts.readGraphQlTypes(call.project, definition),
  )
  const result = await callHttpApi(
    parts,
    { ...call, arguments: operation },
    toHttpTemplate(template),
    authority,
    { asked, timeoutMs },
    graphQlFailures,
  )
  if (result.error !== null)
    return { ...result, error: `${result.error}${adviceOn(template, result.data['body'])}` }
  const { bytes, json } = result
  const { data, file } = result.data
  if (isObject(data)) {
    const rules = [...rulesOf(definition, tool).paging, ...connectionRule(template, asked, json)]
    const page = { json, headers: {}, arguments: asked }
    return {
      data,
      error: null,
      json: data,
      itemsPath: findPagingRule(rules, tool)?.items?.replace(/^data\./, ''),
      bytes,
      next: findNext(rules, tool, page),
    }
  }
  // What is too large to be read is kept as a file.
  if (isObject(file)) return result
  return {
    data: { body: result.data },
    bytes,
    error: `${quote(definition.name)} did not answer as a GraphQL API does: the body has no "data"`,
  }
}

const hasErrors = { in: 'body', path: 'errors' } as const
const message = 'errors.0.message'

/** APIs give an error its code in one of two places. */
const graphQlFailures: FailureRule[] = [
  ...['errors.0.extensions.code', 'errors.0.type'].map((code): FailureRule => ({
    when: [hasErrors, { in: 'body', path: code }],
    message,
    code,
    reconnect: false,
  })),
  { when: [hasErrors], message, reconnect: false },
]

/** One field that a user may not see fails a whole answer, though the rest of it is there. */
const adviceOn = ({ select }: GraphQlRequestTemplate, body: unknown): string => {
  const place = selectPath(body, 'errors.0.path')
  if (!select || !Array.isArray(place) || place.length < 2) return ''
  const [field] = place as unknown[]
  const isAnswered = isObject(selectPath(body, `data.${String(field)}`))
  return isAnswered
    ? `. It is about ${quote(place.join('.'))}; the rest was answered, and "${select.argument}" can leave that out.`
    : ''
}

const toHttpTemplate = ({ server, path }: GraphQlRequestTemplate): HttpRequestTemplate => ({
  method: 'POST',
  server,
  path,
  parameters: [],
  body: {
    contentType: 'application/json',
    encoding: 'json',
    from: {
      properties: { query: 'query', operationName: 'operationName', variables: 'variables' },
      open: false,
    },
    required: true,
  },
  accept: ['application/graphql-response+json', 'application/json'],
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
