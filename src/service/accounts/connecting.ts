import type { FieldDescriptor } from '../auth-schemes/index.ts'
import type { ShownProject } from '../projects/index.ts'
import type { Choice } from './inspection.ts'

/** What the connect page shows. */
export type ConnectView = {
  project: ShownProject
  toolkit: { slug: string; name: string; logo: string | null }
  userId: string
  /**
   * What the user types in, with the values that are known already (never secret ones); may be
   * empty.
   */
  fields: FieldDescriptor[]
  known: Record<string, string>
  /** What the provider will be asked to allow; the rest is counted. */
  scopes: { name: string; description: string | null }[]
  moreScopes: number
  /**
   * Set when the user then goes to the provider: its origin, which the page's policy must let the
   * form lead to.
   *
   * Null also where it depends on what the user types in or on what the provider says: then the
   * form's answer is a page that leads on.
   */
  providerOrigin: string | null
  /** Whether the user is sent on to the provider at all. */
  goesToProvider: boolean
  expiresAt: string
}

/**
 * What the user has to choose before the account is connected; without choices: the API could not be
 * asked, as `problem` says.
 */
export type ChoiceView = ConnectView & {
  what: string[]
  choices: Choice[]
  /** How many are not shown. */
  left: number
  problem: string | null
}

/** Why a link leads to no form. `elsewhere`: another browser began to use it. */
export type DeadLink = 'unknown' | 'expired' | 'used' | 'elsewhere'

/**
 * How one step of connecting ended. `returnTo` is the callback address with its answer in the
 * query, where the link has one.
 */
export type ConnectOutcome =
  /**
   * `confirmed` false: it becomes ACTIVE when the project's own backend confirms it, with the code
   * that `returnTo` brings along. `code`: the same, for the user to type in where the link came
   * from, which may be out of reach for this browser.
   */
  | {
      kind: 'connected'
      view: ConnectView
      accountId: string
      confirmed: boolean
      /** The name of the account's owner at the API, if it said one. */
      owner: string | null
      code: string | null
      returnTo: string | null
    }
  | { kind: 'provider'; url: string }
  /** The link leads on: to a question, or to its form. */
  | { kind: 'waiting'; token: string }
  | { kind: 'unchosen'; view: ChoiceView }
  | { kind: 'invalid'; view: ConnectView; problems: { field: string | null; message: string }[] }
  | {
      kind: 'failed'
      view: ConnectView | null
      message: string
      retryToken: string | null
      returnTo: string | null
    }
  | { kind: 'dead'; why: DeadLink }

/**
 * Connects accounts in a browser; the rules behind the connect page. `browser` is a random text
 * that a cookie keeps.
 */
export type Connecting = {
  /** What the link asks for; changes nothing, so a preview of the link takes nothing away. */
  open(
    token: string,
    browser: string | undefined,
  ): Promise<{ view: ConnectView } | { choice: ChoiceView } | { dead: DeadLink }>
  /** The form was sent: the link now belongs to this browser. */
  submit(token: string, browser: string, values: Record<string, string>): Promise<ConnectOutcome>
  /**
   * The user answered the question that the link leads to: the number of a choice, `again` to have
   * the API asked again, or `other` to begin anew.
   */
  choose(token: string, browser: string, answer: string): Promise<ConnectOutcome>
  /**
   * The user came back from the provider; `redirectKey` stands in the path, null on the shared one.
   */
  complete(back: {
    redirectKey: string | null
    answer: URLSearchParams
    browser: string
  }): Promise<ConnectOutcome>
}
