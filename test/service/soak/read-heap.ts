import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ServiceNode } from '../../support/start-node.ts'

const figures = z.object({ heapUsed: z.number(), external: z.number(), rss: z.number() })

export type Heap = z.infer<typeof figures>

/** What a node still uses after its garbage was collected. */
export const readHeap = async ({ pid, stdout }: ServiceNode): Promise<Heap> => {
  const before = linesOf(stdout).length
  process.kill(pid, 'SIGUSR2')
  for (;;) {
    const lines = linesOf(stdout)
    const last = lines.at(-1)
    if (lines.length > before && last !== undefined) return figures.parse(JSON.parse(last))
    await sleep(50)
  }
}

const linesOf = (stdout: () => string): string[] =>
  [...stdout().matchAll(/^heap (\{.*\})$/gm)].flatMap(([, json = '']) => json)

const snapshot = z.object({
  snapshot: z.object({
    meta: z.object({
      node_fields: z.array(z.string()),
      node_types: z.tuple([z.array(z.string())]).rest(z.unknown()),
    }),
  }),
  nodes: z.array(z.number()),
  strings: z.array(z.string()),
})

/** How many objects there are of each class, by a heap snapshot. */
export const countObjects = async (
  node: ServiceNode,
  folder: string,
): Promise<ReadonlyMap<string, number>> => {
  writeFileSync(join(folder, 'wanted'), '')
  await readHeap(node)
  rmSync(join(folder, 'wanted'))
  const file = join(folder, 'heap.json')
  if (!existsSync(file)) throw new Error('The node wrote no heap snapshot')
  const parsed = snapshot.parse(JSON.parse(readFileSync(file, 'utf8')))
  rmSync(file)
  const { node_fields: fields, node_types: types } = parsed.snapshot.meta
  const isObject = types[0].indexOf('object')
  const nameAt = fields.indexOf('name')
  const counts = new Map<string, number>()
  for (let at = 0; at < parsed.nodes.length; at += fields.length) {
    if (parsed.nodes[at] !== isObject) continue
    const name = parsed.strings[parsed.nodes[at + nameAt] ?? 0] ?? ''
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}
