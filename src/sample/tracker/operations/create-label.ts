import { operation } from '../../operation.ts'
import { invalidFields } from '../../sample-error.ts'
import { label, newLabel } from '../schemas.ts'
import type { TrackerCall } from '../tracker-state.ts'

export const createLabel = operation({
  method: 'POST',
  path: '/labels',
  operationId: 'createLabel',
  summary: 'Create a label',
  description: 'Creates a label for issues of all projects. Its name must be new.',
  tags: ['labels'],
  input: { body: newLabel },
  answer: { status: 201, description: 'The new label', schema: label },
  errors: [400, 413, 415, 422],
  handle: ({ body }, { tracker }: TrackerCall) => {
    if (tracker.labels.some(({ name }) => name === body.name)) {
      throw invalidFields([{ field: 'name', message: `The label "${body.name}" exists` }])
    }
    tracker.labels.push(body)
    return body
  },
})
