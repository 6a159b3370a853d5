import type { Requirement } from '../requirements.ts'

export const activity = {
  'activity.stream': {
    source: 'rule 12.12',
    says: 'GET logs/activity streams calls, searches, renewals, deliveries and events of the project as they happen, whichever node they happen on',
  },
  'activity.resume': {
    source: 'rule 12.12',
    says: '`after` and `last` begin with earlier items, which keep their id',
  },
  'activity.bounds': {
    source: 'rule 12.12',
    says: 'A project has at most 20 such streams on a node, and a stream shows its own project only',
  },
  'activity.stored': {
    source: 'rule 12.13',
    says: 'What is kept for the stream alone is encrypted, and has no text where the project stores no data',
  },
  'activity.leaks': {
    source: 'product',
    says: 'A stream that ended leaves neither memory nor connections behind, and events that were sent are not kept',
  },
  'logs.search': {
    source: 'product',
    says: 'Executions are found by a part of their tool or error, in any letter case',
  },
} satisfies Record<string, Requirement>
