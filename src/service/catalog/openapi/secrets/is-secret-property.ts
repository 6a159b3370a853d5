import { toText, type JsonObject } from '../document/json-object.ts'
import { wordsOfName } from '../slugs/words.ts'
import { longestName } from './credential-name.ts'

/**
 * Whether a value of this name is a secret that an operation is about: the password of a new user,
 * the token of a card, the secret of a webhook.
 *
 * Such an argument stays with the tool, but its value is not shown again.
 */
export const isSecretProperty = (name: string, schema: JsonObject): boolean => {
  if (!isText(schema) || name.length > longestName) return false
  if (schema.format === 'password') return true
  const words = wordsOfName(name)
  const last = words.at(-1) ?? ''
  const pair = `${words.at(-2) ?? ''} ${last}`
  if (pairs.has(pair)) return true
  if (!secrets.has(last)) return false
  return last !== 'token' || isSecretToken(words, toText(schema.description))
}

const isText = ({ type, enum: choices, const: constant }: JsonObject): boolean =>
  choices === undefined &&
  constant === undefined &&
  (type === undefined || [type].flat().every((each) => each === 'string' || each === 'null')) &&
  [type].flat().some((each) => each === undefined || each === 'string')

const secrets = new Set(
  `apikey apitoken accesstoken authtoken clientsecret cvc cvv jwt passcode passphrase passwd password privatekey pwd secret
  token`.split(/\s+/),
)

const pairs = new Set(
  [
    ...'access api app auth client consumer encryption host license master private product recovery secret server service session shared signing stream'
      .split(' ')
      .map((word) => `${word} key`),
    'api secret',
    'backup code',
    'card number',
    'leader pin',
    'recovery code',
    'security code',
  ].flat(),
)

/** Places in a list, and marks of text, are called tokens too. */
const isSecretToken = (words: string[], description: string): boolean =>
  !words.slice(0, -1).some((word) => positions.has(word)) &&
  !/\b(pages?|pagination|paging|cursor|continuation|next (set|batch)|set of results)\b/i.test(
    description.slice(0, 200),
  )

const positions = new Set(
  `backward before bos change changes continuation continue cursor delta end eos forward from iterator last list
  marker max min next offset padding page pages pagination paging poll prev previous resume resumption scroll
  since skip start stop sync truncated watch`.split(/\s+/),
)
