import { describe, expect, test } from 'vitest'
import { addTools, createSearchIndex } from '../../../../src/service/search/engine/index.ts'
import { toStem } from '../../../../src/service/search/engine/words/stem.ts'
import { verifies } from '../../../requirements.ts'
import { find, tool } from './catalogue.ts'

describe('stems', () => {
  test.each([
    ['customers', 'custom'],
    ['news', 'new'],
    ['businesses', 'busy'],
    ['organic', 'organization'],
    ['universities', 'universe'],
    ['conversion', 'conversation'],
    ['settings', 'set'],
    ['activities', 'activate'],
  ])('%s is not %s', (word, other) => {
    expect(toStem(word)).not.toBe(toStem(other))
  })

  test.each([
    ['customers', 'customer'],
    ['businesses', 'business'],
    ['activities', 'activity'],
    ['deployments', 'deploy'],
    ['notifications', 'notify'],
    ['organisations', 'organization'],
    ['synchronising', 'synchronize'],
    ['favourites', 'favorite'],
    ['cancelled', 'cancellation'],
  ])('%s is %s', (word, other) => {
    expect(toStem(word)).toBe(toStem(other))
  })
})

describe('a catalogue of several resources', () => {
  const names = [
    'create webhook',
    'list webhooks',
    'create page',
    'create fork',
    'list forks',
    'sync fork of repository',
    'create refund',
    'list payments',
    'book room',
    'list rooms',
    'get room',
    'create comment',
    'create issue',
    'list issue comments',
    'import issues',
  ]
  const descriptions: Record<string, string> = {
    'create fork': 'Creates a fork of a repository',
    'create comment': 'Creates a comment on an issue',
  }
  const desk = addTools(
    createSearchIndex(),
    names.map((name) =>
      tool(`DESK_${name.toUpperCase().replaceAll(' ', '_')}`, descriptions[name] ?? name, [], {
        name,
      }),
    ),
  )

  test.each([
    ['set up a web hook', 'DESK_CREATE_WEBHOOK'],
    ['fork a repository', 'DESK_CREATE_FORK'],
    ['refund the last payment', 'DESK_CREATE_REFUND'],
    ['comment on an issue', 'DESK_CREATE_COMMENT'],
    ['which rooms were booked this week', 'DESK_LIST_ROOMS'],
    ['desk create issue', 'DESK_CREATE_ISSUE'],
    ['createIssue', 'DESK_CREATE_ISSUE'],
    ['DESK import issues', 'DESK_IMPORT_ISSUES'],
    ['importIssues', 'DESK_IMPORT_ISSUES'],
  ])('%s', (useCase, slug) => {
    verifies('search.ranking')
    expect(find(useCase, {}, desk)[0]).toBe(slug)
  })
})
