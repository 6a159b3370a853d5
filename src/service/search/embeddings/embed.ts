import type { EmbeddingModel } from './embedding-model.ts'
import { toModelFailure } from './model-failure.ts'
import { toVector, type Vector } from './vector.ts'

const usualPerCall = 100

/** A model that refuses so many texts and has taken none refuses them all. */
const mostRefused = 5

/**
 * The vectors of texts, in their order, with as many texts per call as the model accepts. `null` is
 * a text that the model refuses, or has no direction for; throws if it refuses every text.
 */
export const embed = async (
  model: EmbeddingModel,
  texts: readonly string[],
  abortSignal: AbortSignal,
): Promise<(Vector | null)[]> => {
  const perCall = Math.max(
    1,
    Math.min(usualPerCall, (await model.maxEmbeddingsPerCall) ?? usualPerCall),
  )
  let [taken, refused] = [0, 0]
  const embedSome = async (values: string[]): Promise<(Vector | null)[]> => {
    try {
      const { embeddings } = await model.doEmbed({ values, abortSignal })
      if (embeddings.length !== values.length)
        throw new TypeError(
          `The embedding model returned ${embeddings.length} vectors for ${values.length} texts`,
        )
      taken += values.length
      return embeddings.map((embedding) => (isDirection(embedding) ? toVector(embedding) : null))
    } catch (error) {
      if (abortSignal.aborted || toModelFailure(error).of !== 'texts') throw error
      if (values.length === 1) {
        refused += 1
        if (taken === 0 && refused >= Math.min(mostRefused, texts.length)) throw error
        return [null]
      }
      // One of them is refused: the others are still wanted.
      const half = Math.ceil(values.length / 2)
      const first = await embedSome(values.slice(0, half))
      return [...first, ...(await embedSome(values.slice(half)))]
    }
  }
  const vectors: (Vector | null)[] = []
  for (let start = 0; start < texts.length; start += perCall)
    vectors.push(...(await embedSome(texts.slice(start, start + perCall))))
  return vectors
}

/** A model that averages words returns zeros for a text of which it knows none. */
const isDirection = (embedding: readonly number[]): boolean =>
  embedding.some((value) => value !== 0)
