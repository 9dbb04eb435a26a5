import { api } from '@ambit/contract'
import type { DispatchAction, EffectPreview } from '@ambit/contract'
import { waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { dispatchLiveEvent } from '../live/handlers.ts'
import { writeAction } from '../records/action-id.ts'
import { calls } from '../testing/calls.ts'
import { startMonitoring } from '../testing/open-monitoring.ts'
import { timers } from '../testing/timers.ts'
import { dispatchModule } from './module.ts'

const { portal, town } = startMonitoring()

const open = async (action: DispatchAction) => {
  await portal.open('dispatcher', `/DispatchBoard?d=EffectDialog-edit-${writeAction(action)}`)
  const dialog = await portal.dialog('What this would do')
  const group = await dialog.findByRole('group', { name: 'Ways to do it' })
  return { dialog, ways: () => within(group).getAllByRole<HTMLInputElement>('radio') }
}
const book = async (name: string, at = '09:00', people = 1) =>
  town().book({ who: await town().passenger(name), from: 'Market', to: 'Station', at, people })
const dispatcher = () => portal.server.client('dispatcher')
const assign = async (id: number, trip_id: number) => {
  const body: DispatchAction = { kind: 'assign', service_request_ids: [id], trip_id, hold: 'planning' }
  const { data: shown } = await dispatcher().call(api.effectPreviews.create, { body })
  const { key: option, token } = shown.options[0]!
  await dispatcher().call(api.effectPreviews.accept, { body: { action: shown.action, option, token, confirmed: true } })
}
const asked = () =>
  calls.of(api.effectPreviews.create).filter(({ body }) => (body as DispatchAction).kind === 'vehicle_lost')
const planMoved = (service_request_id: number) => {
  const { zone_id, region_id } = town()
  const event = { kind: 'service_request', service_request_id, trip_id: null, zone_id, region_id }
  dispatchLiveEvent([dispatchModule.live!], event, queryClient)
}

test('the way that was asked for is shown while others are still being worked out', async () => {
  await town().vehicle('Bus 7')
  const { id } = await book('Ann Bell')
  const two = await town().vehicle('Bus 8')
  await town().vehicle('Bus 9')
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  calls.answer(api.effectPreviews.create, async (ask, { query }) => {
    if (query.get('only') === null) await held
    return ask()
  })
  const { dialog, ways } = await open({
    kind: 'assign',
    service_request_ids: [id],
    trip_id: two.trip_id,
    hold: 'short',
  })
  expect(await dialog.findByText('Other ways are being worked out …')).toBeVisible()
  expect(ways().map((way) => way.closest('label')?.querySelector('strong')?.textContent)).toEqual([
    `Booking ${id} to Bus 8`,
    'Change nothing',
  ])
  expect(dialog.getByRole('button', { name: 'Accept' })).toBeEnabled()
  release()
  expect(await dialog.findByText(`Booking ${id} to the best other vehicle`)).toBeVisible()
  expect(dialog.queryByText('Other ways are being worked out …')).toBeNull()
})

// covers: FX-28
test('while the plan moves an open effect is worked out every 5 s at most, keeps what was chosen, and marks for 5 s what changed', async () => {
  const one = await town().vehicle('Bus 7')
  const ann = await book('Ann Bell', '09:00', 5)
  const tom = await book('Tom Reed', '10:00')
  await town().vehicle('Bus 8', { from: '09:20' })
  const { dialog, ways } = await open({ kind: 'vehicle_lost', trip_id: one.trip_id })
  await dialog.findByText(/within every promise/)
  const nothing = ways().at(-1)!
  await portal.user.click(ways()[1]!)
  timers.take()
  calls.forget()
  await timers.pass(20_000)
  expect(asked()).toEqual([])
  const row = (name: string) =>
    within(dialog.getByRole('list', { name: 'Who is concerned' }))
      .getAllByRole('listitem')
      .find(({ textContent }) => textContent.includes(name))!
  expect(row('Ann Bell')).toHaveTextContent('Not served')
  const third = await town().vehicle('Bus 9')
  await assign(tom.id, third.trip_id)
  for (let at = 0; at < 8; at++) {
    planMoved(tom.id)
    await timers.pass(500)
  }
  // By now it comes to the same as the first way, and is not offered beside it.
  await timers.until(() => expect(dialog.getByText(/^The way that was chosen is not offered/)).toBeVisible())
  await portal.user.click(ways()[0]!)
  expect(row('Ann Bell')).toHaveTextContent(/Just changed.*Moved.*Bus 9/)
  expect(asked()).toHaveLength(1)
  expect(dialog.getByText(/^The plan has moved: \d bookings? comes? out otherwise$/)).toBeVisible()
  expect(nothing).not.toBeChecked()
  await timers.pass(5500)
  await timers.until(() => expect(dialog.queryByText('Just changed')).toBeNull())
  planMoved(ann.id)
  await timers.until(() => expect(asked().length).toBeGreaterThan(1))
  expect(ways()[0]).toBeChecked()
})

test('a way that was chosen and is not offered any more leaves no way chosen and nothing to accept until another one is chosen', async () => {
  await town().vehicle('Bus 4')
  const { id } = await book('Eve Hart')
  const { trip_id } = await town().vehicle('Bus 5')
  let gone = ''
  calls.answer(api.effectPreviews.create, async (ask) => {
    const { data } = (await (await ask()).json()) as { data: EffectPreview }
    return Response.json({ data: { ...data, options: data.options.filter(({ title }) => title !== gone) } })
  })
  const { dialog, ways } = await open({ kind: 'assign', service_request_ids: [id], trip_id, hold: 'short' })
  await waitFor(() => expect(dialog.queryByText('Other ways are being worked out …')).toBeNull())
  await portal.user.click(ways()[1]!)
  const accept = { name: /^(Accept|Ask for approval)$/ }
  gone = ways()[1]!.closest('label')?.querySelector('strong')?.textContent ?? ''
  timers.take()
  planMoved(id)
  await timers.pass(5000)
  await timers.until(() =>
    expect(dialog.getByText('The way that was chosen is not offered any more. Please choose again.')).toBeVisible(),
  )
  expect(ways().filter(({ checked }) => checked)).toEqual([])
  expect(dialog.queryByRole('button', accept)).toBeNull()
  await portal.user.click(ways()[0]!)
  expect(dialog.getByRole('button', accept)).toBeEnabled()
  expect(dialog.queryByText(/^The way that was chosen/)).toBeNull()
})

/** Several ways for a booking, and a plan that has moved by the time one is accepted: what is offered then. */
const openStale = async (name: string, later: (preview: EffectPreview) => EffectPreview) => {
  await town().vehicle(`${name} 1`)
  const { id } = await book(name)
  const two = await town().vehicle(`${name} 2`)
  await town().vehicle(`${name} 3`)
  let shown: EffectPreview | undefined
  calls.answer(api.effectPreviews.create, async (ask) => {
    const answer = await ask()
    shown = ((await answer.clone().json()) as { data: EffectPreview }).data
    return answer
  })
  const stale = { status: '409', code: 'conflict', title: '', detail: '' }
  calls.answer(api.effectPreviews.accept, () =>
    Response.json({ errors: [stale], meta: { effect_preview: shown && later(shown) } }, { status: 409 }),
  )
  const opened = await open({ kind: 'assign', service_request_ids: [id], trip_id: two.trip_id, hold: 'planning' })
  await waitFor(() => expect(opened.dialog.queryByText('Other ways are being worked out …')).toBeNull())
  return { ...opened, shown: () => shown }
}

test('where the plan has moved by the time an option is accepted, the option and the reason stay as they were given', async () => {
  const { dialog, ways, shown } = await openStale('Ann Bell', (preview) => preview)
  await portal.user.click(ways()[1]!)
  await portal.user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Flat tyre')
  await portal.user.click(dialog.getByRole('button', { name: 'Accept' }))
  expect(await dialog.findByText(/^The plan has changed since this was shown/)).toBeVisible()
  expect(dialog.getByRole('heading', { name: 'Ways to do it' })).toHaveFocus()
  await portal.user.click(dialog.getByRole('button', { name: 'Accept' }))
  const accepted = { option: shown()?.options[1]?.key, reason: 'Flat tyre' }
  expect(calls.of(api.effectPreviews.accept).map(({ body }) => body)).toMatchObject([accepted, accepted])
})

test('where the first way is accepted and not offered any more by then, no other one takes its place by itself', async () => {
  const { dialog, ways } = await openStale('Cora Dell', ({ options: [, ...others], ...preview }) => ({
    ...preview,
    options: others,
  }))
  await portal.user.click(dialog.getByRole('button', { name: /^(Accept|Ask for approval)$/ }))
  expect(await dialog.findByText('The way that was chosen is not offered any more. Please choose again.')).toBeVisible()
  expect(ways().filter(({ checked }) => checked)).toEqual([])
  expect(dialog.queryByRole('button', { name: /^(Accept|Ask for approval)$/ })).toBeNull()
})
