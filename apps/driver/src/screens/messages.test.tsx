import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { ThreadLine } from '../device/device.ts'
import { openTrip, tap } from '../testing/open-app.tsx'
import { NOON, sampleManifest } from '../testing/sample-trip.ts'

const fromDispatch = (id: number, text: string, buttons: string[] = []): ThreadLine => ({
  uuid: `dispatch-${id}`,
  id,
  from: 'dispatch',
  text,
  buttons,
  written_at: NOON,
  standing: 'delivered',
})

test('a message from dispatch shows at once above the stop, and goes with OK', async () => {
  const app = openTrip(sampleManifest(), { thread: [fromDispatch(1, 'Please wait at the station')] })
  expect(await screen.findByText('Please wait at the station')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Message from dispatch' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Arrived' })).toBeVisible()
  await tap(app, 'OK')
  await waitFor(() => expect(screen.queryByText('Please wait at the station')).toBeNull())
})

test('of several messages OK takes the one that is shown, and the next one that was not read shows', async () => {
  const app = openTrip(sampleManifest(), {
    thread: [fromDispatch(1, 'Wait for the school bus'), fromDispatch(2, 'Which way?', ['North', 'South'])],
  })
  await tap(app, 'South')
  expect(await screen.findByText('Wait for the school bus')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Message from dispatch' })).toBeVisible()
  app.device.setOpen({ thread: [fromDispatch(1, 'Wait for the school bus'), fromDispatch(3, 'Drive on')] })
  expect(await screen.findByText('Drive on')).toBeVisible()
  await new Promise((later) => setTimeout(later, 400)) // a second tap before is none
  await tap(app, 'OK')
  expect(await screen.findByText('Wait for the school bus')).toBeVisible()
  await tap(app, 'OK')
  expect(screen.getByText('Wait for the school bus')).toBeVisible()
  await new Promise((later) => setTimeout(later, 400))
  await tap(app, 'OK')
  await waitFor(() => expect(screen.queryByText('Wait for the school bus')).toBeNull())
})

test('an answer or a quick reply that is tapped twice is written once', async () => {
  const app = openTrip(sampleManifest(), { thread: [fromDispatch(7, 'Which way?', ['North', 'South'])] })
  await app.user.dblClick(await screen.findByRole('button', { name: 'South' }))
  await tap(app, 'Menu')
  await tap(app, 'Messages')
  await app.user.dblClick(await screen.findByRole('button', { name: 'Running late' }))
  expect(app.device.written.map(({ text }) => text)).toEqual(['South', 'Running late'])
})

test('a message that could not be kept says so, and own words stay in their field', async () => {
  const app = openTrip(sampleManifest(), { thread: [fromDispatch(7, 'Which way?', ['North', 'South'])] })
  const { writeMessage } = app.device
  const failure = 'That did not work: There is no room'
  app.device.writeMessage = async () => {
    throw new Error('There is no room')
  }
  await tap(app, 'South')
  expect(await screen.findByText(failure)).toBeVisible()
  await tap(app, 'Menu')
  await tap(app, 'Messages')
  await tap(app, 'Running late')
  expect(await screen.findByText(failure)).toBeVisible()
  await app.user.type(screen.getByRole('textbox', { name: 'Message to dispatch' }), 'Ten minutes')
  await tap(app, 'Send')
  await waitFor(() => expect(screen.getAllByText(failure)).toHaveLength(2))
  expect(screen.getByRole('textbox', { name: 'Message to dispatch' })).toHaveValue('Ten minutes')
  app.device.writeMessage = writeMessage
  await tap(app, 'Send')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Message to dispatch' })).toHaveValue(''))
  expect(app.device.written.map(({ text }) => text)).toEqual(['Ten minutes'])
})

test('a message that comes above 8 km/h while the messages are hidden is not read before they are shown', async () => {
  const app = openTrip()
  app.device.set({ place: { lat: -27, lon: 153, accuracy_m: 5, bearing: 0, speed: 3, along: null } })
  await tap(app, 'Menu')
  await tap(app, 'Messages')
  app.device.setOpen({ thread: [fromDispatch(1, 'Turn back at the school')] })
  await screen.findByRole('heading', { name: 'Messages' })
  expect(app.device.state().open?.thread[0]?.standing).toBe('delivered')
  app.device.set({ place: { lat: -27, lon: 153, accuracy_m: 5, bearing: 0, speed: 2, along: null } })
  await waitFor(() => expect(app.device.state().open?.thread[0]?.standing).toBe('read'))
})

test('a message that asks for an answer is answered with one tap', async () => {
  const app = openTrip(sampleManifest(), { thread: [fromDispatch(7, 'Which way?', ['North', 'South'])] })
  await tap(app, 'South')
  expect(app.device.written).toEqual([{ text: 'South', answerTo: 7 }])
})

test('the messages of the trip are read and answered with a quick reply or own words, each with how far it has come', async () => {
  const app = openTrip(sampleManifest(), { thread: [fromDispatch(1, 'Call us'), fromDispatch(2, 'Urgent')] })
  expect(await screen.findByRole('heading', { name: '2 messages from dispatch' })).toBeVisible()
  await tap(app, 'Answer')
  expect(await screen.findByRole('heading', { name: 'Messages' })).toHaveFocus()
  await waitFor(() => expect(app.device.state().open?.thread.every(({ standing }) => standing === 'read')).toBe(true))
  await tap(app, 'Running late')
  await app.user.type(screen.getByRole('textbox', { name: 'Message to dispatch' }), '  Ten minutes ')
  await tap(app, 'Send')
  expect(app.device.written.map(({ text }) => text)).toEqual(['Running late', 'Ten minutes'])
  const own = screen.getAllByRole('listitem').filter((line) => within(line).queryByText('You') !== null)
  expect(own.map((line) => within(line).getByText('Not sent yet').textContent)).toHaveLength(2)
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Message to dispatch' })).toHaveValue(''))
  await tap(app, 'Back to the trip')
  expect(await screen.findByRole('button', { name: 'Arrived' })).toBeVisible()
})

// covers: DAPP-83
test('the quick replies are those of the region in the language of the app, and of the product where it has none', async () => {
  const app = openTrip()
  app.device.set({ quick_replies: { en: ['Flat tyre', 'Traffic jam'], de: ['Stau'] } })
  await tap(app, 'Menu')
  await tap(app, 'Messages')
  const replies = within(await screen.findByRole('region', { name: 'Quick replies' }))
  expect(replies.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Flat tyre', 'Traffic jam'])
  await tap(app, 'Traffic jam')
  expect(app.device.written.map(({ text }) => text)).toEqual(['Traffic jam'])
  app.device.set({ quick_replies: { de: ['Stau'] } })
  expect(await replies.findByRole('button', { name: 'On my way' })).toBeVisible()
})

// covers: DAPP-82
test('above 8 km/h a message is read aloud or answered with a quick reply, and nothing else', async () => {
  const said: string[] = []
  class Words {
    lang = ''
    text: string
    constructor(text: string) {
      this.text = text
    }
  }
  const voice = { cancel: () => {}, speak: ({ text }: Words) => void said.push(text) }
  Object.defineProperty(window, 'speechSynthesis', { configurable: true, value: voice })
  Object.defineProperty(globalThis, 'SpeechSynthesisUtterance', { configurable: true, value: Words })
  const app = openTrip(sampleManifest(), { thread: [fromDispatch(1, 'Turn back at the school')] })
  app.device.set({ place: { lat: -27, lon: 153, accuracy_m: 5, bearing: 0, speed: 3, along: null } })
  await tap(app, 'Read aloud')
  expect(said).toEqual(['Turn back at the school'])
  expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull()
  await tap(app, 'On my way')
  expect(app.device.written).toEqual([{ text: 'On my way', answerTo: 1 }])
  await tap(app, 'Menu')
  await tap(app, 'Messages')
  expect(await screen.findByText('Stop the vehicle to do this')).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('button', { name: 'Running late' })).toBeVisible()
  app.device.set({ place: { lat: -27, lon: 153, accuracy_m: 5, bearing: 0, speed: 2, along: null } })
  expect(await screen.findByRole('textbox', { name: 'Message to dispatch' })).toBeVisible()
  Reflect.deleteProperty(window, 'speechSynthesis')
  Reflect.deleteProperty(globalThis, 'SpeechSynthesisUtterance')
})

// covers: DAPP-130
test('what dispatch wrote is shown as text, whatever it holds', async () => {
  openTrip(sampleManifest(), { thread: [fromDispatch(1, '<img src="x" alt="hole"> & <b>now</b>')] })
  expect(await screen.findByText('<img src="x" alt="hole"> & <b>now</b>')).toBeVisible()
  expect(screen.queryByRole('img', { name: 'hole' })).toBeNull()
})
