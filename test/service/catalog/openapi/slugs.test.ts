import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignSlugs } from '../../../../src/service/catalog/openapi/slugs/assign-slugs.ts'

type Named = {
  summary?: string
  operationId?: string
  description?: string
  isDeprecated?: boolean
}

const source = (
  key: string,
  { summary = '', operationId = '', description = '', isDeprecated = false }: Named = {},
) => {
  const [method = '', path = ''] = key.split(' ')
  return { key, method, path, summary, operationId, description, isDeprecated }
}

const slugOf = (key: string, named: Named, toolkit = 'shop') =>
  assignSlugs(toolkit, [source(key, named)]).get(key)?.slug

describe('a slug', () => {
  it.each([
    ['Create an issue', 'SHOP_CREATE_ISSUE'],
    ['List repository issues', 'SHOP_LIST_REPOSITORY_ISSUES'],
    ["Get a repository's README", 'SHOP_GET_REPOSITORY_README'],
    ['Creates a user.', 'SHOP_CREATE_USER'],
    ['Updates attachment on a specific account', 'SHOP_UPDATE_ATTACHMENT_ON_ACCOUNT'],
    ['[Deprecated] Get projects', 'SHOP_GET_PROJECTS'],
    ['Get the zen of Shop', 'SHOP_GET_ZEN'],
    ['Send email with Shop', 'SHOP_SEND_EMAIL'],
    ['Get Shop meta information', 'SHOP_GET_META_INFORMATION'],
    ['Re-run a workflow', 'SHOP_RERUN_WORKFLOW'],
    ['Un-pins an item from a channel', 'SHOP_UNPIN_ITEM_FROM_CHANNEL'],
    ['Permanently delete a contact (GDPR-compliant)', 'SHOP_PERMANENTLY_DELETE_CONTACT'],
    ['Deleting Droplets by Tag', 'SHOP_DELETE_DROPLETS_BY_TAG'],
    ['Retrieve a list of audiences', 'SHOP_LIST_AUDIENCES'],
    ['Retrieve an Existing Firewall', 'SHOP_RETRIEVE_FIREWALL'],
    ['Create a New Droplet', 'SHOP_CREATE_DROPLET'],
    ['Create one or more quotes', 'SHOP_CREATE_QUOTES'],
    ['Returns the OpenAPI Specification document.', 'SHOP_GET_OPENAPI_SPECIFICATION_DOCUMENT'],
    ['Create or update a tag, Tag or untag companies', 'SHOP_CREATE_OR_UPDATE_TAG'],
    ['Following by User ID', 'SHOP_LIST_THINGS'],
    ['addCards()', 'SHOP_LIST_THINGS'],
    ['Invoke action forward', 'SHOP_LIST_THINGS'],
    ['Ändere das', 'SHOP_LIST_THINGS'],
  ])('comes from the summary "%s"', (summary, slug) => {
    expect(slugOf('GET /things', { summary })).toBe(slug)
  })

  it.each([
    ['GET /fail', 'failThing', 'SHOP_FAIL_THING'],
    ['GET /frob', 'frobThing', 'SHOP_FROB_THING'],
    ['POST /things', 'frobThing', 'SHOP_FROB_THING'],
    ['GET /things/open', 'listOpen', 'SHOP_LIST_OPEN'],
    ['GET /things', 'list_open', 'SHOP_LIST_OPEN'],
    ['GET /users/{id}', 'getUserById', 'SHOP_GET_USER_BY_ID'],
    ['GET /things', 'listURLs', 'SHOP_LIST_URLS'],
    ['POST /tags/{id}/relationships/segments', 'tag_segments', 'SHOP_TAG_SEGMENTS'],
    ['PUT /commands', 'bulk_set_application_commands', 'SHOP_BULK_SET_APPLICATION_COMMANDS'],
    ['GET /search.messages', 'search_messages', 'SHOP_SEARCH_MESSAGES'],
    ['POST /re-run', 're-run-workflow', 'SHOP_RERUN_WORKFLOW'],
    ['PUT /services/thresholds', 'putServiceThresholds', 'SHOP_UPDATE_SERVICE_THRESHOLDS'],
    ['DELETE /x/{id}', 'removeAChannelMember', 'SHOP_REMOVE_CHANNEL_MEMBER'],
    ['POST /chats', 'postMessage', 'SHOP_POST_MESSAGE'],
  ])('of %s keeps the words of "%s" in their order', (key, operationId, slug) => {
    expect(slugOf(key, { operationId, summary: 'Things of the shop' })).toBe(slug)
  })

  it.each([
    ['GET /repos/{owner}/{repo}/issues', 'issues/list-for-repo', 'SHOP_LIST_ISSUES_FOR_REPO'],
    ['GET /users', 'UserController_findAll', 'SHOP_FIND_ALL_USER'],
    ['GET /users', 'users.list', 'SHOP_LIST_USERS'],
    ['POST /orders/{id}/cancel', 'order-cancel', 'SHOP_CANCEL_ORDER'],
    ['GET /things', 'issueCreate', 'SHOP_CREATE_ISSUE'],
    ['POST /users/{id}/messages/send', 'users.messages.send', 'SHOP_SEND_USER_MESSAGES'],
    ['POST /chat.postMessage', 'chat.postMessage', 'SHOP_POST_CHAT_MESSAGE'],
    ['GET /users/{id}/messages/{id}', 'users.messages.get', 'SHOP_GET_USER_MESSAGE'],
    [
      'POST /sheets/{id}/values:batchGetByFilter',
      'values.batchGetByFilter',
      'SHOP_BATCH_GET_VALUES_BY_FILTER',
    ],
    ['POST /keys/{id}:obliterate', 'settings.keys.obliterate', 'SHOP_OBLITERATE_SETTINGS_KEY'],
    ['POST /frobs/{id}:frobnicate', 'frobs.frobnicate', 'SHOP_FROBNICATE_FROB'],
    ['GET /lists/{id}/followers', 'listGetFollowers', 'SHOP_GET_LIST_FOLLOWERS'],
    ['POST /users/{id}/following', 'usersIdFollow', 'SHOP_FOLLOW_USER'],
    ['GET /Accounts.json', 'ListAccount', 'SHOP_LIST_ACCOUNTS'],
    ['PUT /domains/{id}/records/{id}', 'domains_update_record', 'SHOP_UPDATE_DOMAIN_RECORD'],
    ['POST /x.addGroup', 'admin_restrictAccess_addGroup', 'SHOP_ADD_ADMIN_RESTRICT_ACCESS_GROUP'],
  ])('of %s moves the verb of "%s" before the things', (key, operationId, slug) => {
    expect(slugOf(key, { operationId, summary: 'Things of the shop' })).toBe(slug)
  })

  it.each([
    ['GET /v1/customers/{customer}', 'GetCustomersCustomer', 'SHOP_GET_CUSTOMER'],
    ['POST /v1/customers/{customer}', 'PostCustomersCustomer', 'SHOP_UPDATE_CUSTOMER'],
    ['POST /v1/invoices/{invoice}/pay', 'PostInvoicesInvoicePay', 'SHOP_PAY_INVOICE'],
    ['PUT /boards/{idBoard}/name', 'updateBoardsNameByIdBoard', 'SHOP_UPDATE_BOARD_NAME'],
    [
      'POST /boards/{idBoard}/markAsViewed',
      'addBoardsMarkAsViewedByIdBoard',
      'SHOP_MARK_BOARD_AS_VIEWED',
    ],
    [
      'GET /boards/{idBoard}/boardStars',
      'getBoardsBoardStarsByIdBoard',
      'SHOP_LIST_BOARD_BOARD_STARS',
    ],
    ['GET /crm/v3/users/{id}', 'get-/crm/v3/users/{id}_getById', 'SHOP_GET_USER'],
    ['POST /volumes/actions', 'volumeActions_post', 'SHOP_CREATE_VOLUME_ACTION'],
  ])('of %s ignores the operationId "%s" that a tool wrote', (key, operationId, slug) => {
    expect(slugOf(key, { operationId })).toBe(slug)
  })

  it.each([
    ['GET /v1/users', 'SHOP_LIST_USERS'],
    ['GET /v1/users/{id}', 'SHOP_GET_USER'],
    ['GET /balance', 'SHOP_GET_BALANCE'],
    ['GET /users/{id}/history', 'SHOP_GET_USER_HISTORY'],
    ['GET /customers/search', 'SHOP_SEARCH_CUSTOMERS'],
    ['GET /notices/{id}/list', 'SHOP_GET_NOTICE_LIST'],
    ['GET /exchange_rates', 'SHOP_LIST_EXCHANGE_RATES'],
    ['GET /messages/send', 'SHOP_SEND_MESSAGES'],
    ['POST /users', 'SHOP_CREATE_USER'],
    ['POST /users/{id}', 'SHOP_UPDATE_USER'],
    ['POST /sendMessage', 'SHOP_SEND_MESSAGE'],
    ['POST /setMyCommands', 'SHOP_SET_MY_COMMANDS'],
    ['POST /search-invoices', 'SHOP_SEARCH_INVOICES'],
    ['POST /intents/{id}/verify_microdeposits', 'SHOP_VERIFY_INTENT_MICRODEPOSITS'],
    ['POST /charges/{id}/frob', 'SHOP_CHARGE_FROB'],
    ['PUT /users/{id}', 'SHOP_UPDATE_USER'],
    ['PATCH /companies/{id}', 'SHOP_UPDATE_COMPANY'],
    ['DELETE /users/{id}/keys/{key}', 'SHOP_DELETE_USER_KEY'],
    ['DELETE /users/{id}/tax_ids/{id}', 'SHOP_DELETE_USER_TAX_ID'],
    ['DELETE /issues/{id}/archive', 'SHOP_DELETE_ISSUE_ARCHIVE'],
    ['POST /orders/{id}/cancel', 'SHOP_CANCEL_ORDER'],
    ['GET /', 'SHOP_GET_ROOT'],
  ])('comes from %s when there is no name at all', (key, slug) => {
    expect(slugOf(key, {})).toBe(slug)
  })

  it('of a PUT tells whether a PATCH changes single fields', () => {
    const slugs = assignSlugs('shop', [source('PUT /users/{id}'), source('PATCH /users/{id}')])
    expect(slugs.get('PUT /users/{id}')?.slug).toBe('SHOP_REPLACE_USER')
    expect(slugs.get('PATCH /users/{id}')?.slug).toBe('SHOP_UPDATE_USER')
  })

  it.each([
    // The verb and the thing of the operationId are what the description says.
    ['conversations_join', 'Joins an existing conversation.', 'SHOP_JOIN_CONVERSATION'],
    // Another thing is acted on.
    [
      'conversations_kick',
      'Removes a user from a conversation.',
      'SHOP_REMOVE_USER_FROM_CONVERSATION',
    ],
    // "chat" is a heading that no description mentions.
    ['chat_delete', 'Deletes a message.', 'SHOP_DELETE_MESSAGE'],
    ['chat_meMessage', 'Share a me message into a channel.', 'SHOP_SHARE_ME_MESSAGE_INTO_CHANNEL'],
    ['users_setPresence', 'Manually sets user presence.', 'SHOP_SET_USER_PRESENCE'],
  ])('of %s and "%s" says what is acted on', (operationId, description, slug) => {
    const key = `POST /${operationId.replace('_', '.')}`
    const others = [
      source('POST /conversations.leave', {
        operationId: 'conversations_leave',
        description: 'Leaves a conversation.',
      }),
      source('POST /users.remove', { operationId: 'users_remove', description: 'Removes a user' }),
    ]
    const all = [source(key, { operationId, description }), ...others]
    expect(assignSlugs('shop', all).get(key)?.slug).toBe(slug)
  })

  it('completes a summary that is a verb alone', () => {
    const description = 'Create a deal with the given properties and return a copy of it.'
    expect(slugOf('POST /objects/0-3', { summary: 'Create', description })).toBe('SHOP_CREATE_DEAL')
  })

  it.each([
    ['POST /x', { summary: 'Search things', operationId: 'deleteThings' }, 'SHOP_DELETE_THINGS'],
    ['DELETE /things/{id}', { summary: 'Get a thing' }, 'SHOP_DELETE_THING'],
    ['DELETE /me/following', { summary: 'Unfollow artists' }, 'SHOP_UNFOLLOW_ARTISTS'],
    [
      'POST /x',
      { summary: 'Create/modify/delete variables' },
      'SHOP_CREATE_MODIFY_DELETE_VARIABLES',
    ],
  ])('of %s %o does not hide a loss', (key, named, slug) => {
    expect(slugOf(key, named)).toBe(slug)
  })

  it('is cut at a word when nothing fits, and does not end in a small word', () => {
    const summary =
      'Create a relationship between two exceptionally long resource identifications of the further qualifications'
    const slug = slugOf('POST /{a}', { summary })
    expect(slug).toBe('SHOP_CREATE_RELATIONSHIP_BETWEEN_TWO_EXCEPTIONALLY_LONG_RESOURCE')
  })

  it('leaves outer things out before it is too long', () => {
    const key =
      'GET /organizations/{id}/departments/{id}/installations/{id}/configurations/{id}/revisions'
    expect(slugOf(key, {})).toBe('SHOP_LIST_DEPARTMENT_INSTALLATION_CONFIGURATION_REVISIONS')
  })
})

describe('the slugs of a toolkit', () => {
  const slugsOf = (
    toolkit: string,
    named: Record<string, Named>,
    history?: Parameters<typeof assignSlugs>[2],
  ) => {
    const slugs = assignSlugs(
      toolkit,
      Object.entries(named).map(([key, each]) => source(key, each)),
      history,
    )
    return [...slugs.values()].map(({ slug }) => slug.slice(toolkit.length + 1)).toSorted()
  }

  it('leave out the product with which all operationIds begin', () => {
    const calendar = (id: string) => ({ operationId: `calendar.${id}` })
    expect(
      slugsOf('googlecalendar', {
        'POST /calendars': calendar('calendars.insert'),
        'GET /calendars/{calendarId}': calendar('calendars.get'),
        'GET /calendars/{calendarId}/events': calendar('events.list'),
        'POST /calendars/{calendarId}/events/quickAdd': {
          ...calendar('events.quickAdd'),
          description: 'Creates an event based on a simple text string.',
        },
        'GET /calendars/{calendarId}/events/{eventId}/instances': calendar('events.instances'),
      }),
    ).toEqual([
      'GET_CALENDAR',
      'INSERT_CALENDAR',
      'LIST_CALENDAR_EVENT_INSTANCES',
      'LIST_EVENTS',
      'QUICK_ADD_EVENT',
    ])
  })

  it('leave out more that all share, unless a verb would stand alone', () => {
    const sheets = (id: string) => ({ operationId: `sheets.spreadsheets.${id}` })
    expect(
      slugsOf('googlesheets', {
        'POST /v4/spreadsheets': sheets('create'),
        'POST /v4/spreadsheets/{id}:batchUpdate': {
          ...sheets('batchUpdate'),
          description: 'Applies one or more updates to the spreadsheet.',
        },
        'POST /v4/spreadsheets/{id}:getByDataFilter': sheets('getByDataFilter'),
        'GET /v4/spreadsheets/{id}/values:batchGet': sheets('values.batchGet'),
        'POST /v4/spreadsheets/{id}/sheets/{sheetId}:copyTo': sheets('sheets.copyTo'),
      }),
    ).toEqual([
      'BATCH_GET_VALUES',
      'BATCH_UPDATE_SPREADSHEET',
      'COPY_SHEET_TO',
      'CREATE_SPREADSHEET',
      'GET_SPREADSHEET_BY_DATA_FILTER',
    ])
  })

  it('leave out a product that only the path names', () => {
    expect(
      slugsOf('console', {
        'GET /webmasters/v3/sites': { operationId: 'webmasters.sites.list' },
        'POST /v1/index:inspect': { operationId: 'console.index.inspect' },
      }),
    ).toEqual(['INSPECT_INDEX', 'LIST_SITES'])
  })

  it('name each of several operations with one summary by its operationId or path', () => {
    const summary = 'List secrets'
    expect(
      slugsOf('shop', {
        'GET /orgs/{org}/secrets': { summary, operationId: 'orgs/list-secrets' },
        'GET /repos/{owner}/{repo}/secrets': { summary, operationId: 'repos/list-secrets' },
        'GET /apps/{app}/secrets': { summary },
        'GET /secrets': { summary, isDeprecated: true },
      }),
    ).toEqual(['LIST_APP_SECRETS', 'LIST_ORG_SECRETS', 'LIST_REPO_SECRETS', 'LIST_SECRETS'])
  })

  it('are told apart by words, not by a hash', () => {
    expect(
      slugsOf('shop', {
        'GET /lists/{idList}/board': {},
        'GET /lists/{idList}/board/{field}': {},
        'GET /v1/board': {},
        'GET /v2/board': {},
      }),
    ).toEqual(['GET_BOARD', 'GET_BOARD_V2', 'GET_LIST_BOARD', 'GET_LIST_BOARD_BY_FIELD'])
  })

  it('end in a hash only when no word is left to tell them apart', () => {
    const [first, second] = slugsOf('shop', { 'GET /{a}': {}, 'GET /{b}': {}, 'GET /{a}/': {} })
    expect([first, second]).toEqual(['GET_ROOT', 'GET_ROOT_BY_A'])
    const summary = `Get ${'abcdefghij '.repeat(20)}`
    const long = slugsOf('shop', { 'GET /{a}': { summary }, 'GET /{a}/': { summary } })
    expect(new Set(long).size).toBe(2)
  })

  it('stay when an operation is imported again, whatever its name is now', () => {
    const previous = [{ operation: 'GET /users/{id}', slug: 'SHOP_FIND_PERSON' }]
    const slugs = assignSlugs(
      'shop',
      [
        source('GET /users/{user_id}', { summary: 'Get a user' }),
        source('GET /people', { summary: 'Find person' }),
      ],
      { previous },
    )
    expect(slugs.get('GET /users/{user_id}')?.slug).toBe('SHOP_FIND_PERSON')
    expect(slugs.get('GET /people')?.slug).not.toBe('SHOP_FIND_PERSON')
  })

  it('of removed operations are free again, but those of others are not', () => {
    const previous = [
      { operation: 'GET /gone', slug: 'SHOP_LIST_USERS' },
      { operation: 'GET /people', slug: 'SHOP_LIST_HUMANS' },
      { operation: 'GET /people', slug: 'SHOP_LIST_FOLKS', renamedTo: 'SHOP_LIST_HUMANS' },
    ]
    const named = {
      'GET /users': {},
      'GET /people': {},
      'GET /folks': {},
    }
    expect(slugsOf('shop', named, { previous })).toEqual([
      'LIST_FOLKS_GET',
      'LIST_HUMANS',
      'LIST_USERS',
    ])
  })

  it('change only on request, and say what they were', () => {
    const previous = [
      { operation: 'GET /users', slug: 'SHOP_GET_USERS_LIST' },
      { operation: 'GET /people', slug: 'SHOP_LIST_USERS' },
    ]
    const sources = [source('GET /users'), source('GET /people')]
    expect(
      [...assignSlugs('shop', sources, { previous }).values()].map(({ slug }) => slug).toSorted(),
    ).toEqual(['SHOP_GET_USERS_LIST', 'SHOP_LIST_USERS'])
    const renamed = assignSlugs('shop', sources, { previous, renames: true })
    expect(renamed.get('GET /people')).toEqual({
      slug: 'SHOP_LIST_PEOPLE',
      wanted: 'SHOP_LIST_PEOPLE',
      former: 'SHOP_LIST_USERS',
    })
    // The slug that another operation had leads to that one for good.
    expect(renamed.get('GET /users')).toMatchObject({
      wanted: 'SHOP_LIST_USERS',
      reason: '"SHOP_LIST_USERS" belongs to GET /people',
      former: 'SHOP_GET_USERS_LIST',
    })
    expect(renamed.get('GET /users')?.slug).not.toBe('SHOP_LIST_USERS')
  })

  it('never differ by case only', () => {
    const slugs = assignSlugs(
      'shop',
      [source('GET /a'), source('GET /b', { summary: 'Get thing' })],
      { previous: [{ operation: 'GET /a', slug: 'Shop_Get_Thing' }] },
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

  it('cost little for each operation, however long its path is', () => {
    const keys = Array.from({ length: 300 }, (_, index) => `GET ${'/abc/def'.repeat(500)}/${index}`)
    const slugs = assignSlugs(
      'shop',
      keys.map((key) => source(key)),
    )
    expect(new Set([...slugs.values()].map(({ slug }) => slug)).size).toBe(300)
  })

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
        const previous = sources.map(({ key }) => ({
          operation: key,
          slug: slugs.get(key)?.slug as string,
        }))
        const again = assignSlugs('my-shop', shuffled, { previous })
        expect(again.size).toBe(slugs.size)
        for (const [key, { slug }] of again) expect(slug).toBe(slugs.get(key)?.slug)
      }),
      { numRuns: 200 },
    )
  })
})
