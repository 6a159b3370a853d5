import { beforeEach } from 'vitest'
import type { Session } from '../../src/index.ts'
import { openNotes } from '../provider/open-notes.ts'

/**
 * The service of `openNotes`, and for each test a session in which a person has to approve what
 * deletes a note; `sent` is what has reached the third party.
 */
export const openReviewedNotes = () => {
  const notes = openNotes()
  let session: Session
  beforeEach(async () => {
    session = await notes().plugboard.createSession('ada', {
      approvals: { tools: ['OPEN_DELETE_NOTE'] },
    })
  })
  return {
    notes,
    session: () => session,
    sent: () => notes().upstream.received.map(({ method, url }) => `${method} ${url}`),
  }
}
