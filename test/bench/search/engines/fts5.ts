import { DatabaseSync } from 'node:sqlite'
import type { Engine } from './engine.ts'
import { fieldNames, fieldWeights, toAskedWords, toTexts } from './texts.ts'

/** SQLite's own full-text search, with Porter's stems, weighted fields, and any of the words. */
export const fts5: Engine = {
  name: 'SQLite FTS5',
  build: (tools) => {
    const database = new DatabaseSync(':memory:')
    database.exec(`create virtual table tool using fts5(id unindexed, ${fieldNames.join(', ')}, tokenize = 'porter unicode61 remove_diacritics 2')`)
    const insert = database.prepare('insert into tool values (?, ?, ?, ?, ?, ?)')
    database.exec('begin')
    for (const tool of tools) {
      const texts = toTexts(tool)
      insert.run(texts.id, ...fieldNames.map((name) => texts[name]))
    }
    database.exec(`commit; insert into tool(tool) values ('optimize')`)
    const find = database.prepare(`select id from tool where tool match ? order by bm25(tool, 0, ${fieldNames.map((name) => fieldWeights[name]).join(', ')}) limit ?`)
    return {
      search: (query, limit) => {
        const words = toAskedWords(query)
        return words.length === 0 ? [] : find.all(words.map((word) => `"${word}"`).join(' OR '), limit).map(({ id }) => String(id))
      },
      close: () => database.close(),
    }
  },
}
