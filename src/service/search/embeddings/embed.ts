import type { EmbeddingModel } from './embedding-model.ts'
import { toVector, type Vector } from './vector.ts'

const usualPerCall = 100

/** The vectors of texts, in their order, with as many texts per call as the model accepts. */
export const embed = async (
  model: EmbeddingModel,
  texts: readonly string[],
  abortSignal: AbortSignal,
): Promise<Vector[]> => {
  const perCall = Math.max(
    1,
    Math.min(usualPerCall, (await model.maxEmbeddingsPerCall) ?? usualPerCall),
  )
  const vectors: Vector[] = []
  for (let start = 0; start < texts.length; start += perCall) {
    const values = texts.slice(start, start + perCall)
    const { embeddings } = await model.doEmbed({ values, abortSignal })
    if (embeddings.length !== values.length)
      throw new TypeError(
        `The embedding model returned ${embeddings.length} vectors for ${values.length} texts`,
      )
    vectors.push(...embeddings.map(toVector))
  }
  return vectors
}
