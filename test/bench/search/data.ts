import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * Tools and what people asked for, in the format that `npm run bench:search -- --help` describes.
 */
export type SearchData = { tools: DataTool[]; queries: DataQuery[] }

const parameter = z.object({ description: z.string().optional().catch(undefined) }).catch({})

const dataTool = z.object({
  id: z.string().min(1),
  toolkit: z.string(),
  name: z.string(),
  description: z.string().default(''),
  parameters: z
    .object({
      properties: z.record(z.string(), parameter).default({}),
      required: z.array(z.string()).default([]),
    })
    .prefault({}),
  source: z.string().default('own'),
  also: z.array(z.string()).default([]),
})

const dataQuery = z.object({
  id: z.string(),
  query: z.string(),
  gold: z.array(z.string()).min(1),
  source: z.string().default('own'),
})

export type DataTool = z.infer<typeof dataTool>
export type DataQuery = z.infer<typeof dataQuery>

export const readSearchData = async (folder: string): Promise<SearchData> => {
  const tools = await readLines(join(folder, 'tools.jsonl'), dataTool)
  const queries = await readLines(join(folder, 'queries.jsonl'), dataQuery)
  const known = new Set(tools.map(({ id }) => id))
  for (const { id, gold } of queries) {
    const missing = gold.find((tool) => !known.has(tool))
    if (missing !== undefined)
      throw new Error(`Query ${id} expects the tool ${missing}, which is not in tools.jsonl`)
  }
  return { tools, queries }
}

export const readSearchableTools = (tools: unknown): DataTool[] => z.array(dataTool).parse(tools)

const readLines = async <Value>(file: string, schema: z.ZodType<Value>): Promise<Value[]> => {
  const lines = (await readFile(file, 'utf8')).split('\n')
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const parsed = schema.safeParse(toJson(line, `${file}:${index + 1}`))
    if (!parsed.success)
      throw new Error(`${file}:${index + 1} is not as expected: ${z.prettifyError(parsed.error)}`)
    return [parsed.data]
  })
}

const toJson = (line: string, place: string): unknown => {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw new Error(`${place} is not JSON`, { cause: error })
  }
}

/**
 * The tools a query is asked of when its own catalogue alone is searched: those of its source, or
 * of the source its name begins with.
 */
export const catalogueOf = ({ source }: DataQuery, tools: readonly DataTool[]): string => {
  const sources = new Set(tools.flatMap((tool) => [tool.source, ...tool.also]))
  let name = source
  while (!sources.has(name)) {
    const dash = name.lastIndexOf('-')
    if (dash < 0)
      throw new Error(
        `No tool has the source ${source} of a query, nor a source its name begins with`,
      )
    name = name.slice(0, dash)
  }
  return name
}

export const isOf = (tool: DataTool, catalogue: string): boolean =>
  tool.source === catalogue || tool.also.includes(catalogue)

/**
 * More tools than there are: the given ones again under other names, so that they answer the same
 * words.
 */
export const enlarge = function* (tools: readonly DataTool[], count: number): Generator<DataTool> {
  for (let made = 0; made < count; made++) {
    const tool = tools[made % tools.length]
    const copy = Math.floor(made / tools.length)
    if (tool)
      yield copy === 0
        ? tool
        : {
            ...tool,
            id: `${tool.id}_${letters(copy)}`,
            name: `${tool.name} ${letters(copy)}`,
            toolkit: `${tool.toolkit}_${letters(copy)}`,
          }
  }
}

/** A name that is no word: `Qaa`, `Qab`, … */
const letters = (number: number): string =>
  `Q${String.fromCharCode(97 + Math.floor(number / 26))}${String.fromCharCode(97 + (number % 26))}x`
