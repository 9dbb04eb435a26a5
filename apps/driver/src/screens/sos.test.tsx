import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { createFakeDevice } from '../testing/fake-device.ts'
import { openApp, openTrip, tap } from '../testing/open-app.tsx'
import { NOON, sampleManifest } from '../testing/sample-trip.ts'

const button = () => screen.findByRole('button', { name: /^SOS/ })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const hold = async () => fireEvent.pointerDown(await button(), { button: 0 })
/** Held for 2 s, the countdown has begun. */
const countdown = () => screen.findByRole('alertdialog', { name: 'Calling for help' }, { timeout: 20_000 })

// covers: DAPP-84
test('SOS held for 2 s counts down, and calls dispatch unless it is stopped', async () => {
  const app = openTrip()
  await hold()
  expect(await countdown()).toHaveTextContent('Dispatch is called in 5 s')
  expect(screen.getByRole('button', { name: 'Stop' })).toHaveFocus()
  await tap(app, 'Stop')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await hold()
  await countdown()
  expect(app.device.state().emergency).toBeNull()
  await waitFor(() => expect(app.device.state().emergency?.standing).toBe('not_sent'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

// covers: DAPP-84
test('SOS that is let go before 2 s, or only tapped, does not call', async () => {
  const app = openTrip()
  await hold()
  await pause(1000)
  fireEvent.pointerUp(await button())
  await app.user.click(await button())
  await pause(1500)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a key held for 2 s counts down as well, and Escape stops it', async () => {
  const app = openTrip()
  const sos = await button()
  fireEvent.keyDown(sos, { key: 'Enter' })
  fireEvent.keyDown(sos, { key: 'Enter', repeat: true })
  const dialog = await countdown()
  fireEvent.keyDown(dialog, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(app.device.state().emergency).toBeNull()
})

// covers: DAPP-84
test('SOS is on every screen of a trip, and where its PIN is asked again', async () => {
  const app = openTrip()
  await button()
  for (const [name, back] of [
    ['Stops', 'Back to the trip'],
    ['Menu', 'Back to the trip'],
    ['Open in …', 'Back to the trip'],
  ] as const) {
    await tap(app, name)
    await screen.findByRole('button', { name: back })
    expect(await button()).toBeVisible()
    await tap(app, back)
  }
  for (const current_state of ['staged', 'completed'] as const) {
    app.device.setOpen({ manifest: sampleManifest({ current_state }) })
    expect(await button()).toBeVisible()
  }
  app.device.set({ step: 'pin' })
  await screen.findByText(/^Your session has ended/)
  expect(await button()).toBeVisible()
})

test('until the server has it the screen says whom to call, with a button that dials', async () => {
  const open = { at: NOON, standing: 'not_sent', seen_by: null } as const
  const app = openTrip()
  app.device.set({ emergency: open })
  expect(await screen.findByText('Not sent yet. Call 000.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Call 000' })).toHaveAttribute('href', 'tel:000')
  expect(screen.queryByRole('button', { name: 'OK' })).toBeNull()
  app.device.set({ emergency: { ...open, standing: 'sent' } })
  expect(await screen.findByText(/^Dispatch has it/)).toBeVisible()
  app.device.set({ emergency: { ...open, standing: 'seen', seen_by: 'Mina Dorn' } })
  expect(await screen.findByText('Mina Dorn has seen this')).toBeVisible()
  await tap(app, 'OK')
  await waitFor(() => expect(screen.queryByText('Mina Dorn has seen this')).toBeNull())
})

test('a call for help stays on the screen when its trip was closed', async () => {
  openApp(
    createFakeDevice({
      step: 'signed_in',
      driver: { id: 1, full_name: 'Priya Raman' },
      emergency: { at: NOON, standing: 'not_sent', seen_by: null },
    }),
  )
  expect(await screen.findByText('Not sent yet. Call 000.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^SOS/ })).toBeNull()
})
