import { operation } from '../../operation.ts'
import { user } from '../schemas.ts'
import type { TrackerCall } from '../tracker-state.ts'

export const getCurrentUser = operation({
  method: 'GET',
  path: '/me',
  operationId: 'getCurrentUser',
  summary: 'Get the current user',
  description: 'Gets the user whose API key the request carries.',
  tags: ['users'],
  input: {},
  answer: { status: 200, description: 'The current user', schema: user },
  errors: [],
  handle: (_, { user }: TrackerCall) => user,
})
