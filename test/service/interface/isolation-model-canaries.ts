/**
 * Words that are planted in what a project names and keeps secret, and that say themselves whose
 * they are: `zqkn` (a name) or `zqks` (a secret), the owner's three letters, a number, `v`. In
 * lower case letters and digits, so that every kind of name may hold one.
 */
type Canary = { text: string; isSecret: boolean; tag: string }

export const nameCanary = (tag: string, number: number): string => `zqkn${tag}${number}v`

/** Longer than the word, so that a mask, which shows how a secret ends, shows no whole word. */
export const secretCanary = (tag: string, number: number): string =>
  `zqks${tag}${number}v-0123456789abcdef`

/** The three letters of the party with this number. */
export const tagOf = (number: number): string =>
  String(number)
    .padStart(3, '0')
    .replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))

export const canariesIn = (text: string): Canary[] =>
  [...text.matchAll(/zqk([ns])([a-j]{3})\d+v/gi)].map(([found, kind, tag = '']) => ({
    text: found.toLowerCase(),
    isSecret: kind?.toLowerCase() === 's',
    tag: tag.toLowerCase(),
  }))

/** Ids of records and addresses of files, which the service made up. */
export const idsIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /\b(?:ac|apr|ca|file|imp|key|log|mk|org|pr|res|ti|trs|wd|ws)_[0-9A-Za-z]{17,32}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|(?<=\/files\/)[0-9A-Za-z]{20,}/g,
    ),
  ].map(([found]) => found)

/**
 * Keys, signing secrets and tokens of links, which the service made up. Inside a run of base64url,
 * such as a ciphertext, the same letters are chance, and so they are in a digest of 43 characters, of
 * which a hundred thousand steps store enough.
 */
export const madeSecretsIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?<![0-9A-Za-z_-])(?:whsec_[0-9A-Za-z+/_-]{16,}=*|(?:pb[komtu]|lk|al)_[0-9A-Za-z]{20,32}(?![0-9A-Za-z_-]))/g,
    ),
  ].map(([found]) => found)

/** Secrets that stand in the text: planted ones, also in base64, and those of the service. */
export const secretsIn = (text: string): string[] => [
  ...plantedIn(text),
  ...encodedRuns(text).flatMap(plantedIn),
  ...madeSecretsIn(text),
]

const plantedIn = (text: string): string[] =>
  canariesIn(text).flatMap(({ text: word, isSecret }) => (isSecret ? [word] : []))

/** What runs of base64 say, wherever in a run the secret begins. */
const encodedRuns = (text: string): string[] =>
  [...text.matchAll(/[0-9A-Za-z+/_-]{16,}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('latin1')),
  )
