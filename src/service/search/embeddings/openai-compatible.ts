import { z } from 'zod'
import { createOutbound, type Outbound } from '../../platform/outbound/index.ts'
import type { EmbeddingModel } from './embedding-model.ts'

/** The address and model of an operator's OpenAI-compatible embedding API. */
export type EmbeddingEndpoint = { url: string; model: string; key?: string | undefined }

const answer = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })),
})

const timeoutMs = 60_000
const perCall = 100

/**
 * An embedding model behind `POST {url}/embeddings`. The operator chose the address, so a private
 * one is allowed too.
 */
export const openAiCompatible = (
  endpoint: EmbeddingEndpoint,
): EmbeddingModel & Pick<Outbound, 'close'> => {
  const { host, port, protocol } = new URL(endpoint.url)
  const address = port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host
  const outbound = createOutbound({ allow: [`embedding@${address}`], userAgent: 'plugboard' })
  return {
    provider: host,
    modelId: endpoint.model,
    maxEmbeddingsPerCall: perCall,
    close: outbound.close,
    doEmbed: async ({ values, abortSignal }) => {
      const { status, body } = await outbound.send({
        egress: { purpose: 'embedding', projectId: null },
        url: `${endpoint.url.replace(/\/+$/, '')}/embeddings`,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(endpoint.key !== undefined && { authorization: `Bearer ${endpoint.key}` }),
        },
        body: JSON.stringify({ model: endpoint.model, input: values }),
        timeoutMs,
        ...(abortSignal && { signal: abortSignal }),
      })
      if (status !== 200)
        throw new Error(
          `The embedding model responded with ${status}; check PLUGBOARD_EMBEDDING_URL, PLUGBOARD_EMBEDDING_MODEL and PLUGBOARD_EMBEDDING_KEY`,
        )
      const { data } = answer.parse(JSON.parse(new TextDecoder().decode(body)))
      return {
        embeddings: data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding),
      }
    },
  }
}
