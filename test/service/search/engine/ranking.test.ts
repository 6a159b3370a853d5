import { describe, expect, test } from 'vitest'
import {
  addTools,
  createSearchIndex,
  createToolFilter,
  search,
  toQueryWords,
  type SearchableTool,
} from '../../../../src/service/search/engine/index.ts'
import { translate } from '../../../../src/service/search/engine/languages/translate.ts'
import { correct } from '../../../../src/service/search/engine/query/correct.ts'
import { verifies } from '../../../requirements.ts'
import { find, index, tool, tools } from './catalogue.ts'

const fits = (useCase: string): boolean => {
  const { primary, judge } = search(index, { useCase, limit: 5 })
  return judge(primary)
}

test('ranks the tool that is about it above those that mention it', () => {
  verifies('search.ranking')
  const found = find('list issues in the tracker')

  expect(found[0]).toBe('TRACKER_LIST_ISSUES')
  expect(found).toContain('TRACKER_LIST_COMMENTS_OF_ISSUE')
})

test.each([
  ['add a new issue about the broken link', 'TRACKER_CREATE_ISSUE'],
  ['change the title of an issue', 'TRACKER_UPDATE_ISSUE'],
  ['please remove this issue', 'TRACKER_DELETE_ISSUE'],
  ['could you show me all issues', 'TRACKER_LIST_ISSUES'],
])('keeps siblings apart: %s', (useCase, slug) => {
  expect(find(useCase)[0]).toBe(slug)
})

test.each([
  ['lsit isssues of the tracker', 'TRACKER_LIST_ISSUES'],
  ['create a calender evnt', 'GOOGLECALENDAR_CREATE_EVENT'],
  ['what is the wether forcast', 'SKY_FORECAST'],
  ['list teh repositroies', 'GITHUB_STAR_REPOSITORY'],
])('understands mistyped words: %s', (useCase, slug) => {
  verifies('search.typos')
  expect(find(useCase)[0]).toBe(slug)
})

test.each([
  ['add an event to gcal', 'GOOGLECALENDAR_CREATE_EVENT'],
  ['open a PR on gh', 'GITHUB_CREATE_PULL_REQUEST'],
  ['star that repo', 'GITHUB_STAR_REPOSITORY'],
])('understands what people say for short: %s', (useCase, slug) => {
  verifies('search.meanings')
  expect(find(useCase)[0]).toBe(slug)
})

test('finds a tool by what is said of its topic, though it has none of the words', () => {
  verifies('search.meanings')
  expect(find('will it rain tomorrow, do I need an umbrella?')[0]).toBe('SKY_FORECAST')
})

test.each([
  ['deny that request for leave', 'DESK_REJECT_ABSENCE'],
  ['undo the last deployment', 'DESK_ROLLBACK_RELEASE'],
  ['reimburse them', 'DESK_CREATE_REFUND'],
  ['when are we both free on Tuesday', 'DESK_QUERY_AVAILABILITY'],
  ['how much traffic did the shop have', 'DESK_GET_REPORT'],
])('understands words that mean the same: %s', (useCase, slug) => {
  verifies('search.meanings')
  const names = [
    'reject absence',
    'rollback release',
    'create refund',
    'query availability',
    'get report',
    'list customers',
    'create room',
    'get absence',
    'create absence',
    'get release',
    'list releases',
  ]
  const desk = addTools(
    createSearchIndex(),
    names.map((name) => tool(`DESK_${name.toUpperCase().replace(' ', '_')}`, name)),
  )

  expect(find(useCase, {}, desk)[0]).toBe(slug)
})

describe('operations of one resource', () => {
  const names = [
    'list issues',
    'create issue',
    'create issue comment',
    'list issue comments',
    'delete issue',
    'unlink issue',
    'update issue',
    'create customer',
    'list custom fields',
  ]
  const desk = addTools(
    createSearchIndex(),
    names.map((name) =>
      tool(`DESK_${name.toUpperCase().replaceAll(' ', '_')}`, `${name} of the desk`, [], {
        tags: /delete|unlink/.test(name) ? ['destructiveHint'] : [],
      }),
    ),
  )

  test.each([
    ['create an issue', 'DESK_CREATE_ISSUE'],
    ['which issues are there', 'DESK_LIST_ISSUES'],
    ['issues of last week', 'DESK_LIST_ISSUES'],
    ['list issues without deleting anything', 'DESK_LIST_ISSUES'],
    ['get rid of the issue', 'DESK_DELETE_ISSUE'],
    ["create an issue titled 'Comment by customer lost'", 'DESK_CREATE_ISSUE'],
    ['DESK_UPDATE_ISSUE', 'DESK_UPDATE_ISSUE'],
  ])('%s', (useCase, slug) => {
    verifies('search.ranking')
    expect(find(useCase, {}, desk)[0]).toBe(slug)
  })
})

describe('an operation that a request describes without naming it', () => {
  const names = [
    'create refund',
    'list invoices',
    'create invoice',
    'send email',
    'create event',
    'list calendars',
    'get weather',
    'list teams',
  ]
  const office = addTools(
    createSearchIndex(),
    names.map((name) =>
      tool(`OFFICE_${name.toUpperCase().replaceAll(' ', '_')}`, `${name} of the office`, []),
    ),
  )

  test.each([
    ['Mrs Ortega wants her money back', 'OFFICE_CREATE_REFUND'],
    ['who still has to pay', 'OFFICE_LIST_INVOICES'],
    ['drop Ben a line', 'OFFICE_SEND_EMAIL'],
    ['pencil in lunch with Ben', 'OFFICE_CREATE_EVENT'],
    ['check who still has to pay', 'OFFICE_LIST_INVOICES'],
  ])('%s', (useCase, slug) => {
    verifies('search.ranking')
    expect(find(useCase, {}, office)[0]).toBe(slug)
  })
})

test('a step may begin with a word that is a noun as well', () => {
  const office = addTools(createSearchIndex(), [
    tool('OFFICE_CREATE_MEETING', 'Creates a meeting', [], { name: 'create meeting' }),
    tool('OFFICE_SEND_TEXT', 'Sends a text to a phone', [], { name: 'send text' }),
    tool('OFFICE_LIST_MEETINGS', 'Lists meetings', [], { name: 'list meetings' }),
    tool('OFFICE_UPDATE_MEETING', 'Updates a meeting', [], { name: 'update meeting' }),
  ])
  expect(find('create a meeting and text the link to Ben', {}, office).slice(0, 2)).toEqual([
    'OFFICE_CREATE_MEETING',
    'OFFICE_SEND_TEXT',
  ])
})

test('a small word makes another word of the one beside it', () => {
  const desk = addTools(createSearchIndex(), [
    tool('DESK_LIST_CALLS', 'Lists calls', [], { name: 'list calls' }),
    tool('DESK_LIST_ON_CALLS', 'Lists on-call shifts', [], { name: 'list on calls' }),
  ])
  expect(find('who is on call', {}, desk)[0]).toBe('DESK_LIST_ON_CALLS')
  expect(find('oncall', {}, desk)[0]).toBe('DESK_LIST_ON_CALLS')
  expect(find('list the calls', {}, desk)[0]).toBe('DESK_LIST_CALLS')
})

test('of equal tools the featured one comes first, and the deprecated one last', () => {
  const [first, second, third] = ['DESK_ADD_NOTE_A', 'DESK_ADD_NOTE_B', 'DESK_ADD_NOTE_C']
  const desk = addTools(createSearchIndex(), [
    tool(first, 'Adds a note', [], { name: 'add note', isDeprecated: true }),
    tool(second, 'Adds a note', [], { name: 'add note' }),
    tool(third, 'Adds a note', [], { name: 'add note', isFeatured: true }),
  ])

  expect(find('add a note', {}, desk)).toEqual([third, second, first])
})

test('a toolkit that is named comes before others that mention it', () => {
  const others = ['mail', 'chat', 'files'].map((toolkit) =>
    tool(`${toolkit.toUpperCase()}_SEND_PAGE`, 'Sends a page, also one of Notebook', [], {
      toolkit,
    }),
  )
  const desk = addTools(createSearchIndex(), [
    ...others,
    ...['SEND_PAGE_TO_TEAM', 'LIST_PAGES', 'CREATE_PAGE'].map((name) =>
      tool(`NOTEBOOK_${name}`, 'About pages', [], { toolkit: 'notebook' }),
    ),
  ])

  expect(find('send a page in Notebook', {}, desk)[0]).toBe('NOTEBOOK_SEND_PAGE_TO_TEAM')
})

test('known fields decide between tools that do the same with other parameters', () => {
  verifies('search.known-fields')

  expect(find('send a message', { knownFields: 'recipient: ada@example.com' })[0]).toBe(
    'MAIL_SEND_MESSAGE',
  )
  expect(find('send a message', { knownFields: 'channel_name: general' })[0]).toBe(
    'CHAT_SEND_MESSAGE',
  )
})

test('the values of known fields are not searched for', () => {
  expect(
    search(index, {
      useCase: 'send a message',
      knownFields: 'text: star the repository',
      limit: 20,
    }).primary.map(({ slug }) => slug),
  ).not.toContain('GITHUB_STAR_REPOSITORY')
})

test('tags are searched', () => {
  expect(find('collaboration')).toEqual(['CHAT_SEND_MESSAGE'])
})

test('each step of a use case brings its tool', () => {
  verifies('search.steps')
  const found = find(
    'Find the movie called Metropolis by its title. After that, post a message to the channel, and finally add an event to the calendar.',
    { limit: 4 },
  )

  expect(found).toEqual(
    expect.arrayContaining([
      'MOVIES_SEARCH_MOVIE',
      'CHAT_SEND_MESSAGE',
      'GOOGLECALENDAR_CREATE_EVENT',
    ]),
  )
})

test('a filter hides tools, however many it lets through', () => {
  const allowed = new Set([
    ...tools.map(({ slug }) => slug).filter((slug) => slug !== 'TRACKER_LIST_ISSUES'),
    ...Array.from({ length: 5000 }, (_, at) => `OTHER_${at}`),
  ])

  expect(
    find('list issues in the tracker', {
      filter: createToolFilter((slug) => allowed.has(slug)),
    })[0],
  ).toBe('TRACKER_LIST_COMMENTS_OF_ISSUE')
  expect(
    find('list issues', { filter: createToolFilter((_, toolkit) => toolkit === 'chat') }),
  ).toEqual(['CHAT_LIST_CHANNELS'])
  expect(find('list issues', { filter: createToolFilter(() => false) })).toEqual([])
})

test('a word meant instead of another counts for nothing beside it', () => {
  const toolOf = (verb: string, description: string): SearchableTool => ({
    slug: `DESK_${verb}`,
    name: verb.toLowerCase().replace('_', ' '),
    toolkit: 'desk',
    description,
    parameters: [],
  })
  const others = ['CLOSE', 'DELETE', 'UPDATE', 'GET', 'LIST', 'SEARCH'].map((verb) =>
    toolOf(`${verb}_ISSUE`, `${verb.toLowerCase()} an issue`),
  )
  const desk = addTools(createSearchIndex(), [
    toolOf('CREATE_LABEL', 'Create a new label for an issue'),
    toolOf('CREATE_ISSUE', 'Create an issue'),
    ...others,
  ])

  expect(search(desk, { useCase: 'create an issue', limit: 1 }).primary[0]?.slug).toBe(
    'DESK_CREATE_ISSUE',
  )
})

test('experience lifts what matches and finds nothing else', () => {
  const boosts = new Map([
    ['MAIL_SEND_MESSAGE', 1],
    ['SKY_FORECAST', 1],
  ])
  const found = find('send a message', { boosts, limit: 20 })

  expect(find('send a message', { limit: 20 })[0]).toBe('CHAT_SEND_MESSAGE')
  expect(found[0]).toBe('MAIL_SEND_MESSAGE')
  expect(found).not.toContain('SKY_FORECAST')
})

describe('related tools', () => {
  const related = (useCase: string, limit: number) =>
    search(index, { useCase, limit, relatedLimit: 5 }).related

  test('give what the best one needs', () => {
    verifies('search.implied-steps')

    expect(related('who is in the cast and crew', 1)[0]).toMatchObject({
      slug: 'MOVIES_SEARCH_MOVIE',
      step: { for: 'MOVIES_GET_CREDITS' },
    })
    expect(related('create an event', 1)[0]).toMatchObject({
      slug: 'GOOGLECALENDAR_LIST_CALENDARS',
      step: { for: 'GOOGLECALENDAR_CREATE_EVENT' },
    })
  })

  test('are none of the primary ones, and none that the filter hides', () => {
    const filter = createToolFilter((slug) => slug !== 'MOVIES_SEARCH_MOVIE')
    const { primary, related: others } = search(index, {
      useCase: 'cast and crew of a movie',
      limit: 2,
      relatedLimit: 10,
      filter,
    })
    const slugs = others.map(({ slug }) => slug)

    expect(slugs).not.toContain('MOVIES_SEARCH_MOVIE')
    expect(slugs.filter((slug) => primary.some((ranked) => ranked.slug === slug))).toEqual([])
    expect(new Set(slugs).size).toBe(slugs.length)
  })
})

describe('other languages', () => {
  test.each([
    ['Notizen uber Worter durchsuchen', 'NOTES_SUCHE'],
    ['東京の天気を教えて', 'TENKI_GET'],
    ['МУЗЫКА ISSUES LIST', 'TRACKER_LIST_ISSUES'],
  ])('%s', (useCase, slug) => {
    verifies('search.languages')
    expect(find(useCase)[0]).toBe(slug)
  })
})

test.each([
  ['Erstelle ein Issue im Tracker', 'TRACKER_CREATE_ISSUE'],
  ['lösche bitte das Issue', 'TRACKER_DELETE_ISSUE'],
  ['envoyer un message dans le canal', 'CHAT_SEND_MESSAGE'],
  ['crear un evento en el calendario', 'GOOGLECALENDAR_CREATE_EVENT'],
  ['lista os problemas do projeto', 'TRACKER_LIST_ISSUES'],
  ['GitHubでプルリクエストを作成して', 'GITHUB_CREATE_PULL_REQUEST'],
  ['在日历中创建活动', 'GOOGLECALENDAR_CREATE_EVENT'],
])('understands the commonest words of other languages: %s', (useCase, slug) => {
  verifies('search.languages')
  expect(find(useCase)[0]).toBe(slug)
})

test.each([
  'delete a contact',
  'Deletes a contact.',
  'delete a time tracking entry',
  'make repo public as admin',
  'mark issue as duplicate',
  'trigger a PagerDuty incident',
  'send an email',
])('takes no English request for another language: %s', (useCase) => {
  expect(translate(useCase)).toBe(useCase)
})

test.each([
  ['Lege bitte einen Kundendatensatz an', 'create customer record'],
  ['Welche Kalendereinträge habe ich?', 'calendar event'],
  ['Starte die Rechnungserstellung für die Firma', 'create invoice'],
  ['Zeig mir alle Supportanfragen', 'support ticket'],
  ['Öffne die Projektdateien für mich', 'project file'],
  ['来週の発表について教えて', 'get'],
])('reads words within words, and no word within another: %s', (useCase, english) => {
  verifies('search.languages')
  const words = translate(useCase).split(' ')
  for (const word of english.split(' ')) expect(words).toContain(word)
  expect(words).not.toContain('spreadsheet')
})

test.each([
  'approve the lead and archive the note',
  'pause the sale of the coupon',
  'record the expense of the chance encounter',
  'add a fiche to the nota',
])('takes English words that other languages share for English: %s', (useCase) => {
  expect(translate(useCase)).toBe(useCase)
})

test.each([
  ['create an issue in Linear', false],
  ['create an issue on Opsgenie', false],
  ['create an issue on opsgenie', false],
  ['create an issue through Zxqvwk', false],
  ['save the issue to Dropbox', false],
  ['create a Trello issue', false],
  ['create a Linear issue', false],
  ['create a linear issue', true],
  ['save the issue to ProtonMail', false],
  ['create an issue', true],
  ['create an issue for the project Trello', true],
  ['create an issue about Instagram', true],
  ['create an issue "sign-in on Instagram fails"', true],
  ['create an issue in the tracker', true],
  ['create an issue in the tracker for the customer in Dropbox', true],
  ['create an issue in March', true],
  ['create an issue in Berlin', true],
])('nothing fits where an app is missing: %s', (useCase, does) => {
  expect(fits(useCase)).toBe(does)
})

test('names of apps change no rank', () => {
  expect(find('create an issue in Opsgenie')[0]).toBe(find('create an issue')[0])
})

test('says whether a tool surely fits, or whether those found are only the nearest', () => {
  expect(fits('create an issue')).toBe(true)
  expect(fits('list the calendars and create a pull request')).toBe(true)
  expect(fits('water the plants on the balcony for two weeks')).toBe(false)
  expect(fits('order a bouquet of roses for the stage of the theater')).toBe(false)
})

test.each([
  'notarize the issue',
  'thanks, that was really great',
  'unsend the message on the shelf',
])('nothing fits what tools do not do with a thing they know, and talk: %s', (useCase) => {
  expect(fits(useCase)).toBe(false)
})

test.each(['list the lyrics of the issue', 'create a membership of the gym'])(
  'nothing fits a thing that no tool acts on: %s',
  (useCase) => {
    expect(fits(useCase)).toBe(false)
  },
)

test('a word that all tools of a small catalogue have does not keep them from fitting', () => {
  const actions = ['create', 'list', 'delete', 'archive', 'rename', 'transfer', 'star', 'watch']
  const repositories = addTools(
    createSearchIndex(),
    actions.map((action) =>
      tool(`HUB_${action.toUpperCase()}_REPOSITORY`, `To ${action} a repository`, ['repository!']),
    ),
  )
  const found = search(repositories, { useCase: 'create a repository', limit: 5 })

  expect(found.judge(found.primary)).toBe(true)
  const other = search(repositories, { useCase: 'water the plants on the balcony', limit: 5 })
  expect(other.judge(other.primary)).toBe(false)
})

test('a surely mistyped word is read as it was meant, and no other word', () => {
  verifies('search.typos')
  const unknown = new Set(['mesasg', 'printer', 'puas', 'troll'])
  const meant = new Map([
    ['mesasg', 'messag'],
    ['printer', 'pointer'],
    ['puas', 'paus'],
    ['troll', 'roll'],
  ])
  expect(
    correct('puase the troll in the mesasge of the printer', unknown, (word) => meant.get(word)),
  ).toBe('pause the troll in the messag of the printer')
})

test('what a long request tells counts less than what it asks for', () => {
  verifies('search.ranking')
  const story =
    'My sister is flying in on Friday with the forecast of the weather in her bag and a list of comments on the pull requests of last year.'
  expect(find(`${story} Please create an issue.`)[0]).toBe('TRACKER_CREATE_ISSUE')
})

test('names in a request need no explanation', () => {
  expect(fits('list the issues of Nordlicht')).toBe(true)
  expect(fits('list the issues of nordlicht and zebra')).toBe(false)
})

test('what a new thing is about needs no explanation', () => {
  expect(fits('create an issue about the leaking faucet behind the kitchen')).toBe(true)
})

test.each([
  ['invite Anna to #launch', 'DESK_INVITE_TO_CHANNEL'],
  ['assign PROJ-12 to Anna', 'DESK_ASSIGN_ISSUE'],
  ['read setup.json', 'DESK_GET_FILE'],
])('the form of a value says what it is: %s', (useCase, slug) => {
  const names = ['invite to channel', 'invite to event', 'assign issue', 'assign seat']
  const index = addTools(
    createSearchIndex(),
    [...names, 'get file', 'get seat'].map((name) =>
      tool(`DESK_${name.toUpperCase().replaceAll(' ', '_')}`, `To ${name}`, []),
    ),
  )
  expect(search(index, { useCase, limit: 1 }).primary[0]?.slug).toBe(slug)
})

test.each([
  'call `TRACKER_LIST_ISSUES`',
  'run "TRACKER_LIST_ISSUES" now',
  '"List issues" in the tracker',
  '"TRACKER_LIST_ISSUES"',
])('finds a tool by its name in quotes: %s', (useCase) => {
  expect(find(useCase)[0]).toBe('TRACKER_LIST_ISSUES')
  expect(fits(useCase)).toBe(true)
})

test.each([
  [
    'call TRACKER_LIST_ISSUES and not CHAT_SEND_MESSAGE',
    ['TRACKER_LIST_ISSUES', 'CHAT_SEND_MESSAGE'],
  ],
  ['order roses, bouquets and pizzas with sky_forecast to star the repository', ['SKY_FORECAST']],
])('tools that are called by their slugs fit and come first: %s', (useCase, slugs) => {
  expect(find(useCase).slice(0, slugs.length)).toEqual(slugs)
  expect(fits(useCase)).toBe(true)
})

test('a slug finds no tool that the filter hides', () => {
  const filter = createToolFilter((slug) => slug !== 'SKY_FORECAST')

  expect(find('call SKY_FORECAST for the weather', { filter })).not.toContain('SKY_FORECAST')
})

test('a mistyped word counts as explained, and what a tool is told to say needs no explanation', () => {
  expect(fits('lsit isssues of the tracker')).toBe(true)
  expect(fits('post "zxqv wkkp" to the channel')).toBe(true)
})

describe('use cases nobody would write', () => {
  test.each(['', ' \n\t', '!?.,;', 'the of and please', '🙂🙂🙂'])(
    '%j finds nothing',
    (useCase) => {
      const found = search(index, { useCase, limit: 10, relatedLimit: 10 })
      expect(found).toMatchObject({ primary: [], related: [] })
      expect(found.judge(found.primary)).toBe(false)
    },
  )

  test.each([
    '__proto__',
    'constructor toString hasOwnProperty',
    '(.*)+$ [a-z] \\',
    'x'.repeat(100_000),
    `${'a'.repeat(39)} `.repeat(200),
    '\u0000\uD800 \u202E',
  ])('%# is harmless', (useCase) => {
    expect(Array.isArray(find(useCase))).toBe(true)
    expect(find(`${useCase.slice(0, 50)} list issues in the tracker`)[0]).toBe(
      'TRACKER_LIST_ISSUES',
    )
  })

  test('5,000 words are read as far as a person would', () => {
    verifies('search.bounded')
    const words = Array.from({ length: 5000 }, (_, at) => `word${at}`).join('. ')

    expect(find(`List issues of the tracker. ${words}`)[0]).toBe('TRACKER_LIST_ISSUES')
    expect(toQueryWords(words).length).toBeLessThanOrEqual(60)
  })
})

test('equal tools come in the order of their slugs', () => {
  verifies('search.ties')
  const found = find('message text', { limit: 20 })
  const again = find('message text', { limit: 20 })

  expect(again).toEqual(found)
  expect(find('stars repository owner').slice(0, 1)).toEqual(['GITHUB_STAR_REPOSITORY'])
})
