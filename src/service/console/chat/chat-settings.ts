import type { OutboundProxy } from '../../platform/outbound/index.ts'

/** The companies whose models the AI SDK speaks to here, with the package and function that make one. */
export const chatProviders = {
  openai: { create: 'createOpenAI', profile: 'openai' },
  anthropic: { create: 'createAnthropic', profile: 'anthropic' },
  google: { create: 'createGoogleGenerativeAI', profile: 'gemini' },
} as const

export type ChatProvider = keyof typeof chatProviders

/** The model that people chat with in the playground of the console. */
export type ChatSettings = {
  provider: ChatProvider
  model: string
  key: string | undefined
  /** The base address of an API of the same kind; absent: that of the company. */
  url: string | undefined
  /** Of the operator, for public addresses. */
  proxy?: OutboundProxy | undefined
}

type Variables = {
  PLUGBOARD_CHAT_MODEL?: string | undefined
  PLUGBOARD_CHAT_KEY?: string | undefined
  PLUGBOARD_CHAT_URL?: string | undefined
  PLUGBOARD_OUTBOUND_PROXY?: OutboundProxy | undefined
}

/** Reads which model there is to chat with, or returns what is wrong with the settings. */
export const readChatSettings = (
  variables: Variables,
): { chat?: ChatSettings } | { problem: string } => {
  const { PLUGBOARD_CHAT_MODEL: named, PLUGBOARD_CHAT_KEY: key } = variables
  const url = variables.PLUGBOARD_CHAT_URL
  if (named === undefined)
    return key === undefined && url === undefined
      ? {}
      : { problem: 'PLUGBOARD_CHAT_MODEL is not set: name the model, such as openai/gpt-5-mini' }
  const [, provider = '', model = ''] = /^([a-z]+)\/(\S{1,200})$/.exec(named) ?? []
  if (!isProvider(provider))
    return {
      problem: `PLUGBOARD_CHAT_MODEL is "${named}": it must be ${Object.keys(chatProviders)
        .map((name) => `${name}/<model>`)
        .join(' or ')}`,
    }
  if (key === undefined && url === undefined)
    return { problem: `PLUGBOARD_CHAT_KEY is not set: ${provider} needs a key` }
  return { chat: { provider, model, key, url, proxy: variables.PLUGBOARD_OUTBOUND_PROXY } }
}

const isProvider = (name: string): name is ChatProvider => Object.hasOwn(chatProviders, name)
