import type { Hono } from 'hono'
import type { Migrations } from '../platform/database/index.ts'
import type { Retention } from '../platform/retention/index.ts'
import type { Environment, OnError } from './environment.ts'

/** Adds routes that are not operations of the contract. */
export type Mount = (app: Hono<Environment>, served: Served) => void

/** What mounted routes need from the server. */
export type Served = {
  onError: OnError
  /** Aborts when the service stops. */
  closing: AbortSignal
}

/**
 * What `create<Capability>(platform, needs)` of a room returns. Creating one accesses no table and
 * starts nothing: queues are defined, and their jobs run once the platform starts them.
 */
export type Capability = {
  /** The interface for other capabilities. */
  api?: object
  /** Implementations of operations, by group of the contract. */
  handlers?: Readonly<Record<string, object>>
  migrations?: Migrations
  /** Loads what defines queues and is not part of every start; called before any job runs. */
  open?(): unknown
  /** Background work in addition to queues, from when the service listens until it stops. */
  jobs?: { start(): unknown; stop?(): unknown }
  /** The retention of its tables. */
  retention?: readonly Retention[]
  mounts?: readonly Mount[]
  /** Finishes pending work when the service stops. */
  close?(): unknown
}

/** Merges the handlers of several capabilities, which may implement one group together. */
export const mergeHandlers = <C extends Capability>(capabilities: readonly C[]): HandlersOf<C> => {
  const merged: Record<string, object> = {}
  for (const { handlers = {} } of capabilities)
    for (const [group, implemented] of Object.entries(handlers))
      merged[group] = { ...merged[group], ...implemented }
  return merged as HandlersOf<C>
}

type HandlersOf<C> = Intersection<C extends { handlers: infer H } ? H : never>

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
