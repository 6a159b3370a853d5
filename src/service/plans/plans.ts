import type { SearchResponse } from '../../contract/session-search.ts'
import type { CatalogTool } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { CuratedPlan } from './curated/curated-plan.ts'
import { createCurated } from './curated/match-curated.ts'
import { chooseSequences } from './learned/choose-sequences.ts'
import { describeFailures } from './learned/describe-failures.ts'
import { describeSequence } from './learned/describe-sequence.ts'
import type { LearnedFailure, LearnedPlans, LearnedSequence } from './learned/learned-plans.ts'
import type { Plan } from './plan.ts'

type Result = SearchResponse['results'][number]

export type Plans = ReturnType<typeof createPlanRules>

/** The number of matching plans that are tried until the session may use every tool of one. */
const maximumTried = 10

type Parts = { learnedPlans: LearnedPlans; curated: readonly CuratedPlan[] }

/** Returns those of the tools that the session may use. */
type FindTool = (slug: string) => Promise<CatalogTool | undefined>

/** Finds the stored plan for each result of a search; curated plans precede learned ones. */
export const createPlanRules = (parts: Parts) => {
  const matchCurated = createCurated(parts.curated)

  return {
    /**
     * Adds the fields of plans to the results or, without a plan, the known pitfalls of their
     * tools.
     */
    addTo: async (
      project: Project,
      results: Result[],
      findAllowedTool: FindTool,
    ): Promise<Result[]> => {
      const findTool = findOnce(findAllowedTool)
      const primary = results.flatMap((result) => result.primary_tool_slugs)
      const sequences = await parts.learnedPlans.listSequences(project, [...new Set(primary)])
      const plans = await Promise.all(
        results.map(async (result) =>
          withPresentSlugs(await choose(result, matchCurated, sequences, findTool), findTool),
        ),
      )
      const tools = [...new Set([...primary, ...plans.flatMap((plan) => plan?.tools ?? [])])]
      const failures = await parts.learnedPlans.listFailures(project, tools)
      const seen = await findSeen(failures, findTool)
      return Promise.all(
        results.map(async (result, index) => {
          const plan = plans[index]
          return plan
            ? withPlan(result, plan, failures, seen, findTool)
            : withMemory(result, failures, seen, findTool)
        }),
      )
    },
  }
}

/** Checks each tool once, since several plans name the same tools. */
const findOnce = (find: FindTool): FindTool => {
  const known = new Map<string, Promise<CatalogTool | undefined>>()
  return (slug) => {
    const found = known.get(slug) ?? find(slug)
    known.set(slug, found)
    return found
  }
}

/** A plan whose pitfalls have not been extended yet. */
const choose = async (
  result: Result,
  matchCurated: (useCase: string) => Promise<Plan[]>,
  sequences: LearnedSequence[],
  findTool: FindTool,
): Promise<Plan | undefined> => {
  if (result.error) return undefined
  const allHere = async (tools: readonly string[]) =>
    (await Promise.all(tools.map(findTool))).every((found) => found !== undefined)
  for (const plan of (await matchCurated(result.use_case)).slice(0, maximumTried))
    if (await allHere(plan.tools)) return plan
  for (const sequence of chooseSequences(sequences, result.primary_tool_slugs).slice(
    0,
    maximumTried,
  )) {
    const tools = sequence.stages.flat()
    if (await allHere(tools))
      return { ...describeSequence(sequence, await namesOf(tools, findTool)), pitfalls: [] }
  }
  return undefined
}

/** A plan may name tools by slugs that they had before. */
const withPresentSlugs = async (
  plan: Plan | undefined,
  findTool: FindTool,
): Promise<Plan | undefined> =>
  plan && {
    ...plan,
    tools: await Promise.all(
      plan.tools.map(async (slug) => (await findTool(slug))?.definition.slug ?? slug),
    ),
  }

const namesOf = async (tools: string[], findTool: FindTool): Promise<Map<string, string>> => {
  const found = await Promise.all(
    tools.map(async (slug) => [slug, (await findTool(slug))?.definition.name] as const),
  )
  return new Map(
    found.flatMap(([slug, name]) => (name === undefined ? [] : [[slug, name] as const])),
  )
}

/** The tools in the failures that the session may use. */
const findSeen = async (
  failures: readonly LearnedFailure[],
  findTool: FindTool,
): Promise<Set<string>> => {
  const tools = [
    ...new Set(failures.flatMap(({ tool, before }) => (before === null ? [tool] : [tool, before]))),
  ]
  const found = await Promise.all(tools.map(async (tool) => ((await findTool(tool)) ? [tool] : [])))
  return new Set(found.flat())
}

/**
 * Adds tools of the plan that the search did not find to the related ones, so that their schemas
 * and connections are returned too.
 */
const withPlan = async (
  result: Result,
  plan: Plan,
  failures: readonly LearnedFailure[],
  seen: ReadonlySet<string>,
  findTool: FindTool,
): Promise<Result> => {
  const known = new Set([...result.primary_tool_slugs, ...result.related_tool_slugs])
  const owners = await Promise.all(
    plan.tools.map(async (slug) => (await findTool(slug))?.toolkit ?? []),
  )
  const learned = describeFailures(
    failures.filter(({ tool }) => plan.tools.includes(tool)),
    (tool) => seen.has(tool),
  )
  return {
    ...result,
    related_tool_slugs: [
      ...result.related_tool_slugs,
      ...plan.tools.filter((slug) => !known.has(slug)),
    ],
    toolkits: [...new Set([...result.toolkits, ...owners.flat()])],
    plan_id: plan.id,
    recommended_plan_steps: [...plan.steps],
    known_pitfalls: [...plan.pitfalls, ...learned],
    ...(plan.difficulty !== undefined && { difficulty: plan.difficulty }),
    ...(plan.guidance !== undefined && { execution_guidance: plan.guidance }),
    ...(plan.snippets.length > 0 && { reference_workbench_snippets: [...plan.snippets] }),
  }
}

const withMemory = async (
  result: Result,
  failures: readonly LearnedFailure[],
  seen: ReadonlySet<string>,
  findTool: FindTool,
): Promise<Result> => {
  const memory: Record<string, string[]> = {}
  for (const slug of result.primary_tool_slugs) {
    const remembered = describeFailures(
      failures.filter(({ tool }) => tool === slug),
      (tool) => seen.has(tool),
    )
    const toolkit = remembered.length > 0 ? (await findTool(slug))?.toolkit : undefined
    if (toolkit !== undefined) memory[toolkit] = [...(memory[toolkit] ?? []), ...remembered]
  }
  return Object.keys(memory).length > 0 ? { ...result, memory } : result
}
