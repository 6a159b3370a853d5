import MiniSearch from 'minisearch'
import { toStem } from '../../../../src/service/search/engine/words/stem.ts'
import type { Engine } from './engine.ts'
import { fieldNames, fieldWeights, toAskedWords, toTexts } from './texts.ts'

export const minisearch: Engine = {
  name: 'MiniSearch',
  build: (tools) => {
    const index = new MiniSearch({ fields: [...fieldNames], processTerm: (word) => toStem(word), searchOptions: { boost: fieldWeights, combineWith: 'OR' } })
    for (const tool of tools) index.add(toTexts(tool))
    return { search: (query, limit) => index.search(toAskedWords(query).join(' ')).slice(0, limit).map(({ id }) => String(id)) }
  },
}
