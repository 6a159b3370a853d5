import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { getEncoding } from 'js-tiktoken'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { estimateTokens } from '../../src/console/screens/playground/estimate-tokens.ts'
import { verifies } from '../requirements.ts'

const document = readFileSync(
  createRequire(import.meta.url).resolve('@figma/rest-api-spec/openapi/openapi.yaml'),
  'utf8',
)

it('estimates the tokens of definitions as a tokenizer counts them', () => {
  verifies('console.page')
  const { paths } = parse(document) as { paths: Record<string, Record<string, unknown>> }
  const encoding = getEncoding('o200k_base')
  const ratios = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .map((operation) => JSON.stringify(operation))
    .filter((text) => text.length < 20_000)
    .map((text) => estimateTokens(text) / encoding.encode(text).length)
    .toSorted((one, other) => one - other)
  expect(ratios.length).toBeGreaterThan(40)
  const [low = 0, median = 0, high = 0] = [0.05, 0.5, 0.95].map(
    (share) => ratios[Math.floor(share * ratios.length)],
  )
  console.log(
    `estimated tokens per token: ${low.toFixed(2)}, ${median.toFixed(2)}, ${high.toFixed(2)}`,
  )
  expect(median).toBeGreaterThan(0.9)
  expect(median).toBeLessThan(1.1)
  expect(low).toBeGreaterThan(0.8)
  expect(high).toBeLessThan(1.25)
  expect(estimateTokens('こんにちは世界')).toBeGreaterThan(3)
})
