import type { Requirement } from '../requirements.ts'

/** What the toolkit promises to those who receive events. */
export const receiving = {
  'receiving.verify': {
    source: 'rule 12.3',
    says: 'verifyWebhook accepts what Standard Webhooks libraries and the service sign, in versions V1, V2 and V3, and tells the event in one typed form',
  },
  'receiving.verify.requests': {
    source: 'rule 12.3',
    says: 'It takes fetch and Hono requests, Node requests with the body read or not, and {headers, body}',
  },
  'receiving.verify.refusals': {
    source: 'rule 12.3',
    says: 'A missing header, an old or future time, a wrong signature and a body that was changed or lost are refused with the reason, and never with the secret',
  },
  'receiving.verify.rotation': {
    source: 'rule 12.3',
    says: 'It accepts several secrets and several signatures, of which one pair must fit',
  },
  'receiving.verify.light': {
    source: 'rule 12.3',
    says: 'The subpath loads no package and no module of Node',
  },
  'receiving.subscribe': {
    source: 'rule 12.10',
    says: 'plugboard.triggers.subscribe hands each event that passes its filters to a handler, one at a time and in order',
  },
  'receiving.subscribe.resume': {
    source: 'rule 12.10',
    says: 'A subscription goes on where it was after the connection broke or the service was started again, also before its first event; lastEventId goes on in another process',
  },
  'receiving.subscribe.errors': {
    source: 'rule 12.10',
    says: 'An event counts as received when its handler has returned; a handler that throws ends the subscription, unless onError says to retry or skip',
  },
  'receiving.subscribe.end': {
    source: 'rule 12.10',
    says: 'close() and an abort signal end a subscription and its connection; what cannot get better, such as a wrong key, ends it with an error',
  },
  'receiving.triggers': {
    source: 'product',
    says: 'plugboard.triggers creates, enables, disables, deletes and lists trigger instances',
  },
  'receiving.listen': {
    source: 'product',
    says: 'plugboard listen prints events as they happen, forwards each as a webhook signed with a secret it prints, shows the answer, goes on after the service was away, and ends cleanly on Ctrl+C',
  },
  'receiving.listen.json': {
    source: 'product',
    says: 'plugboard listen --json prints one JSON object a line',
  },
} satisfies Record<string, Requirement>
