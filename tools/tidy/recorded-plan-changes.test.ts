import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../../apps/server/src')

/** Calls that change a plan and record an action, which shows its effect and can be undone. */
const recorded = [
  'booking-groups/cancel.ts',
  'dispatch-actions/accept.ts',
  'dispatch-actions/undo.ts',
  'disruptions/close-road.ts',
  'disruptions/preview.ts',
  'disruptions/standing.ts',
  'service-plans/change.ts',
  'service-plans/flexible.ts',
  'service-requests/cancel.ts',
  'trips/assign.ts',
  'trips/change-state.ts',
]

/** Those that record none, and why. */
const others: Readonly<Record<string, string>> = {
  'booking-rules/routes.ts': 'rules hold for later bookings; no plan is another',
  'booking-rules/special-day-routes.ts': 'what a special day touches is shown before it is saved',
  'booking-series/join-group.ts': 'names the group of a booking; no vehicle drives otherwise',
  'continuity/catch-up.ts': 'writes down what happened on the road',
  'driver/action.ts': 'what a driver does on the road',
  'driver/batch.ts': 'what drivers did on the road',
  'driver/settle.ts': 'writes down what happened on the road',
  'service-areas/routes.ts': 'areas hold for later bookings',
  'service-plans/create.ts': 'adds a vehicle; no booking is on it',
  'service-plans/remove.ts': 'refused with bookings',
  'traveler-merges/with-plans.ts': 'is shown before, and has an undo of its own',
  'trips/return-to-service.ts': 'adds a vehicle; no booking is on it',
  'zone-designs/save.ts': 'what a design touches is shown before it is saved',
}

// covers: FX-07
test('every call outside of planning that changes a plan records an action, or says here why none', () => {
  const calling = globSync('**/*.ts', { cwd: source })
    .filter((path) => !/^(planning|testing|demo)\/|\.test\.ts$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }))
    .filter(({ text }) => /\bchangePlans?(OfBooking)?\(/.test(text))
  expect(calling.map(({ path }) => path).toSorted()).toEqual([...recorded, ...Object.keys(others)].toSorted())
  const records = calling.filter(({ text }) => /\b(asAction|asActionOfZones|finishAction|cancelInPlans)\(/.test(text))
  expect(records.map(({ path }) => path).toSorted()).toEqual(recorded.toSorted())
})
