import { expect, it } from 'vitest'
import { listSome } from '../../src/service/platform/list-some.ts'
import { ServiceError } from '../../src/service/service-error.ts'
import { verifies } from '../requirements.ts'

const names = Array.from({ length: 5_000 }, (_, index) => `name ${index}`)

it('lists the first issues and counts the rest, also when it is raised again', () => {
  verifies('bounds.errors')
  const { errors } = new ServiceError('invalid_request', 'Wrong', { errors: names })
  expect(errors).toEqual([...names.slice(0, 50), 'and 4,950 more'])
  expect(new ServiceError('not_found', 'Wrong', { errors }).errors).toEqual(errors)
  expect(listSome(names, 2)).toBe('name 0, name 1 and 4,998 more')
  expect(listSome(names.slice(0, 2), 2)).toBe('name 0, name 1')
})
