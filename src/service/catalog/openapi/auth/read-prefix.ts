/**
 * What comes before a key in its header, where texts of a description say so beyond doubt:
 * `Authorization: Token token=<key>` or "prefixed with `Bot `". Undefined where they say nothing, or
 * more than one thing.
 */
export const readPrefix = (texts: string[], schemeName: string): string | undefined => {
  const said = new Set(texts.flatMap((text) => prefixesIn(text.slice(0, 4000))))
  if (said.size > 1) return undefined
  const [prefix] = said
  // A scheme of Swagger 2, which knows no bearer tokens.
  return prefix ?? (/^bearer(_?auth|_?token)?$/i.test(schemeName) ? 'Bearer ' : undefined)
}

const prefixesIn = (text: string): string[] =>
  [...samplesIn(text), ...wordsIn(text)].map((prefix) =>
    prefix.endsWith('=') ? prefix : `${prefix} `,
  )

/** A value with a placeholder for the key, in quotes or after the name of the header. */
const samplesIn = (text: string): string[] =>
  [
    ...text.matchAll(/[`"'“]([^`"'“”\n]{3,100})[`"'”]/g),
    ...text.matchAll(/\bauthorization\s*[:=]\s*([^\n`"']{3,100})/gi),
  ].flatMap((match) => {
    const sample = (match[1] ?? '').replace(/^authorization\s*[:=]\s*/i, '').trim()
    const [, prefix, key = ''] = /^([A-Za-z][\w-]*(?: +[a-z]+=)?) *(\S+)/.exec(sample) ?? []
    return prefix !== undefined && isPrefix(prefix) && isPlaceholder(prefix, key) ? [prefix] : []
  })

/** `<API_KEY>`, `{token}`, `your-private-api-key`, `YOUR_KEY`, `xxxx`, `$TOKEN`, `abc123…`. */
const isPlaceholder = (prefix: string, key: string): boolean =>
  /^(?:[<{[$%]|your[-_A-Z]|x{3,}|\.{3}|…)/i.test(key) ||
  (usual.has(prefix) && /^(?:[\w.-]*(?:key|token|secret)\b|(?=\w*\d)\w{5,})/i.test(key))

const usual = new Set([
  'Bearer',
  'Bot',
  'Token',
  'ApiKey',
  'Apikey',
  'Api-Key',
  'Key',
  'OAuth',
  'JWT',
])

/** "prefixed with `Bot `", "using the Bearer scheme". */
const wordsIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /\bprefix(?:ed)?(?: (?:it|the \w+|your \w+))?(?: with| by| of|:)? (?:the (?:word|string|text) )?[`"'“]([A-Za-z][\w-]*) ?[`"'”]/gi,
    ),
    ...text.matchAll(/\busing the (Bearer|Token|Bot) scheme\b/g),
  ].flatMap(([, prefix = '']) => (isPrefix(prefix) ? [prefix] : []))

/** Basic credentials are encoded, so a prefix alone does not make them. */
const isPrefix = (prefix: string): boolean =>
  !/^(?:basic|digest|your|my|the|an?|this|use|set|with|where|and|or|is|as|in|to|header|value|api|access|secret|private|personal|user|client)$/i.test(
    prefix,
  )
