import { createHash } from 'node:crypto'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { ManifestBooking } from '@ambit/contract'
import { openTrip, tap } from '../testing/open-app.tsx'
import { at, booking, rider, sampleManifest } from '../testing/sample-trip.ts'

const codeOf = (digits: string, required: boolean): ManifestBooking['code'] => ({
  required,
  salt: 'sea',
  hash: createHash('sha256').update(`sea${digits}`).digest('hex'),
})
const atPickup = (required: boolean, people = 1) => {
  const manifest = sampleManifest()
  const [first] = manifest.trip.trip_stops
  Object.assign(first!, { arrived_at: at(0), boardings: [rider(41, -5, { passenger_count: people }), rider(42, -5)] })
  const code = codeOf('0472', required)
  manifest.bookings = [booking(41, 'Noor Q.', { code }), booking(42, 'Ben A.', { code })]
  return openTrip(manifest)
}
const type = async (app: ReturnType<typeof openTrip>, digits: string): Promise<void> =>
  app.user.type(await screen.findByRole('textbox', { name: 'Code that Noor Q. says' }), digits)

// covers: DAPP-73, DAPP-74
test('where a code is required nobody boards before it is right, which the device checks without signal', async () => {
  const app = atPickup(true)
  expect(screen.queryByRole('button', { name: /All aboard/ })).toBeNull()
  await tap(app, 'Aboard Noor Q.')
  expect(app.device.deeds).toEqual([])
  await type(app, '0471')
  expect(await screen.findByText('This is not the code. Please ask again.')).toBeVisible()
  expect(app.device.deeds).toEqual([])
  await type(app, '0472')
  expect(await within(screen.getByRole('listitem', { name: 'Noor Q.' })).findByText('Aboard')).toBeVisible()
  expect(app.device.deeds).toEqual([{ kind: 'board', service_request_id: 41 }])
})

// covers: DAPP-74
test('after three wrong codes, or without one, the passenger boards without code, which is told', async () => {
  const app = atPickup(true, 3)
  await tap(app, 'Aboard Noor Q.')
  for (const digits of ['1111', '2222', '3333']) await type(app, digits)
  expect(await screen.findByText('Three codes were wrong. The passenger boards without one.')).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Code that Noor Q. says' })).toBeNull()
  await tap(app, 'Without code Noor Q.')
  await tap(app, /^2 2 of 3/)
  await tap(app, 'Aboard Ben A.')
  await tap(app, 'Without code Ben A.')
  expect(app.device.deeds).toEqual([
    { kind: 'board', service_request_id: 41, boarded_count: 2, without_code: true },
    { kind: 'board', service_request_id: 42, without_code: true },
  ])
})

test('where a code is only offered boarding takes one tap, and a code can be checked', async () => {
  const app = atPickup(false)
  expect(await screen.findByRole('button', { name: 'All aboard (2)' })).toBeVisible()
  await tap(app, 'Aboard Ben A.')
  await tap(app, 'Code Noor Q.')
  await type(app, '0472')
  expect(await within(screen.getByRole('listitem', { name: 'Noor Q.' })).findByText('Aboard')).toBeVisible()
  expect(app.device.deeds).toEqual([
    { kind: 'board', service_request_id: 42 },
    { kind: 'board', service_request_id: 41 },
  ])
})
