import type { Requirement } from '../requirements.ts'

export const oauth2 = {
  'auth-schemes.oauth2': {
    source: 'rule 8.13',
    says: 'OAUTH2 takes the authorization code flow with PKCE S256 and state; ACTIVE accounts hold access_token',
  },
  'auth-schemes.oauth2.scopes': {
    source: 'spec 4.2',
    says: "The scopes and user_scopes of the auth config are asked for, in the provider's way",
  },
  'auth-schemes.oauth2.extra-parameters': {
    source: 'rule 8.13',
    says: 'A provider may want further parameters; they never replace those of the protocol',
  },
  'auth-schemes.oauth2.answer': {
    source: 'rule 8.13',
    says: 'An answer with another state or issuer, with a parameter twice, without a code or with an error gives no credential',
  },
  'auth-schemes.oauth2.mix-up': {
    source: 'rule 8.8',
    says: 'An answer on another path than that of its attempt gives no credential, and its code goes to nobody',
  },
  'auth-schemes.oauth2.pushed': {
    source: 'rule 8.13',
    says: 'Where the metadata of the issuer offers it, the parameters of an authorization are pushed (RFC 9126), and the browser carries client_id and request_uri',
  },
  'auth-schemes.oauth2.promises': {
    source: 'rule 8.13',
    says: 'An answer without iss is refused where the metadata of the issuer promises it, also where the toolkit names all addresses; its code goes to the server that the user was sent to',
  },
  'auth-schemes.oauth2.encrypted': {
    source: 'rule 8.13',
    says: 'Secrets go to an http address only where the allow list of the operator names it',
  },
  'auth-schemes.oauth2.errors': {
    source: 'rule 8.13',
    says: "A provider's error text is shown as one short plain line",
  },
  'auth-schemes.oauth2.broken-tokens': {
    source: 'rule 8.13',
    says: 'A token endpoint that redirects, hangs, answers too much, HTML, or an error with the status 200 gives no credential, and a reason',
  },
  'auth-schemes.oauth2.tokens': {
    source: 'spec 2.4',
    says: 'refresh_token, token_type, scope, expires_in, expires_at, id_token and authed_user of a token answer are kept; JSON and form are understood',
  },
  'auth-schemes.oauth2.client-authentication': {
    source: 'rule 8.13',
    says: 'The client proves itself by Basic, in the body, by a private key (private_key_jwt) to this server alone, or not at all',
  },
  'auth-schemes.oauth2.keep': {
    source: 'rule 8.13',
    says: 'Named fields of the token answer become values of the account: an http(s) address or a plain name, nothing else',
  },
  'auth-schemes.oauth2.refresh': {
    source: 'rule 8.11',
    says: 'A refresh token is exchanged for a new access token; an answer without refresh token keeps the old one; a refused one is lost',
  },
  'auth-schemes.oauth2.revoke': {
    source: 'rule 8.12',
    says: 'Refresh token and access token are revoked where the provider can be told',
  },
  'auth-schemes.oauth2.import': {
    source: 'rule 8.2',
    says: 'Values given directly need access_token; before the authorization only the fields of the toolkit are needed',
  },
  'auth-schemes.s2s-oauth2': {
    source: 'rule 8.14',
    says: 'S2S_OAUTH2 needs client_id and client_secret, which are exchanged for a token, again when it ends',
  },
  'auth-schemes.dcr-oauth': {
    source: 'rule 8.14',
    says: 'DCR_OAUTH registers a client at the provider; its client_id and client_secret become values of the account',
  },
  'auth-schemes.dcr-oauth.document': {
    source: 'rule 8.14',
    says: 'Where the provider takes client id metadata documents, the address of the one that we serve for it is the client id',
  },
  'auth-schemes.dcr-oauth.document-iss': {
    source: 'rule 8.14',
    says: 'A client that a document describes is used only where the provider promises iss, on a path of its own',
  },
  'imports.auth.oauth': {
    source: 'rule 9.17',
    says: 'The importer of a toolkit may describe its provider of tokens: addresses, scopes, parameters; missing addresses are 400',
  },
} satisfies Record<string, Requirement>
