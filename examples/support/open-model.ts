import { isCheck } from './is-check.ts'
import { serveScriptedModel } from './serve-scripted-model.ts'

/** What the frameworks need to reach a model. */
export type ExampleModel = AsyncDisposable & {
  name: string
  apiKey: string
  baseURL: string
  isScripted: boolean
  /** The environment variable that holds the key of a real model. */
  keyVariable: string
}

const providers = {
  openai: {
    variables: { key: 'OPENAI_API_KEY', model: 'OPENAI_MODEL', url: 'OPENAI_BASE_URL' },
    model: 'gpt-5-mini',
    url: 'https://api.openai.com/v1',
    scriptedPath: '/v1',
  },
  anthropic: {
    variables: { key: 'ANTHROPIC_API_KEY', model: 'ANTHROPIC_MODEL', url: 'ANTHROPIC_BASE_URL' },
    model: 'claude-opus-5',
    url: 'https://api.anthropic.com',
    scriptedPath: '',
  },
  google: {
    variables: { key: 'GEMINI_API_KEY', model: 'GEMINI_MODEL', url: 'GOOGLE_GEMINI_BASE_URL' },
    model: 'gemini-3.8-flash',
    url: 'https://generativelanguage.googleapis.com',
    scriptedPath: '',
  },
}

/**
 * A model of the provider, such as OPENAI_MODEL, if its key is set, such as OPENAI_API_KEY;
 * otherwise, and for checks, a scripted model on loopback with the same API.
 */
export const openModel = async (
  provider: keyof typeof providers = 'openai',
): Promise<ExampleModel> => {
  const { variables, model, url, scriptedPath } = providers[provider]
  const apiKey = process.env[variables.key]
  if (!apiKey || isCheck()) {
    const scripted = await serveScriptedModel()
    return {
      name: 'scripted',
      apiKey: 'none',
      baseURL: `${scripted.url}${scriptedPath}`,
      isScripted: true,
      keyVariable: variables.key,
      [Symbol.asyncDispose]: scripted.close,
    }
  }
  return {
    name: process.env[variables.model] || model,
    apiKey,
    baseURL: process.env[variables.url] || url,
    isScripted: false,
    keyVariable: variables.key,
    [Symbol.asyncDispose]: async () => {},
  }
}
