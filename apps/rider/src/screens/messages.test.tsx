import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { sampleMessages } from '../testing/samples.ts'
import { heading, openSignedIn, tap } from '../testing/open-app.tsx'

const select = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name })
const offered = async (name: string): Promise<string[]> =>
  within(await select(name))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

// covers: RIDE-95
test('the account leads to Messages, where channel, language and quiet hours of each event are chosen and kept', async () => {
  const app = openSignedIn({}, 'account')
  await app.user.click(await screen.findByRole('link', { name: 'Messages' }))
  expect(await heading('Messages')).toBeVisible()
  expect(await select('Receipt')).toHaveValue('none')
  await app.user.selectOptions(await select('Changed'), 'Call')
  await app.user.selectOptions(await select('Receipt'), 'As usual')
  expect(screen.queryByLabelText('Quiet from')).toBeNull()
  await app.user.click(screen.getByRole('checkbox', { name: 'I have other quiet hours' }))
  const until = screen.getByLabelText('Quiet until')
  await app.user.clear(until)
  await app.user.type(until, '09:30')
  await app.user.selectOptions(screen.getByLabelText('Language'), 'Deutsch')
  await tap(app, 'Save')
  expect(await screen.findByText('Gespeichert')).toBeVisible()
  expect(app.fake.called('ride.changeMessages')[0]?.asked.body).toEqual({
    language: 'de',
    channels: { booking_changed: 'call' },
    quiet_hours: { from: '21:00', until: '09:30' },
  })
  await app.user.click(screen.getByRole('checkbox', { name: 'Ich habe andere Ruhezeiten' }))
  await tap(app, 'Speichern')
  expect(await screen.findByText('Gespeichert')).toBeVisible()
  expect(app.fake.world.messages.quiet_hours).toBeNull()
})

test('only what reaches the passenger is offered, what was chosen stays and says so, and some things are always told', async () => {
  openSignedIn({ messages: { ...sampleMessages, channels: { reminder: 'sms' } } }, 'account/messages')
  expect(await offered('Booked')).toEqual(['As usual', 'E-mail', 'Call', 'Not at all'])
  expect(await offered('Cancelled by us')).toEqual(['As usual', 'E-mail', 'Call'])
  expect(await offered('No vehicle can come')).toEqual(['As usual', 'E-mail', 'Call'])
  expect(await offered('Reminder the evening before')).toEqual([
    'As usual',
    'E-mail',
    'Text message',
    'Call',
    'Not at all',
  ])
  expect(screen.getByText('This does not reach you at the moment; we use another way.')).toBeVisible()
})

test('what the server refuses is said, and what was chosen stays', async () => {
  const app = openSignedIn({}, 'account/messages')
  await app.user.selectOptions(await select('Changed'), 'Call')
  app.fake.world.refusals.set('ride.changeMessages', { status: 503, code: 'not_ready', detail: 'Busy' })
  await tap(app, 'Save')
  expect(await screen.findByText(/Busy/)).toBeVisible()
  expect(await select('Changed')).toHaveValue('call')
})
