import { ServiceError } from '../service-error.ts'

const maximumStreams = 20

/**
 * Counts the streams of each project on this node, until their signals abort. Throws when a project
 * has too many.
 */
export const createOccupy = () => {
  const streams = new Map<string, number>()
  return (projectId: string, signal: AbortSignal): void => {
    const others = streams.get(projectId) ?? 0
    if (others >= maximumStreams) {
      throw new ServiceError(
        'rate_limited',
        `The project has ${maximumStreams} event streams open on this node, which is the maximum`,
        {
          suggestedFix:
            'Close streams that are not read; one stream carries all events of the project',
          retryAfterSeconds: 5,
        },
      )
    }
    if (signal.aborted) return
    streams.set(projectId, others + 1)
    const release = () => {
      const left = (streams.get(projectId) ?? 1) - 1
      if (left === 0) streams.delete(projectId)
      else streams.set(projectId, left)
    }
    signal.addEventListener('abort', release, { once: true })
  }
}
