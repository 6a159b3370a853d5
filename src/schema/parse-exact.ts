/**
 * Parses JSON, where an integer that no number holds exactly, such as an id of 64 bits, becomes the
 * text of its digits. Throws for what is not JSON, as `JSON.parse` does.
 *
 * @example
 * parseExact('{"id": 9007199254740993}') // { id: '9007199254740993' }
 */
export const parseExact = (text: string): unknown =>
  // A reviver takes several times as long, so only what may need it gets one.
  /\d{16}/.test(text) ? JSON.parse(text, keepInteger) : JSON.parse(text)

const keepInteger = (_name: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' &&
  !Number.isSafeInteger(value) &&
  context?.source !== undefined &&
  isExactInteger(context.source)
    ? context.source
    : value

/** Whether a text is an integer that no number holds exactly. The largest have 128 bits. */
export const isExactInteger = (text: unknown): text is string =>
  typeof text === 'string' && /^-?[1-9]\d{15,38}$/.test(text) && !Number.isSafeInteger(Number(text))
