import type { Requirement } from '../requirements.ts'

/** What holds however the process ends. */
export const ledger = {
  'ledger.acknowledged': {
    source: 'product',
    says: 'A write that was answered with success is there after kill -9 at any moment',
  },
  'ledger.whole': {
    source: 'product',
    says: 'A write that was not answered is there wholly or not at all, and nothing is left of what belongs to something that is gone',
  },
  'ledger.events': {
    source: 'rule 12.9',
    says: 'Every event that was polled, or pushed and taken, arrives at least once by webhook and on the stream; again only with the same id',
  },
} satisfies Record<string, Requirement>
