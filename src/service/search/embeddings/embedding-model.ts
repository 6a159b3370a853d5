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
  /** Whether the model knows the language of a text; without it, it knows every language. */
  knows?(text: string): PromiseLike<boolean>
  /** How much similarity counts against words, from 0 to 1; default: 0.5. */
  readonly share?: number
  /** Whether the best tool by words stays the first; default: false. */
  readonly keepsFirst?: boolean
  /**
   * How far a tool must stand out in similarity to be found though no tool matches by words, in
   * deviations from the mean of all tools; default: 4.
   */
  readonly leastDeviations?: number
  /** How much of a tool's text is embedded; default: 2,000 characters. */
  readonly maximumCharacters?: number
  /** How long a search waits for the model; default: 0.8 s. */
  readonly timeoutMs?: number
}

/** Vectors of one model cannot be compared with those of another. */
export const nameOfModel = ({ provider, modelId }: EmbeddingModel): string =>
  `${provider}/${modelId}`
