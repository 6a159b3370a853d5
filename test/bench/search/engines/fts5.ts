import { DatabaseSync } from 'node:sqlite'
import { toPeer } from './engine.ts'
import { fieldNames, toAskedWords, toTexts } from './texts.ts'

/**
 * SQLite's own full-text search, with Porter's stems, weighted fields, and any of the words; the
 * numbers of its BM25 are fixed. The weights are the best that `--tune` found on the data beside
 * the checkout.
 */
export const fts5 = toPeer({
  name: 'SQLite FTS5',
  settings: {
    weights: { name: 2.25, toolkit: 0.75, description: 1, parameters: 0.6, details: 0.4 },
    saturation: 1.2,
    lengthPenalty: 0.75,
    isTolerant: false,
  },
  dropsStopWords: false,
  has: ['weights'],
  open: (tools) => {
    const database = new DatabaseSync(':memory:')
    database.exec(
      `create virtual table tool using fts5(id unindexed, ${fieldNames.join(', ')}, tokenize = 'porter unicode61 remove_diacritics 2')`,
    )
    const insert = database.prepare('insert into tool values (?, ?, ?, ?, ?, ?)')
    database.exec('begin')
    for (const tool of tools) {
      const texts = toTexts(tool)
      insert.run(texts.id, ...fieldNames.map((name) => texts[name]))
    }
    database.exec(`commit; insert into tool(tool) values ('optimize')`)
    const find = database.prepare(
      `select id from tool where tool match ? order by bm25(tool, 0${', ?'.repeat(fieldNames.length)}) limit ?`,
    )
    return {
      search: (query, limit, { weights }) => {
        const words = toAskedWords(query)
        return words.length === 0
          ? []
          : find
              .all(
                words.map((word) => `"${word}"`).join(' OR '),
                ...fieldNames.map((name) => weights[name]),
                limit,
              )
              .map(({ id }) => String(id))
      },
      close: () => database.close(),
    }
  },
})
