import type { EmbeddingModelV3, EmbeddingModelV4 } from '@ai-sdk/provider'

/** Meanings that share no letters: what a model knows and words do not tell. */
const meanings = [
  ['bread', 'bake', 'loaf', 'sourdough', 'brötchen', 'パン'],
  ['money', 'pay', 'invoice', 'salary', 'gehalt', '給料'],
  ['journey', 'train', 'travel', 'ticket', 'fahrkarte', '切符'],
]

export const toVector = (text: string): number[] => [
  ...meanings.map((words) => words.filter((word) => text.toLowerCase().includes(word)).length),
  0.1,
]

type Asked = { values: string[][] }

/**
 * A model of the AI SDK that computes its vectors itself, always the same, and tells what it was
 * asked.
 */
export const createMeaningModel = (modelId = 'meanings'): EmbeddingModelV4 & Asked => {
  const values: string[][] = []
  return {
    specificationVersion: 'v4',
    provider: 'test',
    modelId,
    maxEmbeddingsPerCall: 3,
    supportsParallelCalls: true,
    values,
    doEmbed: async (options) => {
      values.push(options.values)
      return { embeddings: options.values.map(toVector), warnings: [] }
    },
  }
}

/** A model that makes the vectors of tools, and for what is searched does what it is told. */
export const createBrokenModel = (onUseCase: () => Promise<never>): EmbeddingModelV3 => ({
  specificationVersion: 'v3',
  provider: 'test',
  modelId: 'broken',
  maxEmbeddingsPerCall: undefined,
  supportsParallelCalls: false,
  doEmbed: async ({ values }) =>
    values.some((value) => value.includes('\n'))
      ? { embeddings: values.map(toVector), warnings: [] }
      : onUseCase(),
})
