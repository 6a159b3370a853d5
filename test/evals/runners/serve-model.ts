import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { createOpenAI } from '@ai-sdk/openai'
import { ChatOpenAI } from '@langchain/openai'
import OpenAI from 'openai'
import { aiSdk } from '../../../src/evals/runners/ai/ai-sdk-runner.ts'
import { anthropic } from '../../../src/evals/runners/anthropic/anthropic-runner.ts'
import { google } from '../../../src/evals/runners/google/google-runner.ts'
import { langchain } from '../../../src/evals/runners/langchain/langchain-runner.ts'
import { openai } from '../../../src/evals/runners/openai/openai-runner.ts'
import type { ModelSettings } from '../../../src/evals/runners/runner.ts'
import type { EvalCase } from '../../../src/evals/types.ts'
import type { Conversation } from '../../adapters/read-conversation.ts'
import { serveOpenai, type Turn } from '../../adapters/serve-openai.ts'

/** A model that looks two cities up at once and then tells of both. */
const nextTurn = ({ results }: Conversation): Turn =>
  results.length > 0
    ? { text: `I know of ${results.length} cities.` }
    : {
        calls: ['Graz', 'Linz'].map((city) => ({
          name: 'weather_x2e_get',
          arguments: JSON.stringify({ city, days: 2 }),
        })),
      }

export const key = 'sk-planted-key'

/** The model behind an OpenAI-compatible server, and a runner of each framework for it. */
export const serveModel = async (
  turn: (conversation: Conversation) => Turn = nextTurn,
  requests = 2000,
) => {
  const server = await serveOpenai(...Array.from({ length: requests }, () => turn))
  return { ...server, runners: createRunners(`${server.url}/v1`) }
}

export const createRunners = (baseURL: string, settings: ModelSettings = {}) => ({
  ai: aiSdk(
    createOpenAI({ baseURL, apiKey: key, headers: { 'x-planted': 'planted-header' } }).chat(
      'scripted',
    ),
    settings,
  ),
  langchain: langchain(
    new ChatOpenAI({
      model: 'scripted',
      apiKey: key,
      maxRetries: 0,
      configuration: { baseURL, defaultHeaders: { 'x-planted': 'planted-header' } },
      ...settings,
    }),
  ),
  openai: openai(
    new OpenAI({
      baseURL,
      apiKey: key,
      maxRetries: 0,
      organization: 'planted-organization',
      defaultHeaders: { 'x-planted': 'planted-header' },
    }),
    'scripted',
    settings,
  ),
  anthropic: anthropic(
    new Anthropic({
      baseURL: baseURL.replace(/\/v1$/, ''),
      apiKey: key,
      maxRetries: 0,
      defaultHeaders: { 'x-planted': 'planted-header' },
    }),
    'scripted',
    settings,
  ),
  google: google(
    new GoogleGenAI({
      apiKey: key,
      httpOptions: {
        baseUrl: baseURL.replace(/\/v1$/, ''),
        headers: { 'x-planted': 'planted-header' },
      },
    }),
    'scripted',
    settings,
  ),
})

/** Looks two cities up, with what the tool answers written down. */
export const weatherCase = (id: string, more: Partial<EvalCase> = {}): EvalCase => ({
  id,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: `How is the weather in Graz and in Linz? (${id})` },
  ],
  tools: [
    {
      name: 'weather.get',
      description: 'The weather of a city',
      inputSchema: {
        type: 'object',
        required: ['city'],
        properties: { city: { type: 'string' }, days: { type: 'integer', default: 1 } },
      },
    },
    { name: 'news_get', description: 'The news', inputSchema: { type: 'object', properties: {} } },
  ],
  mocks: [
    { tool: 'weather.get', arguments: { city: 'Graz' }, result: { sky: 'blue', degrees: 21 } },
    { tool: 'weather.get', error: 'There is no station' },
  ],
  expect: {},
  ...more,
})
