import { isCheck } from './is-check.ts'
import { serveScriptedModel } from './serve-scripted-model.ts'

/** What the three frameworks need to reach a model. */
export type ExampleModel = AsyncDisposable & {
  name: string
  apiKey: string
  baseURL: string
  isScripted: boolean
}

/**
 * OpenAI's model, or OPENAI_MODEL, if OPENAI_API_KEY is set; otherwise, and for checks, a scripted
 * model on loopback with the same API.
 */
export const openModel = async (): Promise<ExampleModel> => {
  const apiKey = process.env['OPENAI_API_KEY']
  if (!apiKey || isCheck()) {
    const { url, close } = await serveScriptedModel()
    return {
      name: 'scripted',
      apiKey: 'none',
      baseURL: `${url}/v1`,
      isScripted: true,
      [Symbol.asyncDispose]: close,
    }
  }
  const baseURL = process.env['OPENAI_BASE_URL'] || 'https://api.openai.com/v1'
  return {
    name: process.env['OPENAI_MODEL'] || 'gpt-5-mini',
    apiKey,
    baseURL,
    isScripted: false,
    [Symbol.asyncDispose]: async () => {},
  }
}
