import type { Client } from '../../client/index.ts'
import type { Contract } from '../../contract/contract.ts'
import type { Endpoint, EndpointInput, EndpointResult } from '../../contract/endpoint.ts'
import type { Columns } from '../print-list.ts'

/** The name of an operation of the interface, such as `sessions.create`. */
export type OperationName = {
  [R in keyof Contract]: `${R}.${keyof Contract[R] & string}`
}[keyof Contract]

type EndpointOf<Name> = Name extends `${infer R extends keyof Contract}.${infer O}`
  ? O extends keyof Contract[R]
    ? Extract<Contract[R][O], Endpoint>
    : never
  : never

type Input<Name> = EndpointInput<EndpointOf<Name>>
type Answer<Name> = EndpointResult<EndpointOf<Name>>
type ItemOf<Name> =
  Answer<Name> extends
    | { items: (infer Item)[] }
    | { instances: (infer Item)[] }
    | { data: (infer Item)[] }
    ? Item
    : never

type FieldsOf<Name, Part extends string> =
  Input<Name> extends { [P in Part]?: infer Fields }
    ? `${Part}.${keyof NonNullable<Fields> & string}`
    : never

/** Where a value goes in the request, such as `params.nanoid` or `query.user_ids`. */
type Place<Name> = FieldsOf<Name, 'params'> | FieldsOf<Name, 'query'> | FieldsOf<Name, 'body'>

/** A request, as it was put together from a command line. */
export type Request = Record<'params' | 'query' | 'body', Record<string, unknown>>

type VerbOption<Name> = {
  /** As commander writes it, such as `--user <id>`. */
  flags: string
  description: string
  to: Place<Name>
  /** `list`: comma-separated, and may be repeated. */
  kind?: 'list' | 'json' | 'number'
  choices?: readonly string[]
  isRequired?: boolean
}

type Common<Name> = {
  name: string
  operation: Name
  summary: string
  /** Positional arguments, such as `<account>`, in their order. */
  arguments?: Readonly<Record<string, Place<Name>>>
  options?: readonly VerbOption<Name>[]
  /** Fields that every request of this command has. */
  fixed?: Partial<Record<Place<Name>, unknown>>
  /** The key that it needs; default: that of the project. */
  auth?: 'organization'
  /** Where a command needs more than its one request. */
  call?: (client: Client, request: Request) => Promise<Answer<Name>>
}

type ListVerb<Name, Item> = Common<Name> & {
  /** The first one identifies an entry. */
  columns: Columns<Item>
  /** Printed where there is nothing: what to do next. */
  empty: string
  /** Entries come newest first, so that `--follow` can print new and changed ones. */
  isFollowed?: true
}

type RecordVerb<Name> = Omit<Common<Name>, 'call'> & {
  /** Where the record is not the whole answer of its one request. */
  call?: (client: Client, request: Request) => Promise<object>
  /** Fields that `--json` alone prints, because they repeat others. */
  omits?: readonly string[]
}

type ActionVerb<Name> = Common<Name> & {
  /** What was done. */
  outcome: (answer: Answer<Name>, request: Request) => string
  /** Asked before something is destroyed; `--yes` answers it. */
  question?: (request: Request) => string
}

/** One command of a resource. Its types were checked where it was declared. */
export type Verb = Omit<Common<never>, 'arguments' | 'options' | 'fixed' | 'call' | 'operation'> & {
  operation: OperationName
  arguments?: Readonly<Record<string, string>>
  options?: readonly (Omit<VerbOption<never>, 'to'> & { to: string })[]
  fixed?: Readonly<Record<string, unknown>>
  call?: (client: Client, request: Request) => Promise<unknown>
  columns?: Columns<never>
  empty?: string
  isFollowed?: true
  omits?: readonly string[]
  outcome?: (answer: never, request: Request) => string
  question?: (request: Request) => string
}

/** What the commands of one noun are about. */
export type Resource = { name: string; description: string; examples: string[]; verbs: Verb[] }

/** Prints entries as a table. */
export const list = <Name extends OperationName>(verb: ListVerb<Name, ItemOf<Name>>): Verb =>
  verb as Verb

/** Prints one record in full. */
export const record = <Name extends OperationName>(verb: RecordVerb<Name>): Verb => verb as Verb

/** Does something, and says what was done. */
export const action = <Name extends OperationName>(verb: ActionVerb<Name>): Verb => verb as Verb
