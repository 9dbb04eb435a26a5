import { expect, test } from 'vitest'
import { requestStatuses } from '@ambit/contract'
import { allowCancel, isRequestTransition, refuseCancel, refuseChange } from './state.ts'

// covers: BOOK-64
test('a booking goes from created to completed by transitions of the table only', () => {
  const life = ['created', 'assigned', 'unassigned', 'assigned', 'secured', 'on_board', 'completed'] as const
  for (let i = 1; i < life.length; i++) expect(isRequestTransition(life[i - 1]!, life[i]!)).toBe(true)
  expect(isRequestTransition('created', 'on_board')).toBe(false)
  expect(isRequestTransition('unassigned', 'secured')).toBe(false)
})

test('a driver may undo boarding, setting down and a no-show, but a cancelled booking stays cancelled', () => {
  expect(isRequestTransition('on_board', 'secured')).toBe(true)
  expect(isRequestTransition('completed', 'on_board')).toBe(true)
  expect(isRequestTransition('no_show', 'secured')).toBe(true)
  for (const to of requestStatuses) expect(isRequestTransition('cancelled', to)).toBe(false)
})

test('Maria may cancel until she is on board', () => {
  expect(allowCancel('secured')).toBe(true)
  expect(refuseCancel('assigned')).toBeNull()
  expect(refuseCancel('on_board')).toBe('Cannot cancel a booking with on board status')
  expect(refuseCancel('completed')).toBe('Cannot cancel a booking with completed status')
})

test('a booking may be changed until the passenger is on board, stranded or charged', () => {
  const booked = { status: 'secured', stranded: false, charged: false } as const
  expect(refuseChange(booked)).toBeNull()
  expect(refuseChange({ ...booked, status: 'on_board' })).toBe('Passengers on board cannot change their booking')
  expect(refuseChange({ ...booked, status: 'no_show' })).toBe('Cannot change a booking with no show status')
  expect(refuseChange({ ...booked, stranded: true })).toMatch(/^Stranded passengers cannot/)
  expect(refuseChange({ ...booked, charged: true })).toBe('Cannot change a booking whose fare has been charged')
})
