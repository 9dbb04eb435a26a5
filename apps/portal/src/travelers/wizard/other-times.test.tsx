import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls, noNetwork } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'

const { portal, town, open, choosePlaces, timeField, findTrip } = startWizard()

type Wizard = Awaited<ReturnType<typeof open>>
/** Leaves at a time of today. */
const searchAt = async (wizard: Wizard, time: string): Promise<void> => {
  await choosePlaces(wizard)
  await portal.user.click(wizard.getByRole('radio', { name: 'Leave Later' }))
  await portal.fill(timeField(wizard), time)
  await portal.user.keyboard('{Enter}')
  await portal.user.click(findTrip(wizard))
}
const timesOf = async (wizard: Wizard): Promise<(string | null)[]> => {
  const section = within(await wizard.findByRole('region', { name: 'Other times' }))
  return (await section.findAllByRole('listitem')).map((item) => item.querySelector('strong')!.textContent)
}

// covers: JRN-68, JRN-69
// @test-tag long
test('other times are shown on request, six before and six after, and each is searched and confirmed like an offering', async () => {
  const wizard = await open()
  await searchAt(wizard, '11:00 am')
  await wizard.findByRole('radio', { name: /Soonest/ })
  expect(calls.of(api.searches.otherTimes)).toHaveLength(0)
  await portal.user.click(wizard.getByRole('button', { name: 'Other times' }))
  const times = await timesOf(wizard)
  expect(times).toHaveLength(12)
  expect([times[0], times[5], times[6], times[11]]).toEqual([
    'Leave at 10:00 am',
    'Leave at 10:50 am',
    'Leave at 11:10 am',
    'Leave at 12:00 pm',
  ])
  await portal.user.click(wizard.getByRole('button', { name: /^Leave at 10:50 am/ }))
  expect(await wizard.findByText(/leave at 10:50 am · wished for 11:00 am/)).toBeVisible()
  expect(await wizard.findByRole('radio', { name: /Soonest/ })).toBeChecked()
  await portal.user.click(wizard.getByRole('button', { name: 'Confirm Trip' }))
  await wizard.findByText("You're Booked!")
  const [booking] = (
    await town().dispatcher.call(api.serviceRequests.list, { query: { filter: { traveler: [wizard.traveler.id] } } })
  ).data
  expect(booking?.asked).toMatchObject({
    traveling_at: '2026-11-23T00:50:00.000Z',
    wished_at: '2026-11-23T01:00:00.000Z',
  })
})

// covers: JRN-69
test('where nothing fits, other times are shown at once', async () => {
  const wizard = await open()
  calls.answer(api.searches.create, async (ask) => {
    const response = await ask()
    const { data, ...rest } = (await response.json()) as { data: object }
    const nothing = { status: 'no_offerings', message: 'No bus then.', service_offerings: [], nearest_change: null }
    return Response.json({ ...rest, data: { ...data, ...nothing } }, { status: 201 })
  })
  await searchAt(wizard, '11:00 am')
  await wizard.findByText('No bus then.')
  expect(await timesOf(wizard)).toContain('Leave at 11:10 am')
  calls.release()
  await portal.user.click(wizard.getByRole('button', { name: /^Leave at 11:10 am/ }))
  expect(await wizard.findByText(/leave at 11:10 am · wished for 11:00 am/)).toBeVisible()
})

// @test-tag long
test('a time that is chosen in the form is a wish of its own again, and times that cannot be read can be asked for again', async () => {
  const wizard = await open()
  await searchAt(wizard, '11:00 am')
  await wizard.findByRole('radio', { name: /Soonest/ })
  const back = calls.answer(api.searches.otherTimes, noNetwork)
  await portal.user.click(wizard.getByRole('button', { name: 'Other times' }))
  const again = await wizard.findByRole('button', { name: 'Retry' })
  back()
  await portal.user.click(again)
  await portal.user.click(await wizard.findByRole('button', { name: /^Leave at 10:50 am/ }))
  await wizard.findByText(/wished for 11:00 am/)
  await portal.user.click(wizard.getByRole('button', { name: 'Edit Trip' }))
  await portal.fill(timeField(wizard), '10:20 am')
  await portal.user.keyboard('{Enter}')
  await portal.user.click(findTrip(wizard))
  expect(await wizard.findByText(/leave at 10:20 am · 1 passenger/)).toBeVisible()
  expect(screen.queryByText(/wished for/)).toBeNull()
  await waitFor(() => expect(wizard.getByRole('button', { name: 'Confirm Trip' })).toBeEnabled())
})

// @test-tag long
test('no other time is taken while a trip is being confirmed', async () => {
  const wizard = await open()
  await searchAt(wizard, '11:00 am')
  await portal.user.click(await wizard.findByRole('button', { name: 'Other times' }))
  const time = await wizard.findByRole('button', { name: /^Leave at 10:50 am/ })
  const sent = Promise.withResolvers<void>()
  calls.answer(api.serviceRequests.create, async (ask) => {
    await sent.promise
    return ask()
  })
  await portal.user.click(wizard.getByRole('button', { name: 'Confirm Trip' }))
  await waitFor(() => expect(time.closest('section')).toHaveAttribute('inert'))
  await portal.user.click(time)
  sent.resolve()
  expect(await wizard.findByText("You're Booked!")).toBeVisible()
  expect(calls.of(api.searches.create)).toHaveLength(1)
})

// @test-tag long
test('a suggested return moves with another time, which keeps nothing of what was said of other rides at the time before', async () => {
  const wizard = await open({}, 'operations_manager')
  await town().book({ who: wizard.traveler.id, from: 'Station', to: 'Harbour', at: '15:00' })
  await choosePlaces(wizard)
  await portal.user.click(wizard.getByRole('radio', { name: 'Return when called' }))
  await portal.user.click(wizard.getByRole('radio', { name: 'Leave Later' }))
  await portal.fill(timeField(wizard), '3:00 pm')
  await portal.user.keyboard('{Enter}')
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.user.click(findTrip(wizard))
  await portal.fill(await wizard.findByRole('textbox', { name: /Why the passenger rides at that time/ }), 'Two chairs')
  await portal.user.click(wizard.getByRole('button', { name: 'Book anyway' }))
  const back = () => wizard.getByText(/^Way back when called:/).textContent
  await wizard.findByText(/^Way back when called:/)
  const before = minutesOf(back())
  await portal.user.click(wizard.getByRole('button', { name: 'Other times' }))
  await portal.user.click(await wizard.findByRole('button', { name: /^Leave at 4:00 pm/ }))
  expect(await wizard.findByText(/leave at 4:00 pm · wished for 3:00 pm/)).toBeVisible()
  expect(minutesOf(back())).toBe(before + 60)
  expect(calls.of(api.searches.create).at(-1)?.body).not.toHaveProperty('overlap_reason')
})

/** Since noon. */
const minutesOf = (text: string | null): number => {
  const [, hours, minutes] = /not before (\d+):(\d\d) pm/.exec(text ?? '') ?? []
  return (Number(hours) % 12) * 60 + Number(minutes)
}
