import { create, insertMultiple, search } from '@orama/orama'
import { toStem } from '../../../../src/service/search/engine/words/stem.ts'
import { toPeer } from './engine.ts'
import { fieldNames, isStopWord, toAskedWords, toTexts } from './texts.ts'

/**
 * It always finds beginnings of words, as its way to find whole ones compares stems with unstemmed
 * texts; with tolerance, misspellings too. The settings are the best that `--tune` found on the
 * data beside the checkout.
 */
export const orama = toPeer({
  name: 'Orama',
  settings: {
    weights: { name: 0.75, toolkit: 0.5, description: 1, parameters: 0.225, details: 0.8 },
    saturation: 0.6,
    lengthPenalty: 0.2,
    isTolerant: false,
  },
  dropsStopWords: true,
  has: ['weights', 'saturation', 'lengthPenalty', 'isTolerant'],
  open: async (tools, dropsStopWords) => {
    const index = create({
      schema: {
        id: 'string',
        name: 'string',
        toolkit: 'string',
        description: 'string',
        parameters: 'string',
        details: 'string',
      } as const,
      components: { tokenizer: { language: 'english', stemming: true, allowDuplicates: true } },
    })
    const texts = [...tools].map((tool) => toTexts(tool))
    await insertMultiple(
      index,
      dropsStopWords
        ? texts.map((text) => ({
            ...text,
            description: withoutStopWords(text.description),
            details: withoutStopWords(text.details),
          }))
        : texts,
      1000,
    )
    return {
      search: async (query, limit, { weights, saturation, lengthPenalty, isTolerant }) => {
        const { hits } = await search(index, {
          term: toAskedWords(query).join(' '),
          properties: [...fieldNames],
          boost: weights,
          relevance: { k: saturation, b: lengthPenalty, d: 0.5 },
          threshold: 1,
          limit,
          ...(isTolerant && { tolerance: 1 }),
        })
        return hits.map(({ document }) => document.id)
      },
    }
  },
})

const withoutStopWords = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => !isStopWord(toStem(word)))
    .join(' ')
