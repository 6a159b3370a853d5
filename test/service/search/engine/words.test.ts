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

describe('a tracker and a calendar', () => {
  const office = addTools(
    createSearchIndex(),
    Object.entries({
      TRACKER_CREATE_ISSUE: 'Create an issue, such as a bug',
      TRACKER_UPDATE_ISSUE: 'Update an issue: its title, labels or assignee',
      TRACKER_CLOSE_ISSUE: 'Close an issue',
      TRACKER_LIST_ISSUES: 'List issues of a project',
      TRACKER_CREATE_LABEL: 'Create a label',
      TRACKER_GET_CURRENT_USER: 'Get the current user',
      CALENDAR_LIST_EVENTS: 'List events, such as meetings',
      CALENDAR_GET_EVENT: 'Get an event',
      CALENDAR_CREATE_EVENT: 'Create an event with attendees',
      CALENDAR_UPDATE_EVENT: 'Update an event: its title, start or end',
      CALENDAR_DELETE_EVENT: 'Delete an event',
      CALENDAR_GET_CURRENT_USER: 'Get the current user',
    }).map(([slug, description]) => tool(slug, description)),
  )

  test.each([
    ['what is on my agenda tomorrow', 'CALENDAR_LIST_EVENTS'],
    ['what is on my calendar', 'CALENDAR_LIST_EVENTS'],
    ['cancel my meeting', 'CALENDAR_DELETE_EVENT'],
    ['call off the meeting with Ada', 'CALENDAR_DELETE_EVENT'],
    ['mark issue as done', 'TRACKER_CLOSE_ISSUE'],
    ['report a defect', 'TRACKER_CREATE_ISSUE'],
    ['file a bug', 'TRACKER_CREATE_ISSUE'],
  ])('%s', (useCase, slug) => {
    verifies('search.ranking')
    expect(find(useCase, {}, office)[0]).toBe(slug)
  })
})
