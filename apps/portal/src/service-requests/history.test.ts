import { expect, test } from 'vitest'
import { collapseHistory, historyText } from './history.ts'

const entry = (
  status: 'created' | 'assigned' | 'unassigned' | 'secured' | 'on_board' | 'completed',
  trip: number | null = null,
) => ({
  status,
  trip_id: trip,
  trip_name: trip === null ? null : `trip_${trip}`,
  zone_name: 'Harbour',
  reasons: [],
})

// covers: BOOK-65..67
test("the history of a booking uses the specification's words", () => {
  expect(historyText(entry('unassigned'))).toBe('Pending in Harbour')
  expect(historyText(entry('assigned', 7))).toBe('Assigned tentatively to trip_7')
  expect(historyText(entry('secured', 7))).toBe('Secured to trip_7')
  expect(historyText(entry('on_board', 7))).toBe('On Board')
  expect(historyText(entry('assigned'))).toBe('Assigned')
})

// covers: BOOK-68, BOOK-69
test('repeated assignments to the same trip appear once, and again after the booking was secured', () => {
  const told = collapseHistory([
    entry('created'),
    entry('assigned', 7),
    entry('assigned', 7),
    entry('unassigned'),
    entry('unassigned'),
    entry('assigned', 7),
    entry('secured', 7),
    entry('assigned', 7),
    entry('completed', 7),
  ])
  expect(told.map(({ status }) => status)).toEqual([
    'created',
    'assigned',
    'unassigned',
    'assigned',
    'secured',
    'assigned',
    'completed',
  ])
})

test('each call to the passenger is shown as a call, and does not hide what stands around it', () => {
  const call = { ...entry('assigned', 7), reasons: [{ code: 'called_in_vain', text: 'Called: no answer' }] }
  const told = collapseHistory([entry('assigned', 7), call, call, entry('assigned', 7)])
  expect(told.map(historyText)).toEqual([
    'Assigned tentatively to trip_7',
    'Call to the passenger',
    'Call to the passenger',
  ])
})

test('what a change on request made of a booking is shown, although it keeps its trip', () => {
  const changed = { ...entry('assigned', 7), reasons: [{ code: 'changed_on_request', text: 'Changed on request' }] }
  expect(collapseHistory([entry('assigned', 7), changed])).toHaveLength(2)
})
