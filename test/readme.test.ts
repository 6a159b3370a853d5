import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { answerRules } from '../src/contract/recipe/answers.ts'
import { coverage, uncounted } from './readme/coverage-table.ts'
import { docstringExamples } from './readme/docstring-examples.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The anchor that GitHub gives a title. */
const toAnchor = (title: string): string =>
  `#${title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')}`

it('the README shows the program that is compiled', () => {
  expect(readme).toContain(
    `\`\`\`ts\n${readFileSync(join(root, 'examples/readme.ts'), 'utf8')}\`\`\``,
  )
})

it('the README shows the recipe for approvals that is compiled', () => {
  const compiled = readFileSync(join(root, 'examples/readme-approvals.ts'), 'utf8')
  const [recipe] = /^app\.post\([^]*/m.exec(compiled) ?? []
  expect(readme).toContain(`\`\`\`ts\n${recipe}\`\`\``)
})

it('the README shows the programs of the adapters that are compiled', () => {
  const shown = [
    'run-chat',
    'langchain-tools',
    'anthropic-tools',
    'google-tools',
    'mastra-tools',
    'claude-agent-tools',
  ]
  const examples = docstringExamples().filter(({ name }) => shown.includes(name))
  expect(examples).toHaveLength(shown.length)
  for (const { code } of examples) expect(readme).toContain(`\`\`\`ts\n${code}\`\`\``)
})

it('the README shows rules for answers that an import takes', () => {
  const [, shown] = /```json\n(\{ "paging": [^]*?)```/.exec(readme) ?? []
  expect(answerRules.parse(JSON.parse(shown ?? ''))).toMatchObject({
    paging: [{ by: 'cursor' }],
    failures: [{ message: 'error' }],
  })
})

it('the contents of the README link to every part of it, and no link leads nowhere', () => {
  const titles = [...readme.matchAll(/^##+ (.+)$/gm)].map(([, title = '']) => title)
  const parts = [...readme.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title)
  const contents = parts.map((title) => `[${title}](${toAnchor(title)})`).join(' · ')
  expect(readme, 'paste what is expected at the top').toContain(`\n\n**Contents:** ${contents}\n\n`)
  const links = [...readme.matchAll(/\]\((#[^)]+)\)/g)].map(([, anchor]) => anchor)
  expect(links.filter((anchor) => !titles.map(toAnchor).includes(anchor ?? ''))).toEqual([])
})

it('the README names every subpath of the package and every setting of the service', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, unknown>
  }
  // Not for readers: what the server imports, and the former place of the service.
  const hidden = /^\.\/(internal\/.+|service|package\.json)$/
  for (const subpath of Object.keys(exports).filter((name) => !hidden.test(name)))
    expect(readme).toContain(`\`plugboard${subpath.slice(1)}\``)
  const settings = new Set(
    readFileSync(join(root, 'src/service/config/config.ts'), 'utf8').match(
      /\b(PLUGBOARD_[A-Z_]+|DATABASE_URL)\b/g,
    ),
  )
  expect(settings.size).toBeGreaterThan(8)
  for (const setting of settings) expect(readme).toContain(setting)
})

it('the README says truly how much of the interface there is', () => {
  const { summary, table } = coverage()
  expect(uncounted()).toEqual([])
  expect(readme, 'paste what is expected into "The interface"').toContain(summary)
  expect(readme, 'paste what is expected into "The interface"').toContain(table)
})
