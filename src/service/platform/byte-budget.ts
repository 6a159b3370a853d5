import { BusyError } from './busy-error.ts'

export type ByteLimits = {
  /** Of all owners together. */
  total: number
  /** Of one owner; less than the total, so that no owner can use all of it. */
  perOwner: number
}

export const defaultBytesInFlight: ByteLimits = {
  total: 512 * 1024 * 1024,
  perOwner: 128 * 1024 * 1024,
}

/** Bytes that one piece of work holds in memory. */
export type ByteLease = {
  /** Reserves more bytes. Returns false, and reserves none, if there is no capacity. */
  take(bytes: number): boolean
  release(): void
}

export type ByteBudget = {
  /**
   * Starts a reservation for a piece of work of an owner, which must be released. Throws a
   * `BusyError` if there is no capacity for its first bytes.
   */
  open(owner: string, bytes?: number): ByteLease
}

/**
 * Bounds the memory for requests, answers and documents, in total and per owner.
 *
 * @example
 * const budget = createByteBudget({ total: 512 * mebibyte, perOwner: 128 * mebibyte })
 * const lease = budget.open(project.id, body.length)
 */
export const createByteBudget = ({ total, perOwner }: ByteLimits): ByteBudget => {
  const held = new Map<string, number>()
  let all = 0

  const hold = (owner: string, bytes: number): void => {
    all += bytes
    const now = (held.get(owner) ?? 0) + bytes
    if (now === 0) held.delete(owner)
    else held.set(owner, now)
  }

  const lacksRoom = (owner: string, bytes: number): 'owner' | 'service' | undefined => {
    if ((held.get(owner) ?? 0) + bytes > perOwner) return 'owner'
    return all + bytes > total ? 'service' : undefined
  }

  return {
    open: (owner, bytes = 1) => {
      const full = lacksRoom(owner, bytes)
      if (full) throw new BusyError('bytes of requests and answers', full)
      let taken = bytes
      let isReleased = false
      hold(owner, bytes)
      return {
        take: (more) => {
          if (isReleased || lacksRoom(owner, more)) return false
          taken += more
          hold(owner, more)
          return true
        },
        release: () => {
          hold(owner, -taken)
          taken = 0
          isReleased = true
        },
      }
    },
  }
}
