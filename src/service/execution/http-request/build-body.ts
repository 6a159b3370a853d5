import type { BodyTemplate } from '../../catalog/index.ts'
import { binaryBody } from './body/binary-body.ts'
import type { BuiltBody, LoadBinary } from './body/built-body.ts'
import { formBody } from './body/form-body.ts'
import { multipartBody } from './body/multipart-body.ts'
import { textBody } from './body/text-body.ts'
import { RequestBuildError } from './request-build-error.ts'

/**
 * The body for the arguments, undefined when there is none. `reserved` arguments are sent
 * elsewhere.
 */
export const buildBody = async (
  loadBinary: LoadBinary,
  template: BodyTemplate,
  values: Record<string, unknown>,
  reserved: ReadonlySet<string>,
): Promise<BuiltBody | undefined> => {
  const { value, argument } = bodyValue(template, values, reserved)
  if (value === undefined) {
    if (template.required)
      throw new RequestBuildError(
        argument,
        `Argument "${argument}" is required: it is the body of the request`,
      )
    return undefined
  }
  const properties = () => propertiesOf(argument, value)
  switch (template.encoding) {
    case 'json':
      return { contentType: template.contentType, content: JSON.stringify(value) }
    case 'form':
      return formBody(template, properties())
    case 'multipart':
      return multipartBody(loadBinary, template, properties())
    case 'text':
      return textBody(template, value)
    case 'binary':
      return binaryBody(loadBinary, template, argument, value)
    default:
      return template.encoding satisfies never
  }
}

const bodyValue = (
  template: BodyTemplate,
  values: Record<string, unknown>,
  reserved: ReadonlySet<string>,
): { value: unknown; argument: string } => {
  const { from } = template
  if ('argument' in from) return { value: values[from.argument], argument: from.argument }
  const named = Object.entries(from.properties).map(
    ([argument, property]) => [property, values[argument]] as const,
  )
  const others = from.open
    ? Object.entries(values).filter(
        ([argument]) => !reserved.has(argument) && !Object.hasOwn(from.properties, argument),
      )
    : []
  // Own properties only: `__proto__` is an ordinary name here.
  const entries = [...others, ...named].filter(([, value]) => value !== undefined)
  return {
    value: entries.length > 0 || template.required ? Object.fromEntries(entries) : undefined,
    argument: 'body',
  }
}

const propertiesOf = (argument: string, value: unknown): [string, unknown][] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RequestBuildError(
      argument,
      `Argument "${argument}" must be an object: each property is a field of the form`,
    )
  }
  return Object.entries(value)
}
