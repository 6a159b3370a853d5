import { everyday } from './everyday.ts'
import { knowledge } from './knowledge.ts'
import { leisure } from './leisure.ts'
import { money } from './money.ts'
import { technology } from './technology.ts'
import { work } from './work.ts'

/**
 * Names of topics, and the words that imply them: a use case mentions rain, the tool weather.
 *
 * Common knowledge about the fields that apps and public APIs serve, written by two people who had
 * seen no catalogue and no request that the search is measured with. A line belongs here when it holds in
 * any catalogue; names of products and ambiguous words do not. No line is kept or left out for what a
 * benchmark says of it.
 */
export const topics: readonly (readonly [heads: string, words: string])[] = [
  everyday,
  leisure,
  money,
  knowledge,
  work,
  technology,
].flatMap((text) =>
  text
    .trim()
    // A line that goes on is indented.
    .split(/\n(?! )/)
    .map((line): [string, string] => {
      const [heads = '', words = ''] = line.split(':')
      return [heads, words]
    }),
)
