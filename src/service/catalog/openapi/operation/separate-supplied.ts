import type { SuppliedArgument } from '../../definitions.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import type { Body } from './read-body.ts'
import type { Parameter } from './read-parameters.ts'
import { constantProperties, suppliedParameter } from './supplied-values.ts'

/** A parameter or a property of the body that has one value only. */
type Fixed = {
  argument: string
  value: SuppliedArgument
  parameter?: Parameter
  property?: string
}

/** The parameters and properties that a caller gives, and the values of the others. */
export const separateSupplied = (
  document: OpenApiDocument,
  parameters: Parameter[],
  body: Body | undefined,
) => {
  const values = new Map(
    parameters.map((parameter) => [parameter, suppliedParameter(document, parameter)] as const),
  )
  const isFixed = (parameter: Parameter) => values.get(parameter)?.mode === 'fixed'
  const constants = body ? constantProperties(document, body) : new Map<string, SuppliedArgument>()
  const fixed: Fixed[] = [
    ...parameters.flatMap((parameter): Fixed[] => {
      const value = values.get(parameter)
      const argument = fixedName(parameter.in, parameter.name)
      return value && isFixed(parameter) ? [{ argument, value, parameter }] : []
    }),
    ...[...constants].map(([property, value]): Fixed => ({
      argument: fixedName('body', property),
      value,
      property,
    })),
  ]
  return {
    parameters: parameters.filter((parameter) => !isFixed(parameter)),
    body: body && withoutProperties(body, constants),
    fixed,
    defaults: values,
  }
}

/** No argument of a tool has a blank in its name. */
const fixedName = (place: string, name: string): string => `${place} ${name}`

const withoutProperties = (body: Body, names: ReadonlyMap<string, unknown>): Body =>
  body.flat && names.size > 0
    ? {
        ...body,
        flat: {
          ...body.flat,
          properties: Object.fromEntries(
            Object.entries(body.flat.properties).filter(([name]) => !names.has(name)),
          ),
          required: body.flat.required.filter((name) => !names.has(name)),
        },
      }
    : body
