import { ServiceError } from '../../service-error.ts'

export const refuseCursor = () =>
  new ServiceError('invalid_request', 'The cursor is not one that a page of this list gave', {
    suggestedFix: 'List the tools from the beginning',
  })
