import { createGrowingNumbers } from './growing-numbers.ts'
import { createNames } from './names.ts'
import type { Segment } from './segment.ts'
import { sortPostings } from './sort-postings.ts'
import { indexGrams } from './words/grams.ts'

/** What is known of a tool besides its words; `names` and `about` are its toolkit's. */
type WrittenTool = {
  slug: string
  toolkit: string
  names: string
  about: string
  marks: number
  action: number
  /** The id of a word; -1 for none. */
  object: number
}

/**
 * Collects the content of a segment, tool by tool and in any order within a tool; `finish` lays it
 * out.
 */
export const createSegmentWriter = () => {
  const slugs: string[] = []
  const toolkits = createNames()
  const words = createNames()
  const keys = createNames()
  const toolkitOf = createGrowingNumbers((size) => new Uint32Array(size))
  const toolkitNames: string[] = []
  const toolkitAbouts: string[] = []
  const marks = createGrowingNumbers((size) => new Uint8Array(size))
  const actions = createGrowingNumbers((size) => new Uint16Array(size))
  const objects = createGrowingNumbers((size) => new Int32Array(size))
  const postings = {
    words: createGrowingNumbers((size) => new Uint32Array(size)),
    tools: createGrowingNumbers((size) => new Uint16Array(size)),
    impacts: createGrowingNumbers((size) => new Uint16Array(size)),
    fields: createGrowingNumbers((size) => new Uint8Array(size)),
  }
  const text = createLists((size) => new Int32Array(size))
  const needs = createLists((size) => new Uint32Array(size))
  const gifts = createLists((size) => new Uint32Array(size))

  return {
    wordId: words.idOf,
    keyId: keys.idOf,
    get count() {
      return slugs.length
    },

    /** Begins the next tool; the text, needs and outputs added afterwards belong to it. */
    beginTool: ({ slug, toolkit, names, about, marks: own, action, object }: WrittenTool): void => {
      slugs.push(slug)
      const place = toolkits.idOf(toolkit)
      toolkitOf.push(place)
      toolkitNames[place] ||= names
      toolkitAbouts[place] ||= about
      marks.push(own)
      actions.push(action)
      objects.push(object)
      for (const list of [text, needs, gifts]) list.begin()
    },
    addText: text.push,
    addNeed: needs.push,
    addGift: gifts.push,

    addPosting: (word: number, tool: number, impact: number, fields: number): void => {
      postings.words.push(word)
      postings.tools.push(tool)
      postings.impacts.push(impact)
      postings.fields.push(fields)
    },

    finish: (): Segment => {
      const [textStarts, textValues] = text.finish()
      const [needStarts, needValues] = needs.finish()
      const [giftStarts, giftValues] = gifts.finish()
      return {
        count: slugs.length,
        slugs,
        toolkits: toolkits.all,
        toolkitOf: toolkitOf.toArray(),
        toolkitNames,
        toolkitAbouts,
        marks: marks.toArray(),
        actions: actions.toArray(),
        objects: objects.toArray(),
        words: words.all,
        ...sortPostings(words.all.length, postings),
        textStarts,
        text: textValues,
        keys: keys.all,
        needStarts,
        needs: needValues,
        giftStarts,
        gifts: giftValues,
        ...indexGrams(words.all),
      }
    },
  }
}

const createLists = <Numbers extends Int32Array | Uint32Array>(
  create: (size: number) => Numbers,
) => {
  const starts = createGrowingNumbers((size) => new Uint32Array(size))
  const values = createGrowingNumbers(create)
  return {
    begin: (): void => starts.push(values.length),
    push: values.push,
    finish: (): [Uint32Array, Numbers] => {
      starts.push(values.length)
      return [starts.toArray(), values.toArray()]
    },
  }
}
