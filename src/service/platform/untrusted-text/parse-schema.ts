import {
  buildASTSchema,
  GraphQLError,
  introspectionFromSchema,
  parse,
  type DocumentNode,
} from 'graphql'
import { decodeText } from './decode-text.ts'
import { parseJson, type JsonLimits } from './parse-json.ts'
import { UntrustedTextError } from './untrusted-text-error.ts'

export type SchemaLimits = JsonLimits & {
  /** For SDL, whose values cannot be counted before it is parsed. */
  graphQl: { maximumTokens: number }
}

/**
 * Parses a GraphQL schema synchronously: the response to an introspection query, or SDL, which is
 * converted to such a response. Throws an `UntrustedTextError`.
 */
export const parseSchema = (
  text: string | Uint8Array,
  limits: SchemaLimits,
  charset?: string,
): unknown => {
  const source = decodeText(text, charset).replace(/^\uFEFF/, '')
  if (/^\s*\{/.test(source)) return parseJson(source, limits)
  try {
    const schema = buildASTSchema(parseSdl(source, limits), {
      // Real schemas use directives that they do not declare.
      assumeValidSDL: true,
      assumeValid: true,
    })
    return introspectionFromSchema(schema)
  } catch (cause) {
    throw toProblem(cause, limits)
  }
}

const parseSdl = (source: string, { graphQl: { maximumTokens } }: SchemaLimits): DocumentNode =>
  parse(source, {
    noLocation: true,
    maxLexicalTokens: maximumTokens,
    maxComments: maximumTokens,
  })

/** Replaces the parser's message, which may quote the text. */
const toProblem = (cause: unknown, { graphQl: { maximumTokens } }: SchemaLimits): unknown => {
  if (cause instanceof UntrustedTextError) return cause
  if (cause instanceof RangeError)
    return new UntrustedTextError('too_large', 'is nested too deeply', { cause })
  if (cause instanceof GraphQLError && /: Document contains more than /.test(cause.message))
    return new UntrustedTextError(
      'too_large',
      `has more than ${maximumTokens.toLocaleString('en')} tokens`,
      { cause },
    )
  const [place] = cause instanceof GraphQLError ? (cause.locations ?? []) : []
  const where = place ? `: syntax error at line ${place.line}, column ${place.column}` : ''
  return new UntrustedTextError(
    'syntax',
    place
      ? `is neither SDL nor JSON of a GraphQL schema${where}`
      : 'is not a complete GraphQL schema: it has no query type, or uses types that it does not define',
    { cause },
  )
}
