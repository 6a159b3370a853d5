import { expect, test } from 'vitest'
import { parseReport } from '../../../src/evals/reports/report-schema.ts'
import { toHtml } from '../../../src/evals/reports/html/to-html.ts'
import { toJson } from '../../../src/evals/reports/to-json.ts'
import { toJunit } from '../../../src/evals/reports/to-junit.ts'
import { toMarkdown } from '../../../src/evals/reports/to-markdown.ts'
import { toTerminal } from '../../../src/evals/reports/to-terminal.ts'
import { verifies } from '../../requirements.ts'
import { createExampleReport, createTrialsReport, hostile } from './example-report.ts'

test('the JSON is read back as it was, serves as a baseline, and says its version', async () => {
  verifies('evals.reports')
  const report = await createExampleReport()
  const read = parseReport(JSON.parse(toJson(report)), 'report.json')

  expect(read).toEqual(report)
  expect(toJson(await createExampleReport())).toBe(toJson(report))
  expect(report.outcome).toBe('infrastructure')
  expect(
    report.summaries.map(({ adapter, total, cost }) => [adapter, total.passed, total.trials, cost]),
  ).toEqual([
    ['ai', 2, 2, 0.004],
    ['openai', 0, 1, 0.002],
  ])
  expect((await createExampleReport(read)).comparisons).toMatchObject([
    { adapter: 'ai', better: [], worse: [], pValue: 1 },
    { adapter: 'openai', cases: 1 },
  ])
  expect(report.runs[1]?.pairs).toEqual([
    {
      expected: 'TRACKER_CREATE_ISSUE',
      called: 'TRACKER_CREATE_ISSUE',
      places: [
        {
          path: 'title',
          expected: { $string: 'Broken | door', case: 'ignore' },
          actual: hostile,
          value: 0,
          reason: expect.any(String),
        },
        { path: 'labels.0', expected: 'bug', actual: 'bug', value: 1, reason: '' },
        { path: 'dotted.name', actual: 1, value: 0, reason: 'is not expected: 1' },
      ],
    },
  ])
  expect(() => parseReport({ ...report, version: 2 }, 'report.json')).toThrow(
    /report\.json is not a report of version 1[^]*version/,
  )
})

test('the terminal says who did how well, what failed and why', async () => {
  verifies('evals.reports')
  const report = await createExampleReport()
  const text = toTerminal(await createExampleReport(report))

  expect(text).toContain(
    'ai: 2 of 2 runs passed, 100 % (34.2 % to 100 % with 95 % confidence), 2 cases',
  )
  expect(text).toContain('1000 tokens in, 100 out, 0.0020 USD')
  expect(text).toContain('  plain (openai)\n    infrastructure: connect ECONNREFUSED')
  expect(text).toContain('MISSED   openai  pass 0 %, at least 100 %')
  expect(text).toContain(
    'ai compared with the baseline, over 2 cases: 100 % before, 100 % now (p = 1.000)',
  )
  expect(text).toContain('The adapters differ in 2 of 2 compared runs')
  expect(text).toMatch(/\nNot scored: .+$/)
})

test('JUnit tells failures from errors, and is XML whatever a model says', async () => {
  verifies('evals.reports')
  const xml = toJunit(await createExampleReport())

  expect(xml).toContain(
    '<testsuite name="ai" tests="2" failures="0" errors="0" time="0.000" timestamp="2026-11-21T12:00:00.000Z">',
  )
  expect(xml).toContain('<testsuite name="openai" tests="2" failures="1" errors="1"')
  expect(xml).toContain('<error message="infrastructure: connect ECONNREFUSED">')
  expect(xml).not.toContain('<img')
  expect(xml).not.toMatch(/[^\t\n\x20-\uD7FF\uE000-\uFFFD]/)
  expect(xml.replaceAll(/&#\d+;/g, '')).not.toContain('&')
})

test('Markdown shows what others wrote as text, one row each', async () => {
  verifies('evals.reports')
  const markdown = toMarkdown(await createExampleReport())

  expect(markdown).toContain('| openai | 0 of 1 | 0 % | 0 % to 79.3 % | 1100 | 0.0020 USD |')
  expect(markdown).not.toContain('<img')
  const rows = markdown.split('\n').filter((line) => line.startsWith('|'))
  expect(rows.map((row) => row.split('|').length)).toEqual([
    ...Array.from({ length: 4 }, () => 8),
    ...Array.from({ length: 4 }, () => 6),
  ])
})

test('the page holds no tag that others wrote, and nothing that it would have to load', async () => {
  verifies('evals.reports')
  const page = await toHtml(await createExampleReport())

  expect(page).not.toContain('<img')
  expect(page).toContain('&lt;img src=x onerror=')
  expect(page).not.toMatch(/<(link|iframe|object)|\ssrc="|href=(?!"#case-\d+")/)
  expect(page).toContain('content="default-src &#39;none&#39;; style-src')
})

test('every form of report that people read says when prices are old, or of a later day', async () => {
  verifies('evals.prices')
  const forms = async (pricesOf: string) => {
    const report = await createExampleReport(undefined, pricesOf)
    return [toTerminal(report), toMarkdown(report), await toHtml(report)]
  }

  for (const text of await forms('2026-08-20'))
    expect(text).toContain(
      'The prices are from 2026-08-20, 93 days before this report: check them against ours',
    )
  for (const text of await forms('2026-12-24'))
    expect(text).toContain('The prices are from 2026-12-24, which is after this report')
  for (const text of await forms('2026-08-23')) expect(text).not.toContain('The prices are')
})

test('the page shows a later trial by its differences, links to the cases that failed, and says costs', async () => {
  verifies('evals.page')
  const report = await createTrialsReport()
  const page = await toHtml(report)

  expect(report.runs.map(({ cost }) => cost)).toEqual([0.002, 0.002, 0.002])
  expect(page).toContain('<li><a href="#case-1">repeated</a>')
  expect(page).toContain('<details class="case" id="case-1"')
  expect(page).toContain('0 ms, 1000 tokens in, 100 out, 0.0020 USD')
  expect(page).toContain('0.0060 USD')
  expect(page.split('<p>The same as trial 1</p>')).toHaveLength(2)
  const table = /<h4>Differences from trial 1<\/h4>[^]*?<\/table>/.exec(page)?.[0] ?? ''
  const rows = [...table.matchAll(/<tr><th scope="row">(.*?)<\/th>/g)].map(([, place]) => place)
  expect(rows).toEqual([
    'step 1 › call 1 › arguments › title',
    'step 1 › call 1 › arguments › dotted.name',
    'step 1 › call 1 › result',
    'step 1 › call 1 › error',
    'scores › arguments',
  ])
  expect(table).toContain('&lt;img')
})
