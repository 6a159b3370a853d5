import type { OutboundProxy } from '../platform/outbound/index.ts'
import {
  findLocalModules,
  localPackages,
  toLanguages,
  type EnrichmentSettings,
  type LocalModules,
  type ModelEndpoint,
} from '../search/index.ts'

type ModelSettings = {
  embeddingEndpoint?: ModelEndpoint
  localEmbedding?: LocalModules
  enrichment?: EnrichmentSettings
}

type Problem = { problem: string }

type Text = string | undefined

type Variables = {
  PLUGBOARD_OUTBOUND_PROXY?: OutboundProxy | undefined
  PLUGBOARD_EMBEDDING?: Text
  PLUGBOARD_EMBEDDING_URL?: Text
  PLUGBOARD_EMBEDDING_MODEL?: Text
  PLUGBOARD_EMBEDDING_KEY?: Text
  PLUGBOARD_ENRICHMENT_URL?: Text
  PLUGBOARD_ENRICHMENT_MODEL?: Text
  PLUGBOARD_ENRICHMENT_KEY?: Text
  PLUGBOARD_ENRICHMENT_LANGUAGES: string
  PLUGBOARD_ENRICHMENT_TOOLS: number
  PLUGBOARD_ENRICHMENT_TOKENS_PER_DAY: number
  PLUGBOARD_ENRICHMENT_CONCURRENCY: number
}

/** Reads the settings of models, or returns why they cannot be used; without models, they are empty. */
export const readModelSettings = (variables: Variables): ModelSettings | Problem => {
  const embedding = readEmbedding(variables)
  if ('problem' in embedding) return embedding
  const enrichment = readEnrichment(variables)
  return 'problem' in enrichment ? enrichment : { ...embedding, ...enrichment }
}

const readEmbedding = ({
  PLUGBOARD_EMBEDDING: local,
  PLUGBOARD_EMBEDDING_URL: url,
  PLUGBOARD_EMBEDDING_MODEL: model,
  PLUGBOARD_EMBEDDING_KEY: key,
  PLUGBOARD_OUTBOUND_PROXY: proxy,
}: Variables): ModelSettings | Problem => {
  if (local !== undefined) return readLocal(url)
  const endpoint = toEndpoint('PLUGBOARD_EMBEDDING', 'an embedding model', {
    url,
    model,
    key,
    proxy,
  })
  if (endpoint === undefined || 'problem' in endpoint) return endpoint ?? {}
  return { embeddingEndpoint: endpoint }
}

const readLocal = (url: Text): ModelSettings | Problem => {
  if (url !== undefined)
    return {
      problem:
        'PLUGBOARD_EMBEDDING and PLUGBOARD_EMBEDDING_URL are both set: choose the local model or the remote one',
    }
  const localEmbedding = findLocalModules()
  if (localEmbedding) return { localEmbedding }
  return {
    problem: `PLUGBOARD_EMBEDDING is local, and its packages are not installed: run \`npm install ${localPackages}\``,
  }
}

const readEnrichment = (variables: Variables): ModelSettings | Problem => {
  const endpoint = toEndpoint('PLUGBOARD_ENRICHMENT', 'a language model', {
    url: variables.PLUGBOARD_ENRICHMENT_URL,
    model: variables.PLUGBOARD_ENRICHMENT_MODEL,
    key: variables.PLUGBOARD_ENRICHMENT_KEY,
    proxy: variables.PLUGBOARD_OUTBOUND_PROXY,
  })
  if (endpoint === undefined || 'problem' in endpoint) return endpoint ?? {}
  const chosen = toLanguages(variables.PLUGBOARD_ENRICHMENT_LANGUAGES)
  if ('problem' in chosen) return { problem: `PLUGBOARD_ENRICHMENT_LANGUAGES ${chosen.problem}` }
  return {
    enrichment: {
      ...endpoint,
      languages: chosen.languages,
      toolsPerToolkit: variables.PLUGBOARD_ENRICHMENT_TOOLS,
      tokensPerDay: variables.PLUGBOARD_ENRICHMENT_TOKENS_PER_DAY,
      concurrency: variables.PLUGBOARD_ENRICHMENT_CONCURRENCY,
    },
  }
}

/** Undefined where none is configured. */
const toEndpoint = (
  prefix: string,
  what: string,
  { url, model, key, proxy }: { url: Text; model: Text } & Pick<ModelEndpoint, 'key' | 'proxy'>,
): ModelEndpoint | Problem | undefined => {
  if (url !== undefined && model !== undefined) return { url, model, key, proxy }
  if (url === undefined && model === undefined && key === undefined) return undefined
  return {
    problem: `${prefix}_${url === undefined ? 'URL' : 'MODEL'} is not set: ${what} needs its address, such as https://api.openai.com/v1, and its name`,
  }
}
