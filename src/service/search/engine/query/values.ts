/**
 * Texts in a request that are data of the task and not about it: quoted texts, addresses, numbers
 * and identifiers.
 */
const value = new RegExp(
  [
    '"[^"\\n]{1,300}"',
    '“[^”\\n]{1,300}”',
    '„[^“”\\n]{1,300}[“”]',
    '«[^»\\n]{1,300}»',
    '「[^」\\n]{1,300}」',
    '`[^`\\n]{1,300}`',
    "(?<![\\p{L}\\p{N}])['‘][^'’\\n]{2,300}['’](?![\\p{L}\\p{N}])",
    'https?://\\S{1,500}',
    '[\\w.+-]{1,80}@[\\w-]{1,80}(?:\\.[\\w-]{1,80}){0,5}',
    // Mentions and channels.
    '(?<![\\p{L}\\p{N}])[#@][\\p{L}\\p{N}_-]{1,80}',
    // Hosts and files.
    '(?<![\\p{L}\\p{N}])[\\w-]{1,80}(?:\\.[a-z]\\w{0,20}){1,5}(?![\\p{L}\\p{N}])',
    // `PROJ-12`, `v1.2`, `sl8`
    '(?<![\\p{L}\\p{N}])(?=[\\w.-]{0,80}\\d)(?=[\\w.-]{0,80}[A-Za-z_-])[\\w.-]{3,80}(?![\\p{L}\\p{N}])',
    '\\d[\\d.,:/-]{0,40}',
  ].join('|'),
  'gu',
)

/** How tools are called, also in quotes: `MAIL_SEND_MESSAGE` */
const toolName = /^["'`‘“„«「]?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+){1,20})["'`’”“»」]?$/

/**
 * The request without its values, and the values. Names of tools are no values, and a request of
 * values alone is about these.
 */
export const splitValues = (text: string): { rest: string; values: string } => {
  const values: string[] = []
  const rest = text.replaceAll(value, (found) => {
    const [, name] = toolName.exec(found) ?? []
    if (name !== undefined && /_[A-Z0-9]*[A-Z]/.test(name)) return ` ${name} `
    values.push(found)
    return ' '
  })
  return /[\p{L}\p{N}]/u.test(rest)
    ? { rest, values: values.join(' ') }
    : { rest: text, values: '' }
}
