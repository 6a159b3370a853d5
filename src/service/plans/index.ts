import type { Catalog } from '../catalog/index.ts'
import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { Projects } from '../projects/index.ts'
import type { CuratedPlan } from './curated/curated-plan.ts'
import { definePlanJobs } from './jobs.ts'
import { createForgetUser } from './learned/forget-user.ts'
import { createLearnedOutcomes } from './learned/learned-outcomes.ts'
import { createLearnedPlans } from './learned/learned-plans.ts'
import { createLearning } from './learned/learning.ts'
import { createObservations } from './learned/observations.ts'
import { planMigrations } from './migrations.ts'
import { createPlanRules } from './plans.ts'
import { planRetention } from './retention.ts'

type Needs = { projects: Projects; catalog: Catalog; curated: CuratedPlan[] | undefined }

/** Plans that searches of sessions suggest: the operator's, and those learned from calls. */
export const createPlans = (platform: Platform, { curated = [], ...needs }: Needs) => {
  definePlanJobs({ ...platform, learning: createLearning({ ...platform, ...needs }) })
  const observations = createObservations({
    ...platform,
    onError: (error) => platform.log.warn({ err: error }, 'Calls could not be recorded for plans'),
  })
  return {
    api: {
      plans: createPlanRules({ learnedPlans: createLearnedPlans(platform), curated }),
      learnedOutcomes: createLearnedOutcomes(platform),
      observations,
      forgetUser: createForgetUser(platform),
    },
    migrations: planMigrations,
    retention: planRetention,
    close: observations.finish,
  } satisfies Capability
}

export type PlansApi = ReturnType<typeof createPlans>['api']

export type { CuratedPlan } from './curated/curated-plan.ts'
export { PlanFilesError, readPlanFiles } from './curated/read-plan-files.ts'
export type { LearnedOutcomes } from './learned/learned-outcomes.ts'
export type { Observations } from './learned/observations.ts'
export { observeCalls } from './learned/observe-calls.ts'
export type { Plans } from './plans.ts'
