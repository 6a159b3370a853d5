import { existsSync, readFileSync } from 'node:fs'
import { toStrictJsonSchema } from 'openai/lib/transform'
import { describe, expect, it } from 'vitest'
import { applyProfile, profileTool } from '../../../src/schema/index.ts'
import { verifies } from '../../requirements.ts'
import { isThorough } from '../../support/thorough.ts'
import { checkValues } from './check-values.ts'
import { breakRules, families } from './rules/index.ts'

const file = new URL('../../../../shared/data/tool-schemas/tool-schemas.jsonl', import.meta.url)
if (!existsSync(file))
  console.warn(
    `Skipped: profiles of the collected real tool schemas; they are not at ${file.pathname}`,
  )

type Tool = { name: string; description: string; schema: Record<string, unknown> }

const tools = existsSync(file)
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line): Tool => JSON.parse(line))
  : []
/** The mutations add a property of this name, which no schema declares. */
const isUndeclared = (value: unknown): boolean => JSON.stringify(value).includes('"unexpected":')

const every = (step: number) => tools.filter((_, index) => index % step === 0)

describe.skipIf(tools.length === 0)('real tool schemas', () => {
  it.each(families)('are within the rules of %s', (family) => {
    verifies('profiles.rules')
    const faults = every(isThorough ? 1 : 8).map(
      ({ name, schema }) => [name, breakRules(family, applyProfile(schema, family))] as const,
    )

    expect(faults.filter(([, each]) => each.length > 0)).toEqual([])
  })

  it("are accepted by OpenAI's own strict transform, which finds nothing left to do", () => {
    verifies('profiles.strict')
    const strict = every(isThorough ? 1 : 8)
      .map(({ schema }) => applyProfile(schema, 'openai-strict'))
      .filter((profiled) => profiled.strict)

    expect(strict.length / every(isThorough ? 1 : 8).length).toBeGreaterThanOrEqual(0.97)
    for (const { schema } of strict) expect(toStrictJsonSchema(schema)).toEqual(schema)
  })

  it.each(families)(
    'have arguments that %s says and leads back exactly',
    (family) => {
      verifies('profiles.restore', 'profiles.changes')
      const faults = every(isThorough ? 1 : 80).map(
        ({ name, schema }) =>
          [
            name,
            checkValues(schema, applyProfile(schema, family), { limit: 20, isUndeclared }),
          ] as const,
      )

      expect(faults.filter(([, each]) => each.length > 0)).toEqual([])
    },
    isThorough ? 120_000 : undefined,
  )

  it('have names and descriptions that each family accepts', () => {
    for (const family of families) {
      const profiled = every(10).map(({ name, description, schema }) =>
        profileTool(
          { slug: name, description: description.repeat(3), inputSchema: schema },
          family,
        ),
      )
      expect(
        profiled.filter(
          ({ name }) =>
            !(
              family === 'gemini' ? /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/ : /^[a-zA-Z0-9_-]{1,64}$/
            ).test(name),
        ),
      ).toEqual([])
      if (family.startsWith('openai'))
        expect(profiled.filter(({ description }) => description.length > 1024)).toEqual([])
    }
  })
})
