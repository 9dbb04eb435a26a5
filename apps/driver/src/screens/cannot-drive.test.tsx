import { screen } from '@testing-library/dom'
import { expect, onTestFinished, test } from 'vitest'
import { createFakeDevice } from '../testing/fake-device.ts'
import { draw, lend } from '../testing/open-app.tsx'

// covers: DAPP-08
test.each([
  ['worker', ['indexedDB', 'geolocation'] as const, /cannot open the app without a signal.*Use a current Chrome/],
  ['location', ['indexedDB', 'serviceWorker'] as const, /cannot tell where the vehicle is.*Use a current Chrome/],
  ['storage', ['geolocation', 'serviceWorker'] as const, /keeps no data. Leave private browsing, or use another/],
])('a browser without %s says so, says what to do, and offers no sign-in', async (_, has, words) => {
  lend('languages', ...has)
  draw(createFakeDevice())
  expect(await screen.findByRole('heading', { name: 'This cannot be used for driving' })).toBeVisible()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([expect.stringMatching(words)])
  expect(screen.queryByRole('button')).toBeNull()
})

// covers: DAPP-08
test('a page that came without https says so alone, and offers no sign-in', async () => {
  Object.defineProperty(window, 'isSecureContext', { configurable: true, value: false })
  onTestFinished(() => void Reflect.deleteProperty(window, 'isSecureContext'))
  draw(createFakeDevice())
  expect(await screen.findByRole('listitem')).toHaveTextContent(/^The address must begin with https/)
  expect(screen.queryByRole('button')).toBeNull()
})
