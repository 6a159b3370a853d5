import type { Segment } from './segment.ts'

/** Changes with the content of a segment: bytes in another format are rejected. */
export const segmentFormat = 'plugboard-search-6'

const numberFields = {
  toolkitOf: Uint32Array,
  marks: Uint8Array,
  actions: Uint16Array,
  objects: Int32Array,
  starts: Uint32Array,
  tools: Uint16Array,
  impacts: Uint16Array,
  fields: Uint8Array,
  peaks: Uint16Array,
  textStarts: Uint32Array,
  text: Int32Array,
  needStarts: Uint32Array,
  needs: Uint32Array,
  giftStarts: Uint32Array,
  gifts: Uint32Array,
  gramStarts: Uint32Array,
  gramWords: Uint32Array,
} as const
const nameFields = ['slugs', 'toolkits', 'toolkitNames', 'toolkitAbouts', 'words', 'keys'] as const

type Header = { format: string; count: number; parts: [name: string, bytes: number][] }

/** Serializes a segment, to store it or to send it to another process. */
export const toBytes = (segment: Segment): Uint8Array => {
  const encoder = new TextEncoder()
  const parts: [string, Uint8Array][] = [
    ...nameFields.map((name): [string, Uint8Array] => [
      name,
      encoder.encode(JSON.stringify(segment[name])),
    ]),
    ...Object.keys(numberFields).map((name): [string, Uint8Array] => [
      name,
      viewOf(segment[name as keyof typeof numberFields]),
    ]),
  ]
  const header: Header = {
    format: segmentFormat,
    count: segment.count,
    parts: parts.map(([name, bytes]) => [name, bytes.length]),
  }
  return join([encoder.encode(`${JSON.stringify(header)}\n`), ...parts.map(([, bytes]) => bytes)])
}

const viewOf = (numbers: Uint8Array | Uint16Array | Uint32Array | Int32Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)

const join = (parts: Uint8Array[]): Uint8Array => {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Deserializes the bytes of `toBytes`; throws for any others. */
export const fromBytes = (bytes: Uint8Array): Segment => {
  const end = bytes.indexOf(10)
  const header = readHeader(bytes.subarray(0, Math.max(end, 0)))
  const found = new Map<string, Uint8Array>()
  let at = end + 1
  for (const [name, length] of header.parts) {
    found.set(name, bytes.slice(at, at + length))
    at += length
  }
  if (at !== bytes.length)
    throw new TypeError(
      `A stored search segment has ${bytes.length} bytes instead of ${at}; rebuild it`,
    )
  const decoder = new TextDecoder()
  const part = (name: string): Uint8Array => {
    const value = found.get(name)
    if (!value) throw new TypeError(`A stored search segment has no ${name}; rebuild it`)
    return value
  }
  const names = (name: string): string[] => JSON.parse(decoder.decode(part(name)))
  return {
    count: header.count,
    slugs: names('slugs'),
    toolkits: names('toolkits'),
    toolkitNames: names('toolkitNames'),
    toolkitAbouts: names('toolkitAbouts'),
    words: names('words'),
    keys: names('keys'),
    toolkitOf: new Uint32Array(part('toolkitOf').buffer),
    marks: part('marks'),
    actions: new Uint16Array(part('actions').buffer),
    objects: new Int32Array(part('objects').buffer),
    starts: new Uint32Array(part('starts').buffer),
    tools: new Uint16Array(part('tools').buffer),
    impacts: new Uint16Array(part('impacts').buffer),
    fields: part('fields'),
    peaks: new Uint16Array(part('peaks').buffer),
    textStarts: new Uint32Array(part('textStarts').buffer),
    text: new Int32Array(part('text').buffer),
    needStarts: new Uint32Array(part('needStarts').buffer),
    needs: new Uint32Array(part('needs').buffer),
    giftStarts: new Uint32Array(part('giftStarts').buffer),
    gifts: new Uint32Array(part('gifts').buffer),
    gramStarts: new Uint32Array(part('gramStarts').buffer),
    gramWords: new Uint32Array(part('gramWords').buffer),
  }
}

const readHeader = (bytes: Uint8Array): Header => {
  const text = new TextDecoder().decode(bytes)
  if (!text.startsWith(`{"format":"${segmentFormat}"`))
    throw new TypeError(
      `A stored search segment does not have the format ${segmentFormat}; rebuild it`,
    )
  return JSON.parse(text)
}
