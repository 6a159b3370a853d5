import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parseCases, readCases } from '../../../src/evals/cases/index.ts'
import { verifies } from '../../requirements.ts'

const write = async (files: Record<string, string>): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-cases-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      await writeFile(join(folder, name), text)
      return join(folder, name)
    }),
  )
}

it('reads the same case from every kind of file', async () => {
  verifies('evals.cases.forms')
  const content = (id: string) => ({
    id,
    input: 'Hello',
    tools: ['A'],
    expect: { calls: [{ tool: 'A', arguments: { n: { $number: 1, absolute: 0.5 } } }] },
  })
  const paths = await write({
    'a.json': JSON.stringify([content('a')]),
    'b.jsonl': `${JSON.stringify(content('b'))}\n\n`,
    'c.yaml':
      'defaults: {tools: [A], tags: [all]}\ncases:\n  - id: c\n    tags: [own]\n    input: Hello\n    expect: {calls: [{tool: A, arguments: {n: {$number: 1, absolute: 0.5}}}]}\n',
    'd.ts': `const id: string = 'd'\nexport default async () => [${JSON.stringify(content('d')).replace('"d"', 'id')}]\n`,
  })
  const cases = await readCases(paths)

  expect(cases.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  for (const {
    messages,
    tools,
    expect: { calls },
  } of cases) {
    expect({ messages, tools, calls }).toEqual({
      messages: [{ role: 'user', content: 'Hello' }],
      tools: ['A'],
      calls: [{ tool: 'A', arguments: { n: { $number: 1, absolute: 0.5 } } }],
    })
  }
  expect(cases[2]?.tags).toEqual(['own', 'all'])
})

it.each([
  [{ input: 'x', expect: {} }, 'f.json, case 1: id:'],
  [{ id: 'x', expect: {} }, 'f.json, case "x": input: write either input'],
  [{ id: 'x', input: 'x', expect: { call: [] } }, 'expect: Unrecognized key: "call"'],
  [
    { id: 'x', input: 'x', expect: { calls: [{ tool: 'A', arguments: { n: { $numer: 1 } } }] } },
    'expect.calls.0.arguments.n: has $numer; a rule is one of',
  ],
  [
    { id: 'x', input: 'x', expect: { order: 'partial', calls: [{ tool: 'A', after: ['y'] }] } },
    'expect.calls.0.after: refers to calls that the case does not have: y',
  ],
  [
    {
      id: 'x',
      input: 'x',
      expect: {
        calls: [
          { tool: 'A', id: 'a' },
          { tool: 'A', after: ['a'] },
        ],
      },
    },
    'requires order: partial',
  ],
  [
    { id: 'x', input: 'x', expect: { noCall: true, calls: [{ tool: 'A' }] } },
    'expect.noCall: contradicts',
  ],
  [
    { id: 'x', input: 'x', expect: {}, mocks: [{ tool: 'A' }] },
    'mocks.0: must have either result or error',
  ],
])('refuses %j and says where it is wrong', (entry, message) => {
  verifies('evals.cases.forms')
  expect(() => parseCases([entry], 'f.json')).toThrow(message)
})

it('refuses files that hold no cases', async () => {
  verifies('evals.cases.forms')
  const [text = '', json = '', lines = '', yaml = '', code = ''] = await write({
    'a.txt': '',
    'a.json': '{',
    'a.jsonl': '{}\n{',
    'a.yml': 'a: [',
    'a.mjs': 'export const cases = []',
  })

  await expect(readCases([text])).rejects.toThrow(
    'the extension of a case file must be one of .json, .jsonl',
  )
  await expect(readCases([json])).rejects.toThrow('is not JSON')
  await expect(readCases([lines])).rejects.toThrow('line 2: is not JSON')
  await expect(readCases([yaml])).rejects.toThrow('is not YAML')
  await expect(readCases([code])).rejects.toThrow('has no default export')
  expect(() =>
    parseCases(
      [
        { id: 'x', input: '', expect: {} },
        { id: 'x', input: '', expect: {} },
      ],
      'f',
    ),
  ).toThrow('more than one case has the id x')
})
