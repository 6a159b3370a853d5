import type { AuthConfig } from '../auth-configs/index.ts'
import type { Granted } from '../auth-schemes/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { AccountInspection } from './account-inspection.ts'

type Values = Record<string, unknown>

/** A new credential, and what the API said of its owner. */
export type InspectedGrant = Granted & { about: AccountInspection }

/** One of several things that a connection can be about, such as a site: texts of a third party. */
export type Choice = { label: string; values: Readonly<Record<string, string>> }

/** What the user has to choose. */
export type Choosing = {
  /** Names of what is chosen, as a person reads them. */
  what: string[]
  /** The fields of the account that the choice fills. */
  fields: string[]
  choices: Choice[]
  /** How many more there are, which are not shown. */
  left: number
}

/**
 * What came of asking an API about a new connection. Messages may be shown to the user; `values` are
 * those of the account, with what only the API knew.
 */
export type Inspection =
  | { kind: 'accepted'; values: Values; about: AccountInspection }
  /** The credential is no good, or none of what a look-up asks for belongs to it. */
  | { kind: 'refused'; message: string; isMissing?: boolean }
  /** The API could not be asked for what the account needs. */
  | { kind: 'unanswered'; values: Values; message: string }
  | { kind: 'choice'; values: Values; choosing: Choosing }

/**
 * Asks the toolkit's API for what only it knows, and whose credential it is. Never in a transaction,
 * since it sends requests.
 */
export type InspectAccount = (
  project: Project,
  connection: {
    authConfig: AuthConfig
    values: Values
    /** Of the connection that this one replaces: what is found again needs no choice. */
    former?: Values
    /** Default: true. False: only what the account needs is asked for. */
    verify?: boolean
  },
) => Promise<Inspection>
