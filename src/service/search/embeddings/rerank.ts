import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Catalog, ToolSummary } from '../../catalog/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Ranked } from '../engine/index.ts'
import type { ProjectIndex } from '../index/project-index.ts'
import { searchStore } from '../store.ts'
import { embed } from './embed.ts'
import { nameOfModel, type EmbeddingModel } from './embedding-model.ts'
import { fromText, toSimilarity, type Vector } from './vector.ts'

type Parts = {
  database: Database
  catalog: Pick<Catalog, 'listTools'>
  log: Log
  model: EmbeddingModel
  /** How long a search waits for the model. */ timeoutMs?: number
}

/** How many of the first results are rescored. */
export const rerankedCount = 50
/** The weight of similarity against the word score. */
const share = 0.5
const usualTimeoutMs = 800
/** How long the model is not called after a failure, so that not every search waits for it. */
const pauseMs = 30_000
const maximumUseCase = 4000
const vectorsKept = 64 * 1024 * 1024

export type Rerank = ReturnType<typeof createRerank>

/**
 * Reorders the results of the word search by similarity as well. Without an answer of the model in
 * time, the order is unchanged.
 */
export const createRerank = ({
  database,
  catalog,
  log,
  model,
  timeoutMs = usualTimeoutMs,
}: Parts) => {
  const store = searchStore(database.handle)
  const name = nameOfModel(model)
  const vectors = new LRUCache<string, Vector>({
    maxSize: vectorsKept,
    sizeCalculation: (vector) => vector.length + 100,
  })
  const useCases = new LRUCache<string, Vector>({ max: 1000 })
  const hashes = new WeakMap<readonly ToolSummary[], Map<string, string>>()
  let pausedUntil = 0
  let failures = 0

  const embedUseCase = async (useCase: string): Promise<Vector | undefined> => {
    const key = createHash('sha256').update(useCase).digest('base64url')
    const known = useCases.get(key)
    if (known || performance.now() < pausedUntil) return known
    try {
      const vector = await inTime(
        (signal) => embed(model, [useCase.slice(0, maximumUseCase)], signal),
        timeoutMs,
      )
      if (vector[0]) useCases.set(key, vector[0])
      return vector[0]
    } catch (error) {
      failures += 1
      pausedUntil = performance.now() + pauseMs
      log.warn(
        { err: error, model: name, failures },
        'The embedding model failed; searches rank by words only',
      )
      return undefined
    }
  }

  const hashOf = async (
    project: Project,
    index: ProjectIndex,
    { slug, toolkit }: Ranked,
  ): Promise<string | undefined> => {
    const version = index.indexed.get(toolkit)?.version
    if (version === undefined) return undefined
    const tools = await catalog.listTools(project, toolkit, version)
    const known = hashes.get(tools) ?? new Map(tools.map((tool) => [tool.slug, tool.hash]))
    hashes.set(tools, known)
    return known.get(slug)
  }

  const findVectors = async (
    project: Project,
    wanted: readonly string[],
  ): Promise<Map<string, Vector>> => {
    const keyOf = (hash: string) => `${project.id} ${hash}`
    const unknown = wanted.filter((hash) => !vectors.has(keyOf(hash)))
    const rows = unknown.length === 0 ? [] : await store.findVectors(project.id, name, unknown)
    for (const { hash, vector } of rows) vectors.set(keyOf(hash), fromText(vector))
    return new Map(
      wanted.flatMap((hash) =>
        [vectors.get(keyOf(hash))].flatMap((vector) => (vector ? [[hash, vector] as const] : [])),
      ),
    )
  }

  return async <Tool extends Ranked>(
    project: Project,
    index: ProjectIndex,
    useCase: string,
    ranked: readonly Tool[],
  ): Promise<Tool[]> => {
    const first = ranked.slice(0, rerankedCount)
    const best = first[0]
    if (!best || first.length < 2) return [...ranked]
    const firstHashes = await Promise.all(first.map((tool) => hashOf(project, index, tool)))
    const known = await findVectors(
      project,
      firstHashes.filter((hash) => hash !== undefined),
    )
    // While most vectors are missing, the few known ones would only shuffle the results.
    if (known.size < first.length / 2) return [...ranked]
    const wanted = await embedUseCase(useCase)
    if (!wanted) return [...ranked]
    const similarities = firstHashes.map(
      (hash) =>
        [hash === undefined ? undefined : known.get(hash)].map(
          (vector) => vector && toSimilarity(wanted, vector),
        )[0],
    )
    const shares = toShares(similarities)
    const rescored = first.map((tool, at) => ({
      ...tool,
      score: (1 - share) * tool.score + share * best.score * (shares[at] ?? 0),
    }))
    return [
      ...rescored.toSorted((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1)),
      ...ranked.slice(rerankedCount),
    ]
  }
}

/**
 * From 0 for the least to 1 for the most similar; tools without a vector get the mean of the
 * others.
 */
const toShares = (similarities: readonly (number | undefined)[]): number[] => {
  const known = similarities.filter((similarity) => similarity !== undefined)
  const least = Math.min(...known)
  const range = Math.max(...known) - least
  const shares = similarities.map((similarity) =>
    similarity === undefined || range === 0 ? undefined : (similarity - least) / range,
  )
  const mean =
    shares.reduce<number>((sum, value) => sum + (value ?? 0), 0) / Math.max(1, known.length)
  return shares.map((value) => value ?? mean)
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
    () => late.reject(new Error(`The embedding model took longer than ${ms} ms`)),
    { once: true },
  )
  return Promise.race([work(signal), late.promise])
}
