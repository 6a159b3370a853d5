import type { GrowingNumbers } from './growing-numbers.ts'
import type { Segment } from './segment.ts'

type Postings = {
  words: GrowingNumbers<Uint32Array>
  tools: GrowingNumbers<Uint16Array>
  impacts: GrowingNumbers<Uint16Array>
  fields: GrowingNumbers<Uint8Array>
}

/**
 * Groups the postings by word; within a word they keep their order, which must be that of tools.
 */
export const sortPostings = (
  wordCount: number,
  postings: Postings,
): Pick<Segment, 'starts' | 'tools' | 'impacts' | 'fields' | 'peaks'> => {
  const [words, tools, impacts, fields] = [
    postings.words.toArray(),
    postings.tools.toArray(),
    postings.impacts.toArray(),
    postings.fields.toArray(),
  ]
  const starts = new Uint32Array(wordCount + 1)
  for (const word of words) starts[word + 1] = (starts[word + 1] ?? 0) + 1
  for (let word = 0; word < wordCount; word++)
    starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0)

  const next = starts.slice()
  const sorted = {
    starts,
    tools: new Uint16Array(words.length),
    impacts: new Uint16Array(words.length),
    fields: new Uint8Array(words.length),
    peaks: new Uint16Array(wordCount),
  }
  for (let posting = 0; posting < words.length; posting++) {
    const word = words[posting] ?? 0
    const place = next[word] ?? 0
    const impact = impacts[posting] ?? 0
    next[word] = place + 1
    sorted.tools[place] = tools[posting] ?? 0
    sorted.impacts[place] = impact
    sorted.fields[place] = fields[posting] ?? 0
    if (impact > (sorted.peaks[word] ?? 0)) sorted.peaks[word] = impact
  }
  return sorted
}
