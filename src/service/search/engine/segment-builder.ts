import { fields, slugOf } from './fields.ts'
import { occurrenceWeight, toImpact } from './impact.ts'
import { readOperation, type Operation } from './operation.ts'
import { toMarks } from './marks.ts'
import { returnedIdentifiers, requiredIdentifiers } from './identifiers.ts'
import { stopWords } from './query/stop-words.ts'
import { largestSegment, type Segment } from './segment.ts'
import { createSegmentWriter } from './segment-writer.ts'
import type { SearchableTool } from './tool.ts'

export type SegmentBuilder = ReturnType<typeof createSegmentBuilder>

/**
 * Builds a segment tool by tool, so that a caller can yield to other requests in between. `finish`
 * sorts what was added: some milliseconds for a thousand tools, so larger catalogues should become
 * several segments.
 *
 * @example
 * const builder = createSegmentBuilder()
 * builder.add({ slug: 'TRACKER_LIST_ISSUES', name: 'List issues', toolkit: 'tracker', description: 'Lists issues', parameters: [] })
 * const segment = builder.finish()
 */
export const createSegmentBuilder = () => {
  const writer = createSegmentWriter()
  return {
    get count() {
      return writer.count
    },

    add: (tool: SearchableTool): void => {
      const position = writer.count
      if (position === largestSegment)
        throw new RangeError(`A segment has at most ${largestSegment} tools; begin another one`)
      const { action, object } = operationOf(tool)
      writer.beginTool({
        slug: tool.slug,
        toolkit: tool.toolkit,
        names: namesOfToolkit(tool),
        about: (tool.toolkitAbout ?? '').slice(0, longestAbout),
        marks: toMarks(tool),
        action,
        object: object === undefined ? -1 : writer.wordId(object),
      })
      const found = new Map<number, { weight: number; fields: number }>()
      let length = 0
      for (const [index, field] of fields.entries()) {
        const words = field.words(tool).slice(0, field.limit)
        const weight = occurrenceWeight(field, words.length)
        if (field.isMeasured) length += words.length
        for (const word of words) {
          const id = writer.wordId(word)
          const known = found.get(id)
          if (known && field.addsWords) continue
          found.set(id, {
            weight: (known?.weight ?? 0) + weight,
            fields: (known?.fields ?? 0) | (1 << index),
          })
        }
        if (!field.keepsOrder) continue
        for (const text of field.texts?.(tool) ?? [words]) {
          for (const word of text.slice(0, field.limit))
            if (!stopWords.has(word)) writer.addText(writer.wordId(word))
          writer.addText(-1)
        }
      }
      for (const [word, { weight, fields: fieldBits }] of found)
        writer.addPosting(word, position, toImpact(weight, length), fieldBits)
      for (const key of requiredIdentifiers(tool)) writer.addNeed(writer.keyId(key))
      for (const key of returnedIdentifiers(tool)) writer.addGift(writer.keyId(key))
    },

    finish: (): Segment => writer.finish(),
  }
}

/** Its name says what it does, or else its slug. */
const operationOf = (tool: SearchableTool): Operation => {
  const named = readOperation(tool.name.slice(0, longestName))
  if (named.action !== 0) return named
  const { action, object = named.object } = readOperation(slugOf(tool).slice(0, longestName))
  return { action, ...(object !== undefined && { object }) }
}

const longestName = 200

const longestAbout = 500

const namesOfToolkit = ({ toolkit, toolkitName, toolkitNames }: SearchableTool): string =>
  [...(toolkitNames ?? [toolkitName ?? toolkit])].join('\n').slice(0, longestAbout)

/** Builds a segment of a list of tools at once. */
export const buildSegment = (tools: readonly SearchableTool[]): Segment => {
  const builder = createSegmentBuilder()
  for (const tool of tools) builder.add(tool)
  return builder.finish()
}
