import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { HttpToolDefinition } from '../../../../src/service/catalog/definitions.ts'
import { rankWarnings, verdictOf } from '../../../../src/service/catalog/import-warning.ts'
import { importOpenApi } from '../../../../src/service/catalog/openapi/index.ts'
import { documentLimits } from '../../../../src/service/platform/untrusted-text/index.ts'
import { parseText } from '../../../../src/service/platform/untrusted-text/parse-text.ts'
import { verifies } from '../../../requirements.ts'
import { collectedData, hasCollected, isExcluded } from '../../../support/collected-data.ts'
import { isThorough, runsInFull } from '../../../support/thorough.ts'

/** The largest takes longer than all others together. */
const isUsual = (name: string): boolean =>
  statSync(join(collectedData('apis'), name)).size < 20 * 1024 * 1024

const files =
  isThorough && hasCollected('apis', 'no secret-like argument in any tool of the collected APIs')
    ? readdirSync(collectedData('apis'))
        .filter((name) => /\.(json|ya?ml)$/.test(name) && !isExcluded(name))
        .filter((name) => isUsual(name) || runsInFull(`secret-like arguments of ${name}`))
        .toSorted()
    : []

/** Names of arguments that prove something to somebody, unless the list below says otherwise. */
const secretLike =
  /(^|[-_. ])(tokens?|jwt|secrets?|passwords?|passwd|passphrase|credentials?|auth|authorization|(api|access|app|auth|private|secret|session)[-_ ]?keys?)$/i

/** A place in a list, which every API calls a token too. */
const position = /(page|next|sync|skip|pagination|continuation)[-_]?token$/i

/**
 * Arguments that stay although they sound like a credential of the caller: each is what the
 * operation is about.
 */
const stays: Record<string, string> = {
  payment_version_token: 'names the version of a payment',
  version_token: 'names the version of a record',
  verification_token: 'proves that a buyer confirmed a payment',
  batch_token: 'marks a place in a list',
  migration_token: 'exchanges the grant of a seller, which the operation is about',
  refresh_token: 'renews or exchanges the grant of a seller, which the operation is about',
  access_key: 'of the storage of somebody else that is connected',
  secret_key: 'of the storage of somebody else that is connected',
  access_token: 'of another user, whom the operation adds or looks for',
  api_key: 'of the service that an integration connects',
  account_token: 'stands for the details of a new account',
  Password: 'of a credential that is made',
  adDomainPassword: 'of the domain that is connected',
  authorization: 'the id of a card authorization',
  azureBlobToken: 'where an export is written to',
  challengeToken: 'answers a challenge of a device',
  clientSecret: 'of the identity provider that is set up',
  client_secret: 'of a payment, or of the integration that is set up',
  credentials: 'of the integration that is set up',
  currentPassword: 'of the user whose password changes',
  depToken: 'of the device programme that is set up',
  deviceAccountPassword: 'of a device that is set up',
  encryptedKeyPassword: 'of a key that is uploaded',
  encryptedPfxPassword: 'of a certificate that is uploaded',
  enrollmentToken: 'enrolls a device',
  enterpriseToken: 'completes a sign-up of devices',
  external_auth_token: 'of the account that is merged',
  linkingToken: 'names a link between two services',
  method_truncated_token: 'the visible part of a token, to filter a log by',
  newPassword: 'of the user whose password changes',
  ownerAccessToken: 'of the owner of a connector',
  password: 'of a user, meeting or certificate that is made',
  person_token: 'stands for the details of a person',
  plugin_payment_token: 'names a payment',
  private_key: 'of a certificate or an integration that is set up',
  provider_token: 'of the payment provider of an invoice',
  secret: 'names a lobby to join',
  secret_access_key: 'of the account of another cloud that is connected',
  sessionKey: 'of a session of remote help',
  token: 'goes to a webhook, or stands for a card',
  tokens: 'how many of them are shown: all or none',
  wifiPassword: 'of the network that devices get',
}

type Json = Record<string, unknown>

const toObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}

const isText = ({ type, enum: choices, $ref, oneOf, anyOf, allOf }: Json): boolean =>
  choices === undefined &&
  (type === undefined
    ? [$ref, oneOf, anyOf, allOf].every((keyword) => keyword === undefined)
    : [type].flat().includes('string'))

const isSecretLike = (name: string, schema: Json): boolean => {
  const parted = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
  return isText(schema) && secretLike.test(parted) && !position.test(parted)
}

/** Every property below a schema, with its name. Definitions that tools share are read once. */
const propertiesIn = (schema: unknown, seen: WeakSet<object>): [string, Json][] => {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const { properties, items, allOf, anyOf, oneOf } = toObject(schema)
  const own = Object.entries(toObject(properties)).map(([name, property]): [string, Json] => [
    name,
    toObject(property),
  ])
  const inner = [...own.map(([, property]) => property), ...[items, allOf, anyOf, oneOf].flat()]
  return [...own, ...inner.flatMap((each) => propertiesIn(each, seen))]
}

const argumentsOf = ({ inputParameters, request }: HttpToolDefinition): [string, Json][] => {
  const inPath = new Set(
    request.parameters.flatMap(({ in: place, argument }) => (place === 'path' ? argument : [])),
  )
  return Object.entries(toObject(inputParameters['properties']))
    .filter(([name]) => !inPath.has(name))
    .map(([name, schema]) => [name, toObject(schema)])
}

/** What the import of a collected description came to, as it was last looked at. */
type Summary = {
  operations: number
  made: number
  schemes: string[]
  verdict: 'ready' | 'incomplete'
  warnings: string[]
}

const listPath = new URL('collected-apis.json', import.meta.url)
const committed = JSON.parse(readFileSync(listPath, 'utf8')) as Record<string, Summary>

/** Writes the list anew, to be looked at before it is committed. */
const isRewriting = process.env['TEST_WRITE_VERDICTS'] !== undefined

/** Tools of operations that say nothing, such as a reference that leads nowhere. */
const hollowIn = (document: unknown, tools: readonly HttpToolDefinition[]): string[] => {
  const paths = toObject(toObject(document)['paths'])
  return tools.flatMap(({ operation }) => {
    const [method = '', ...path] = operation.split(' ')
    const value = toObject(toObject(paths[path.join(' ')])[method.toLowerCase()])
    return value['responses'] === undefined && value['requestBody'] === undefined ? operation : []
  })
}

describe.runIf(files.length > 0)('the collected descriptions', () => {
  it.each(files)(
    'of %s come to the committed verdict, with no hollow tool and no secret-like argument',
    async (file) => {
      verifies('imports.credentials', 'imports.secret-arguments', 'imports.verdict')
      const text = readFileSync(join(collectedData('apis'), file))
      const document = parseText(text, documentLimits)
      const { toolkit, report } = await importOpenApi(document, { slug: 'api' })
      const warnings = rankWarnings(report.warnings)
      const summary: Summary = {
        operations: report.operations,
        made: report.made,
        schemes: toolkit.authSchemes.map(({ mode }) => mode),
        verdict: verdictOf(warnings),
        warnings: warnings.map(({ code }) => code),
      }
      if (isRewriting) committed[file] = summary
      expect(summary).toEqual(committed[file])
      expect(hollowIn(document, toolkit.tools), 'tools of empty operations').toEqual([])
      const left = new Set<string>()
      const unmarked = new Set<string>()
      const seen = new WeakSet()
      for (const tool of toolkit.tools) {
        for (const [name, schema] of argumentsOf(tool))
          if (isSecretLike(name, schema) && !Object.hasOwn(stays, name)) left.add(name)
        const schemas = [tool.inputParameters, ...(tool.shared?.input?.values() ?? [])]
        for (const [name, schema] of schemas.flatMap((each) => propertiesIn(each, seen)))
          if (isSecretLike(name, schema) && schema['writeOnly'] !== true) unmarked.add(name)
      }
      expect([...left], 'arguments that sound like a credential of the caller').toEqual([])
      expect(
        [...unmarked].filter((name) => !Object.hasOwn(noSecrets, name)),
        'secrets that are not marked',
      ).toEqual([])
    },
    240_000,
  )

  afterAll(() => {
    if (!isRewriting) return
    const sorted = Object.entries(committed).toSorted(([one], [other]) => (one < other ? -1 : 1))
    writeFileSync(listPath, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  })
})

/** Names that sound like a secret and are none; the log may show their values. */
const noSecrets: Record<string, string> = {
  batch_token: 'a place in a list',
  authorization: 'the id of a card authorization',
  method_truncated_token: 'the visible part of a token',
  tokens: 'how many of them are shown',
}
