import { api, type BookingRulesInput, type OpenReturnWish, type ServiceOffering } from '@ambit/contract'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { z } from 'zod'
import { watchExceptions } from '../exceptions/watch/watch.ts'
import { nothingBroken } from './nothing-broken.ts'
import { refusal } from './refusal.ts'
import { runJob } from './run-job.ts'
import { startTestServer, type TestServer } from './server.ts'
import { buildSmallTown, type SmallTown } from './small-town.ts'
import { straightStreets } from './straight-streets.ts'

type Wish = z.input<typeof OpenReturnWish>

/** What the tests of open returns share, and how they ask: each begins in a town of its own. */
export const startOpenReturns = () => {
  const w = {} as { server: TestServer; town: SmallTown; maria: number } // filled before each test
  beforeAll(async () => {
    w.server = await startTestServer({ streets: straightStreets() })
  })
  afterAll(() => w.server.close())
  beforeEach(async () => {
    const { db } = w.server.deps
    const ended_at = new Date(0)
    await db.updateTable('open_returns').set({ state: 'closed', ended_at }).execute()
    await db.updateTable('waitlist_entries').set({ state: 'withdrawn', ended_at }).execute()
    await db.deleteFrom('exceptions').execute()
    w.town = await buildSmallTown(w.server)
    w.maria = await w.town.passenger('Maria Silva')
  })
  afterEach(() => nothingBroken(w.server))
  const at = (time: string): string => `2026-11-23T${time}:00+10:00`
  const clock = (time: string): void => w.server.deps.clock.set(at(time))

  const there = async (who = w.maria): Promise<ServiceOffering> => {
    const search = await w.town.search({ who, from: 'Harbour', to: 'Station', at: '09:00' })
    const [offering] = search.service_offerings
    if (offering === undefined) throw new Error(`No offering: ${search.message ?? ''}`)
    return offering
  }
  const confirm = async (offering: { id: number }, wish: Partial<Wish> = {}, traveler_id = w.maria) => {
    const legs = [{ service_offering_id: offering.id, payment_method: 'cash' as const }]
    const body = { traveler_id, legs, open_return: { not_before: at('10:30'), ...wish } }
    return (await w.town.dispatcher.call(api.journeys.create, { body })).data
  }
  /** A way back to be called for, with the way there booked. */
  const open = async (wish: Partial<Wish> = {}, who = w.maria) => {
    const { open_return } = await confirm(await there(who), wish, who)
    if (open_return === null) throw new Error('It was not kept')
    return open_return
  }
  const show = async (id: number) => (await w.town.dispatcher.call(api.openReturns.show, { params: { id } })).data
  const activate = async (id: number, key?: string) => {
    const options = key === undefined ? {} : { idempotencyKey: key }
    return (await w.town.dispatcher.call(api.openReturns.activate, { params: { id }, ...options })).data
  }
  const take = async (offering: ServiceOffering | undefined, traveler_id = w.maria) => {
    const body = { service_offering_id: offering?.id ?? 0, traveler_id, payment_method: 'cash' as const }
    return (await w.town.dispatcher.call(api.serviceRequests.create, { body })).data
  }
  const bookings = async (who = w.maria) =>
    (await w.town.dispatcher.call(api.serviceRequests.list, { query: { filter: { traveler: [who] } } })).data
  const entries = async () =>
    (
      await w.town.dispatcher.call(api.waitlistEntries.list, {
        query: { filter: { zone: [w.town.zone_id], state: ['waiting'] } },
      })
    ).data
  const exceptions = async () => {
    await runJob(w.server.deps, watchExceptions())
    const { data } = await w.town.dispatcher.call(api.exceptions.list, {
      query: { filter: { zone: [w.town.zone_id] } },
    })
    return data
      .filter(({ kind }) => kind === 'open_return_waiting' || kind === 'booking_waiting')
      .map(({ kind, severity, waiting }) => [kind, severity, waiting?.traveler_name])
  }
  const setRules = async (rules: Partial<z.input<typeof BookingRulesInput>>) => {
    const body = { holds_from: '2026-11-01', ...rules }
    await w.server.client('superadmin').call(api.bookingRules.create, { params: { id: w.town.zone_id }, body })
  }
  const sayings = async (work: Promise<unknown>) => {
    const { status, errors } = await refusal(work)
    return [status, errors[0]?.source?.pointer, errors[0]?.detail]
  }
  return { w, at, clock, there, confirm, open, show, activate, take, bookings, entries, exceptions, setRules, sayings }
}
