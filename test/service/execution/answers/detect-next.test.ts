import { describe, expect, it } from 'vitest'
import { pagingRule } from '../../../../src/contract/recipe/answers.ts'
import { findNext } from '../../../../src/service/execution/answers/paging/find-next.ts'
import { verifies } from '../../../requirements.ts'

type Given = {
  json: unknown
  asked?: Record<string, unknown>
  link?: string
  url?: string
  rules?: unknown[]
  method?: 'GET' | 'POST'
}

const integers = new Set(
  'page per_page pageSize offset startAt limit startIndex pageNumber start'.split(' '),
)
const lists = new Set(['ids'])

const toArgument = (name: string): string => name.replaceAll(/\W/g, '_')

/** A tool whose parameters have these names on the wire. */
const toolWith = (names: string[], method: 'GET' | 'POST') => ({
  inputParameters: {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [
        toArgument(name),
        { type: integers.has(name) ? 'integer' : lists.has(name) ? 'array' : 'string' },
      ]),
    ),
  },
  request: {
    method,
    server: { url: 'https://api.example.com' },
    path: '/v1/things',
    parameters: names.map((name) => ({
      argument: toArgument(name),
      name,
      in: 'query' as const,
      style: 'form' as const,
      explode: true,
      allowReserved: false,
    })),
  },
})

const next = (
  names: string,
  { json, asked = {}, link, url, rules = [], method = 'GET' }: Given,
) => {
  const tool = toolWith(names === '' ? [] : names.split(' '), method)
  const query = new URLSearchParams(
    Object.entries(asked).map(([name, value]) => [name, String(value)]),
  ).toString()
  return findNext(
    rules.map((rule) => pagingRule.parse(rule)),
    tool,
    {
      json,
      headers: link === undefined ? {} : { link },
      arguments: asked,
      url: url ?? `https://api.example.com/v1/things${query === '' ? '' : `?${query}`}`,
    },
  )
}

const item = { id: 'i9', name: 'Ninth' }
const items = [{ id: 'i8', name: 'Eighth' }, item]
const at = 'https://api.example.com/v1/things'

describe('another page', () => {
  it.each<[string, string, Given, unknown]>([
    // As these write it: GitHub, Slack, Google, Stripe, OpenAI, Notion, HubSpot, Zendesk, …
    [
      'header Link',
      'page per_page q',
      {
        json: items,
        asked: { q: 'a b', per_page: 2 },
        link: `<${at}?q=a+b&per_page=2&page=9>; rel="last", <${at}?q=a%20b&per_page=2&page=2>; rel="next"`,
      },
      { q: 'a b', per_page: 2, page: 2 },
    ],
    [
      'response_metadata.next_cursor',
      'cursor limit',
      { json: { ok: true, members: items, response_metadata: { next_cursor: 'dXNlcjo=' } } },
      { cursor: 'dXNlcjo=' },
    ],
    [
      'nextPageToken',
      'pageToken q',
      { json: { files: items, nextPageToken: 't2' } },
      { pageToken: 't2' },
    ],
    [
      'next_page_token',
      'page_token',
      { json: { items, next_page_token: 't2' } },
      { page_token: 't2' },
    ],
    [
      'has_more and the last item',
      'starting_after limit',
      { json: { object: 'list', data: items, has_more: true, url: '/v1/things' } },
      { starting_after: 'i9' },
    ],
    [
      'last_id',
      'after limit',
      { json: { data: items, first_id: 'i8', last_id: 'i9', has_more: true } },
      { after: 'i9' },
    ],
    [
      'next_cursor and start_cursor',
      'start_cursor',
      { json: { results: items, next_cursor: 'c2', has_more: true } },
      { start_cursor: 'c2' },
    ],
    [
      'paging.next.after',
      'after limit',
      { json: { results: items, paging: { next: { after: '20', link: `${at}?after=20` } } } },
      { after: '20' },
    ],
    [
      'paging.next.after alone',
      'after limit',
      { json: { results: items, paging: { next: { after: '2' } } } },
      { after: '2' },
    ],
    [
      'more and an offset',
      'offset limit',
      { json: { things: items, limit: 2, offset: 2, more: true }, asked: { offset: 2 } },
      { offset: 4 },
    ],
    [
      'header Link with a comma in its title',
      'page',
      { json: items, link: `<${at}?page=2>; title="this, and more; rel=prev"; rel="next"` },
      { page: 2 },
    ],
    [
      'header Link whose next page has results',
      'cursor',
      { json: items, link: `<${at}?cursor=c2>; rel="next"; results="true"; cursor="c2"` },
      { cursor: 'c2' },
    ],
    [
      'meta.after_cursor under has_more, by links.next',
      'page[after] page[size]',
      {
        json: {
          items,
          meta: { has_more: true, after_cursor: 'x' },
          links: { next: `${at}?page%5Bafter%5D=x` },
        },
      },
      { page_after_: 'x' },
    ],
    [
      'next_page as an address',
      'page per_page',
      { json: { tickets: items, next_page: `${at}?page=3`, count: 900 }, asked: { page: 2 } },
      { page: 3 },
    ],
    [
      'next_page as a number',
      'page',
      { json: { data: items, meta: { next_page: 2 } } },
      { page: 2 },
    ],
    [
      'next_page.offset',
      'offset limit',
      {
        json: {
          data: items,
          next_page: { offset: 'eyJ0', path: '/things', uri: `${at}?offset=eyJ0` },
        },
      },
      { offset: 'eyJ0' },
    ],
    [
      'offset as a text',
      'offset pageSize',
      { json: { records: items, offset: 'itr/rec' } },
      { offset: 'itr/rec' },
    ],
    [
      'cursor at the root',
      'cursor',
      { json: { payments: items, cursor: 'sq2' } },
      { cursor: 'sq2' },
    ],
    [
      '@odata.nextLink',
      '$top $skip',
      { json: { value: items, '@odata.nextLink': `${at}?$skip=10` } },
      { _skip: '10' },
    ],
    [
      '@odata.nextLink with a parameter that no argument has',
      '$top',
      { json: { value: items, '@odata.nextLink': `${at}?$skiptoken=abc` } },
      { url: `${at}?$skiptoken=abc` },
    ],
    [
      'nextRecordsUrl',
      'q',
      {
        json: { done: false, records: items, nextRecordsUrl: '/v1/query/01g-2000' },
        asked: { q: 'x' },
      },
      { url: 'https://api.example.com/v1/query/01g-2000' },
    ],
    [
      'next_page_uri',
      'PageSize Page PageToken',
      { json: { messages: items, page: 0, next_page_uri: '/v1/things?Page=1&PageToken=PA1' } },
      { Page: '1', PageToken: 'PA1' },
    ],
    [
      'pageInfo of GraphQL',
      'after first',
      {
        json: {
          data: { issues: { nodes: items, pageInfo: { hasNextPage: true, endCursor: 'e1' } } },
        },
      },
      { after: 'e1' },
    ],
    [
      'next of Django',
      'page',
      { json: { count: 40, next: `${at}?page=2`, results: items } },
      { page: 2 },
    ],
    [
      'paging.next of Facebook',
      'after limit',
      {
        json: {
          data: items,
          paging: { cursors: { before: 'b', after: 'A' }, next: `${at}?limit=2&after=A` },
        },
        asked: { limit: 2 },
      },
      { limit: 2, after: 'A' },
    ],
    [
      'meta.next_token',
      'pagination_token',
      { json: { data: items, meta: { next_token: '7' } } },
      { pagination_token: '7' },
    ],
    [
      'pages.next.starting_after',
      'starting_after',
      { json: { data: items, pages: { next: { starting_after: 'W' } } } },
      { starting_after: 'W' },
    ],
    [
      'metadata.continue',
      'continue limit',
      { json: { items, metadata: { continue: 'k8' } } },
      { continue: 'k8' },
    ],
    ['bookmark', 'bookmark', { json: { items, bookmark: 'B2' } }, { bookmark: 'B2' }],
    [
      'startAt and total',
      'startAt maxResults',
      { json: { issues: items, startAt: 4, maxResults: 2, total: 9 }, asked: { startAt: 4 } },
      { startAt: 6 },
    ],
    [
      'page and total_pages',
      'page',
      { json: { data: items, page: 2, total_pages: 3 }, asked: { page: 2 } },
      { page: 3 },
    ],
    [
      'number and totalPages from 0',
      'page',
      { json: { content: items, number: 0, totalPages: 2, last: false } },
      { page: 1 },
    ],
    [
      'paging.pages',
      'page',
      { json: { files: items, paging: { count: 2, total: 5, page: 1, pages: 3 } } },
      { page: 2 },
    ],
    [
      'total_count',
      'page per_page',
      { json: { total_count: 5, items }, asked: { per_page: 2, page: 2 } },
      { per_page: 2, page: 3 },
    ],
    [
      'has_more with an offset',
      'offset',
      { json: { items, has_more: true }, asked: { offset: 2 } },
      { offset: 4 },
    ],
    [
      'result_info',
      'page',
      { json: { result: items, result_info: { page: 1, total_pages: 2 } } },
      { page: 2 },
    ],
  ])('is seen by %s', (_how, names, given, expected) => {
    verifies('tools.execute.paging')
    const found = next(names, given)
    expect(found && 'arguments' in found ? found.arguments : found).toEqual(expected)
  })

  it.each<[string, string, Given]>([
    [
      'an empty cursor',
      'cursor',
      { json: { members: items, response_metadata: { next_cursor: '' } } },
    ],
    ['no cursor', 'pageToken', { json: { files: items } }],
    ['has_more: false', 'starting_after', { json: { data: items, has_more: false } }],
    ['next: null with a total', 'page', { json: { count: 90, next: null, results: items } }],
    [
      'the last page number',
      'page',
      { json: { data: items, page: 3, total_pages: 3 }, asked: { page: 3 } },
    ],
    [
      'the last page from 0',
      'page',
      { json: { content: items, number: 1, totalPages: 2, last: true }, asked: { page: 1 } },
    ],
    ['the end of the total', 'offset', { json: { items, total: 4 }, asked: { offset: 2 } }],
    [
      'a cursor of the last page',
      'after',
      { json: { data: items, paging: { cursors: { before: 'b', after: 'A' } } } },
    ],
    [
      'hasNextPage: false',
      'after',
      {
        json: {
          data: { issues: { nodes: items, pageInfo: { hasNextPage: false, endCursor: 'e1' } } },
        },
      },
    ],
    [
      'the cursor that was sent',
      'cursor',
      { json: { items, cursor: 'c1' }, asked: { cursor: 'c1' } },
    ],
    ['an empty list', 'offset', { json: { items: [], total: 9 }, asked: { offset: 2 } }],
    ['no list', 'page', { json: { id: 'i9', next: `${at}?page=2`, total_pages: 3 } }],
    ['no argument for it', 'q', { json: { items, next_cursor: 'c2', total: 9, has_more: true } }],
    [
      'the next of something else',
      '',
      { json: { title: 'One', lines: items, next: '/v1/chapters/2' } },
    ],
    ['a number called cursor', 'cursor', { json: { items, cursor: 0 } }],
    [
      'another host',
      'page',
      { json: items, link: '<https://evil.example/v1/things?page=2>; rel="next"' },
    ],
    [
      'another port',
      'page',
      { json: { results: items, next: 'https://api.example.com:8443/v1/things?page=2' } },
    ],
    [
      'a user in the address',
      'page',
      { json: { results: items, next: 'https://u:p@api.example.com/v1/things?page=2' } },
    ],
    [
      'plain http',
      'page',
      { json: { results: items, next: 'http://api.example.com/v1/things?page=2' } },
    ],
    [
      'an address after a POST that no argument says',
      '',
      { json: { value: items, nextLink: `${at}?x=1` }, method: 'POST' },
    ],
    ['a text that is no address', 'q', { json: { results: items, next: 'see our site' } }],
    ['a cursor that is too long', 'cursor', { json: { items, next_cursor: 'x'.repeat(9000) } }],
    ['a cursor that is an object', 'cursor', { json: { items, next_cursor: { a: 1 } } }],
    ['no JSON', 'page', { json: undefined }],
  ])('is not seen by %s', (_how, names, given) => {
    verifies('tools.execute.paging')
    expect(next(names, given)).toBeUndefined()
  })
})

describe('the address of another page', () => {
  it('may repeat the credential, which no argument takes', () => {
    verifies('tools.execute.paging')
    const found = findNext([], toolWith(['page'], 'GET'), {
      json: { results: items, next: `${at}?page=2&api_key=secret` },
      headers: {},
      arguments: {},
      url: at,
      credentialParameters: ['api_key'],
    })
    expect(found).toEqual({ arguments: { page: 2 } })
  })
})

describe('a paging rule', () => {
  it.each<[string, string, Given, unknown]>([
    [
      'cursor',
      'anchor',
      {
        json: { rows: items, deep: { more: 'c2' } },
        rules: [{ by: 'cursor', argument: 'anchor', next: 'deep.more' }],
      },
      { anchor: 'c2' },
    ],
    [
      'cursor with an end flag',
      'anchor',
      {
        json: { rows: items, cur: 'c2', more: false },
        rules: [{ by: 'cursor', argument: 'anchor', next: 'cur', more: 'more' }],
      },
      undefined,
    ],
    [
      'cursor, and no other way',
      'anchor page',
      {
        json: { rows: items, page: 1, total_pages: 3 },
        rules: [{ by: 'cursor', argument: 'anchor', next: 'cur' }],
      },
      undefined,
    ],
    [
      'cursor only where the tool has its argument',
      'page',
      {
        json: { rows: items, page: 1, total_pages: 3 },
        rules: [{ by: 'cursor', argument: 'anchor', next: 'cur' }],
      },
      { page: 2 },
    ],
    [
      'last item of a full page',
      'since limit',
      {
        json: { list: { rows: items } },
        asked: { limit: 2 },
        rules: [
          { by: 'last_item', argument: 'since', next: 'name', items: 'list.rows', limit: 'limit' },
        ],
      },
      { since: 'Ninth', limit: 2 },
    ],
    [
      'last item of a page that is not full',
      'since limit',
      {
        json: items,
        asked: { limit: 3 },
        rules: [{ by: 'last_item', argument: 'since', next: 'name', limit: 'limit' }],
      },
      undefined,
    ],
    [
      'link in the body',
      'page',
      { json: { rows: items, go: { on: '?page=2' } }, rules: [{ by: 'link', next: 'go.on' }] },
      { page: 2 },
    ],
    [
      'link without the beginning of the path',
      'page',
      {
        json: { results: items, _links: { next: '/things?page=2' } },
        rules: [{ by: 'link', next: '_links.next' }],
      },
      { page: 2 },
    ],
    [
      'link to another host',
      'page',
      { json: { rows: items, go: '//evil.example/?page=2' }, rules: [{ by: 'link', next: 'go' }] },
      undefined,
    ],
    [
      'page from 0',
      'page',
      {
        json: { rows: items, n: '3' },
        rules: [{ by: 'page', argument: 'page', first: 0, pages: 'n' }],
      },
      { page: 1 },
    ],
    [
      'page, the last',
      'page',
      {
        json: { rows: items, n: 3 },
        asked: { page: 3 },
        rules: [{ by: 'page', argument: 'page', pages: 'n' }],
      },
      undefined,
    ],
    [
      'page from 0, the last',
      'page',
      {
        json: { rows: items, n: 3 },
        asked: { page: 2 },
        rules: [{ by: 'page', argument: 'page', first: 0, pages: 'n' }],
      },
      undefined,
    ],
    [
      'offset',
      'start',
      {
        json: { rows: items, all: 5 },
        asked: { start: 2 },
        rules: [{ by: 'offset', argument: 'start', total: 'all' }],
      },
      { start: 4 },
    ],
    [
      'offset at the end',
      'start',
      {
        json: { rows: items, all: 4 },
        asked: { start: 2 },
        rules: [{ by: 'offset', argument: 'start', total: 'all' }],
      },
      undefined,
    ],
  ])('goes on by %s', (_how, names, given, expected) => {
    verifies('tools.execute.paging')
    const found = next(names, given)
    expect(found && 'arguments' in found ? found.arguments : found).toEqual(expected)
  })
})

it('is none where the header Link says that the next page has no results', () => {
  const link = `<${at}?cursor=c2>; rel="next"; results="false"; cursor="c2"`
  expect(next('cursor', { json: items, link })).toBe(undefined)
  expect(next('offset limit', { json: { things: items, more: false, total: 9 } })).toBe(undefined)
})
