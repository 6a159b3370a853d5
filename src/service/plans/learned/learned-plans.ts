import { z } from 'zod'
import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { mayLearnFrom } from './may-learn-from.ts'
import { learnedStore } from './store.ts'

/** Tools that several users ran successfully in this order. */
export type LearnedSequence = {
  id: string
  stages: string[][]
  users: number
  seen: number
  seenWithFailure: number
}

/** A call that failed for several users. */
export type LearnedFailure = { tool: string; failure: string; before: string | null; users: number }

export type LearnedPlans = ReturnType<typeof createLearnedPlans>

/** Facts of fewer users may reveal the habits of one person. */
export const minimumUsers = 3
const maximumSequences = 300
const maximumFailures = 300

const sequenceContent = z.object({ stages: z.array(z.array(z.string())) })
const failureContent = z.object({ failure: z.string(), before: z.string().nullable() })

/** The facts learned from a project's users, if observed for enough of them. */
export const createLearnedPlans = ({ database }: { database: Database }) => {
  const store = learnedStore(database.handle)
  return {
    /** The sequences that end in one of the tools, by descending number of users. */
    listSequences: async (project: Project, tools: string[]): Promise<LearnedSequence[]> => {
      if (!mayLearnFrom(project) || tools.length === 0) return []
      const rows = await store.listFacts(
        project.id,
        'sequence',
        tools,
        minimumUsers,
        maximumSequences,
      )
      return rows.map(({ id, content, users, seen, seen_with_failure }) => ({
        id,
        ...sequenceContent.parse(JSON.parse(content)),
        users,
        seen,
        seenWithFailure: seen_with_failure,
      }))
    },

    /** The failures of the tools, by descending number of users. */
    listFailures: async (project: Project, tools: string[]): Promise<LearnedFailure[]> => {
      if (!mayLearnFrom(project) || tools.length === 0) return []
      const rows = await store.listFacts(
        project.id,
        'failure',
        tools,
        minimumUsers,
        maximumFailures,
      )
      return rows.map(({ tool_slug, content, users }) => ({
        tool: tool_slug,
        ...failureContent.parse(JSON.parse(content)),
        users,
      }))
    },
  }
}
