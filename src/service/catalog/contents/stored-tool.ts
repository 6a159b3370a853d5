import { createHash } from 'node:crypto'
import type { Definitions, ToolDefinition } from '../definitions.ts'
import { createYielder } from '../../platform/create-yielder.ts'
import { indexDefinitions } from '../shared-definitions/index-definitions.ts'
import { referencesIn } from '../shared-definitions/references-in.ts'
import type { ToolRow } from '../store.ts'

export type ToolName = Pick<ToolRow, 'slug' | 'operation' | 'hash'>

const directions = ['input', 'output'] as const
type Direction = (typeof directions)[number]

/** `refers`: whose shared definitions its schemas refer to. */
type Known = { hash: string; refers: readonly Direction[] }

/** A tool is hashed once: it does not change once it is complete. */
const known = new WeakMap<ToolDefinition, Known>()

/** What is stored of a tool itself: the definitions that it shares are stored apart. */
export const toDocument = ({ shared: _shared, ...tool }: ToolDefinition): string =>
  JSON.stringify(tool)

/**
 * The names of tools with their hashes: of all that is stored of them, the definitions included that
 * their schemas lead to. Works in slices, so that the service stays responsive.
 */
export const toNames = async (tools: readonly ToolDefinition[]): Promise<ToolName[]> => {
  const yieldIfDue = createYielder()
  const names: ToolName[] = []
  for (const tool of tools) {
    const { hash } = known.get(tool) ?? (await read(tool))
    names.push({ slug: tool.slug, operation: tool.operation, hash })
    await yieldIfDue()
  }
  return names
}

/** The shared definitions that the schemas of a tool refer to; known once it has a name. */
export const sharedBy = (tool: ToolDefinition): readonly (readonly [Direction, Definitions])[] =>
  (known.get(tool)?.refers ?? []).flatMap((direction) => {
    const definitions = tool.shared?.[direction]
    return definitions ? [[direction, definitions] as const] : []
  })

const read = async (tool: ToolDefinition): Promise<Known> => {
  const hash = createHash('sha256').update(toDocument(tool))
  const refers: Direction[] = []
  for (const direction of directions) {
    const definitions = tool.shared?.[direction]
    if (!definitions || definitions.size === 0) continue
    const schema = direction === 'input' ? tool.inputParameters : tool.outputParameters
    const references = referencesIn(JSON.stringify(schema)).filter((name) => definitions.has(name))
    if (references.length === 0) continue
    refers.push(direction)
    const { hashes } = await indexDefinitions(definitions)
    for (const name of references.toSorted())
      hash.update(`\n${direction} ${name} ${hashes.get(name)}`)
  }
  const made = { hash: hash.digest('base64url'), refers }
  known.set(tool, made)
  return made
}
