import { expect, it } from 'vitest'
import { createByteBudget } from '../../../src/service/platform/byte-budget.ts'
import { BusyError } from '../../../src/service/platform/busy-error.ts'
import { verifies } from '../../requirements.ts'

it('leaves room for others when one owner has its share, and gives back what is released', () => {
  verifies('bounds.bytes')
  const budget = createByteBudget({ total: 100, perOwner: 60 })
  const fullOf = (owner: string, bytes: number) => {
    try {
      budget.open(owner, bytes).release()
      return undefined
    } catch (error) {
      return (error as BusyError).full
    }
  }
  const ada = budget.open('ada', 10)
  expect([ada.take(50), ada.take(1)]).toEqual([true, false])
  expect([fullOf('ada', 1), fullOf('bob', 40), fullOf('bob', 41)]).toEqual([
    'owner',
    undefined,
    'service',
  ])
  const bob = budget.open('bob', 40)
  expect([fullOf('eve', 1), bob.take(1)]).toEqual(['service', false])
  ada.release()
  ada.release()
  expect(ada.take(1)).toBe(false)
  expect([bob.take(20), fullOf('ada', 40), fullOf('ada', 41)]).toEqual([true, undefined, 'service'])
})
