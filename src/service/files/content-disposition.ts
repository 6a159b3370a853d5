import { encodeExtended, format, parse } from 'content-disposition'

/**
 * The name of a file by the header `Content-Disposition` (RFC 6266): `filename*` rather than
 * `filename`, whose bytes are read as UTF-8 where they are that. It is as the third party wrote it.
 */
export const parseFileName = (disposition: string): string | undefined => {
  const { filename } = parse(disposition).parameters
  return filename === undefined ? undefined : fromBytes(filename)
}

/** An attachment with this name, also for clients that read ASCII alone. */
export const toAttachment = (name: string): string =>
  format({
    type: 'attachment',
    parameters: {
      filename: name.replaceAll(/[^\w. -]/g, '_'),
      'filename*': encodeExtended(name),
    },
  })

/** A header arrives as a text whose characters are its bytes. */
const fromBytes = (text: string): string => {
  if (!/^[\0-\xff]*[\x80-\xff][\0-\xff]*$/.test(text)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}
