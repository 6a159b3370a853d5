import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignSlugs } from '../../../../src/service/catalog/openapi/slugs/assign-slugs.ts'

type Named = { summary?: string; operationId?: string; isDeprecated?: boolean }

const source = (
  key: string,
  { summary = '', operationId = '', isDeprecated = false }: Named = {},
) => {
  const [method = '', path = ''] = key.split(' ')
  return { key, method, path, summary, operationId, isDeprecated }
}

const slugOf = (key: string, named: Named, toolkit = 'shop') =>
  assignSlugs(toolkit, [source(key, named)]).get(key)?.slug

describe('a slug', () => {
  it.each([
    ['Create an issue', 'SHOP_CREATE_ISSUE'],
    ['List repository issues', 'SHOP_LIST_REPOSITORY_ISSUES'],
    ["Get a repository's README", 'SHOP_GET_REPOSITORY_README'],
    ['Creates a user.', 'SHOP_CREATE_USER'],
    ['[Deprecated] Get projects', 'SHOP_GET_PROJECTS'],
    ['Get the zen of Shop', 'SHOP_GET_ZEN'],
    ['Get Shop meta information', 'SHOP_GET_META_INFORMATION'],
    ['Ändere das', 'SHOP_LIST_THINGS'],
  ])('comes from the summary "%s"', (summary, slug) => {
    expect(slugOf('GET /things', { summary })).toBe(slug)
  })

  it.each([
    ['issues/list-for-repo', 'SHOP_LIST_ISSUES_FOR_REPO'],
    ['getUserById', 'SHOP_GET_USER_BY_ID'],
    ['UserController_findAll', 'SHOP_FIND_USER_ALL'],
    ['users.list', 'SHOP_LIST_USERS'],
    ['listURLs', 'SHOP_LIST_URLS'],
    ['order-cancel', 'SHOP_CANCEL_ORDER'],
  ])(
    'comes from the operationId "%s" when the summary begins with no verb',
    (operationId, slug) => {
      expect(slugOf('GET /things', { operationId, summary: 'Things of the shop' })).toBe(slug)
    },
  )

  it.each([
    ['GET /v1/users', 'SHOP_LIST_USERS'],
    ['GET /v1/users/{id}', 'SHOP_GET_USER'],
    ['POST /users', 'SHOP_CREATE_USER'],
    ['PUT /users/{id}', 'SHOP_REPLACE_USER'],
    ['PATCH /companies/{id}', 'SHOP_UPDATE_COMPANY'],
    ['DELETE /users/{id}/keys/{key}', 'SHOP_DELETE_USER_KEY'],
    ['POST /orders/{id}/cancel', 'SHOP_CANCEL_ORDER'],
    ['GET /', 'SHOP_LIST_ROOT'],
  ])('comes from %s when there is no name at all', (key, slug) => {
    expect(slugOf(key, {})).toBe(slug)
  })

  it('is cut at a word and ends in a hash when nothing fits', () => {
    const summary =
      'Create a relationship between two exceptionally long resource identifications with further qualifications'
    const path = '/relationships-of-resource-identifications/with-further-qualifications'
    const slug = slugOf(`POST ${path}`, { summary })
    expect(slug).toMatch(/^SHOP_CREATE_RELATIONSHIP_BETWEEN_TWO_EXCEPTIONALLY_LONG_[A-Z0-9]{6}$/)
    expect(slugOf(`POST ${path}`, { summary })).toBe(slug)
    expect(slugOf(`POST ${path}/x`, { summary })).not.toBe(slug)
  })
})

describe('the slugs of a toolkit', () => {
  it('are told apart by words of operationId and path', () => {
    const summary = 'List secrets'
    const slugs = assignSlugs('shop', [
      source('GET /orgs/{org}/secrets', { summary, operationId: 'orgs/list-secrets' }),
      source('GET /repos/{owner}/{repo}/secrets', { summary, operationId: 'repos/list-secrets' }),
      source('GET /secrets', { summary, isDeprecated: true }),
    ])
    expect([...slugs].map(([key, { slug }]) => `${key} ${slug}`)).toEqual([
      'GET /orgs/{org}/secrets SHOP_LIST_SECRETS',
      'GET /repos/{owner}/{repo}/secrets SHOP_LIST_SECRETS_REPOS',
      expect.stringMatching(/^GET \/secrets SHOP_LIST_SECRETS_[A-Z0-9]+$/),
    ])
  })

  it('stay when an operation is imported again, whatever its name is now', () => {
    const previous = [{ operation: 'GET /users/{id}', slug: 'SHOP_FIND_PERSON' }]
    const slugs = assignSlugs(
      'shop',
      [
        source('GET /users/{user_id}', { summary: 'Get a user' }),
        source('GET /people', { summary: 'Find person' }),
      ],
      previous,
    )
    expect(slugs.get('GET /users/{user_id}')?.slug).toBe('SHOP_FIND_PERSON')
    expect(slugs.get('GET /people')?.slug).not.toBe('SHOP_FIND_PERSON')
  })

  it('never differ by case only', () => {
    const slugs = assignSlugs(
      'shop',
      [source('GET /a'), source('GET /b', { summary: 'Get thing' })],
      [{ operation: 'GET /a', slug: 'Shop_Get_Thing' }],
    )
    expect(slugs.get('GET /b')?.slug).not.toMatch(/^shop_get_thing$/i)
  })

  const names = fc.constantFrom(
    '',
    'Get a user',
    'List users',
    'get user',
    'Delete the user',
    'Get a thing that has a name of a length which no slug can ever hold completely',
  )
  const operations = fc.uniqueArray(
    fc.record({
      method: fc.constantFrom('GET', 'POST', 'DELETE'),
      path: fc
        .array(fc.constantFrom('users', '{id}', '{name}', 'v1', 'keys', 'ü'), { maxLength: 4 })
        .map((parts) => `/${parts.join('/')}`),
      summary: names,
      operationId: fc.oneof(names, fc.string({ maxLength: 20 })),
    }),
    { selector: ({ method, path }) => `${method} ${path}`, minLength: 1, maxLength: 30 },
  )

  it('are valid, unique and independent of the order, whatever the names', () => {
    fc.assert(
      fc.property(operations, fc.integer(), (list, seed) => {
        const sources = list.map(({ method, path, ...named }) => source(`${method} ${path}`, named))
        const slugs = assignSlugs('my-shop', sources)
        const values = [...slugs.values()].map(({ slug }) => slug)
        expect(new Set(values).size).toBe(sources.length)
        for (const slug of values) expect(slug).toMatch(/^MY_SHOP_[A-Z0-9_]{1,56}$/)
        const shuffled = sources.toSorted(
          (one, other) => ((one.key.length * seed) % 7) - ((other.key.length * seed) % 7),
        )
        expect(new Map(assignSlugs('my-shop', shuffled))).toEqual(new Map(slugs))
        const again = assignSlugs(
          'my-shop',
          shuffled,
          sources.map(({ key }) => ({ operation: key, slug: slugs.get(key)?.slug as string })),
        )
        expect(again.size).toBe(slugs.size)
        for (const [key, { slug }] of again) expect(slug).toBe(slugs.get(key)?.slug)
      }),
      { numRuns: 200 },
    )
  })
})
