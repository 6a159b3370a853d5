import type { BodyTemplate } from '../../../catalog/index.ts'
import type { BuiltBody } from './built-body.ts'
import { percentEncode } from '../percent-encode.ts'
import { serializeValue, toText } from '../serialize-value.ts'

/**
 * Fields joined by `&`. One with a style follows it; of the others a list repeats its field and an
 * object is JSON.
 */
export const formBody = (
  { contentType, parts = {} }: BodyTemplate,
  properties: [string, unknown][],
): BuiltBody => ({
  contentType,
  content: properties
    .map(([name, value]) =>
      field(name, value, Object.hasOwn(parts, name) ? parts[name] : undefined),
    )
    .filter((text) => text !== undefined && text !== '')
    .join('&'),
})

const field = (
  name: string,
  value: unknown,
  part: NonNullable<BodyTemplate['parts']>[string] | undefined,
): string | undefined => {
  if (part?.style !== undefined)
    return serializeValue(
      { name, style: part.style, explode: part.explode ?? part.style === 'form' },
      value,
      percentEncode,
    )
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  // A part in JSON is JSON as a whole, lists too.
  const isWhole =
    isObject ||
    (typeof value === 'object' &&
      part?.contentType !== undefined &&
      /[/+]json\b/i.test(part.contentType))
  return serializeValue(
    { name, style: 'form', explode: true },
    isWhole && value !== null ? toText(value) : value,
    percentEncode,
  )
}
