import type { Requirement } from '../requirements.ts'

export const secrets = {
  'secrets.rewrap': {
    source: 'product',
    says: 'After a change of the current root key every project is moved under it while the service runs, and the former key is needed no more',
  },
  'secrets.rewrap.nodes': {
    source: 'product',
    says: 'A node with the former root key in front works beside one that moves projects under the new one',
  },
  'secrets.needed-key': {
    source: 'product',
    says: 'The service does not start without a root key that a project needs, and names its version',
  },
  'secrets.damaged-record': {
    source: 'product',
    says: 'A stored secret that was damaged harms its record only: lists, other records and other projects answer as before, and the record says what is lost',
  },
  'secrets.damaged-record.unsent': {
    source: 'product',
    says: 'Nothing is sent with an account or auth config whose secrets were damaged',
  },
  'outbound.addresses': {
    source: 'product',
    says: 'No spelling of an address that is not public is reached by tools, proxied requests, uploads, imports, webhooks, proxies or requests for tokens, nor by a redirect',
  },
  'outbound.purposes': {
    source: 'product',
    says: 'An entry of the allow list covers the purposes, project and toolkit that it names; without purposes, neither files nor imports. Redirects, proxies and sockets that are kept keep to it',
  },
  'outbound.purposes.syntax': {
    source: 'product',
    says: 'An entry of the allow list that cannot be read is refused at the start, by its text and with a reason',
  },
  'outbound.refusals': {
    source: 'product',
    says: 'A refused address is named with the setting and the very entry that would allow it',
  },
  'outbound.dev': {
    source: 'product',
    says: 'plugboard dev lets tools, MCP servers, imports and authorization servers be on loopback without a setting; files are not fetched from there',
  },
  'outbound.plain-http': {
    source: 'product',
    says: 'No credential is sent over plain http, nor is an authorization server asked, unless an entry of the allow list names the server',
  },
  'outbound.operator-proxy': {
    source: 'product',
    says: 'With PLUGBOARD_OUTBOUND_PROXY public addresses are reached through a proxy, by their names; inner ones directly, and only where an entry allows them',
  },
  'outbound.rebinding': {
    source: 'product',
    says: 'A name that was public when it was checked reaches nothing when it leads inside later',
  },
} satisfies Record<string, Requirement>
