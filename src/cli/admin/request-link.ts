import { z } from 'zod'
import { linkProof } from '../../service/index.ts'
import { postProven } from './post-proven.ts'

const answer = z.object({ url: z.string() })

/** Asks a running service for a one-time link. */
export const requestLink = async (address: string, ring: string): Promise<string> => {
  const { url } = await postProven({
    path: '/console/links',
    url: address,
    ring,
    given: {},
    proof: linkProof,
    answer,
  })
  return url
}
