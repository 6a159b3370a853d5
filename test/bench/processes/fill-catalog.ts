import { saveVersion } from '../../../src/service/catalog/save-version.ts'
import type { ToolDefinition } from '../../../src/service/catalog/definitions.ts'
import type { Database } from '../../../src/service/platform/database/index.ts'
import { createSecrets, parseKeyRing } from '../../../src/service/platform/secrets/index.ts'
import { createProjectRules } from '../../../src/service/projects/project.ts'

const verbs = [
  'list',
  'get',
  'create',
  'update',
  'delete',
  'search',
  'archive',
  'share',
  'export',
  'assign',
]
const things =
  'issue invoice contact message file calendar event ticket customer order product payment report document page comment user team project task board label webhook subscription shipment refund campaign lead deal note'.split(
    ' ',
  )

const pick = <Item>(items: readonly Item[], number: number): Item =>
  items[number % items.length] as Item

/** The same numbers in each run. */
const createRandom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const syllables =
  'ba be bo da de di fa fi ga ge ka ki la le lo ma mi mo na ne pa pe ra re ri sa se so ta te ti va ve vi za zo'.split(
    ' ',
  )

/** A made-up word; few of them are frequent and most are rare, as words of descriptions are. */
const toWord = (random: () => number): string => {
  let rank = Math.floor(8000 ** random())
  let word = ''
  while (rank > 0 || word.length < 4) {
    word += pick(syllables, rank)
    rank = Math.floor(rank / syllables.length)
  }
  return word
}

const toWords = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => toWord(random)).join(' ')

/** A tool with the size of a usual one: some arguments, a description and a result. */
const toTool = (toolkit: string, number: number): ToolDefinition => {
  const random = createRandom(Number(/\d+$/.exec(toolkit)?.[0] ?? 7777) * 1000 + number)
  const verb = pick(verbs, number)
  const thing = random() < 0.3 ? pick(things, Math.floor(random() * things.length)) : toWord(random)
  const string = (words: number) => ({ type: 'string', description: toWords(random, words) })
  return {
    slug: `${toolkit}_${verb}_${thing}_${number}`.toUpperCase(),
    operation: String(number),
    name: `${verb} ${thing} ${toWord(random)}`,
    description: `${verb} ${thing} ${toWords(random, 14)}`,
    inputParameters: {
      type: 'object',
      required: [`${thing}_id`],
      properties: {
        [`${thing}_id`]: string(6),
        [`${toWord(random)}_id`]: string(6),
        [toWord(random)]: string(8),
        limit: { type: 'integer', description: 'At most so many' },
      },
    },
    outputParameters: {
      type: 'object',
      properties: {
        [`${thing}_id`]: string(3),
        [toWord(random)]: string(3),
        updated_at: string(3),
      },
    },
    tags: [verb === 'delete' ? 'destructiveHint' : 'readOnlyHint'],
    scopes: [],
    isDeprecated: false,
    noAuth: true,
    request: {
      method: 'GET',
      server: { url: 'http://127.0.0.1:9' },
      path: `/${number}`,
      parameters: [],
    },
  }
}

type CatalogFilling = {
  database: Database
  rootKeys: string
  projectId: string
  toolkits: readonly string[]
  toolsPerToolkit: number
}

/**
 * Saves generated toolkits in a project, past the importer: what is measured afterwards is not how
 * they come there.
 */
export const fillCatalog = async ({
  database,
  rootKeys,
  projectId,
  toolkits,
  toolsPerToolkit,
}: CatalogFilling): Promise<void> => {
  const clock = { now: () => new Date() }
  const projects = createProjectRules({
    database,
    secrets: createSecrets(parseKeyRing(rootKeys)),
    clock,
  })
  for (const slug of toolkits) {
    const tools = Array.from({ length: toolsPerToolkit }, (_unused, number) => toTool(slug, number))
    await database.transaction((transaction) =>
      saveVersion({ projects, clock }, transaction, projectId, {
        slug,
        name: slug,
        description: `The generated toolkit ${slug}`,
        categories: [],
        authSchemes: [],
        triggers: [],
        tools,
      }),
    )
  }
}
