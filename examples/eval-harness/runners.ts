import { createOpenAI } from '@ai-sdk/openai'
import { ChatOpenAI } from '@langchain/openai'
import OpenAI from 'openai'
import { aiSdk, langchain, openai, type Runner } from 'plugboard/evals'

/** The key is real where recordings are made of a real model; to replay them none is needed. */
const apiKey = process.env['OPENAI_API_KEY'] ?? 'unused'
const model = process.env['EVAL_MODEL'] ?? 'scripted'

/** The same model by way of each framework. */
const runners: Runner[] = [
  aiSdk(createOpenAI({ apiKey }).chat(model)),
  langchain(new ChatOpenAI({ apiKey, model })),
  openai(new OpenAI({ apiKey }), model),
]

export default runners
