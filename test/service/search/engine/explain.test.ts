import { expect, test } from 'vitest'
import { createExplainer, createToolFilter } from '../../../../src/service/search/engine/index.ts'
import { index } from './catalogue.ts'

test('says which words in which fields made a rank, and what they were looked up for', () => {
  const explanation = createExplainer(index, {
    useCase: 'show the issues of a project',
    limit: 10,
  })('TRACKER_LIST_ISSUES')

  expect(explanation).toMatchObject({ slug: 'TRACKER_LIST_ISSUES', rank: 1 })
  expect(explanation?.words.find(({ word }) => word === 'issu')).toMatchObject({
    fields: ['name', 'description'],
  })
  expect(explanation?.words.find(({ word }) => word === 'project')?.fields).toEqual([
    'description',
    'parameters',
  ])
})

test('says what a tool is beyond its words', () => {
  const signalsOf = (useCase: string, slug: string) =>
    createExplainer(index, { useCase, limit: 10 })(slug)?.signals

  expect(signalsOf('create an issue in the tracker', 'TRACKER_CREATE_ISSUE')).toMatchObject({
    name: 1,
    action: 1.15,
  })
  expect(signalsOf('create an issue in the tracker', 'TRACKER_LIST_ISSUES')?.action).toBeLessThan(1)
  expect(
    signalsOf('star the repository on GitHub', 'GITHUB_STAR_REPOSITORY')?.toolkit,
  ).toBeGreaterThan(1.5)
})

test('words are in the order of what they added, and add up to no more than the score', () => {
  const explanation = createExplainer(index, {
    useCase: 'post a message to the channel',
    limit: 10,
  })('CHAT_SEND_MESSAGE')
  const scores = explanation?.words.map(({ score }) => score) ?? []

  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(scores.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual((explanation?.score ?? 0) + 1e-9)
})

test('a mistyped word is explained by the one it stands for', () => {
  expect(
    createExplainer(index, { useCase: 'wether', limit: 10 })('SKY_FORECAST')?.words,
  ).toMatchObject([{ word: 'weather', for: ['wether'] }])
})

test('a tool that was not found has no rank, and one that is not there no explanation', () => {
  const hidden = createExplainer(index, {
    useCase: 'list issues',
    limit: 10,
    filter: createToolFilter(() => false),
  })('TRACKER_LIST_ISSUES')

  expect(hidden).not.toHaveProperty('rank')
  expect(hidden?.words.length).toBeGreaterThan(0)
  expect(
    createExplainer(index, { useCase: 'list issues', limit: 10 })('NO_SUCH_TOOL'),
  ).toBeUndefined()
})
