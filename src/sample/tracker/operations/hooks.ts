import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { operation } from '../../operation.ts'
import { SampleError } from '../../sample-error.ts'
import { hook, newHook } from '../schemas.ts'
import type { TrackerCall } from '../tracker-state.ts'

/** Webhooks for comments. Not in the description, because agents do not need them. */
export const createHook = operation({
  method: 'POST',
  path: '/hooks',
  operationId: 'createHook',
  summary: 'Have comments pushed',
  description: 'Has every new comment pushed to an address, signed with the secret.',
  tags: ['hooks'],
  input: { body: newHook },
  answer: { status: 201, description: 'The new hook', schema: hook },
  errors: [400, 413, 415, 422],
  handle: ({ body }, { tracker }: TrackerCall) => {
    const made = { id: randomUUID(), ...body }
    tracker.hooks.set(made.id, made)
    tracker.saveHooks([...tracker.hooks.values()])
    return made
  },
})

export const deleteHook = operation({
  method: 'DELETE',
  path: '/hooks/{hook_id}',
  operationId: 'deleteHook',
  summary: 'Have comments pushed no longer',
  description: 'Forgets a hook.',
  tags: ['hooks'],
  input: { params: z.object({ hook_id: z.string() }) },
  answer: { status: 204, description: 'The hook is gone' },
  errors: [404],
  handle: ({ params }, { tracker }: TrackerCall) => {
    if (!tracker.hooks.delete(params.hook_id))
      throw new SampleError(404, `No hook "${params.hook_id}"`)
    tracker.saveHooks([...tracker.hooks.values()])
    return new Response(null, { status: 204 })
  },
})
