import type { Requirement } from '../requirements.ts'

export const plans = {
  'plans.fields': {
    source: 'spec 4.7',
    says: 'A result with a stored plan has plan_id, recommended_plan_steps, known_pitfalls, difficulty and execution_guidance; reference_workbench_snippets {description, code} where the plan has some',
  },
  'plans.quoted': {
    source: 'rule 9.12',
    says: 'What a third party named stands in sentences of the service in quotes, in one line of at most 100 characters',
  },
  'plans.memory': {
    source: 'spec 4.7',
    says: 'memory, toolkit to texts, is there only for results without a stored plan',
  },
  'plans.every-search': {
    source: 'rule 5.22',
    says: 'POST …/search and SVC_SEARCH_TOOLS answer the same plans',
  },
  'plans.learned.users': {
    source: 'rule 5.22',
    says: 'A sequence of tools becomes a plan when three distinct users of the project ran it with success, and not before',
  },
  'plans.learned.order': {
    source: 'rule 5.22',
    says: 'A plan names an order only where each call began after the one before had ended; tools that overlapped are one step',
  },
  'plans.learned.fits': {
    source: 'rule 5.22',
    says: 'A learned plan is answered when it ends in the tool found first, or has that tool and only tools that were found as primary',
  },
  'plans.learned.nothing-personal': {
    source: 'rule 5.22',
    says: "What is kept for learning has tool slugs, their order, statuses and keyed hashes: no arguments, no answers, no texts, no user's or session's id",
  },
  'plans.learned.no-data': {
    source: 'rule 2.9',
    says: 'Under dont_store_data nothing is noted, nothing learned, and nothing learned is answered',
  },
  'plans.learned.own-project': {
    source: 'rule 5.22',
    says: 'What a project learned is never answered to another',
  },
  'plans.learned.never-fails-a-call': {
    source: 'rule 5.22',
    says: 'A call succeeds when what it teaches cannot be written',
  },
  'plans.learned.bounded': {
    source: 'rule 5.22',
    says: 'A run that never rests is learned from after an hour; a fact that nobody showed for 90 days is forgotten; of too many facts those of the fewest users go first; after 20 users no more are counted',
  },
  'plans.learned.pitfalls': {
    source: 'rule 5.22',
    says: 'A failure of a tool is told when three distinct users met it, with its status and where known the tool that had to be run before; failures of credentials, load and the third party are not',
  },
  'plans.learned.difficulty': {
    source: 'rule 5.22',
    says: 'difficulty is hard from five steps or when a call failed in three of ten tasks, easy for two steps when one failed in less than one of ten, else medium',
  },
  'plans.learned.plan-id': {
    source: 'rule 5.22',
    says: 'plan_id stays the same for the same sequence of a project',
  },
  'plans.policy': {
    source: 'rule 5.22',
    says: 'A session that may not use one tool of a plan never sees the plan, nor a pitfall that names such a tool',
  },
  'plans.curated': {
    source: 'rule 5.22',
    says: 'Plans in the files of PLUGBOARD_PLANS are answered for use cases with two thirds of the words of one of their phrases, before learned ones',
  },
  'plans.curated.files': {
    source: 'rule 5.22',
    says: 'A start with a plan file that cannot be used is refused, and the message names the folder, each file and what is wrong',
  },
  'plans.deletion': {
    source: 'rule 5.22',
    says: 'Deleting a project deletes what was learned from it',
  },
} satisfies Record<string, Requirement>
