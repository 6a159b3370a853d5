import { z } from 'zod'
import type { Outbound } from '../../platform/outbound/index.ts'
import { createModelApi, type ModelEndpoint } from '../model-api.ts'
import type { EmbeddingModel } from './embedding-model.ts'
import { ModelError } from './model-failure.ts'

const answer = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })),
})

const timeoutMs = 60_000
const perCall = 100

/** An embedding model behind `POST {url}/embeddings`. */
export const openAiCompatible = (
  endpoint: ModelEndpoint,
): EmbeddingModel & Pick<Outbound, 'close'> => {
  const api = createModelApi(endpoint, 'embedding')
  return {
    provider: api.host,
    modelId: endpoint.model,
    maxEmbeddingsPerCall: perCall,
    close: api.close,
    doEmbed: async ({ values, abortSignal }) => {
      const { status, headers, body } = await api.post(
        'embeddings',
        { model: endpoint.model, input: values },
        { timeoutMs, signal: abortSignal },
      )
      if (status !== 200)
        throw new ModelError(
          `The embedding model responded with ${status}; check PLUGBOARD_EMBEDDING_URL, PLUGBOARD_EMBEDDING_MODEL and PLUGBOARD_EMBEDDING_KEY`,
          status,
          { 'retry-after': headers['retry-after'] ?? '' },
        )
      const { data } = answer.parse(JSON.parse(new TextDecoder().decode(body)))
      return {
        embeddings: data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding),
      }
    },
  }
}
