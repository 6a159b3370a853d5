import type { Client } from '../../client/index.ts'

/** Throws where one of the toolkits does not exist, with the nearest name: nothing of it is found. */
export const requireToolkits = async (client: Client, slugs: string[] = []): Promise<void> => {
  for (const slug of slugs) await client.toolkits.get({ params: { slug } })
}
