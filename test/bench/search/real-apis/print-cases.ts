import { toAlignedTable } from '../print-quality.ts'
import { averageOf, type Judged } from './measure-cases.ts'
import { kinds } from './read-cases.ts'

export type SetResult = { set: string; engine: string; judged: Judged[] }

/** Figures in percent, a row for each kind of use case, and for our own engine each language. */
export const toCaseTable = (results: readonly SetResult[]): string =>
  toAlignedTable(
    [
      [
        'set',
        'engine',
        'use cases',
        'number',
        'first',
        'first five',
        'nDCG@10',
        'needless',
        'empty',
      ],
      ...results.flatMap(({ set, engine, judged }) =>
        groupsOf(judged, engine === 'plugboard').map(([name, group]) =>
          toRow([set, engine, name], group),
        ),
      ),
    ],
    3,
  )

/** A row for each set and engine, so that a gain in the sets that were tuned on hides no loss in others. */
export const toSetTable = (results: readonly SetResult[]): string =>
  toAlignedTable(
    [
      ['set', 'engine', 'number', 'first', 'first five', 'empty', 'none', 'needless'],
      ...results.map(({ set, engine, judged }) => {
        const [none, answered] = [true, false].map((isNone) =>
          judged.filter(({ case: { kind } }) => (kind === 'none') === isNone),
        )
        const { cases, first, firstFive, empty } = averageOf(answered ?? [])
        const nothing = averageOf(none ?? [])
        return [
          set,
          engine,
          ...toCells(cases, [first, firstFive, empty]),
          ...toCells(nothing.cases, [nothing.needless]),
        ]
      }),
    ],
    2,
  )

const toCells = (cases: number, shares: readonly number[]): string[] => [
  String(cases),
  ...shares.map((share) => (cases === 0 ? '' : toPercent(share))),
]

const groupsOf = (judged: readonly Judged[], withLanguages: boolean): [string, Judged[]][] => {
  const answered = judged.filter(({ case: { kind } }) => kind !== 'none')
  const byKind = kinds.map((kind): [string, Judged[]] => [
    kind,
    judged.filter((one) => one.case.kind === kind),
  ])
  const languages = Map.groupBy(
    answered.filter(({ case: { language } }) => withLanguages && language !== 'en'),
    ({ case: { language } }) => language,
  )
  const groups: [string, Judged[]][] = [
    ...byKind,
    ...[...languages].map(([language, group]): [string, Judged[]] => [`  ${language}`, group]),
    ['all but none', answered],
  ]
  const filled = groups.filter(([, group]) => group.length > 0)
  return filled.length === 2 ? filled.slice(0, 1) : filled
}

/** First place and the first five in percent, a row for each field and a column for each engine. */
export const toFieldTable = (results: readonly SetResult[]): string => {
  const engines = [...new Set(results.map(({ engine }) => engine))]
  const rows = [...Map.groupBy(results, ({ set }) => set)].flatMap(([set, ofSet]) => {
    const fields = [...new Set(ofSet.flatMap(({ judged }) => judged.map((one) => one.case.field)))]
    return fields.length < 2 ? [] : fields.toSorted().map((field) => toFieldRow(set, field, ofSet))
  })
  return toAlignedTable([['set', 'field', 'number', ...engines], ...rows], 2)
}

const toFieldRow = (set: string, field: string, results: readonly SetResult[]): string[] => {
  const figures = results.map(({ judged }) =>
    averageOf(
      judged.filter(({ case: { kind, ...one } }) => kind !== 'none' && one.field === field),
    ),
  )
  return [
    set,
    field,
    String(figures[0]?.cases ?? 0),
    ...figures.map(({ first, firstFive }) => `${toPercent(first)} ${toPercent(firstFive)}`),
  ]
}

const toPercent = (value: number): string => (100 * value).toFixed(1)

const toRow = (names: string[], group: readonly Judged[]): string[] => {
  const { cases, first, firstFive, ndcg, needless, empty } = averageOf(group)
  const isNone = group.every(({ case: { kind } }) => kind === 'none')
  return [
    ...names,
    String(cases),
    ...(isNone
      ? ['', '', '', toPercent(needless), '']
      : [toPercent(first), toPercent(firstFive), toPercent(ndcg), '', toPercent(empty)]),
  ]
}
