import { createOpenAI } from '@ai-sdk/openai'
import { ChatOpenAI } from '@langchain/openai'
import OpenAI from 'openai'
import { aiSdk, langchain, openai, type Runner } from 'plugboard/evals'

/** A real key is only needed to record answers of a real model. */
const apiKey = process.env['OPENAI_API_KEY'] ?? 'unused'
const model = process.env['EVAL_MODEL'] ?? 'scripted'

/** The same model with each framework. */
const runners: Runner[] = [
  aiSdk(createOpenAI({ apiKey }).chat(model)),
  langchain(new ChatOpenAI({ apiKey, model })),
  openai(new OpenAI({ apiKey }), model),
]

export default runners
