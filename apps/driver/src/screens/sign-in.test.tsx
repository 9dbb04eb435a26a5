import { screen, waitFor } from '@testing-library/dom'
import { expect, onTestFinished, test } from 'vitest'
import { createFakeDevice } from '../testing/fake-device.ts'
import { openApp, tap } from '../testing/open-app.tsx'
import { NOON } from '../testing/sample-trip.ts'

const enterPin = async (app: ReturnType<typeof openApp>, pin: string): Promise<void> => {
  for (const digit of pin) await tap(app, digit)
}
const signIn = (app: ReturnType<typeof openApp>): Promise<void> => tap(app, 'Sign in')
const said = async (words: string): Promise<void> => {
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words))
}

test('a driver signs in with username and PIN on the number pad, and a slip is taken back', async () => {
  const app = openApp()
  await app.user.type(await screen.findByRole('textbox', { name: 'Username' }), ' priya ')
  await enterPin(app, '12')
  await tap(app, 'Delete the last digit')
  await enterPin(app, '23456')
  expect(screen.getByLabelText('PIN')).toHaveValue('123456')
  await signIn(app)
  expect(await screen.findByRole('heading', { name: 'Your trips' })).toHaveFocus()
  expect(app.device.signIns).toEqual([{ username: 'priya', shared: false }])
})

// covers: DAPP-11
test('the username of last time stands in its field, and Shared device is told to the device', async () => {
  const app = openApp(createFakeDevice({ username: 'priya' }))
  expect(await screen.findByRole('textbox', { name: 'Username' })).toHaveValue('priya')
  await app.user.click(screen.getByRole('checkbox', { name: /^Shared device/ }))
  await enterPin(app, '123456')
  await signIn(app)
  await waitFor(() => expect(app.device.signIns).toEqual([{ username: 'priya', shared: true }]))
})

// covers: DAPP-136
test('a demo names the drivers whom the simulator leaves alone, with their PIN', async () => {
  const drivers = ['dora', 'dave'].map((username) => ({ username, pin: '246810' }))
  openApp(Object.assign(createFakeDevice(), { demoDrivers: async () => drivers }))
  expect(await screen.findByText(/dora, dave\. PIN: 246810/)).toBeVisible()
})

test('what is missing is said beside its field before anything is sent', async () => {
  const app = openApp()
  await signIn(app)
  expect(await screen.findByText('Please enter your username.')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Username' })).toHaveFocus()
  await app.user.type(screen.getByRole('textbox', { name: 'Username' }), 'priya')
  await enterPin(app, '123')
  await signIn(app)
  expect(await screen.findByText('Please enter the six digits of your PIN.')).toBeVisible()
  expect(app.device.signIns).toEqual([])
})

// covers: DAPP-12, DAPP-13
test('a sign-in that is refused says why, counts down the wait, and keeps the username', async () => {
  const app = openApp(createFakeDevice({ username: 'priya' }))
  const tryAgain = async (): Promise<void> => {
    await enterPin(app, '111111')
    await signIn(app)
  }
  app.device.refuseSignIn({ reason: 'wrong' })
  await tryAgain()
  await said('Username or PIN is wrong.')
  expect(screen.getByLabelText('PIN')).toHaveValue('')
  expect(screen.getByRole('textbox', { name: 'Username' })).toHaveValue('priya')
  app.device.refuseSignIn({ reason: 'offline' })
  await tryAgain()
  await said('Signing in needs a signal. A trip that you have signed on to goes on without one.')
  app.device.setNow(NOON)
  app.device.refuseSignIn({ reason: 'throttled', seconds: 150 })
  await tryAgain()
  await said('Too many tries. Try again in 3 min.')
  app.device.setNow(NOON + 100_000)
  await said('Too many tries. Try again in 1 min.')
  app.device.setNow(NOON + 160_000)
  await waitFor(() => expect(screen.getByRole('alert')).toBeEmptyDOMElement())
})

test('after the session ended in a running trip the PIN alone is asked', async () => {
  const app = openApp(createFakeDevice({ step: 'pin', username: 'priya' }))
  expect(await screen.findByText(/^Your session has ended/)).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Username' })).toBeNull()
  await enterPin(app, '123456')
  await signIn(app)
  expect(await screen.findByRole('heading', { name: 'Your trips' })).toBeVisible()
})

test('a phone on which drivers have signed in, and that keeps nothing any more, says what that means', async () => {
  history.replaceState(null, '', '/Drive')
  const forgetUse = (): void => {
    document.cookie = 'ambit-drive-used=; path=/Drive; max-age=0'
  }
  forgetUse()
  onTestFinished(() => {
    forgetUse()
    history.replaceState(null, '', '/')
  })
  const words = /^The browser has lost what the app kept on this phone\./
  openApp(createFakeDevice({ is_new: true }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(screen.queryByText(words)).toBeNull()
  document.body.replaceChildren()
  openApp(createFakeDevice({ step: 'signed_in', driver: { id: 1, full_name: 'Priya Raman' } }))
  await screen.findByRole('heading', { name: 'Your trips' })
  document.body.replaceChildren()
  openApp(createFakeDevice({ username: 'priya' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(screen.queryByText(words)).toBeNull()
  document.body.replaceChildren()
  openApp(createFakeDevice({ is_new: true }))
  expect(await screen.findByText(words)).toBeVisible()
})
