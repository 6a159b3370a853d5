import { existsSync, readFileSync } from 'node:fs'
import { collectedData, hasCollected } from '../support/collected-data.ts'
import { exampleTools } from './example-tools.ts'

export type NamedSchema = { name: string; schema: Record<string, unknown> }
export type NamedTool = NamedSchema & { description: string }

/** Collected real tools, one JSON object a line; they are not in the repository. */
export const collectedTools = collectedData('tool-schemas/tool-schemas.jsonl')

/** None when there is no such file. */
export const readTools = (path: string): NamedTool[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line): NamedTool => JSON.parse(line))
    : []

type ToolSet = {
  title: string
  isExample: boolean
  tools: NamedTool[]
  /** One tool in so many; every tool of the example. */
  every: (step: number) => NamedTool[]
}

/** The committed example of tool schemas, and the collected real ones where they are. */
export const toolSets = (proof: string): ToolSet[] => [
  {
    title: 'example tool schemas',
    isExample: true,
    tools: exampleTools,
    every: () => exampleTools,
  },
  ...(hasCollected('tool-schemas/tool-schemas.jsonl', proof) ? [collectedSet()] : []),
]

const collectedSet = (): ToolSet => {
  const tools = readTools(collectedTools)
  return {
    title: 'real tool schemas',
    isExample: false,
    tools,
    every: (step) => tools.filter((_, index) => index % step === 0),
  }
}
