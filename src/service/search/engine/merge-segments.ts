import { hasBit } from './bits.ts'
import type { PlacedSegment, Segment } from './segment.ts'
import { createSegmentWriter } from './segment-writer.ts'

type Part = Pick<PlacedSegment, 'segment' | 'removed'>
type Writer = ReturnType<typeof createSegmentWriter>

/**
 * Merges several segments into one and drops removed tools. No text is parsed again: impacts are
 * independent of the segment.
 */
export const mergeSegments = (parts: readonly Part[]): Segment => {
  const writer = createSegmentWriter()
  for (const part of parts) addPart(writer, part)
  return writer.finish()
}

const addPart = (writer: Writer, { segment, removed }: Part): void => {
  const positions = new Int32Array(segment.count).fill(-1)
  const wordIds = new Int32Array(segment.words.length).fill(-1)
  const wordId = (word: number): number => {
    const known = wordIds[word] ?? -1
    if (known >= 0) return known
    return (wordIds[word] = writer.wordId(segment.words[word] ?? ''))
  }

  for (let tool = 0; tool < segment.count; tool++) {
    if (removed && hasBit(removed, tool)) continue
    positions[tool] = writer.count
    const object = segment.objects[tool] ?? -1
    const toolkit = segment.toolkitOf[tool] ?? 0
    writer.beginTool({
      slug: segment.slugs[tool] ?? '',
      toolkit: segment.toolkits[toolkit] ?? '',
      names: segment.toolkitNames[toolkit] ?? '',
      about: segment.toolkitAbouts[toolkit] ?? '',
      marks: segment.marks[tool] ?? 0,
      action: segment.actions[tool] ?? 0,
      object: object < 0 ? object : wordId(object),
    })
    for (let at = segment.textStarts[tool] ?? 0; at < (segment.textStarts[tool + 1] ?? 0); at++) {
      const word = segment.text[at] ?? -1
      writer.addText(word < 0 ? word : wordId(word))
    }
    for (let at = segment.needStarts[tool] ?? 0; at < (segment.needStarts[tool + 1] ?? 0); at++)
      writer.addNeed(writer.keyId(segment.keys[segment.needs[at] ?? 0] ?? ''))
    for (let at = segment.giftStarts[tool] ?? 0; at < (segment.giftStarts[tool + 1] ?? 0); at++)
      writer.addGift(writer.keyId(segment.keys[segment.gifts[at] ?? 0] ?? ''))
  }
  for (let word = 0; word < segment.words.length; word++) {
    for (
      let posting = segment.starts[word] ?? 0;
      posting < (segment.starts[word + 1] ?? 0);
      posting++
    ) {
      const position = positions[segment.tools[posting] ?? 0] ?? -1
      if (position >= 0)
        writer.addPosting(
          wordId(word),
          position,
          segment.impacts[posting] ?? 0,
          segment.fields[posting] ?? 0,
        )
    }
  }
}
