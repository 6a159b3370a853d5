import { expect, it } from 'vitest'
import {
  activeSecrets,
  createSigningSecrets,
  rotateSigningSecrets,
} from '../../../src/service/webhooks/signing-secrets.ts'
import { verifies } from '../../requirements.ts'

const at = (hours: number) => new Date(Date.UTC(2026, 10, 21) + hours * 3_600_000)

it('the old secret signs alongside the new one for 24 hours', () => {
  verifies('webhooks.rotate.overlap')
  const first = createSigningSecrets()
  const second = rotateSigningSecrets(first, at(0))

  expect(activeSecrets(first, at(0))).toEqual([first.current])
  expect(activeSecrets(second, at(0))).toEqual([second.current, first.current])
  expect(activeSecrets(second, at(23.9))).toEqual([second.current, first.current])
  expect(activeSecrets(second, at(24))).toEqual([second.current])
})

it('each of several old secrets signs for its own 24 hours, and is then forgotten', () => {
  verifies('webhooks.rotate.overlap')
  const first = createSigningSecrets()
  const second = rotateSigningSecrets(first, at(0))
  const third = rotateSigningSecrets(second, at(20))
  const fourth = rotateSigningSecrets(third, at(30))

  expect(activeSecrets(third, at(21))).toEqual([third.current, second.current, first.current])
  expect(activeSecrets(third, at(25))).toEqual([third.current, second.current])
  expect(JSON.stringify(fourth)).not.toContain(first.current)
})
