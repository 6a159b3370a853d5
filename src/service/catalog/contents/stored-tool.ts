import { hash } from 'node:crypto'
import { createYielder } from '../../platform/create-yielder.ts'
import { keptWith } from '../../platform/kept-with.ts'
import type { Definitions, ToolDefinition } from '../definitions.ts'
import { indexDefinitions } from '../shared-definitions/index-definitions.ts'
import { referencesIn } from '../shared-definitions/references-in.ts'
import type { ToolRow } from '../store.ts'

export type ToolName = Pick<ToolRow, 'slug' | 'operation' | 'hash'>

type Direction = 'input' | 'output'

type ToolDigest = {
  hash: string
  /** The shared definitions that its schemas refer to. */
  uses: readonly (readonly [Direction, Definitions])[]
}

/** A tool does not change once it is complete. */
const digests = new WeakMap<ToolDefinition, Promise<ToolDigest>>()

/** A hash of all that is stored of a tool, the definitions included that its schemas lead to. */
export const digestOf = (tool: ToolDefinition): Promise<ToolDigest> =>
  keptWith(digests, tool, digest)

/** What is stored of a tool itself: the definitions that it shares are stored apart. */
export const toDocument = (tool: ToolDefinition): string => write(tool).document

/** The names of tools with their hashes. Works in slices, so that the service stays responsive. */
export const toNames = async (tools: readonly ToolDefinition[]): Promise<ToolName[]> => {
  const yieldIfDue = createYielder()
  const names: ToolName[] = []
  for (const tool of tools) {
    names.push({
      slug: tool.slug,
      operation: tool.operation,
      hash: (await digestOf(tool)).hash,
    })
    await yieldIfDue()
  }
  return names
}

const digest = async (tool: ToolDefinition): Promise<ToolDigest> => {
  const { document, ...schemas } = write(tool)
  const hashed = [document]
  const uses: [Direction, Definitions][] = []
  for (const direction of ['input', 'output'] as const) {
    const definitions = tool.shared?.[direction]
    if (!definitions || definitions.size === 0) continue
    const references = referencesIn(schemas[direction]).filter((name) => definitions.has(name))
    if (references.length === 0) continue
    uses.push([direction, definitions])
    const { hashes } = await indexDefinitions(definitions)
    for (const name of references.toSorted())
      hashed.push(`${direction} ${name} ${hashes.get(name)}`)
  }
  return { hash: hash('sha256', hashed.join('\n'), 'base64url'), uses }
}

/** The document of a tool, of which the schemas are written once. */
const write = ({ shared: _shared, inputParameters, outputParameters, ...tool }: ToolDefinition) => {
  const [input, output] = [JSON.stringify(inputParameters), JSON.stringify(outputParameters)]
  const head = JSON.stringify(tool).slice(0, -1)
  return {
    input,
    output,
    document: `${head},"inputParameters":${input},"outputParameters":${output}}`,
  }
}
