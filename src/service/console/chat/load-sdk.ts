import type { LanguageModel, ModelMessage } from 'ai'
import { findPeer } from '../../platform/find-peer.ts'
import { ServiceError } from '../../service-error.ts'
import { chatProviders, type ChatSettings } from './chat-settings.ts'

export type { ModelMessage }

type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

type Create = (settings: {
  apiKey: string
  baseURL?: string
  fetch: Fetch
}) => ((model: string) => LanguageModel) & { chat: (model: string) => LanguageModel }

/** Loads the AI SDK with the package of the provider, which operators install to chat. */
export const loadSdk = async (settings: ChatSettings, fetch: Fetch) => {
  const { provider, model, key, url } = settings
  const [library, maker] = packagesOf(settings).map(findPeer)
  if (library === undefined || maker === undefined)
    throw new ServiceError('unprocessable', 'The packages to chat with it are not installed', {
      suggestedFix: `Run \`${missingPackages(settings)}\` where the service is installed`,
    })
  const { generateText, dynamicTool, jsonSchema } = (await import(library)) as typeof import('ai')
  const create = ((await import(maker)) as Record<string, Create>)[chatProviders[provider].create]
  const made = create?.({
    apiKey: key ?? 'none',
    fetch,
    ...(url !== undefined && { baseURL: url }),
  })
  if (!made) throw new Error(`@ai-sdk/${provider} has no ${chatProviders[provider].create}`)
  // Other servers of this kind have the older interface only.
  const language = provider === 'openai' && url !== undefined ? made.chat(model) : made(model)
  return { generateText, dynamicTool, jsonSchema, language }
}

const packagesOf = ({ provider }: ChatSettings) => ['ai', `@ai-sdk/${provider}`] as const

/** The command that installs what is missing; undefined if nothing is. */
export const missingPackages = (
  settings: ChatSettings,
  find: (name: string) => string | undefined = findPeer,
): string | undefined =>
  packagesOf(settings).every((name) => find(name) !== undefined)
    ? undefined
    : `npm install ${packagesOf(settings).join(' ')}`
