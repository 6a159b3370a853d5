import type { Requirement } from '../requirements.ts'

export const evalReports = {
  'evals.suite': {
    source: 'product',
    says: 'A suite runs cases by runners by trials, some at once, gives the runs in one order, and ends at an abort',
  },
  'evals.thresholds': {
    source: 'product',
    says: 'Thresholds for the pass rate, pass@k, pass^k, tags, toolkits and scores decide on the exit code: 1 below them, 2 where runs could not be scored',
  },
  'evals.prices': {
    source: 'product',
    says: 'Runs cost what a dated price file says, which is checked; a model it does not list has no cost, and a report says when the prices are old',
  },
  'evals.baseline': {
    source: 'product',
    says: 'An earlier report is compared case by case: what became better, worse, flaky, came or went, and how likely that is by chance',
  },
  'evals.reports': {
    source: 'product',
    says: 'A report is versioned JSON that is read back as a baseline, and is shown on a terminal, as JUnit, as Markdown and as a page, with all texts escaped',
  },
  'evals.page': {
    source: 'product',
    says: 'The page works from a disk without a network, shows a case named like a tag as text, shows expected beside actual arguments and where trials differ, leads to failed cases, filters, and is accessible, light and dark',
  },
  'evals.command': {
    source: 'product',
    says: '`plugboard eval` runs files of cases with a model or with runners of a file, and writes reports',
  },
  'evals.harness': {
    source: 'product',
    says: 'The example harness replays forty recorded cases in three frameworks without a socket, and they agree',
  },
  'evals.search': {
    source: 'product',
    says: 'Searches of a live session are held against the tools they should find, by recall, MRR and nDCG',
  },
  'evals.vitest': {
    source: 'product',
    says: 'Evaluations run as tests of vitest, and a matcher compares calls by the rules of cases',
  },
} satisfies Record<string, Requirement>
