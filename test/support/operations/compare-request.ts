import { isDeepStrictEqual } from 'node:util'
import type { ImportReport } from '../../../src/contract/toolkits.ts'
import type { Exchange } from '../start-recorder.ts'
import type { DescribedOperation, DescribedParameter } from './list-operations.ts'

type Asked = {
  operation: DescribedOperation
  renamed: ImportReport['renamed']
  arguments: Record<string, unknown>
}

/** Where the request that left is not the one that the arguments ask for; empty when it is. */
export const compareRequest = (asked: Asked, sent: Exchange): string[] => [
  ...(sent.method === asked.operation.method
    ? []
    : [`the method is ${sent.method} instead of ${asked.operation.method}`]),
  ...comparePath(asked, sent),
  ...compareQuery(asked, sent),
  ...compareHeaders(asked, sent),
  ...compareBody(asked, sent),
]

const comparePath = (asked: Asked, { path }: Exchange): string[] => {
  const expected = asked.operation.path
    .split('/')
    .map((segment) =>
      segment.replace(/\{([^{}]+)\}/g, (_, name: string) =>
        textOf(argumentFor(asked, 'path', name)),
      ),
    )
  // Segment by segment, so that a slash within a value is not taken for one between two.
  const actual = path.split('/').map(decodeURIComponent)
  return isDeepStrictEqual(actual, expected)
    ? []
    : [
        `the path is ${path}, which reads ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`,
      ]
}

/**
 * Mocks say nothing of a query parameter that they don't know, so each sent one must be asked for.
 */
const compareQuery = (asked: Asked, { query }: Exchange): string[] => {
  const expected = asked.operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) => queryPairs(parameter, argumentFor(asked, 'query', parameter.name)))
  const missing = without(expected, [...query])
  const unasked = without([...query], expected)
  return [
    ...missing.map(([name, value]) => `the query lacks ${name}=${value}`),
    ...unasked.map(([name, value]) => `the query has ${name}=${value}, which nobody asked for`),
  ]
}

type Pair = [name: string, value: string]

const queryPairs = (
  { name, style = 'form', explode = style === 'form' }: DescribedParameter,
  value: unknown,
): Pair[] => {
  if (value === undefined || value === null) return []
  if (Array.isArray(value))
    return explode
      ? value.map((item): Pair => [name, textOf(item)])
      : [
          [
            name,
            value
              .map(textOf)
              .join(style === 'pipeDelimited' ? '|' : style === 'spaceDelimited' ? ' ' : ','),
          ],
        ]
  if (typeof value !== 'object') return [[name, String(value)]]
  const entries = Object.entries(value)
  if (style === 'deepObject') return entries.map(([key, item]) => [`${name}[${key}]`, textOf(item)])
  return explode
    ? entries.map(([key, item]) => [key, textOf(item)])
    : [[name, entries.flat().map(textOf).join(',')]]
}

const without = (pairs: Pair[], others: Pair[]): Pair[] => {
  const left = others.map((pair) => JSON.stringify(pair))
  return pairs.filter((pair) => {
    const index = left.indexOf(JSON.stringify(pair))
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

const compareHeaders = (asked: Asked, { headers }: Exchange): string[] =>
  asked.operation.parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => [name.toLowerCase(), argumentFor(asked, 'header', name)] as const)
    .filter(([name, value]) => value !== undefined && headers[name] !== textOf(value))
    .map(
      ([name, value]) =>
        `the header ${name} is ${JSON.stringify(headers[name])} instead of ${textOf(value)}`,
    )

const compareBody = (asked: Asked, { headers, body }: Exchange): string[] => {
  const ofParameters = new Set(
    asked.operation.parameters.map(({ in: place, name }) => argumentNameOf(asked, place, name)),
  )
  const rest = Object.entries(asked.arguments).filter(([argument]) => !ofParameters.has(argument))
  const contentType = headers['content-type'] ?? ''
  const { constants } = asked.operation
  if (rest.length === 0 && Object.keys(constants).length === 0)
    return body.length === 0 || body.toString() === '{}'
      ? []
      : [`the body is ${shown(body)}, though no argument asks for one`]
  const flat = {
    ...constants,
    ...Object.fromEntries(rest.map(([argument, value]) => [wireNameOf(asked, argument), value])),
  }
  const whole = rest.length === 1 && rest[0]?.[0] === 'body' ? rest[0][1] : undefined
  if (/[/+]json/.test(contentType)) {
    const sent: unknown = JSON.parse(body.toString())
    return [flat, whole].some((expected) => isDeepStrictEqual(sent, expected))
      ? []
      : [`the body is ${shown(body)} instead of ${JSON.stringify(flat)}`]
  }
  const contents = Object.values(flat).flat().map(contentOf)
  return contents.every((content) => body.includes(content))
    ? []
    : [`the body ${shown(body)} of the type ${contentType} lacks a part of ${JSON.stringify(flat)}`]
}

/** What a file argument, or any other, must have put into a body that is not JSON. */
const contentOf = (value: unknown): Buffer => {
  const file = (value ?? {}) as { base64?: unknown }
  return typeof file === 'object' && typeof file.base64 === 'string'
    ? Buffer.from(file.base64, 'base64')
    : Buffer.from(textOf(value))
}

const argumentFor = (asked: Asked, place: string, name: string): unknown =>
  asked.arguments[argumentNameOf(asked, place, name)]

/** A name that two places claim stays with the first; the report says what the other is called. */
const argumentNameOf = (asked: Asked, place: string, name: string): string => {
  const renamed = asked.renamed.filter(
    ({ kind, operation, from }) =>
      kind === 'argument' && operation === asked.operation.key && from === name,
  )
  return (
    (
      renamed.find(({ to }) => to.startsWith(`${place}_`)) ??
      renamed.find(({ reason }) => !reason.startsWith('Another argument'))
    )?.to ?? name
  )
}

const wireNameOf = (asked: Asked, argument: string): string =>
  asked.renamed.find(
    ({ kind, operation, to }) =>
      kind === 'argument' && operation === asked.operation.key && to === argument,
  )?.from ?? argument

const textOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

const shown = (body: Buffer): string => body.toString('utf8').slice(0, 500)
