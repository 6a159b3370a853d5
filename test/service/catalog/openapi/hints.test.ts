import { expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { describeApi, importTool, operation } from './describe-api.ts'

const tagsOf = async (method: string, path: string, more: object) =>
  (
    await importTool(
      describeApi({ [path]: { [method]: operation(more as Record<string, unknown>) } }),
    )
  ).tags

it.each([
  ['get', '/x', {}, ['readOnlyHint', 'openWorldHint']],
  ['head', '/x', {}, ['readOnlyHint', 'openWorldHint']],
  ['delete', '/x', {}, ['destructiveHint', 'idempotentHint', 'openWorldHint']],
  ['put', '/x', { summary: 'Star a thing' }, ['idempotentHint', 'openWorldHint']],
  [
    'put',
    '/x',
    { summary: 'Replace all topics' },
    ['destructiveHint', 'idempotentHint', 'openWorldHint'],
  ],
  ['patch', '/x', {}, ['openWorldHint']],
  ['post', '/x', { summary: 'Create a thing' }, ['openWorldHint']],
  ['post', '/x', { summary: 'Search things' }, ['openWorldHint']],
  ['post', '/x', { operationId: 'things_list' }, ['openWorldHint']],
  ['post', '/things/query', {}, ['openWorldHint']],
  ['post', '/x', { summary: 'Get or create a thing' }, ['openWorldHint']],
  ['post', '/x', { summary: 'Get an access token' }, ['openWorldHint']],
  [
    'post',
    '/x',
    { summary: 'Search things', operationId: 'deleteThings' },
    ['destructiveHint', 'openWorldHint'],
  ],
  ['post', '/x', { summary: 'Bulk remove members' }, ['destructiveHint', 'openWorldHint']],
  [
    'post',
    '/x',
    { summary: 'Create/modify/delete variables' },
    ['destructiveHint', 'openWorldHint'],
  ],
  [
    'post',
    '/orders/{id}/cancel',
    { summary: 'Order cancellation' },
    ['destructiveHint', 'openWorldHint'],
  ],
  ['post', '/runners/remove-token', { summary: 'Create a remove token' }, ['openWorldHint']],
  ['get', '/x', { summary: 'Revoke a grant' }, ['destructiveHint', 'openWorldHint']],
  ['get', '/x', { summary: 'Delete everything' }, ['destructiveHint', 'openWorldHint']],
  ['get', '/x', { operationId: 'removeMember' }, ['destructiveHint', 'openWorldHint']],
  ['get', '/messages/send', {}, ['openWorldHint']],
  ['get', '/x', { summary: 'Send a message' }, ['openWorldHint']],
  ['get', '/x', { summary: 'List things', operationId: 'sendThings' }, ['openWorldHint']],
  ['get', '/x', { summary: 'Get or create a thing' }, ['openWorldHint']],
  ['head', '/x', { summary: 'Update a thing' }, ['openWorldHint']],
  ['get', '/x', { summary: 'Download a thing' }, ['readOnlyHint', 'openWorldHint']],
  ['get', '/x/archive', { summary: 'Get the archive' }, ['readOnlyHint', 'openWorldHint']],
  ['get', '/x/archive', { summary: 'Archive a thing' }, ['openWorldHint']],
  ['get', '/issues', { summary: 'Issues of a project' }, ['readOnlyHint', 'openWorldHint']],
  [
    'get',
    '/x',
    { tags: ['Pull Requests', 'readOnlyHint'] },
    ['readOnlyHint', 'openWorldHint', 'pull requests', 'readonlyhint'],
  ],
] as const)('%s %s %o is tagged %o', async (method, path, more, tags) => {
  verifies('tools.hints.derived')
  expect(await tagsOf(method, path, more)).toEqual(tags)
})
