/** The data of each server-sent event of an answer that has been read to its end. */
export const eventData = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n\r\n|\n\n|\r\r/)
    .map((event) =>
      event
        .split(/\r\n|\n|\r/)
        .flatMap(dataOf)
        .join('\n'),
    )
    .filter((data) => data !== '')

const dataOf = (line: string): string[] =>
  line.startsWith('data:') ? [line.slice('data:'.length).replace(/^ /, '')] : []
