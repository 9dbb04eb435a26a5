import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openTrip, tap } from '../testing/open-app.tsx'
import { at, booking, rider, sampleManifest } from '../testing/sample-trip.ts'

const CHOIR = { id: 5, name: 'Harbour choir' }

/** Three of the choir and one who travels alone get on at the first stop. */
const atPickup = () => {
  const manifest = sampleManifest()
  const [first] = manifest.trip.trip_stops
  const boardings = [41, 42, 43, 44].map((id) => rider(id, -5))
  Object.assign(first!, { arrived_at: at(-4), boardings })
  manifest.bookings = [
    booking(41, 'Noor Q.', { group: CHOIR }),
    booking(42, 'Ben A.'),
    booking(43, 'Ida F.', { group: CHOIR }),
    booking(44, 'Leo K.', { group: CHOIR }),
  ]
  return openTrip(manifest)
}
const choir = () => screen.findByRole('listitem', { name: 'Group Harbour choir' })

// covers: JRN-48
test('a group stands under its name with a row to tick for each member, one by one or all at once', async () => {
  const app = atPickup()
  const group = within(await choir())
  const names = group.getAllByRole('listitem').map((row) => row.getAttribute('aria-label'))
  expect(names).toEqual(['Noor Q.', 'Ida F.', 'Leo K.'])
  expect(group.getByText('0 of 3 aboard')).toBeVisible()
  await tap(app, 'Aboard Ida F.')
  expect(await group.findByText('1 of 3 aboard')).toBeVisible()
  await tap(app, 'All aboard (2) Harbour choir')
  expect(await group.findByText('3 of 3 aboard')).toBeVisible()
  expect(app.device.deeds).toEqual([
    { kind: 'board', service_request_id: 43 },
    { kind: 'board', service_request_id: 41 },
    { kind: 'board', service_request_id: 44 },
  ])
  expect(screen.getByRole('button', { name: 'Aboard Ben A.' })).toBeVisible()
})

// covers: JRN-48
test('a no-show of one member leaves the rest boarding', async () => {
  const app = atPickup()
  const group = within(await choir())
  await tap(app, 'Not here Leo K.')
  await tap(app, 'Not at the stop')
  await waitFor(() => expect(app.device.deeds.map(({ kind }) => kind)).toEqual(['no_show']))
  await tap(app, 'All aboard (2) Harbour choir')
  expect(await group.findByText('2 of 3 aboard')).toBeVisible()
  expect(app.device.deeds.slice(1)).toEqual([
    { kind: 'board', service_request_id: 41 },
    { kind: 'board', service_request_id: 43 },
  ])
})

test('where nobody else waits there is one button for all, that of the group', async () => {
  const manifest = sampleManifest()
  const [first] = manifest.trip.trip_stops
  Object.assign(first!, { arrived_at: at(0) })
  manifest.bookings = [booking(41, 'Noor Q.', { group: CHOIR }), booking(42, 'Ben A.', { group: CHOIR })]
  openTrip(manifest)
  await choir()
  expect(screen.getAllByRole('button', { name: /^All aboard/ })).toHaveLength(1)
})
