import type { Part } from '@google/genai'
import type { ModelResponse } from '../../cassettes/model-response.ts'
import { parseJson } from '../parse-json.ts'
import { toArguments } from './to-contents.ts'

/** Converts a recorded answer to the parts of the model's message. */
export const toParts = ({ text, calls }: ModelResponse): Part[] => [
  ...(text === '' ? [] : [{ text }]),
  ...calls.map(({ id, tool, arguments: given }) => ({
    functionCall: { id, name: tool, args: toArguments(parseJson(given)) },
  })),
]
