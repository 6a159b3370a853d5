import { toStrictJsonSchema } from 'openai/lib/transform'
import { describe, expect, it } from 'vitest'
import { applyProfile, profileTool } from '../../../src/schema/index.ts'
import { verifies } from '../../requirements.ts'
import { isThorough } from '../../support/thorough.ts'
import { toolSets } from '../collected-tools.ts'
import { checkValues } from './check-values.ts'
import { breakRules, families } from './rules/index.ts'

/** The mutations add a property of this name, which no schema declares. */
const isUndeclared = (value: unknown): boolean => JSON.stringify(value).includes('"unexpected":')

describe.each(toolSets('profiles of the collected real tool schemas'))(
  '$title',
  ({ every, isExample }) => {
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

      expect(strict.length / every(isThorough ? 1 : 8).length).toBeGreaterThanOrEqual(
        isExample ? 0.7 : 0.97,
      )
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
  },
)
