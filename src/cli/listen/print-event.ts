import type { TypedEvent } from '../../contract/event-data.ts'
import type { Forward, Forwarded } from './create-forward.ts'

/** Prints events to standard output. */
export type Print = {
  listening(forward: Forward | undefined): void
  event(event: TypedEvent, position: string): void
  /** Called once per event, after it was printed. */
  done(event: TypedEvent, position: string, forwarded: Forwarded | undefined): void
  ended(position: string): void
}

export const printer = (json: boolean): Print => (json ? inJson : inWords)

/** For programs: prints one line per event, once it is complete. */
const inJson: Print = {
  listening: (forward) =>
    console.log(
      JSON.stringify({
        listening: true,
        forward_to: forward?.url ?? null,
        secret: forward?.secret ?? null,
      }),
    ),
  event: () => {},
  done: (event, position, forwarded) =>
    console.log(JSON.stringify({ position, event, forwarded: forwarded ?? null })),
  ended: () => {},
}

const inWords: Print = {
  listening: (forward) => {
    console.log('Listening for events of the project; press Ctrl+C to stop.')
    if (forward) console.log(`Forwarding to ${forward.url}, signed with ${forward.secret}`)
  },
  event: (event, position) => {
    const { trigger_slug, trigger_id, connected_account_id, user_id } = event.metadata
    const about = [
      trigger_slug,
      trigger_id,
      connected_account_id,
      user_id && `user ${user_id}`,
    ].filter(Boolean)
    console.log(
      `\n${[event.timestamp, event.type, ...about].join('  ')}\n  ${event.id}, position ${position}\n  ${JSON.stringify(event.data)}`,
    )
  },
  done: (_event, _position, forwarded) => {
    if (forwarded) console.log(`  -> ${describe(forwarded)}`)
  },
  ended: (position) => console.log(`\nStopped. Continue from here with --after ${position}`),
}

/** Single-line text without terminal control characters. */
const describe = (forwarded: Forwarded): string => {
  if ('error' in forwarded) return `not delivered: ${forwarded.error}`
  return `${forwarded.status} in ${forwarded.duration_ms} ms${forwarded.body === '' ? '' : ` ${JSON.stringify(forwarded.body)}`}`
}
