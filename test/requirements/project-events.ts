import type { Requirement } from '../requirements.ts'

export const projectEvents = {
  'events.stream': {
    source: 'rule 12.10',
    says: 'GET trigger_instances/events answers server-sent events: id, event type, and the V3 payload as data',
  },
  'events.stream.resume': {
    source: 'rule 12.10',
    says: 'The stream is resumable: Last-Event-ID, or after, brings what came since; after=0 all that is kept',
  },
  'events.stream.now': { source: 'rule 12.10', says: 'Without a position the stream begins now' },
  'events.stream.invalid': { source: 'spec 7', says: 'A position that is no number is 400' },
  'events.stream.isolation': {
    source: 'spec 1',
    says: "A stream shows events of its own project only, and another's position carries no authority",
  },
  'events.stream.heartbeat': {
    source: 'rule 12.10',
    says: 'A comment keeps the connection of a silent stream open',
  },
  'events.stream.complete': {
    source: 'rule 12.10',
    says: 'A reader misses no event and gets none twice, whichever node wrote it and however many at once',
  },
  'events.stream.key': {
    source: 'rule 2.6',
    says: 'A stream ends when its key is regenerated or its project deleted',
  },
  'events.stream.shutdown': {
    source: 'rule 12.10',
    says: 'A service that stops ends its streams, and is not held up by them',
  },
  'events.stream.limit': {
    source: 'rule 12.10',
    says: 'A project has at most 20 streams on a node; one more is 429, and one that is closed makes room',
  },
  'events.stored-encrypted': {
    source: 'rule 12.11',
    says: 'Events are kept encrypted for 24 hours and go with their project',
  },
  'events.dont-store-data': {
    source: 'rule 2.9',
    says: 'Under dont_store_data an event is kept and streamed without its data',
  },
  'events.types': {
    source: 'rule 12.2',
    says: 'The events are svc.trigger.message, svc.trigger.disabled, svc.connected_account.active, svc.connected_account.expired, svc.toolkit.changed, svc.approval.requested, svc.approval.approved, svc.approval.denied, svc.approval.used, svc.approval.expired and svc.webhook_subscription.disabled',
  },
  'events.client': {
    source: 'rule 12.10',
    says: 'The client reads the stream as an async iterable of checked events',
  },
} satisfies Record<string, Requirement>
