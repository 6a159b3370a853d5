import { describe, expect, test } from 'vitest'
import { actionBits } from '../../../../src/service/search/engine/query/actions.ts'
import { readWanted } from '../../../../src/service/search/engine/query/read-request.ts'
import { readOperation } from '../../../../src/service/search/engine/operation.ts'
import { toStem } from '../../../../src/service/search/engine/words/stem.ts'
import { verifies } from '../../../requirements.ts'

const does = (verb: string, action: number) => (actionBits(toStem(verb)) & action) !== 0

describe('what a tool does, by its name', () => {
  test.each([
    ['List comments of an issue', 'list', 'comments'],
    ['Create issue comment', 'create', 'comment'],
    ['addMemberToTeam', 'add', 'member'],
    ['CONFERENCE_RECORDS_LIST', 'list', 'records'],
    ['Get users', 'list', 'users'],
    ['Bulk delete files', 'delete', 'files'],
    ["Remove an organization's member", 'remove', 'member'],
    ['Get details of a batch', 'get', 'batch'],
  ])('%s', (name, verb, object) => {
    const operation = readOperation(name)
    expect(does(verb, operation.action)).toBe(true)
    expect(operation.object).toBe(toStem(object))
  })

  test('a name may have no verb and no object', () => {
    expect(readOperation('')).toEqual({ action: 0 })
    expect(readOperation('!!!')).toEqual({ action: 0 })
    expect(readOperation('skip')).toEqual({ action: 0, object: 'skip' })
  })
})

describe('what a request asks to do, and to what', () => {
  test.each([
    ['which rooms were booked in May', 'list', 'rooms'],
    ['how many invoices have we sent', 'count', 'invoices'],
    ['what appointments do I have', 'list', 'appointments'],
    ['who is on call', 'find', undefined],
    ['tick off the task', 'complete', 'task'],
    ['call off the meeting', 'cancel', 'meeting'],
    ['set the meeting up', 'create', 'meeting'],
    ['take the page down', 'delete', 'page'],
    ['could you please add a record to the table', 'add', 'record'],
    ['send Alice a message', 'send', 'message'],
    ['my open tasks', 'list', 'tasks'],
    ['a link where people can pay', 'create', 'link'],
    ['the phone number of Ada', 'get', 'number'],
    ['mail from Ada', 'get', undefined],
  ])('%s', (request, verb, object) => {
    verifies('search.meanings')
    const wanted = readWanted(request)
    if (verb === 'get' && object === undefined) expect(does('create', wanted.action)).toBe(false)
    else expect(does(verb, wanted.action)).toBe(true)
    if (object !== undefined) expect(wanted.object?.word).toBe(toStem(object))
  })

  test.each(['which rooms were booked', 'what was cancelled today', 'who has been deleted'])(
    'a question asks to read, whatever verb it has: %s',
    (request) => {
      const { action } = readWanted(request)
      expect(does('book', action) || does('cancel', action) || does('delete', action)).toBe(false)
    },
  )

  test.each([
    ['which orders arrived', 'list', 'get'],
    ['the order of Ada', 'get', 'create'],
  ])('of several things it wants a list: %s', (request, wanted, other) => {
    const { action } = readWanted(request)
    expect(does(wanted, action)).toBe(true)
    expect(does(other, action)).toBe(false)
  })

  test.each(['', ',,, ...', 'zzz', `${'the '.repeat(5_000)}end`, 'a'.repeat(10_000)])(
    'says nothing of a text without a verb, and takes little time',
    (request) => {
      expect(readWanted(request).action).toBe(0)
    },
  )
})
