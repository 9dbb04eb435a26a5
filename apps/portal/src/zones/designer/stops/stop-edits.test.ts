import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyBulk, bulkValues, freeName, newStop, shared, stopTypeOf } from './stop-edits.ts'
import { stopFlags } from './stop-flags.ts'

const stop = fc
  .array(fc.boolean(), { minLength: 6, maxLength: 6 })
  .map(([staging, not_accessible, medically_exempt, hub_stop, rest, passenger]) =>
    newStop({
      name: 'Mill',
      point: [153, -27],
      staging,
      not_accessible,
      medically_exempt,
      hub_stop,
      break: rest,
      passenger,
    }),
  )
const selected = fc.array(stop, { minLength: 1, maxLength: 8 })

// covers: ZONE-100..102
test('a flag of several stops is true if all have it, false if none has it, and null if they differ', () => {
  fc.assert(
    fc.property(selected, fc.constantFrom(...stopFlags), (stops, flag) => {
      const values = new Set(stops.map((one) => one[flag]))
      expect(shared(stops, flag)).toBe(values.size === 2 ? null : [...values][0])
    }),
  )
})

// covers: ZONE-94, ZONE-95
test('the stop type follows staging, and several stops of both types show none', () => {
  fc.assert(
    fc.property(selected, (stops) => {
      const staging = stops.filter((one) => one.staging).length
      expect(stopTypeOf(stops)).toBe(staging === 0 ? 'default' : staging === stops.length ? 'staging' : 'no_change')
    }),
  )
})

// covers: ZONE-103
test('a bulk edit changes only the fields that were set, on all stops', () => {
  fc.assert(
    fc.property(selected, fc.constantFrom(...stopFlags), fc.boolean(), (stops, flag, value) => {
      const untouched = bulkValues(stops)
      expect(applyBulk(stops, untouched, untouched)).toEqual(stops)
      const edited = applyBulk(stops, untouched, { ...untouched, [flag]: value, stopType: 'staging' })
      expect(edited).toEqual(stops.map((one) => ({ ...one, [flag]: value, staging: true })))
    }),
  )
})

test('a new stop gets a unique name', () => {
  expect(freeName('12 Mill Street, Bay 4655', new Set())).toBe('12 Mill Street')
  expect(freeName('Mill', new Set(['Mill', 'Mill 2']))).toBe('Mill 3')
  expect(freeName(null, new Set(['New stop']))).toBe('New stop 2')
})
