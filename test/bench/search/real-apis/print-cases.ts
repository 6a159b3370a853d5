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

const toRow = (names: string[], group: readonly Judged[]): string[] => {
  const { cases, first, firstFive, ndcg, needless, empty } = averageOf(group)
  const percent = (value: number) => (100 * value).toFixed(1)
  const isNone = group.every(({ case: { kind } }) => kind === 'none')
  return [
    ...names,
    String(cases),
    ...(isNone
      ? ['', '', '', percent(needless), '']
      : [percent(first), percent(firstFive), percent(ndcg), '', percent(empty)]),
  ]
}
