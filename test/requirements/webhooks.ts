import type { Requirement } from '../requirements.ts'

export const webhooks = {
  'webhooks.create': {
    source: 'rule 12.1',
    says: 'POST webhook_subscriptions {webhook_url, enabled_events, version?} answers 201 with the fields of spec 2.12',
  },
  'webhooks.create.secret': {
    source: 'spec 2.12',
    says: 'The full secret is returned on create and on rotate only; everywhere else it is masked',
  },
  'webhooks.secret.form': {
    source: 'rule 12.1',
    says: 'A secret is `whsec_` and base64, as Standard Webhooks has it',
  },
  'webhooks.secret.stored': { source: 'spec 6', says: 'A signing secret is stored encrypted' },
  'webhooks.version': {
    source: 'spec 6',
    says: 'A subscription has the payload version V1, V2 or V3; V3 by default',
  },
  'webhooks.https': {
    source: 'spec 8',
    says: 'webhook_url must be an HTTPS URL, without exception',
  },
  'webhooks.outbound': {
    source: 'rule 12.1',
    says: 'A webhook_url with a user name, a password or an address that is not public is refused, at create and at update, unless the operator allows it',
  },
  'webhooks.event-types': {
    source: 'rule 12.2',
    says: 'GET webhook_subscriptions/event_types answers {items:[{event_type, description, supported_versions}]}: the closed list',
  },
  'webhooks.enabled-events': {
    source: 'rule 12.2',
    says: 'enabled_events holds at least one event type of the list; others are 400',
  },
  'webhooks.supported-versions': {
    source: 'rule 12.2',
    says: 'An event type that the payload version cannot carry is 400, at create and at update',
  },
  'webhooks.list': {
    source: 'spec 4.9',
    says: 'GET webhook_subscriptions lists the subscriptions in pages, newest first',
  },
  'webhooks.get': {
    source: 'spec 4.9',
    says: 'GET webhook_subscriptions/{id} answers one subscription',
  },
  'webhooks.update': {
    source: 'spec 4.9',
    says: 'PATCH webhook_subscriptions/{id} changes the supplied fields and answers the subscription',
  },
  'webhooks.update.one-field': { source: 'spec 4.9', says: 'An update without a field is 400' },
  'webhooks.delete': {
    source: 'spec 4.9',
    says: 'DELETE webhook_subscriptions/{id} deletes for good and answers {success: true}',
  },
  'webhooks.delete.statuses': {
    source: 'spec 7',
    says: 'DELETE webhook_subscriptions/{id} answers a malformed id with 404, since it lists no 400',
  },
  'webhooks.unknown': { source: 'spec 7', says: 'An unknown subscription is 404' },
  'webhooks.isolation': {
    source: 'rule 2.4',
    says: "Another project's subscription or delivery is answered like an unknown one",
  },
  'webhooks.rotate': {
    source: 'rule 12.8',
    says: 'POST …/rotate_secret answers {id, secret} with a new secret',
  },
  'webhooks.rotate.overlap': {
    source: 'rule 12.8',
    says: 'The old secret signs alongside for 24 hours',
  },
  'webhooks.deliveries.list': {
    source: 'rule 12.7',
    says: 'GET …/{id}/deliveries pages through deliveries {id, event_id, event_type, status, attempts, next_attempt_at}, by status',
  },
  'webhooks.deliveries.replay': {
    source: 'rule 12.7',
    says: 'A replay makes a dead delivery pending again, with the same event id',
  },
  'webhooks.deliveries.replay-state': {
    source: 'rule 12.7',
    says: 'A replay of a delivery that is not dead is 400, of an unknown one 404',
  },
  'webhooks.test': {
    source: 'rule 12.14',
    says: 'POST …/test sends a signed event with {test: true} to one subscription; it is 422 for a disabled one and 400 for a type that it has not',
  },
  'webhooks.recover': {
    source: 'rule 12.15',
    says: 'POST …/recover {since} replays dead deliveries of events since then, 1000 at a time, with the same event ids; it is 422 for a disabled subscription',
  },
  'webhooks.project-deleted': {
    source: 'rule 14.3',
    says: 'Deleting a project removes its subscriptions and their deliveries',
  },
  'webhooks.project-record': {
    source: 'rule 14.2',
    says: "A project's record shows the URL of its newest subscription as webhook_url",
  },
  'webhooks.same-transaction': {
    source: 'rule 12.9',
    says: 'The deliveries of an event are made in the transaction that publishes it: both are there or neither',
  },
  'webhooks.sent': {
    source: 'spec 6',
    says: 'An event is POSTed to every enabled subscription of its project that has its type',
  },
  'webhooks.sent.signed': {
    source: 'rule 12.3',
    says: 'Deliveries carry webhook-id, webhook-timestamp and webhook-signature as Standard Webhooks has them',
  },
  'webhooks.sent.bodies': {
    source: 'rule 12.4',
    says: 'V1, V2 and V3 bodies have the fields of rule 12.4; no field of the payload replaces one of the service',
  },
  'webhooks.sent.timeout': { source: 'rule 12.5', says: 'A try has 30 seconds' },
  'webhooks.retries': {
    source: 'rule 12.5',
    says: 'Failed tries are repeated after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 14 h, give or take 20 %; none is lost',
  },
  'webhooks.retry-after': {
    source: 'rule 12.5',
    says: 'Retry-After makes a wait longer, to at most twice what the table says',
  },
  'webhooks.redirects': { source: 'rule 12.5', says: 'A 3xx answer is a failure' },
  'webhooks.dead-letter': {
    source: 'rule 12.7',
    says: 'After the last retry a delivery is dead until it is replayed',
  },
  'webhooks.gone': { source: 'rule 12.6', says: 'A 410 answer disables the subscription' },
  'webhooks.five-days': {
    source: 'rule 12.6',
    says: 'A subscription that only fails for 5 days is disabled',
  },
  'webhooks.disabled': {
    source: 'rule 12.6',
    says: 'A disabled subscription says so by an event and in disabled_at; it gets nothing until it is updated',
  },
  'webhooks.independent': {
    source: 'rule 12.9',
    says: 'An endpoint that does not answer delays no delivery to another',
  },
  'webhooks.order': {
    source: 'product',
    says: 'Events of one trigger are first tried in their order; retries may come in any',
  },
  'webhooks.accounts': {
    source: 'rule 12.9',
    says: 'That an account became ACTIVE or EXPIRED is sent to the subscriptions of its project',
  },
  'webhooks.trigger-disabled': {
    source: 'rule 12.9',
    says: 'That the service disabled a trigger instance is sent, with the reason',
  },
  'webhooks.overdue': {
    source: 'rule 12.9',
    says: 'A delivery whose job was lost is found and sent',
  },
  'webhooks.forgotten': {
    source: 'rule 12.7',
    says: 'A delivery that was not tried while its event was kept is dead and says so; it is not removed in silence',
  },
  'webhooks.retention': {
    source: 'rule 2.8',
    says: 'Deliveries that are delivered or dead are forgotten after PLUGBOARD_RETENTION_DAYS; none that is to be tried still',
  },
} satisfies Record<string, Requirement>
