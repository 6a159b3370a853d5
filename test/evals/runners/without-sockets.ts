import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import { vi } from 'vitest'

/**
 * Runs functions in which opening a socket throws. What other files left in this process may open
 * sockets of its own.
 */
export const forbidSockets = () => {
  const inside = new AsyncLocalStorage<true>()
  const opened = vi.fn<() => never>(() => {
    throw new Error('No socket may be opened')
  })
  const { connect } = Socket.prototype
  Socket.prototype.connect = new Proxy(connect, {
    apply: (target, socket, args) => {
      if (inside.getStore()) opened()
      return Reflect.apply(target, socket, args)
    },
  })
  return {
    opened,
    run: <Value>(work: () => Promise<Value>): Promise<Value> => inside.run(true, work),
    [Symbol.dispose]: () => {
      Socket.prototype.connect = connect
    },
  }
}
