import { operation } from '../../operation.ts'
import type { CalendarCall } from '../calendar-state.ts'
import { user } from '../schemas.ts'

export const getCurrentUser = operation({
  method: 'GET',
  path: '/me',
  operationId: 'getCurrentUser',
  summary: 'Get the current user',
  description: 'Gets the user who allowed the access.',
  tags: ['users'],
  input: {},
  answer: { status: 200, description: 'The current user', schema: user },
  errors: [],
  handle: (_, { user }: CalendarCall) => user,
})
