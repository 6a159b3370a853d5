import { create, insertMultiple, search } from '@orama/orama'
import type { Engine } from './engine.ts'
import { fieldNames, fieldWeights, toAskedWords, toTexts } from './texts.ts'

export const orama: Engine = {
  name: 'Orama',
  build: async (tools) => {
    const index = create({
      schema: { id: 'string', name: 'string', toolkit: 'string', description: 'string', parameters: 'string', details: 'string' } as const,
      components: { tokenizer: { language: 'english', stemming: true, allowDuplicates: true } },
    })
    await insertMultiple(index, [...tools].map((tool) => toTexts(tool)), 1000)
    return {
      search: async (query, limit) => {
        const { hits } = await search(index, { term: toAskedWords(query).join(' '), properties: [...fieldNames], boost: fieldWeights, threshold: 1, limit })
        return hits.map(({ document }) => document.id)
      },
    }
  },
}
