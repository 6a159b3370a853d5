import { isObject } from '../json-schema.ts'

/** The schema's annotations as a comment that ends with a line break; empty if there are none. */
export const toComment = (schema: unknown): string => {
  if (!isObject(schema)) return ''
  const { description, deprecated } = schema
  const text = [
    ...(typeof description === 'string' ? description.trim().split(/\r\n|[\n\r\u2028\u2029]/) : []),
    ...('default' in schema ? [`@default ${JSON.stringify(schema['default'])}`] : []),
    ...(deprecated === true ? ['@deprecated'] : []),
  ].map((line) => line.trimEnd().replaceAll('*/', '*\\/'))
  if (text.every((line) => line === '')) return ''
  return text.length === 1
    ? `/** ${text.join('')} */\n`
    : `/**\n${text.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}
