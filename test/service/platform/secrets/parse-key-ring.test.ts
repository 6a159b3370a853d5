import { expect, test } from 'vitest'
import { createRootKey, parseKeyRing } from '../../../../src/service/platform/secrets/index.ts'

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64')

test('the first entry is the current root key', () => {
  const { current, byVersion } = parseKeyRing(` 2026-11:${key(2)} , old_1:${key(1)}`)
  expect(current.version).toBe('2026-11')
  expect(current.key.export()).toEqual(Buffer.alloc(32, 2))
  expect([...byVersion.keys()]).toEqual(['2026-11', 'old_1'])
})

test('reads the keys that it makes, each another', () => {
  const [first, second] = [createRootKey(), createRootKey()]
  expect(first).not.toBe(second)
  expect(parseKeyRing(`a:${first},b:${second}`).byVersion.size).toBe(2)
})

test('reads base64 in its URL form and without padding', () => {
  const { current } = parseKeyRing(`1:${Buffer.alloc(32, 0xff).toString('base64url')}`)
  expect(current.key.export()).toEqual(Buffer.alloc(32, 0xff))
})

const hunter2 = Buffer.from('hunter2hunter2').toString('base64')

test.each([
  ['', 'Root key 1'],
  [hunter2, 'Root key 1'],
  [`1:${key(1)},${hunter2}`, 'Root key 2'],
  [`1:${key(1)},`, 'Root key 2'],
  [`${key(1)}:1`, 'Root key 1'],
  [`:${hunter2}`, 'Root key 1'],
  [`1:${key(1)},2:${hunter2}`, 'Root key 2, version "2"'],
  [`1:${hunter2}!`, 'Root key 1, version "1"'],
  ['1:', 'Root key 1, version "1"'],
  [`1:${Buffer.alloc(33).toString('base64')}`, '33 bytes'],
  [`1:${key(1)},1:${key(2)}`, 'version "1"'],
])('an error names the entry and not its value: %s', (text, named) => {
  const parse = () => parseKeyRing(text)
  expect(parse).toThrow(named)
  expect(parse).not.toThrow(hunter2)
  expect(parse).not.toThrow(key(1))
})
