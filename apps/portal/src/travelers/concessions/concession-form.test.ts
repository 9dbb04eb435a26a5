import { expect, test } from 'vitest'
import { ConcessionForm, concessionValues, expiryMoment, firstDay, lastDay } from './concession-form.ts'

const set = {
  id: 7,
  name: 'Pensioner',
  traveler_set_discount: {
    discount_amount: 50,
    region: { id: 1, name: 'Coast', time_zone: 'Australia/Brisbane' },
  },
}
const record = {
  id: 1,
  traveler_id: 2,
  traveler_set: set,
  expires_at: '2026-12-25T14:00:00.000Z',
  expired: false,
  created_at: '2026-11-22T22:00:00.000Z',
  updated_at: '2026-11-22T22:00:00.000Z',
  version: 1,
}

// covers: CONC-12, CONC-13
test('a missing concession or expiry date is reported in the specification’s words', () => {
  const issues = ConcessionForm.safeParse(concessionValues(null)).error?.issues ?? []
  expect(issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['traveler_set_id', 'Please select a discount'],
    ['expires_at', 'Please select expiry date'],
  ])
})

// covers: CONC-14
test('expiry dates are in the region’s time zone, start today there and last through the chosen day', () => {
  // Still the 22nd in London, where this browser may be.
  expect(firstDay(set, new Date('2026-11-22T20:00:00Z'))).toBe('2026-11-23')
  expect(lastDay(record)).toBe('2026-12-25')
  expect(expiryMoment(set, '2026-12-25')).toBe(record.expires_at)
  expect(concessionValues(record)).toEqual({ traveler_set_id: '7', expires_at: '2026-12-25' })
})
