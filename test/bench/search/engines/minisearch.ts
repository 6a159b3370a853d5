import MiniSearch from 'minisearch'
import { toStem } from '../../../../src/service/search/engine/words/stem.ts'
import { toPeer } from './engine.ts'
import { fieldNames, isStopWord, toAskedWords, toTexts } from './texts.ts'

/** The settings are the best that `--tune` found on the data beside the checkout. */
export const minisearch = toPeer({
  name: 'MiniSearch',
  settings: {
    weights: { name: 2.25, toolkit: 0.75, description: 1, parameters: 0.6, details: 0.84 },
    saturation: 0.84,
    lengthPenalty: 0.2,
    isTolerant: false,
  },
  dropsStopWords: false,
  has: ['weights', 'saturation', 'lengthPenalty', 'isTolerant'],
  open: (tools, dropsStopWords) => {
    const toTerm = (word: string) => {
      const stem = toStem(word)
      return dropsStopWords && isStopWord(stem) ? null : stem
    }
    const index = new MiniSearch({ fields: [...fieldNames], processTerm: toTerm })
    for (const tool of tools) index.add(toTexts(tool))
    return {
      search: (query, limit, { weights, saturation, lengthPenalty, isTolerant }) => {
        const found = index.search(toAskedWords(query).join(' '), {
          boost: weights,
          combineWith: 'OR',
          bm25: { k: saturation, b: lengthPenalty, d: 0.5 },
          ...(isTolerant && { prefix: true, fuzzy: 0.2 }),
        })
        return found.slice(0, limit).map(({ id }) => String(id))
      },
    }
  },
})
