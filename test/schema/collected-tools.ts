import { existsSync, readFileSync } from 'node:fs'

export type NamedSchema = { name: string; schema: Record<string, unknown> }

/** Collected real tools, one JSON object a line. They lie beside the checkout and not in it. */
export const collectedTools = new URL(
  '../../../shared/data/tool-schemas/tool-schemas.jsonl',
  import.meta.url,
).pathname

/** None when there is no such file. */
export const readTools = (path: string): NamedSchema[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line): NamedSchema => JSON.parse(line))
    : []
