import type { Connection, Toolkit, WaitingCall } from './api.ts'

/** A connection whose user is in the window. */
export type Waiting = {
  id: string
  name: string
  url: string
  needsCode: boolean
  /** The browser opened no window, so the user has to. */
  isBlocked: boolean
}

/** All that the element shows. */
export type State = {
  /** `expired`, `forbidden`: nothing can be done before there is another token. */
  phase: 'loading' | 'ready' | 'failed' | 'expired' | 'forbidden'
  connections: Connection[]
  toolkits: Toolkit[]
  calls: WaitingCall[]
  /** The row that asks something: for a name, or whether to disconnect. */
  asking: { id: string; for: 'name' | 'disconnect' } | undefined
  waiting: Waiting | undefined
  notice: { text: string; isBad: boolean } | undefined
  isBusy: boolean
  filter: string
}

export const initialState: State = {
  phase: 'loading',
  connections: [],
  toolkits: [],
  calls: [],
  asking: undefined,
  waiting: undefined,
  notice: undefined,
  isBusy: false,
  filter: '',
}

/** What people can do. */
export type Actions = {
  reload(): void
  connect(toolkit: Toolkit): void
  reconnect(connection: Connection): void
  confirm(code: string): void
  cancel(): void
  ask(asking: State['asking']): void
  rename(connection: Connection, name: string): void
  disconnect(connection: Connection): void
  decide(call: WaitingCall, decision: 'approve' | 'deny'): void
  filter(text: string): void
}

/** How a connection is spoken of. */
export const nameOf = ({ toolkit, name, owner }: Connection): string => {
  const own = name ?? owner
  return own === null ? toolkit.name : `${toolkit.name} (${own})`
}
