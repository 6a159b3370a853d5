/**
 * Which version of each record a secret is of, where only some of the answers that gave one
 * arrived.
 */
export const createVersions = () => {
  const known = new Map<string, { version: number; secret: string }>()
  const asked = new Map<string, number>()

  return {
    /** Before it is asked for. */
    ask: (id: string, version: number): void => void asked.set(id, version),
    note: (id: string, version: number, secret: string): void =>
      void known.set(id, { version, secret }),
    secretOf: (id: string): string | undefined => known.get(id)?.secret,
    /**
     * `isCurrent`: whether the newest secret that is known is the one in force. One whose first
     * secret nobody heard of was never changed.
     */
    stateOf: async (
      id: string,
      isCurrent: (secret: string) => boolean | Promise<boolean>,
    ): Promise<string> => {
      const newest = known.get(id)
      if (!newest) return '0'
      if (await isCurrent(newest.secret)) return String(newest.version)
      const last = asked.get(id) ?? 0
      return last > newest.version ? String(last) : 'has another secret'
    },
  }
}
