import { expect, test } from 'vitest'
import { newDraft, type WayBack } from '../booking-draft.ts'
import { addDraft, changeDraft, draftOf } from '../drafts.ts'
import { changeWayBack } from './change-trip.ts'
import { backData, movedWith } from './way-back.ts'

const { bookingData, back } = newDraft('one', { id: 7, handicapped: false }, null, new Date('2026-11-20T03:00:00Z'))
const at = (traveling_at: string) => ({ ...bookingData, leaveNow: false, traveling_at })
const suggested: WayBack = { ...back, choice: 'timed', suggested_at: '2026-11-20T11:15:00.000Z' }

test('a suggested return keeps its distance when the way there is moved, and a chosen one stays', () => {
  const [nine, two] = [at('2026-11-20T09:00:00.000Z'), at('2026-11-20T14:00:00.000Z')]
  const moved = movedWith(suggested, nine, two)
  expect(backData(two, moved).traveling_at).toBe('2026-11-20T16:15:00.000Z')
  const chosen: WayBack = { ...back, choice: 'timed', traveling_at: '2026-11-20T12:00:00.000Z' }
  expect(backData(two, movedWith(chosen, nine, two)).traveling_at).toBe('2026-11-20T12:00:00.000Z')
})

test('a way back at another time is another question: the reason for an overlap and the last refusal no longer hold', () => {
  const { uuid } = addDraft({ id: 7, handicapped: false }, null)
  changeDraft(uuid, { status: 'error', errorMessage: 'Way back: no', overlapReason: 'Two cars', besides: [4] })
  changeWayBack(uuid, { traveling_at: '2026-11-20T15:00:00.000Z' })
  expect(draftOf(uuid)).toMatchObject({
    status: 'not started',
    errorMessage: null,
    overlapReason: '',
    besides: [],
    back: { traveling_at: '2026-11-20T15:00:00.000Z' },
  })
})
