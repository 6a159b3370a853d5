import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDocument } from '../../../../src/service/catalog/openapi/document/open-document.ts'
import { toolHints } from '../../../../src/service/catalog/openapi/operation/hints.ts'
import {
  readOperations,
  type Operation,
} from '../../../../src/service/catalog/openapi/operation/read-operations.ts'
import { assignSlugs } from '../../../../src/service/catalog/openapi/slugs/assign-slugs.ts'
import { idSegments } from '../../../../src/service/catalog/openapi/slugs/id-words.ts'
import { singular } from '../../../../src/service/catalog/openapi/slugs/number.ts'
import { shortHash } from '../../../../src/service/catalog/openapi/slugs/short-hash.ts'
import {
  destructiveVerbs,
  nounLike,
  readingVerbs,
  verbs,
} from '../../../../src/service/catalog/openapi/slugs/verbs.ts'
import {
  withoutArticles,
  wordsOfText,
} from '../../../../src/service/catalog/openapi/slugs/words.ts'
import { documentLimits } from '../../../../src/service/platform/untrusted-text/index.ts'
import { parseText } from '../../../../src/service/platform/untrusted-text/parse-text.ts'
import { verifies } from '../../../requirements.ts'
import { collectedData, hasCollected, isExcluded } from '../../../support/collected-data.ts'
import { isThorough, runsInFull } from '../../../support/thorough.ts'

const sizeOf = (name: string): number => statSync(join(collectedData('apis'), name)).size / 1024

/** These are small, and each was named badly once. */
const always = new Set(['gmail.json', 'googlecalendar.json', 'googlesheets.json', 'notion.json'])

/** The usual ones run in the gate, the largest when everything does. */
const isRun = (name: string): boolean =>
  always.has(name) ||
  (isThorough && (sizeOf(name) < 20_000 || runsInFull(`slugs of the tools of ${name}`)))

const files = hasCollected('apis', 'the names of tools of the collected APIs')
  ? readdirSync(collectedData('apis'))
      .filter((name) => /\.(json|ya?ml)$/.test(name) && !isExcluded(name) && isRun(name))
      .toSorted()
  : []

/** Chains of more things than 64 characters can tell apart. */
const mostHashes: Record<string, number> = { 'microsoftgraph-beta.json': 2_400 }

/** Words before the verb. */
const adverbs = new Set(
  'batch bulk force fully immediately manually mass multi partial partially permanently quick selectively'.split(
    ' ',
  ),
)

type Named = { operation: Operation; slug: string; words: string[]; lead: string }

const nameAll = (file: string): Named[] => {
  const toolkit = file.replace(/\..*/, '')
  const document = parseText(readFileSync(join(collectedData('apis'), file)), documentLimits)
  const { operations } = readOperations(openDocument(document))
  const slugs = assignSlugs(toolkit, operations)
  return operations.map((operation) => {
    const slug = slugs.get(operation.key)?.slug ?? ''
    const words = slug
      .slice(toolkit.length + 1)
      .toLowerCase()
      .split('_')
    return { operation, slug, words, lead: words.find((word) => !adverbs.has(word)) ?? '' }
  })
}

/** Verbs that hide a loss. */
const isHarmless = (verb: string): boolean =>
  readingVerbs.has(verb) || ['create', 'add', 'insert', 'update', 'set', 'send'].includes(verb)

const contradicts = ({ operation, words, lead }: Named): boolean => {
  const hints = toolHints(operation)
  if (hints.includes('destructiveHint'))
    return isHarmless(lead) && !words.some((word) => destructiveVerbs.has(word))
  if (destructiveVerbs.has(lead)) return true
  return hints.includes('readOnlyHint') && verbs.has(lead) && !readingVerbs.has(lead)
}

/** Whether the words of the operationId are there, all of them, but in an order of nobody. */
const isReordered = ({ operation: { operationId, summary }, words }: Named): boolean => {
  const [own = [], ...more] = idSegments(operationId)
  const [first = ''] = own
  if (more.length > 0 || !verbs.has(first) || nounLike.has(first)) return false
  const given = words.map(singular)
  const authors = [own, wordsOfText(summary)].map((text) => withoutArticles(text).map(singular))
  return (
    given.toSorted().join() === own.map(singular).toSorted().join() &&
    !authors.some((author) => author.join() === given.join())
  )
}

const slugsOf = (named: Named[]): string[] => named.map(({ slug }) => slug)

describe.runIf(files.length > 0)('the tools of collected descriptions', () => {
  it.each(files)(
    'of %s have names that fit, differ, begin with a verb and hide no loss',
    (file) => {
      verifies('imports.slugs')
      const toolkit = file.replace(/\..*/, '')
      const named = nameAll(file)
      const prefix = toolkit.toUpperCase().replaceAll('-', '_')
      const isSlug = new RegExp(`^${prefix}_[A-Z0-9_]+$`)
      expect(slugsOf(named.filter(({ slug }) => !isSlug.test(slug) || slug.length > 64))).toEqual(
        [],
      )
      expect(new Set(slugsOf(named)).size).toBe(named.length)
      const hashed = named.filter(({ slug, operation }) =>
        slug.endsWith(`_${shortHash(operation.key)}`),
      )
      expect(hashed.length).toBeLessThanOrEqual(mostHashes[file] ?? 0)
      const product = toolkit.replaceAll('-', '')
      expect(slugsOf(named.filter(({ words }) => words.includes(product)))).toEqual([])
      expect(slugsOf(named.filter(contradicts))).toEqual([])
      expect(slugsOf(named.filter(isReordered))).toEqual([])
      const nouns = named.filter(({ lead }) => !verbs.has(lead))
      expect(nouns.length, slugsOf(nouns).slice(0, 20).join(' ')).toBeLessThanOrEqual(
        Math.ceil(named.length * 0.02),
      )
      // The method is no name: "post" only where the author writes it before what is posted.
      const methods = named.filter(
        ({ lead, operation }) =>
          (['put', 'head', 'options'].includes(lead) &&
            !operation.operationId.toLowerCase().startsWith(lead)) ||
          (lead === 'post' && !/post[_ ]?[a-z]/i.test(operation.operationId + operation.summary)),
      )
      expect(slugsOf(methods)).toEqual([])
    },
    300_000,
  )
})
