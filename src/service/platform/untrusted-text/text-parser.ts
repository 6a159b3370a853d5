import { z } from 'zod'
import type { Metrics } from '../metrics/index.ts'
import type { Position } from './locate-paths.ts'
import { parseJson } from './parse-json.ts'
import type { SchemaLimits } from './parse-schema.ts'
import type { TextLimits } from './parse-text.ts'
import { UntrustedTextError } from './untrusted-text-error.ts'
import { createWorkerPool, type PoolLimits } from './worker-pool.ts'

/**
 * Parses text of third parties without blocking or crashing the process. Every failure is an
 * `UntrustedTextError`.
 */
export type TextParser = {
  /** A third party's JSON response. */
  parseAnswer(
    text: string | Uint8Array,
    charset?: string,
    options?: Pick<TextLimits, 'keepsIntegers'>,
  ): Promise<unknown>
  /** An API description in JSON or YAML. */
  parseDocument(text: string | Uint8Array): Promise<unknown>
  /** A GraphQL schema, in SDL or as an answer to introspection; both become the latter. */
  parseSchema(text: string | Uint8Array): Promise<unknown>
  /**
   * Where the values at these paths stand in a document that was parsed before, such as
   * `tools.0.slug`; null: not known.
   */
  locate(text: string, paths: readonly string[]): Promise<(Position | null)[]>
  close(): Promise<void>
}

type Kind = {
  limits: TextLimits
  pool: PoolLimits
  /** Texts that take a few milliseconds at most are parsed on the main thread. */
  inline: { bytes: number; values: number }
}

const maximumBytes = 64 * 1024 * 1024

/**
 * The JSON parser cannot be interrupted, and running out of memory in it ends the process, so the
 * limits must fit into memory. The YAML parser is JavaScript, which stops at its time or memory
 * limit.
 */
const answers: Kind = {
  limits: { maximumBytes, maximumValues: 200_000, maximumDepth: 200 },
  pool: { workers: 2, timeoutMs: 10_000, memoryMb: 1024 },
  inline: { bytes: 1024 * 1024, values: 20_000 },
}

/** The largest known public description, with 47 MB, has 1.5 million values. */
export const documentLimits: TextLimits = {
  maximumBytes,
  maximumValues: 2_000_000,
  maximumDepth: 200,
  yaml: { maximumValues: 400_000 },
}

const documents: Kind = {
  limits: documentLimits,
  // Documents come seldom, answers often.
  pool: { workers: 2, timeoutMs: 60_000, memoryMb: 2048, longestKept: 1024 * 1024 },
  inline: { bytes: 4 * 1024, values: 1_000 },
}

/** A schema of 50,000 lines has some 150,000 tokens. */
const schemaLimits: SchemaLimits = {
  maximumBytes,
  maximumValues: 2_000_000,
  maximumDepth: 200,
  graphQl: { maximumTokens: 2_000_000 },
}

const positions = z.array(z.object({ line: z.number(), column: z.number() }).nullable())

/**
 * Small texts are parsed on the main thread; others in a thread with a time limit and a memory
 * limit. Responses and documents have separate pools, so that a slow document delays no call.
 *
 * @example
 * const texts = createTextParser({ metrics: noMetrics })
 * const value = await texts.parseAnswer(body)
 */
export const createTextParser = ({ metrics }: { metrics: Metrics }): TextParser => {
  const count = metrics.counter({
    name: 'plugboard_texts_parsed_total',
    help: 'Third-party texts that were parsed, by kind and place: inline, or in a thread',
    labels: ['kind', 'place'],
  })
  const create = (name: string, { limits, pool: poolLimits, inline }: Kind) => {
    const pool = createWorkerPool(poolLimits)
    const inlineLimits = { ...limits, maximumBytes: inline.bytes, maximumValues: inline.values }
    const parse: TextParser['parseAnswer'] = async (text, charset, options) => {
      const value = await parseInline(text, { ...inlineLimits, ...options }, charset)
      count({ kind: name, place: value ? 'inline' : 'thread' })
      return value ? value.parsed : pool.parse({ text, charset, limits: { ...limits, ...options } })
    }
    return { parse, pool }
  }
  const answer = create('answer', answers)
  const document = create('document', documents)
  return {
    parseAnswer: answer.parse,
    parseDocument: (text) => document.parse(text),
    parseSchema: (text) => {
      count({ kind: 'schema', place: 'thread' })
      return document.pool.parse({ text, charset: undefined, limits: schemaLimits })
    },
    locate: async (text, paths) => {
      count({ kind: 'position', place: 'thread' })
      return positions.parse(
        await document.pool.parse({ text, charset: undefined, limits: documentLimits, paths }),
      )
    },
    close: async () => {
      await answer.pool.close()
      await document.pool.close()
    },
  }
}

/** Returns undefined for a text that is not small. */
const parseInline = async (
  text: string | Uint8Array,
  limits: TextLimits,
  charset: string | undefined,
): Promise<{ parsed: unknown } | undefined> => {
  if (text.length > limits.maximumBytes) return undefined
  try {
    if (!limits.yaml) return { parsed: parseJson(text, limits, charset) }
    const { parseText } = await import('./parse-text.ts')
    return { parsed: parseText(text, limits, charset) }
  } catch (error) {
    if (error instanceof UntrustedTextError && error.kind === 'too_large') return undefined
    throw error
  }
}
