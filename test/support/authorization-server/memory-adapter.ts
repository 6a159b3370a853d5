type Payload = Record<string, unknown> & { grantId?: string; uid?: string; consumed?: number }

/**
 * The records of one authorization server; the package's own memory is shared by all servers of a
 * process.
 */
export const createMemoryAdapter = () => {
  const records = new Map<string, { model: string; payload: Payload }>()
  return (model: string) => {
    const key = (id: string) => `${model}:${id}`
    const find = async (id: string): Promise<Payload | undefined> => records.get(key(id))?.payload
    return {
      find,
      upsert: async (id: string, payload: Payload): Promise<void> =>
        void records.set(key(id), { model, payload }),
      findByUid: async (uid: string): Promise<Payload | undefined> =>
        [...records.values()].find((record) => record.model === model && record.payload.uid === uid)
          ?.payload,
      findByUserCode: async (): Promise<undefined> => undefined,
      consume: async (id: string): Promise<void> => {
        const payload = await find(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id: string): Promise<void> => void records.delete(key(id)),
      revokeByGrantId: async (grantId: string): Promise<void> => {
        for (const [id, { payload }] of records) if (payload.grantId === grantId) records.delete(id)
      },
    }
  }
}
