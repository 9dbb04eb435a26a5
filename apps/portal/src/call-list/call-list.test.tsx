import { api } from '@ambit/contract'
import { sendWaitingMessages } from '@ambit/server/testing/send-messages'
import { buildSmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })

/** The operator cannot drive Maria, who has no smartphone: staff are to call her. */
const toCall = async (): Promise<{ booking: number; another: () => Promise<void> }> => {
  const { db, clock } = portal.server.deps
  await db.deleteFrom('messages').execute()
  const town = await buildSmallTown(portal.server)
  await town.vehicle('Van 1')
  const who = await town.passenger('Maria Silva')
  await db
    .updateTable('travelers')
    .set({ low_tech: true, phone_number: '0412 345 678' })
    .where('id', '=', who)
    .execute()
  const { id } = await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })
  const booked = await db
    .selectFrom('messages')
    .select(['service_request_id', 'traveler_id', 'region_id', 'facts'])
    .where('service_request_id', '=', id)
    .executeTakeFirstOrThrow()
  const write = async (once: string): Promise<void> => {
    const now = clock.now()
    const sense_until = new Date(now.getTime() + 3 * 3600_000)
    const told = { ...booked, facts: JSON.stringify(booked.facts), event: 'cancelled_by_operator' as const, once }
    await db
      .insertInto('messages')
      .values({ ...told, due_at: now, sense_until, state_at: now, created_at: now })
      .execute()
    await sendWaitingMessages(portal.server)
  }
  await write('')
  return { booking: id, another: () => write('again') }
}

const badge = async () => within(await screen.findByRole('banner')).findByRole('link', { name: /^Call List/ })

// covers: MSG-85
// @test-tag long
test('a dispatcher finds Call List in Daily Operations, takes a call, reads what to say, and closes it', async () => {
  const { booking } = await toCall()
  await portal.open('dispatcher', '/')
  const daily = within(await screen.findByRole('region', { name: 'Daily Operations' }))
  await portal.user.click(daily.getByRole('link', { name: 'Call List' }))
  await portal.user.click(await screen.findByRole('row', { name: /Maria Silva.*0412 345 678.*Cancelled by us.*Open/s }))
  const dialog = await openedDialog(portal, /Maria Silva/)
  expect(dialog.getByRole('region', { name: 'What to say' })).toHaveTextContent(/What to say \(English\).*ride/)
  expect(dialog.getByRole('link', { name: 'Call 0412 345 678' })).toHaveAttribute('href', 'tel:0412345678')
  expect(dialog.queryByRole('button', { name: 'Told' })).toBeNull()
  await portal.user.click(dialog.getByRole('button', { name: 'Take' }))
  await portal.user.click(await dialog.findByRole('button', { name: 'Told' }))
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Told' })).toBeNull())
  await portal.open('dispatcher', `/LiveBookings?d=LiveBookingDialog-view-${booking}`)
  expect(await screen.findByText('Called: the passenger was told')).toBeVisible()
  await portal.open('dispatcher', '/CallList')
  expect(await screen.findByText('No calls')).toBeVisible()
  await portal.open('dispatcher', '/CallList?filter.state=done')
  expect(await screen.findByRole('row', { name: /Maria Silva.*Told/s })).toBeVisible()
})

// @test-tag long
test('a call that a colleague has taken names the colleague and can be put back, and one without an answer comes back later', async () => {
  await toCall()
  const { data } = await portal.server.client('customer_service').call(api.callTasks.list, {
    query: { filter: { state: ['open'] } },
  })
  const params = { id: data[0]?.id ?? 0 }
  const taken = await portal.server.client('customer_service').call(api.callTasks.take, { params })
  await portal.open('dispatcher', `/CallList?d=CallTaskDialog-view-${params.id}`)
  const dialog = await openedDialog(portal, /Maria Silva/)
  expect(await dialog.findByText(`${taken.data.user_name} has taken this call.`)).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Told' })).toBeNull()
  await portal.user.click(dialog.getByRole('button', { name: 'Put back' }))
  await portal.user.click(await dialog.findByRole('button', { name: 'Take' }))
  await portal.user.click(await dialog.findByRole('button', { name: 'No answer' }))
  expect(await dialog.findByText('Not before')).toBeVisible()
  const { data: after } = await portal.server.client('dispatcher').call(api.callTasks.show, { params })
  expect(after).toMatchObject({ state: 'open', attempts: 1 })
})

test('calls that wait are counted in the header, and a further one is heard', async () => {
  const start = vi.fn<() => void>()
  const node = {
    connect: (next: object) => next,
    frequency: {},
    gain: { setValueAtTime: vi.fn<() => void>(), exponentialRampToValueAtTime: vi.fn<() => void>() },
  }
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0
      destination = {}
      createOscillator = () => ({ ...node, start, stop: vi.fn<() => void>() })
      createGain = () => node
      resume = () => Promise.resolve()
    },
  )
  const { another } = await toCall()
  await portal.open('dispatcher', '/DriverManagement')
  await waitFor(async () => expect(await badge()).toHaveAccessibleName('Call List, 1 call waiting'))
  expect(start).not.toHaveBeenCalled()
  await another()
  await waitFor(async () => expect(await badge()).toHaveAccessibleName('Call List, 2 calls waiting'))
  expect(start).toHaveBeenCalledTimes(2)
  vi.unstubAllGlobals()
})

test('who may only read calls is offered no step, and who may not read them sees neither list nor badge', async () => {
  await toCall()
  const { data } = await portal.server.client('dispatcher').call(api.callTasks.list)
  const permissions = ['Messaging:Module', 'Messaging:callTask:canRead']
  await portal.open({ permissions }, `/CallList?d=CallTaskDialog-view-${data[0]?.id}`)
  const dialog = await openedDialog(portal, /Maria Silva/)
  expect(await dialog.findByText('Call by')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Take' })).toBeNull()
  expect(dialog.getByText('What to say names places, which you may not see.')).toBeVisible()
  await portal.open('analyst', '/')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('link', { name: /^Call List/ })).toBeNull()
})
