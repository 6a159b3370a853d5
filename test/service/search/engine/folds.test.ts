import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { neutralSetting, toChanges } from '../../../bench/search/folds/knobs.ts'

const engine = new URL('../../../../src/service/search/engine/', import.meta.url)

test('the benchmark finds the numbers that it chooses anew each once in the engine', () => {
  const changes = toChanges(neutralSetting)

  expect(changes.length).toBeGreaterThan(10)
  for (const { file, from } of changes)
    expect(
      readFileSync(new URL(file, engine), 'utf8').split(from),
      `${file}: ${from}`,
    ).toHaveLength(2)
})
