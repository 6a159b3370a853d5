import type { Context, Hono } from 'hono'
import type { Environment, OnError } from '../endpoint/index.ts'
import { answerPages } from './answer-pages.ts'
import type { EvalReports } from './eval-reports.ts'
import type { Person } from './person.ts'

type Parts = {
  /** Who sent the request, if they may see what belongs to the operator; throws otherwise. */
  findOperator: (context: Context<Environment>) => Promise<Person>
  reports: EvalReports
  onError: OnError
}

/** The reports of evaluations, read-only: `/console/evals` and `/console/evals/{name}`. */
export const mountEvals = (app: Hono<Environment>, { findOperator, reports, onError }: Parts) => {
  const answer = answerPages(onError)

  app.get(
    '/console/evals',
    answer('console.evals', async (context) => {
      await findOperator(context)
      return context.json({
        folder: reports.folder,
        items: await reports.list(),
      })
    }),
  )

  app.get(
    '/console/evals/:name',
    answer('console.eval', async (context) => {
      await findOperator(context)
      const text = await reports.read(context.req.param('name') ?? '')
      return context.body(text, 200, { 'content-type': 'application/json' })
    }),
  )
}
