import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { outlineSchema } from '../../../schema/outline-schema.ts'
import { inBatches } from '../../platform/in-batches.ts'
import { anyObject, outline, storedJson } from '../../platform/stored-json.ts'
import type { JsonSchema, ToolDefinition } from '../definitions.ts'
import { createYielder } from '../../platform/create-yielder.ts'
import type { catalogStore } from '../store.ts'
import { readToolDocument } from '../stored-definitions.ts'
import { longestInput } from './bound-inputs.ts'
import {
  charactersOf,
  reach,
  readDefinitionSet,
  type DefinitionSet,
  type Member,
} from './definition-set.ts'
import { referencesIn } from './references-in.ts'

/** A stored tool, and where the definitions are that it shares. */
type StoredTool = {
  slug: string
  document: string
  definitions: string | null
  owner_id: string
  content_slug: string
}

type Opened = { definition: ToolDefinition; characters: number }

type Options = {
  /** The schema of its output as it was described, instead of an outline. */
  wholeOutput?: boolean
}

export type OpenTools = ReturnType<typeof createOpenTools>

/** What models and lists get of an output schema at most, in characters. */
const longestOutput = 16_000
const longestWholeOutput = 4 * 1024 * 1024
/** Definitions that an outline may show are read until they have so many characters together. */
const longestForOutline = 4 * longestOutput
const outlineNote = 'An outline: what is too deep or too long is described by its type alone.'

const readSets = storedJson(
  'tools.definitions',
  z.object({ input: z.string().optional(), output: z.string().optional() }),
)
const readDefinition = storedJson('tool_documents.document', outline<JsonSchema>({}).and(anyObject))

/** Tools that are opened with one query. */
const batchSize = 100

/**
 * Returns a function that reads stored tools, in their order, with the definitions that their
 * schemas lead to. Tools share the definitions in memory, too: treat them as read-only.
 */
export const createOpenTools = (store: Pick<ReturnType<typeof catalogStore>, 'listShared'>) => {
  const sets = new LRUCache<string, DefinitionSet>({
    maxSize: 50_000,
    sizeCalculation: ({ members }) => members.length + 1,
  })
  const cached = new LRUCache<string, { schema: JsonSchema; characters: number }>({
    maxSize: 8 * 1024 * 1024,
    sizeCalculation: ({ characters }) => characters,
  })

  const readSet = async (tool: StoredTool, hash: string): Promise<DefinitionSet | undefined> => {
    const key = keyOf(tool, hash)
    const known = sets.get(key)
    if (known) return known
    const [row] = await store.listShared(tool, [hash])
    const set = row && readDefinitionSet(row.document, hash)
    if (set) sets.set(key, set)
    return set
  }

  const openBatch = async <Tool extends StoredTool>(
    tools: readonly Tool[],
    { wholeOutput = false }: Options,
  ): Promise<Opened[]> => {
    const yieldIfDue = createYielder()
    const plans: Plan[] = []
    const wanted = new Map<string, { tool: StoredTool; hash: string }>()
    for (const tool of tools) {
      const { input, output } =
        tool.definitions === null ? {} : readSets(tool.definitions, tool.slug)
      const plan = planTool(
        tool,
        {
          input: input === undefined ? undefined : await readSet(tool, input),
          output: output === undefined ? undefined : await readSet(tool, output),
        },
        wholeOutput,
      )
      for (const hash of plan.hashes) wanted.set(keyOf(tool, hash), { tool, hash })
      plans.push(plan)
      await yieldIfDue()
    }
    const found = await readDefinitions(wanted, yieldIfDue)
    const opened: Opened[] = []
    for (const plan of plans) {
      opened.push(plan.open((hash) => found.get(keyOf(plan.tool, hash))))
      await yieldIfDue()
    }
    return opened
  }

  const readDefinitions = async (
    wanted: ReadonlyMap<string, { tool: StoredTool; hash: string }>,
    yieldIfDue: () => Promise<void>,
  ): Promise<Map<string, JsonSchema>> => {
    const found = new Map<string, JsonSchema>()
    const missing: { tool: StoredTool; hash: string }[] = []
    for (const [key, each] of wanted) {
      const known = cached.get(key)
      if (known) found.set(key, known.schema)
      else missing.push(each)
    }
    const byOwner = Map.groupBy(missing, ({ tool }) => keyOf(tool, ''))
    for (const group of byOwner.values()) {
      const [{ tool } = { tool: undefined }] = group
      if (!tool) continue
      const rows = await inBatches(
        group.map(({ hash }) => hash),
        (hashes) => store.listShared(tool, hashes),
        200,
      )
      for (const { hash, document } of rows) {
        const schema = readDefinition(document, hash)
        found.set(keyOf(tool, hash), schema)
        cached.set(keyOf(tool, hash), { schema, characters: document.length })
        await yieldIfDue()
      }
    }
    return found
  }

  return async (tools: readonly StoredTool[], options: Options = {}): Promise<Opened[]> => {
    const opened: Opened[] = []
    for (let start = 0; start < tools.length; start += batchSize)
      opened.push(...(await openBatch(tools.slice(start, start + batchSize), options)))
    return opened
  }
}

const keyOf = ({ owner_id, content_slug }: StoredTool, hash: string): string =>
  `${owner_id} ${content_slug} ${hash}`

type Read = (hash: string) => JsonSchema | undefined

type Plan = {
  tool: StoredTool
  /** Of the definitions that it needs. */
  hashes: string[]
  open: (read: Read) => Opened
}

/** What of a tool has to be read, and how it is put together then. */
const planTool = (
  tool: StoredTool,
  sets: { input: DefinitionSet | undefined; output: DefinitionSet | undefined },
  wholeOutput: boolean,
): Plan => {
  const definition = readToolDocument(tool.document, tool.slug)
  const input = sets.input && planWhole(definition.inputParameters, sets.input, longestInput)
  const output = planOutput(tool, definition.outputParameters, sets.output, wholeOutput)
  return {
    tool,
    hashes: [...(input?.hashes ?? []), ...output.hashes],
    open: (read) => ({
      definition: {
        ...definition,
        ...(input && { inputParameters: input.open(read) }),
        outputParameters: output.open(read),
      },
      characters: tool.document.length + (input?.characters ?? 0) + output.characters,
    }),
  }
}

type SchemaPlan = { hashes: string[]; characters: number; open: (read: Read) => JsonSchema }

const planWhole = (
  schema: JsonSchema,
  set: DefinitionSet,
  maximumCharacters: number,
): SchemaPlan => {
  const text = JSON.stringify(schema)
  const names = referencesIn(text)
  const members = reach(set, names, maximumCharacters - text.length)
  const cut = referredBeyond(set, names, members)
  return {
    hashes: members.map(({ hash }) => hash),
    characters: members.reduce((sum, { characters }) => sum + characters, 0),
    open: (read) =>
      members.length + cut.length === 0
        ? schema
        : {
            ...schema,
            $defs: Object.fromEntries(
              [
                ...members.map(({ name, hash }) => [name, read(hash) ?? {}] as const),
                ...cut.map(({ name, type }) => [name, type === undefined ? {} : { type }] as const),
              ].sort(([one], [other]) => (one < other ? -1 : 1)),
            ),
          },
  }
}

/** Those that the kept members or these names refer to, and that are not kept. */
const referredBeyond = (
  { members, positions }: DefinitionSet,
  names: readonly string[],
  kept: readonly Member[],
): Member[] => {
  const referred = new Set([
    ...names.flatMap((name) => positions.get(name) ?? []),
    ...kept.flatMap(({ references }) => references),
  ])
  for (const { name } of kept) referred.delete(positions.get(name) ?? -1)
  return [...referred].flatMap((position) => members[position] ?? [])
}

const planOutput = (
  { document }: StoredTool,
  schema: JsonSchema,
  set: DefinitionSet | undefined,
  isWhole: boolean,
): SchemaPlan => {
  const asItIs = { hashes: [], characters: 0, open: () => schema }
  if (!set && (isWhole || document.length <= longestOutput)) return asItIs
  const text = JSON.stringify(schema)
  const references = set ? referencesIn(text) : []
  const characters = text.length + (set ? charactersOf(set, references) : 0)
  if (!isWhole && characters > longestOutput)
    return planOutline(schema, references, set, text.length)
  return set ? planWhole(schema, set, longestWholeOutput) : asItIs
}

const planOutline = (
  schema: JsonSchema,
  references: readonly string[],
  set: DefinitionSet | undefined,
  ownCharacters: number,
): SchemaPlan => {
  const near = set ? reach(set, references, longestForOutline) : []
  const hashes = new Map(near.map(({ name, hash }) => [name, hash]))
  return {
    hashes: [...hashes.values()],
    // Instead of the schema's own, which the document has.
    characters: longestOutput - ownCharacters,
    open: (read) => {
      const shown = outlineSchema(schema, {
        maximumCharacters: longestOutput - outlineNote.length * 2,
        definitions: {
          get: (name) => read(hashes.get(name) ?? ''),
          typeOf: (name) => set?.members[set.positions.get(name) ?? -1]?.type,
        },
      })
      const { description } = shown
      return {
        ...shown,
        description: [...(typeof description === 'string' ? [description] : []), outlineNote].join(
          '\n',
        ),
      }
    },
  }
}
