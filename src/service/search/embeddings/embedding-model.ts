/**
 * What is used of an embedding model of the AI SDK: any object that one of its providers makes
 * fits, of each version of their interface.
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
