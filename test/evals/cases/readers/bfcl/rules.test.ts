import { describe, expect, it } from 'vitest'
import { readBfcl } from '../../../../../src/evals/cases/index.ts'
import { isPassed, scoreExpected } from '../../../../../src/evals/scorers/index.ts'
import type { EvalCase } from '../../../../../src/evals/types.ts'
import { verifies } from '../../../../requirements.ts'
import { toRun } from '../../../to-run.ts'

type Given = { type: object; allowed: unknown[]; required?: boolean }

/** The case of a function with one parameter. */
const readOne = ({ type, allowed, required = false }: Given, category = 'simple_python') => {
  const { cases, notExpressed } = readBfcl({
    category,
    questions: JSON.stringify({
      id: 'one',
      question: [[{ role: 'user', content: 'Please' }]],
      function: [
        {
          name: 'act',
          parameters: {
            type: 'dict',
            properties: { value: type },
            required: required ? ['value'] : [],
          },
        },
      ],
    }),
    answers: JSON.stringify({ id: 'one', ground_truth: [{ act: { value: allowed } }] }),
  })
  const [found] = cases
  if (!found) throw new Error(notExpressed.map(({ what }) => what).join())
  return { found, left: notExpressed.map(({ what }) => what) }
}

const isRight = (evalCase: EvalCase, given: Record<string, unknown>): boolean =>
  isPassed(scoreExpected(toRun(evalCase, [[{ tool: 'act', arguments: given }]])))

const list = (items: string) => ({ type: 'array', items: { type: items } })

/**
 * The allowed values, then values that are right and values that are not; `undefined` is left out.
 */
const rules: [string, Given, unknown[], unknown[]][] = [
  [
    'texts without case, blanks, some punctuation and the kind of quotes',
    { type: { type: 'string' }, allowed: ["April 1, 2024 'x'"] },
    ['april1.2024"X"', "APRIL-1_2024*'x'", 'April/1^2024 "x"'],
    ["April 1; 2024 'x'", "April\t1 2024 'x'", 5, undefined, null],
  ],
  [
    'a text that may be left out',
    { type: { type: 'string' }, allowed: ['a', ''] },
    ['A', '', ' ', undefined],
    ['b', null],
  ],
  [
    'a text that only may be left out',
    { type: { type: 'string' }, allowed: [''] },
    ['', undefined],
    ['a', null, 0],
  ],
  [
    'a required text that can only be empty',
    { type: { type: 'string' }, allowed: [''], required: true },
    [''],
    [undefined, 'a'],
  ],
  [
    'a number that only may be left out',
    { type: { type: 'integer' }, allowed: [''] },
    [undefined],
    [0, '', null],
  ],
  [
    'a required argument that the answer lets be left out',
    { type: { type: 'integer' }, allowed: [5, ''], required: true },
    [5],
    [undefined, '', 6],
  ],
  [
    'whole numbers and others',
    { type: { type: 'float' }, allowed: [2, 2.5] },
    [2, 2.0, 2.5],
    ['2', 2.50001, true],
  ],
  ['a boolean is no number', { type: { type: 'integer' }, allowed: [1] }, [1], [true, '1']],
  [
    'a number is no boolean',
    { type: { type: 'boolean' }, allowed: [true] },
    [true],
    [1, 'true', false],
  ],
  [
    'a variable where a number is declared',
    { type: { type: 'integer' }, allowed: ['Batch_Size', ''] },
    ['Batch_Size', '', undefined],
    ['batch_size', 'Batch Size', 5],
  ],
  [
    'a value of another type beside those of the declared one',
    { type: { type: 'integer' }, allowed: [5, 'five'] },
    [5],
    ['five'],
  ],
  [
    'a boolean where a text is declared',
    { type: { type: 'string' }, allowed: ['', false] },
    [false, '', undefined],
    ['false', true],
  ],
  [
    'anything is a text',
    { type: { type: 'any' }, allowed: ['Red, big'] },
    ['red big'],
    [['Red, big'], 5],
  ],
  [
    'anything that the answer says is a number',
    { type: { type: 'any' }, allowed: [20.5, '20.5'] },
    [20.5, '20.5'],
    ['20,5', 20],
  ],
  [
    'lists in their order, texts in them as ever',
    { type: list('string'), allowed: [['A.B', 'c']] },
    [['ab', 'C']],
    [['c', 'ab'], ['ab'], ['ab', 'c', 'c'], 'ab', [['ab', 'c']]],
  ],
  [
    'lists in lists exactly',
    { type: list('array'), allowed: [[['A.B'], [1]]] },
    [[['A.B'], [1]]],
    [
      [['ab'], [1]],
      [['A.B'], ['1']],
    ],
  ],
  [
    'a list that may be left out may be empty',
    { type: list('integer'), allowed: [[1, 2], ''] },
    [[1, 2], [], undefined],
    ['', [1], null],
  ],
  [
    'a tuple is a list',
    { type: { type: 'tuple', items: { type: 'float' } }, allowed: [[1.5, 2]] },
    [[1.5, 2]],
    [[2, 1.5]],
  ],
  [
    'a variable where a list is declared',
    { type: list('float'), allowed: ["data['sales']"] },
    ["data['sales']"],
    [["data['sales']"], 'data["sales"]', []],
  ],
  [
    'the properties of an object by their allowed values',
    { type: { type: 'dict' }, allowed: [{ name: ['Ada L.', 'Ada'], age: [36, ''] }] },
    [{ name: 'ada l', age: 36 }, { name: 'Ada' }, { name: 'ADA', age: '' }],
    [{ age: 36 }, { name: 'Ada', age: 37 }, { name: 'Ada', more: 1 }, {}, ''],
  ],
  [
    'lists and objects in an object exactly',
    {
      type: { type: 'dict' },
      allowed: [{ cards: [['2 of hearts', '3 of spades']], at: [{ x: [1] }] }],
    },
    [{ cards: ['2 of hearts', '3 of spades'], at: { x: [1] } }],
    [
      { cards: ['2 Of Hearts', '3 of spades'], at: { x: [1] } },
      { cards: ['2 of hearts', '3 of spades'], at: { x: 1 } },
      { cards: '2 of hearts', at: { x: [1] } },
    ],
  ],
  [
    'one of several objects as a whole',
    { type: { type: 'dict' }, allowed: [{ a: [1] }, { b: [2] }, ''] },
    [{ a: 1 }, { b: 2 }, undefined],
    [{ a: 1, b: 2 }, {}, ''],
  ],
  [
    'objects in a list, one by one',
    {
      type: list('dict'),
      allowed: [[{ item: ['Burger'], count: [5, ''] }, { item: ['Wings'] }], ''],
    },
    [
      [{ item: 'burger', count: 5 }, { item: 'wings' }],
      [{ item: 'burger' }, { item: 'wings' }],
      [],
    ],
    [
      [{ item: 'wings' }, { item: 'burger' }],
      [{ item: 'burger' }],
      [{ item: ['Burger'] }, { item: 'Wings' }],
    ],
  ],
  [
    'types of Java',
    { type: { type: 'HashMap' }, allowed: [{ limit: [50], schema: ['public'] }] },
    [{ limit: 50, schema: 'PUBLIC' }],
    [{ limit: '50', schema: 'public' }],
  ],
  [
    'lists of Java',
    { type: { type: 'ArrayList', items: { type: 'String' } }, allowed: [['a', 'b']] },
    [['A', 'b']],
    [['b', 'a']],
  ],
]

describe('the rules of BFCL', () => {
  it.each(rules)('%s', (_name, given, right, wrong) => {
    verifies('evals.cases.bfcl')
    const { found } = readOne(given)

    const judged = (values: unknown[]) =>
      values.map((value) => [value, isRight(found, value === undefined ? {} : { value })])
    expect(judged(right)).toEqual(right.map((value) => [value, true]))
    expect(judged(wrong)).toEqual(wrong.map((value) => [value, false]))
  })

  it('lists where an answer is none that a call could give, and where it is asked for in another way', () => {
    verifies('evals.cases.bfcl')
    const text = { type: { type: 'string' }, allowed: ['a'] }

    expect(readOne(text).left).toEqual([])
    expect(readOne({ type: list('string'), allowed: [] }).left).toEqual([
      'the answer allows no value of value; it was read as the empty list',
    ])
    expect(readOne({ type: { type: 'dict' }, allowed: [{ format: 'millis' }] }).left).toEqual([
      'the answer gives value.format a plain value in place of a list; it was read as a list of this value',
    ])
    expect(readOne({ type: { type: 'Quaternion' }, allowed: ['a'] }).left).toEqual([
      'the type "Quaternion" of a parameter is unknown; it was omitted',
    ])
    expect(readOne({ type: { type: 'long' }, allowed: [5] }, 'simple_java').left).toEqual([
      'value of act is asked for as JSON and not as source text',
    ])
    expect(readOne({ type: { type: 'String' }, allowed: ['a'] }, 'simple_javascript').left).toEqual(
      [],
    )
    expect(
      readBfcl({
        category: 'multi_turn_base',
        questions: JSON.stringify({ id: 'two', question: [[], []], function: [] }),
      }),
    ).toMatchObject({
      cases: [],
      notExpressed: [{ id: 'two', what: 'asks in 2 turns; a case has one' }],
    })
    expect(() => readOne({ type: { type: 'dict' }, allowed: [{ $where: ['a'] }] })).toThrow(
      'a property whose name begins with $',
    )
  })
})
