import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Log } from '../../platform/log.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Ranked, ToolFilter } from '../engine/index.ts'
import type { ProjectIndex } from '../index/project-index.ts'
import type { createBlockVectors } from './block-vectors.ts'
import { combine } from './combine.ts'
import { embed } from './embed.ts'
import { nameOfModel, type EmbeddingModel } from './embedding-model.ts'
import { findSimilar } from './find-similar.ts'
import type { Vector } from './vector.ts'

type Parts = {
  log: Log
  model: EmbeddingModel
  vectors: Pick<ReturnType<typeof createBlockVectors>, 'read'>
}

/** How many tools the words and the meaning contribute each. */
export const candidateCount = 50
const usualShare = 0.5
const usualDeviations = 4
const usualTimeoutMs = 800
/** How long the model is not called after a failure, so that not every search waits for it. */
const pauseMs = 30_000
const maximumUseCase = 4000

export type RankByMeaning = ReturnType<typeof createRankByMeaning>

/**
 * Adds the tools that are similar in meaning to the results of the word search, and orders both by
 * words and meaning. Without an answer of the model in time, or for a language that it does not
 * know, the results are unchanged.
 */
export const createRankByMeaning = ({ log, model, vectors }: Parts) => {
  const name = nameOfModel(model)
  const { share = usualShare, keepsFirst = false, leastDeviations = usualDeviations } = model
  const weights = { share, keepsFirst, leastDeviations }
  const timeoutMs = model.timeoutMs ?? usualTimeoutMs
  /** `null`: the model does not know the language. */
  const useCases = new LRUCache<string, { vector: Vector | null }>({ max: 1000 })
  let pausedUntil = 0
  let failures = 0

  const embedUseCase = async (useCase: string, signal: AbortSignal): Promise<Vector | null> => {
    const text = useCase.slice(0, maximumUseCase)
    if (model.knows && !(await model.knows(text))) return null
    return (await embed(model, [text], signal))[0] ?? null
  }

  const vectorOf = async (useCase: string, signal: AbortSignal): Promise<Vector | null> => {
    const key = createHash('sha256').update(useCase).digest('base64url')
    const known = useCases.get(key)
    if (known) return known.vector
    const vector = await embedUseCase(useCase, signal)
    useCases.set(key, { vector })
    return vector
  }

  return async <Tool extends Ranked>(
    project: Project,
    index: ProjectIndex,
    filter: ToolFilter,
    useCase: string,
    ranked: readonly Tool[],
  ): Promise<(Tool | Ranked)[]> => {
    if (performance.now() < pausedUntil || index.search.count === 0) return [...ranked]
    try {
      const similar = await inTime(async (signal) => {
        const known = await vectors.read(project, index)
        if (known.every((block) => block === undefined)) return undefined
        const wanted = await vectorOf(useCase, signal)
        return wanted && findSimilar(index.search, known, wanted, filter, candidateCount)
      }, timeoutMs)
      return similar ? combine(ranked, similar, index.search, weights) : [...ranked]
    } catch (error) {
      failures += 1
      pausedUntil = performance.now() + pauseMs
      log.warn(
        { err: error, model: name, failures },
        'The embedding model failed; searches rank by words only',
      )
      return [...ranked]
    }
  }
}

/** Settles within the time limit, even if the model ignores the signal. */
const inTime = async <Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  ms: number,
): Promise<Result> => {
  const signal = AbortSignal.timeout(ms)
  const late = Promise.withResolvers<never>()
  signal.addEventListener(
    'abort',
    () => late.reject(new Error(`Ranking by meaning took longer than ${ms} ms`)),
    { once: true },
  )
  return Promise.race([work(signal), late.promise])
}
