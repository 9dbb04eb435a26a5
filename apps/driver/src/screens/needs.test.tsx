import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openTrip } from '../testing/open-app.tsx'
import { booking, NOON, rider, sampleManifest } from '../testing/sample-trip.ts'

const MINUTE = 60_000
const row = async (name: string) => within(await screen.findByRole('listitem', { name }))
const atTheStop = async () =>
  within(await screen.findByRole('list', { name: 'What passengers here take along and need' }))

const aids = [
  { id: 1, kind: 'scooter' as const, name: 'Scooter' },
  { id: 2, kind: 'service_animal' as const, name: 'Guide dog' },
  { id: 3, kind: 'blind' as const, name: 'Blind' },
  { id: 4, kind: 'deaf' as const, name: 'Deaf' },
  { id: 5, kind: 'help_to_door' as const, name: 'Help to the door' },
  { id: 6, kind: 'child_seat' as const, name: 'Child seat' },
]
const withNeeds = () => {
  const manifest = sampleManifest()
  const [scooter] = aids
  manifest.bookings = [
    booking(41, 'Noor Q.', { aids, attendants: 1 }),
    booking(42, 'Ben A.', { aids: scooter === undefined ? [] : [scooter] }),
  ]
  const first = manifest.trip.trip_stops[0]!
  first.boardings = [rider(41, -5, { passenger_count: 2, mobility_support: 1 }), rider(42, -5)]
  return manifest
}
const ATTENDANT = '1 attendant, who pays nothing'
const SPACE = '1 wheelchair space'

// covers: DAPP-36, JRN-57
test('aids, animals, attendants and needs stand with a sign at the stop and in the row of each passenger', async () => {
  openTrip(withNeeds())
  const noor = await row('Noor Q.')
  for (const words of [...aids.map(({ name }) => name), ATTENDANT, SPACE])
    expect(noor.getByText(words).querySelector('svg')).not.toBeNull()
  const ben = await row('Ben A.')
  expect(ben.getByText('Scooter').querySelector('svg')).not.toBeNull()
  expect(ben.queryByText(/attendant|Guide dog|Blind/)).toBeNull()
  const stop = await atTheStop()
  const counted = ['2 × Scooter', ...aids.slice(1).map(({ name }) => name), ATTENDANT, SPACE]
  for (const words of counted) expect(stop.getByText(words).querySelector('svg')).not.toBeNull()
  expect(stop.getAllByRole('listitem')).toHaveLength(counted.length)
})

test('what is needed at a stop is told before the names of its passengers are, and not of who does not ride', async () => {
  const manifest = withNeeds()
  manifest.trip.trip_stops[0]!.boardings = [rider(41, -5, { status: 'cancelled' }), rider(42, -5)]
  const app = openTrip(manifest)
  app.device.setNow(NOON - 90 * MINUTE)
  const stop = await atTheStop()
  expect(stop.getByText('Scooter')).toBeVisible()
  expect(stop.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByText(/Noor|Ben/)).toBeNull()
})

// covers: DAPP-37
test.each([
  ['On the left', [153.0001, -27]],
  ['On the right', [152.9999, -27]],
  [null, [153, -27.001]],
] as const)('the stop shows its door, the map, and the side of the street: %s', async (words, point) => {
  // The way comes from the north to the middle of the street.
  const manifest = sampleManifest()
  const path = [
    [153, -26.99],
    [153, -27],
  ] as [number, number][]
  Object.assign(manifest.trip.trip_stops[0]!, { point, leg: { duration_s: 300, distance_m: 1000, path } })
  openTrip(manifest)
  expect(await screen.findByRole('heading', { level: 1, name: 'Pick up 12 Pier Street, Redwater' })).toBeVisible()
  expect(await screen.findByRole('img', { name: 'Map with the way, the vehicle and the stop' })).toBeInTheDocument()
  for (const side of ['On the left', 'On the right'])
    expect([side, screen.queryByText(side) !== null]).toEqual([side, side === words])
})

// covers: DAPP-37
test('a long note is shown up to 120 characters, and whole after a tap', async () => {
  const manifest = sampleManifest()
  const note = `${'Behind the gate. '.repeat(9)}Blue door.`
  manifest.bookings = [booking(41, 'Noor Q.', { pickup_note: note }), booking(42, 'Ben A.')]
  const app = openTrip(manifest)
  const noor = await row('Noor Q.')
  expect(noor.getByText(`${note.slice(0, 120)}…`)).toBeVisible()
  await app.user.click(noor.getByRole('button', { name: 'More' }))
  expect(noor.getByText(note)).toBeVisible()
})
