import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'
import { timers } from '../../testing/timers.ts'
import { DRAFTS_KEY, readDrafts } from '../booking-draft.ts'

const { portal, open, choosePlaces, findTrip } = startWizard()

const draft = () => readDrafts(localStorage.getItem(DRAFTS_KEY), new Date())[0]

type Answer = { data: object } // the contract's search
const changed = async (ask: () => Promise<Response>, change: object): Promise<Response> => {
  const response = await ask()
  const answer = (await response.json()) as Answer
  return Response.json({ ...answer, data: { ...answer.data, ...change } }, { status: response.status })
}
const pending = { status: 'pending', service_offerings: [] }
const nothing = { status: 'no_offerings', message: 'No bus then.', service_offerings: [], nearest_change: null }
const reopened = async () => within(await screen.findByRole('dialog', { name: /New Booking/ }))

// covers: WIZ-103, WIZ-152
test('a search that is not finished is asked for every 500 ms until it is', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  calls.answer(api.searches.create, (ask) => changed(ask, pending))
  let times = 0
  calls.answer(api.searches.show, (ask) => (++times < 3 ? changed(ask, pending) : ask()))
  timers.take()
  await portal.user.click(findTrip(wizard))
  await waitFor(() => expect(draft()?.serviceAvailabilitySearchId).not.toBeNull())
  const asked = () => calls.of(api.searches.show).map(({ method }) => method)
  expect(asked()).toEqual([])
  for (const count of [1, 2, 3]) {
    await timers.pass(500)
    await waitFor(() => expect(asked()).toEqual(Array(count).fill('GET')))
  }
  expect(await wizard.findByRole('radio', { name: /Soonest/ })).toBeVisible()
  await timers.pass(2000)
  expect(asked()).toHaveLength(3)
})

// @test-tag long
test('a search goes on after the page was loaded again', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  const unanswered = calls.answer(api.searches.create, () => new Promise(() => {}))
  await portal.user.click(findTrip(wizard))
  await wizard.findByText('Finding trips…')
  unanswered()
  await portal.reload()
  const again = await reopened()
  expect(await again.findByRole('radio', { name: /Soonest/ })).toBeVisible()
  expect(calls.of(api.searches.create)).toHaveLength(2)
})

// @test-tag long
test('a search that was already created is not made twice by loading the page again', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  calls.answer(api.searches.create, (ask) => changed(ask, pending))
  const held = calls.answer(api.searches.show, () => new Promise(() => {}))
  await portal.user.click(findTrip(wizard))
  await waitFor(() => expect(draft()?.serviceAvailabilitySearchId).not.toBeNull())
  held()
  await portal.reload()
  const again = await reopened()
  expect(await again.findByRole('radio', { name: /Soonest/ })).toBeVisible()
  expect(calls.of(api.searches.create)).toHaveLength(1)
})

// @test-tag long
test('offers and the reason for none are still shown after the page was loaded again', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  const none = calls.answer(api.searches.create, (ask) => changed(ask, nothing))
  calls.answer(api.searches.show, (ask) => changed(ask, nothing))
  await portal.user.click(findTrip(wizard))
  await wizard.findByText('No bus then.')
  await portal.reload()
  const again = await reopened()
  expect(await again.findByText('No bus then.')).toBeVisible()
  none()
  calls.release()
  await portal.user.click(again.getByRole('button', { name: 'Find Trip' }))
  await again.findByRole('radio', { name: /Soonest/ })
  await portal.reload()
  expect(await (await reopened()).findByRole('radio', { name: /Soonest/ })).toBeVisible()
})

// @test-tag long
test('a late answer of an older search never shows', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  const [late, later] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const answered = Promise.withResolvers<void>()
  const first = calls.answer(api.searches.create, async (ask) => {
    const response = await ask()
    answered.resolve()
    await late.promise
    return response
  })
  await portal.user.click(findTrip(wizard))
  await answered.promise
  await portal.user.click(await wizard.findByRole('button', { name: 'Stop Search' }))
  first()
  calls.answer(api.searches.create, async (ask) => {
    const response = await changed(ask, nothing)
    await later.promise
    return response
  })
  await portal.user.click(findTrip(wizard))
  const running = draft()
  late.resolve()
  await portal.server.client('dispatcher').call(api.sessions.current)
  expect(draft()).toEqual(running)
  later.resolve()
  expect(await wizard.findByText('No bus then.')).toBeVisible()
  expect(draft()).toMatchObject({ step: 0, status: 'error' })
})

// @test-tag long
test('a booking that is being made while the page is loaded again is made once', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(findTrip(wizard))
  const confirm = await wizard.findByRole('button', { name: 'Confirm Trip' })
  await portal.user.type(wizard.getByRole('textbox', { name: 'Comment' }), 'Rings twice')
  const lost = calls.answer(api.serviceRequests.create, async (ask) => {
    await ask()
    return new Promise(() => {})
  })
  await portal.user.click(confirm)
  await waitFor(() => expect(draft()?.status).toBe('pending'))
  lost()
  await portal.reload()
  const again = await reopened()
  expect(await again.findByText("You're Booked!")).toBeVisible()
  expect((await again.findByText('Comment')).parentElement).toHaveTextContent('Rings twice')
  const keys = calls.of(api.serviceRequests.create).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  const { data } = await portal.server
    .client('dispatcher')
    .call(api.serviceRequests.list, { query: { filter: { traveler: wizard.traveler.id } } })
  expect(data.map(({ comment }) => comment)).toEqual(['Rings twice'])
})
