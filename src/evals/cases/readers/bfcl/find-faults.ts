import { z } from 'zod'
import { isObject } from '../../../../schema/json-schema.ts'
import { parametersOf, type BfclAnswer, type BfclQuestion } from './bfcl-entry.ts'
import { jsonTypeOf } from './type-names.ts'

/**
 * Finds where a case cannot follow its BFCL answer: requirements that no call could meet, and
 * values that are requested in another form.
 */
export const findFaults = (
  category: string,
  entry: BfclQuestion,
  { ground_truth: calls }: BfclAnswer,
): string[] =>
  calls.flatMap((call) =>
    Object.entries(call).flatMap(([name, allowed]) => {
      const { properties, required } = parametersOf(entry, name)
      const [known, unknown] = split(Object.entries(allowed), ([parameter]) =>
        Object.hasOwn(properties, parameter),
      )
      const asText = isSource(category)
        ? known
            .filter(([parameter]) => !isText(properties[parameter]))
            .map(([parameter]) => parameter)
        : []
      return [
        ...unknown.map(
          ([parameter]) => `the answer gives ${parameter}, which ${name} does not have`,
        ),
        ...required
          .filter((parameter) => !Object.hasOwn(allowed, parameter))
          .map(
            (parameter) =>
              `${name} requires ${parameter}, which the answer does not give; it was omitted`,
          ),
        ...known
          .filter(([, values]) => values.length === 0)
          .map(
            ([parameter]) =>
              `the answer allows no value of ${parameter}; it was read as the empty list`,
          ),
        ...known.flatMap(([parameter, values]) =>
          values.flatMap((value) =>
            plainProperties(value).map(
              (property) =>
                `the answer gives ${parameter}.${property} a plain value in place of a list; it was read as a list of this value`,
            ),
          ),
        ),
        ...(asText.length > 0
          ? [
              `${asText.join(', ')} of ${name} ${asText.length === 1 ? 'is' : 'are'} asked for as JSON and not as source text`,
            ]
          : []),
      ]
    }),
  )

const isSource = (category: string): boolean => /java/.test(category)

const declared = z.object({ type: z.string() })

const isText = (declaration: unknown): boolean =>
  jsonTypeOf(declared.safeParse(declaration).data?.type ?? '') === 'string'

const plainProperties = (value: unknown): string[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => (Array.isArray(inner) ? [] : [name]))
    : []

const split = <Item>(items: readonly Item[], holds: (item: Item) => boolean): [Item[], Item[]] => [
  items.filter(holds),
  items.filter((item) => !holds(item)),
]
