/**
 * The part of the AI SDK's embedding model interface that is used: any object of one of its
 * providers matches, in every version of the interface.
 *
 * @example
 * import { openai } from '@ai-sdk/openai'
 * import { readConfig, startService } from 'plugboard-server'
 *
 * await startService({ ...readConfig(process.env), embeddingModel: openai.embedding('text-embedding-3-small') })
 */
export type EmbeddingModel = {
  readonly provider: string
  readonly modelId: string
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined
  doEmbed(options: {
    values: string[]
    abortSignal?: AbortSignal
  }): PromiseLike<{ embeddings: number[][] }>
}

/** Vectors of one model cannot be compared with those of another. */
export const nameOfModel = ({ provider, modelId }: EmbeddingModel): string =>
  `${provider}/${modelId}`
