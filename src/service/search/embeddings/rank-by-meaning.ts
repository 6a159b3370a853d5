import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Log } from '../../platform/log.ts'
import type { Ranked, SearchIndex, ToolFilter } from '../engine/index.ts'
import { createAvailability } from './availability.ts'
import type { BlockVectors } from './block-vectors.ts'
import { combine } from './combine.ts'
import { embed } from './embed.ts'
import { nameOfModel, type EmbeddingModel } from './embedding-model.ts'
import { findSimilar, standsOutIn } from './find-similar.ts'
import type { Vector } from './vector.ts'

/** Tools with the vectors of each segment, where there are any. */
export type ToolVectors = {
  index: SearchIndex
  read: () => Promise<(BlockVectors | undefined)[]>
}

type Request = {
  tools: ToolVectors
  filter: ToolFilter
  useCase: string
  /** The weight of a toolkit among equals, up to 1; default: 1. */
  weightOf?: ((toolkit: string) => number) | undefined
}

export type RankedByMeaning<Tool extends Ranked = Ranked> = {
  tools: (Tool | Ranked)[]
  /** Whether a tool is so near in meaning that this alone says that it fits. */
  standsOut?: (tool: Ranked) => boolean
}

/** How many tools the words and the meaning contribute each. */
export const candidateCount = 50
const usualShare = 0.5
const usualDeviations = 4
const usualTimeoutMs = 800
const maximumUseCase = 4000
/** A refused text is tried again after this time: the model may have been configured anew. */
const refusedMs = 10 * 60_000

export type RankByMeaning = ReturnType<typeof createRankByMeaning>

/**
 * Adds the tools that are similar in meaning to the results of the word search, and orders both by
 * words and meaning. Without an answer of the model in time, or for a text that it does not know or
 * refuses, the results are unchanged.
 */
export const createRankByMeaning = ({ log, model }: { log: Log; model: EmbeddingModel }) => {
  const name = nameOfModel(model)
  const { share = usualShare, keepsFirst = false, leastDeviations = usualDeviations } = model
  const timeoutMs = model.timeoutMs ?? usualTimeoutMs
  /** `null`: the model does not know the language, or refuses the text. */
  const useCases = new LRUCache<string, { vector: Vector | null }>({ max: 1000 })
  const availability = createAvailability({ log, name })

  const embedUseCase = async (useCase: string, signal: AbortSignal): Promise<Vector | null> => {
    const text = useCase.slice(0, maximumUseCase)
    if (model.knows && !(await model.knows(text))) return null
    return (await embed(model, [text], signal))[0] ?? null
  }

  const vectorOf = async (useCase: string): Promise<Vector | null> => {
    const key = createHash('sha256').update(useCase).digest('base64url')
    const known = useCases.get(key)
    if (known) return known.vector
    const attempt = availability.attempt()
    if (!attempt) return null
    try {
      const vector = await inTime((signal) => embedUseCase(useCase, signal), timeoutMs)
      useCases.set(key, { vector })
      attempt.answered()
      return vector
    } catch (error) {
      if (attempt.failed(error) === 'texts') useCases.set(key, { vector: null }, { ttl: refusedMs })
      return null
    }
  }

  const compare = async ({ tools: { index, read }, filter, useCase }: Request) => {
    // Vectors that take longer are read on, for the searches after this one.
    const known = await inTime(read, timeoutMs)
    if (known.every((block) => block === undefined)) return undefined
    const wanted = await vectorOf(useCase)
    return wanted && findSimilar(index, known, wanted, filter, candidateCount)
  }

  return async <Tool extends Ranked>(
    request: Request,
    ranked: readonly Tool[],
  ): Promise<RankedByMeaning<Tool>> => {
    const { weightOf } = request
    const { index } = request.tools
    if (index.count === 0) return { tools: [...ranked] }
    try {
      const similar = await compare(request)
      if (!similar) return { tools: [...ranked] }
      const weights = {
        share,
        keepsFirst,
        leastDeviations,
        weightOf,
      }
      return {
        tools: combine(ranked, similar, index, weights),
        standsOut: standsOutIn(similar, index, leastDeviations),
      }
    } catch (error) {
      log.warn({ err: error, model: name }, 'A search could not use the vectors of its tools')
      return { tools: [...ranked] }
    }
  }
}

/** Settles within the time limit, even if the work ignores the signal. */
const inTime = async <Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  ms: number,
): Promise<Result> => {
  const signal = AbortSignal.timeout(ms)
  const late = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => late.reject(new Error(`No answer within ${ms} ms`)), {
    once: true,
  })
  return Promise.race([work(signal), late.promise])
}
