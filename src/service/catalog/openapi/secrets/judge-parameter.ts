import { credentialName } from './credential-name.ts'

/** A parameter as its description gives it; `place` is also `body` for a property of the body. */
export type NamedParameter = {
  place: string
  name: string
  description: string
  /** Of its schema; undefined where that says none. */
  type: unknown
}

/** Where a parameter stands. */
type ParameterContext = {
  /** The part of the operations of the document that take a parameter of this name. */
  share: number
  /** The number of those operations. */
  count: number
  /** The operation is about tokens or keys: it issues, checks or revokes them. */
  isAboutCredentials: boolean
  /** The description says by security schemes how its callers prove who they are. */
  declaresSchemes: boolean
}

/**
 * Whether a parameter proves who the caller is, so that its value belongs to the account and not to
 * the model.
 *
 * The description of a parameter outweighs its name, and the name outweighs how many operations
 * take it: a key that every operation takes may still be the key of a record.
 */
export const isCredentialParameter = (
  parameter: NamedParameter,
  { share, count, isAboutCredentials, declaresSchemes }: ParameterContext,
): boolean => {
  const name = credentialName(parameter.place, parameter.name)
  if (name === undefined || !isText(parameter.type)) return false
  const text = plain(parameter.description)
  const isCommon = share >= 0.5 && count >= 3
  if (isManaged(text)) return false
  // "User API token" of one operation is the token of what it sets up.
  if (parameter.place === 'body' && declaresSchemes && !isCommon) return false
  if (own.test(text)) return !saysOther(text)
  if (isAboutCredentials && !isCommon) return false
  if (saysCaller(text)) return true
  if (saysOther(text)) return false
  if (name === 'likely') return isCommon && text === '' && /token$|auth$/i.test(parameter.name)
  return parameter.place !== 'body' || isCommon
}

const isText = (type: unknown): boolean =>
  type === undefined || [type].flat().every((each) => each === 'string' || each === 'null')

const plain = (description: string): string =>
  description
    .slice(0, 2_000)
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/[`*_"'“”]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)

/** "API key", "the OAuth token of the current user", "used to authenticate the request". */
const caller =
  /\bapi[ -]?(key|token|secret)\b|\bapplication (key|token)\b|\b(authentication|authori[sz]ation|access|auth|bearer|security|service account|personal access|oauth(?: ?2(?:\.0)?)?(?: access)?)[ -]token\b|\boauth\b[^.]{0,40}\btoken\b|\bused (?:to|for) (?:authenticat|authori[sz])|\bauthenticates? (?:the|your|this|all) (?:request|call|caller|client)/i

const own =
  /\b(?:your|my) (?:app(?:lication)?(?:'?s)? )?(?:api |client |access |private )?(?:key|token|secret)\b|\bissued (?:to you|when you (?:created|registered))\b/i

/** In the first words the text says what the parameter is; further on it may explain. */
const saysCaller = (text: string): boolean => {
  const [first = ''] = text.split(/[.:;(]/, 1)
  return caller.test(first.slice(0, 80)) ? !saysOther(first) : caller.test(text) && !saysOther(text)
}

/** Of whom or of what it is, where that is not the caller. */
const other =
  /\b(page|paging|next|previous|sync|continuation|pagination|cursor|resum\w+|delta|card|payment|device|push|registration|reset|invit\w+|confirmation|verification|csrf|captcha|upload|webhook|callback|channel|property|preference|partition|sort|idempoten\w+|encrypt\w+|lookup|dictionary|notification)\b|\b(?:key|token|secret|password)s? (?:of|for) (?:the|a|an|this|that|each) (?!caller|request|api\b|app\b|application\b|client\b|current|authenticated|integration|bot\b|account\b)|\b(?:key|token) (?:name|id|identifier|prefix|type)\b/i

const saysOther = (text: string): boolean => other.test(text)

/** "The API key to revoke" is what the operation is about. */
const isManaged = (text: string): boolean =>
  /\b(?:key|token|secret)s? (?:\w+ ){0,2}(?:to|being|that (?:will|should) be) (?:be )?(?:delet|remov|revok|rotat|regenerat|renam|updat|retriev|fetch|look|verif|validat|check|introspect|inspect|exchang|refresh)/i.test(
    text,
  )
