import type { Requirement } from '../requirements.ts'

export const otherSchemes = {
  'auth-schemes.api-key.body': {
    source: 'rule 8.16',
    says: 'A key may go into a body in JSON or a form; such a body is not sent on to another host',
  },
  'auth-schemes.pasted': {
    source: 'rule 8.2',
    says: 'Values are kept and sent without the blanks around them, except for a password, and without a word before them that the scheme sends itself; what is sent is redacted',
  },
  'auth-schemes.oauth1': {
    source: 'rule 8.15',
    says: 'OAUTH1 takes three legs signed with HMAC-SHA1; ACTIVE accounts hold oauth_token, oauth_token_secret and consumer_key',
  },
  'auth-schemes.oauth1.signature': {
    source: 'rule 8.15',
    says: 'OAUTH1 signs method, address, query and form with a nonce and time of its own, as RFC 5849 has it',
  },
  'auth-schemes.oauth1.answer': {
    source: 'rule 8.15',
    says: 'OAUTH1 takes one answer, with the token that was asked for and a verifier, from a provider that confirmed the callback',
  },
  'auth-schemes.basic-with-jwt': {
    source: 'rule 8.14',
    says: 'BASIC_WITH_JWT exchanges user name and password for a token, again when it ends',
  },
  'auth-schemes.service-account': {
    source: 'rule 8.14',
    says: 'SERVICE_ACCOUNT needs application_id, installation_id and private_key; a signed JWT is exchanged for a token',
  },
  'auth-schemes.google-service-account': {
    source: 'rule 8.14',
    says: "GOOGLE_SERVICE_ACCOUNT signs for itself with the key of credentials_json; the token address is the toolkit's, never the file's",
  },
  'auth-schemes.provider-address': {
    source: 'rule 9.11',
    says: "An operator's client secret or shared_credentials never go to a host that an account chose",
  },
} satisfies Record<string, Requirement>
