import type { BodyTemplate } from '../../../catalog/index.ts'
import type { BuiltBody, FileContent, LoadBinary } from './built-body.ts'
import { toText } from '../serialize-value.ts'
import { digestOf, joinContent } from './join-content.ts'
import { loadFile } from './load-file.ts'

/**
 * `multipart/form-data`: a list repeats its part, or is joined in one where the template says so; an
 * object is a JSON part, a file has its name and type.
 */
export const multipartBody = async (
  loadBinary: LoadBinary,
  template: BodyTemplate,
  properties: [string, unknown][],
): Promise<BuiltBody> => {
  const { contentType, parts = {} } = template
  const written: Part[] = []
  for (const [name, value] of properties) {
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined
    for (const item of itemsOf(value, part)) {
      const load = () => loadFile(loadBinary, argumentOf(template, name), item)
      written.push(
        part?.binary
          ? filePart(name, await load(), part.contentType)
          : textPart(name, item, part?.contentType),
      )
    }
  }
  const boundary = boundaryOf(written)
  const chunks = written.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    content,
    lineEnd,
  ])
  const content = joinContent([...chunks, Buffer.from(`--${boundary}--\r\n`)])
  return {
    contentType: `${(contentType.split(';')[0] ?? contentType).trim()}; boundary=${boundary}`,
    content,
  }
}

const lineEnd = Buffer.from('\r\n')

type Part = { head: string; content: FileContent }
type PartTemplate = NonNullable<BodyTemplate['parts']>[string]

const argumentOf = ({ from }: BodyTemplate, property: string): string => {
  if ('argument' in from) return `${from.argument}.${property}`
  return (
    Object.keys(from.properties).find((argument) => from.properties[argument] === property) ??
    property
  )
}

const itemsOf = (value: unknown, part: PartTemplate | undefined): unknown[] => {
  if (value === null || value === undefined) return []
  const isWhole = part?.contentType !== undefined && /[/+]json\b/i.test(part.contentType)
  if (!Array.isArray(value) || isWhole) return [value]
  const items = value.filter((item) => item !== null && item !== undefined)
  const isJoined =
    part?.style !== undefined &&
    part.explode === false &&
    items.length > 0 &&
    items.every((item) => typeof item !== 'object')
  return isJoined ? [items.map(toText).join(separators[part.style ?? 'form'] ?? ',')] : items
}

const separators: Partial<Record<NonNullable<PartTemplate['style']>, string>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
}

const textPart = (name: string, value: unknown, contentType: string | undefined): Part => {
  const type = contentType ?? (typeof value === 'object' ? 'application/json' : undefined)
  return {
    head: headOf([`name="${escape(name)}"`], type),
    content: Buffer.from(toText(value).toWellFormed()),
  }
}

const filePart = (
  name: string,
  file: Awaited<ReturnType<LoadBinary>>,
  contentType: string | undefined,
): Part => {
  // Servers treat a part without a file name as a text field.
  const disposition = [`name="${escape(name)}"`, `filename="${escape(file.filename ?? name)}"`]
  const type =
    contentType === undefined || contentType === 'application/octet-stream'
      ? (file.contentType ?? 'application/octet-stream')
      : contentType
  return { head: headOf(disposition, type), content: file.content }
}

const headOf = (disposition: string[], contentType: string | undefined): string => {
  const head = `Content-Disposition: form-data; ${disposition.join('; ')}`
  return contentType === undefined
    ? head
    : `${head}\r\nContent-Type: ${contentType.replace(/[\r\n]+/g, ' ')}`
}

/** As browsers escape them (HTML, "multipart form data"). */
const escape = (text: string): string =>
  text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** A digest of the parts: no part can contain it, and the same arguments make the same bytes. */
const boundaryOf = (parts: Part[]): string =>
  `plugboard-${digestOf(parts.flatMap(({ head, content }) => [Buffer.from(head), content])).slice(0, 40)}`
