/** Who is signed in to the console. */
export type Person = {
  /** Tells people apart in what is recorded of their actions. */
  id: string
  name: string
  email: string | null
  organizationId: string
  /** The only role for now. */
  role: 'owner'
}

/** What a person can act on. */
export type Subject =
  | { kind: 'organization'; id: string }
  | { kind: 'project'; organizationId: string }

export type Action = 'see' | 'change'

/**
 * Whether a person may do something. Every decision about a signed-in person is made here, so that
 * further roles change this function alone.
 */
export const can = (person: Person, _action: Action, subject: Subject): boolean =>
  person.role === 'owner' &&
  person.organizationId === (subject.kind === 'project' ? subject.organizationId : subject.id)
