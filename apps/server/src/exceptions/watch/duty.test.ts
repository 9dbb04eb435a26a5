import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { api, type Client, type ExceptionSeverity } from '@ambit/contract'
import { refusal } from '../../testing/refusal.ts'
import { shown, startWatching } from '../../testing/watching.ts'

const day = startWatching()
const { at, judged, standing, watch, setOut, history } = day

beforeEach(async () => {
  const { db } = day.server.deps
  for (const table of ['exception_mutes', 'watches', 'presences'] as const) await db.deleteFrom(table).execute()
})

const raise = async (severity: ExceptionSeverity = 'urgent') => {
  const body = { text: 'Something is wrong', severity, zone_id: day.town.zone_id }
  return (await day.server.client('operations_manager').call(api.exceptions.create, { body })).data.id
}
const show = async (id: number) => (await day.town.dispatcher.call(api.exceptions.show, { params: { id } })).data
const take = (id: number, who: Client = day.town.dispatcher) => who.call(api.exceptions.acknowledge, { params: { id } })
const place = () => ({ query: { filter: { zone: [day.town.zone_id] } } })
const duty = (who: Client = day.town.dispatcher) =>
  who.call(api.watches.start, { body: { zone_ids: [day.town.zone_id] } })
const onDuty = async () => (await day.town.dispatcher.call(api.watches.list, place())).data
const zone = async () => (await day.town.dispatcher.call(api.watches.list, place())).meta.zones[0]!
const me = async (who: Client = day.town.dispatcher) => (await who.call(api.sessions.current)).data.id
const at9 = async (severity?: ExceptionSeverity) => {
  at('09:00:00')
  return raise(severity)
}

describe('a mute', () => {
  const boss = () => day.server.client('operations_manager')
  const mute = (change: object = {}, who = boss()) =>
    who.call(api.exceptionMutes.create, {
      body: { zone_id: day.town.zone_id, kind: 'by_hand', minutes: 30, reason: 'A drill', ...change } as never,
    })
  const muted = async () => (await day.town.dispatcher.call(api.exceptionMutes.list, place())).data

  // covers: EXC-55
  test('is made by a supervisor for 15 to 240 minutes with a reason, and never of what must be heard', async () => {
    at('09:00:00')
    const refused = async (change: object) => {
      const { status, errors } = await refusal(mute(change))
      return [status, errors[0]?.source?.pointer]
    }
    expect(await refused({ minutes: 14 })).toEqual([422, '/minutes'])
    expect(await refused({ minutes: 241 })).toEqual([422, '/minutes'])
    expect(await refused({ reason: ' ' })).toEqual([422, '/reason'])
    expect(await refused({ kind: 'emergency' })).toEqual([422, '/kind'])
    expect(await refused({ kind: 'fault' })).toEqual([422, '/kind'])
    expect((await refusal(mute({}, day.town.dispatcher))).status).toBe(403)
    const { data } = await mute()
    expect(await muted()).toMatchObject([
      { id: data.id, kind: 'by_hand', reason: 'A drill', until: expect.stringContaining('T23:30:00') },
    ])
    at('09:30:00')
    expect(await muted()).toEqual([])
  })

  test('lets its kind interrupt nobody, while it is raised and listed as ever, and ends early or by a new one', async () => {
    at('09:00:00')
    const { data: first } = await mute()
    const id = await raise()
    expect(await show(id)).toMatchObject({ severity: 'urgent', interrupted_at: null })
    const { data: second } = await mute({ minutes: 60 })
    expect((await muted()).map((one) => one.id)).toEqual([second.id])
    expect((await refusal(boss().call(api.exceptionMutes.destroy, { params: { id: first.id } }))).status).toBe(404)
    await boss().call(api.exceptionMutes.destroy, { params: { id: second.id } })
    expect(await muted()).toEqual([])
    expect((await show(await raise())).interrupted_at).not.toBeNull()
  })

  test('is an event of the audit, with its reason, and so is its end', async () => {
    at('09:00:00')
    const { data } = await mute()
    await boss().call(api.exceptionMutes.destroy, { params: { id: data.id } })
    const filter = { record_kind: ['zones' as const], record_id: [String(day.town.zone_id)], kind: ['access' as const] }
    const events = await day.server.client('superadmin').call(api.auditEvents.list, { query: { filter } })
    const told = events.data.map(({ changes }) => changes)
    expect(told).toContainEqual(expect.objectContaining({ muted: { after: 'by_hand' }, reason: { after: 'A drill' } }))
    expect(told).toContainEqual({ unmuted: { after: 'by_hand' } })
  })
})

describe('being on duty', () => {
  // covers: EXC-59
  test('lasts from starting the watch to ending it, and a zone with trips under way and nobody there is told of', async () => {
    at('08:00:00')
    await setOut(await day.town.vehicle('Van 1'))
    expect(await zone()).toMatchObject({ trips: 1, keepers: 0 })
    await duty()
    expect(await onDuty()).toMatchObject([{ user_id: await me(), zones: [{ id: day.town.zone_id }], load: 'calm' }])
    expect(await zone()).toMatchObject({ trips: 1, keepers: 1 })
    await duty()
    expect(await onDuty()).toHaveLength(1)
    await day.town.dispatcher.call(api.watches.end)
    expect(await onDuty()).toEqual([])
    const theirs = day.town.dispatcher.call(api.watches.start, { body: { zone_ids: [4_711_000] } })
    expect(await refusal(theirs)).toMatchObject({ status: 422, errors: [{ source: { pointer: '/zone_ids' } }] })
  })

  test('begins in no zone that is blocked, which is said at the zones', async () => {
    const setStatus = (status: 'active' | 'blocked') =>
      day.server.deps.db.updateTable('zones').set({ status }).where('id', '=', day.town.zone_id).execute()
    await setStatus('blocked')
    onTestFinished(() => setStatus('active').then(() => undefined))
    expect(await refusal(duty())).toMatchObject({
      status: 422,
      errors: [{ source: { pointer: '/zone_ids' }, detail: 'There is no such zone, or it is blocked' }],
    })
  })

  // covers: EXC-64
  test('ends with signing out, which releases what the user saw to, and asks for attention anew', async () => {
    const guest = day.server.client({
      permissions: ['ExceptionManagement:exception:canRead', 'ExceptionManagement:exception:canUpdate'],
    })
    const id = await at9()
    await duty(guest)
    await take(id, guest)
    const owner = await me(guest)
    at('09:01:00')
    await watch()
    expect(await show(id)).toMatchObject({ state: 'acknowledged', owner_id: owner })
    await guest.call(api.sessions.destroy)
    await watch()
    expect(await onDuty()).toEqual([])
    expect(await show(id)).toMatchObject({
      state: 'open',
      owner: null,
      interrupted_at: day.server.deps.clock.now().toISOString(),
    })
    expect(await history(id)).toEqual(['opened urgent', 'acknowledged urgent', 'released urgent'])
  })

  // covers: EXC-64
  test('does not keep an exception whose owner has not been connected for five minutes', async () => {
    const id = await at9()
    await take(id)
    const { db, clock } = day.server.deps
    const connected = async (minutesAgo: number) => {
      const seen_at = new Date(clock.wall().getTime() - minutesAgo * 60_000)
      await db.deleteFrom('presences').execute()
      await db
        .insertInto('presences')
        .values({ user_id: await me(), seen_at })
        .execute()
      await db.updateTable('sessions').set({ used_at: seen_at }).execute()
      await watch()
    }
    await connected(4.9)
    expect((await show(id)).state).toBe('acknowledged')
    await connected(5.1)
    expect(await show(id)).toMatchObject({ state: 'open', owner: null })
  })
})

describe('what nobody takes', () => {
  // covers: EXC-63
  test('is escalated after 2 minutes where it is urgent and 10 where it is soon, and interrupts everybody on duty in the region', async () => {
    const [urgent, soon, mild] = [await at9('urgent'), await at9('soon'), await at9('watch')]
    at('09:01:59')
    const { data: beside } = await day.server.client('superadmin').call(api.zones.create, {
      body: { name: 'Beside', abbreviation: 'B', time_zone: 'Australia/Brisbane', region_id: day.town.region_id },
    })
    await day.town.dispatcher.call(api.watches.start, { body: { zone_ids: [beside.id] } })
    await watch()
    expect((await show(urgent)).escalated_at).toBeNull()
    at('09:02:00')
    await watch()
    expect(await show(urgent)).toMatchObject({ escalated_at: expect.any(String), interrupted_at: expect.any(String) })
    expect(await history(urgent)).toEqual(['opened urgent', 'escalated urgent'])
    const everywhere = (await day.town.dispatcher.call(api.watches.list, { query: {} })).data
    expect(everywhere.find(({ zones }) => zones[0]?.id === beside.id)?.interruptions).toBe(1)
    at('09:10:00')
    await watch()
    expect((await show(soon)).escalated_at).not.toBeNull()
    at('10:30:00')
    await watch()
    expect((await show(mild)).escalated_at).toBeNull()
    await take(urgent)
    expect((await show(urgent)).escalated_at).toBeNull()
  })

  test('is not escalated while it is snoozed, and waits anew after it was released', async () => {
    const id = await at9()
    await take(id)
    at('09:05:00')
    await day.town.dispatcher.call(api.exceptions.release, { params: { id } })
    at('09:06:59')
    await watch()
    expect((await show(id)).escalated_at).toBeNull()
    const until = '2026-11-23T09:16:00+10:00'
    await day.town.dispatcher.call(api.exceptions.snooze, { params: { id }, body: { ends: 'time', until } })
    at('09:12:00')
    await watch()
    expect((await show(id)).escalated_at).toBeNull()
  })
})

describe('interruptions', () => {
  // covers: EXC-50, EXC-107
  test('come from what is urgent or soon, and never from what is to watch or follows from another', async () => {
    expect((await show(await at9('watch'))).interrupted_at).toBeNull()
    expect((await show(await at9('soon'))).interrupted_at).not.toBeNull()
    const crews = [await day.town.vehicle('Van 1'), await day.town.vehicle('Van 2'), await day.town.vehicle('Van 3')]
    at('08:00:00')
    for (const crew of crews) await setOut(crew)
    const silent = (await judged('08:06:00')).filter(({ kind }) => kind === 'no_signal')
    expect(silent).toHaveLength(3)
    expect(silent.map(({ interrupted_at }) => interrupted_at)).toEqual([null, null, null])
    const outage = (await standing()).find(({ kind }) => kind === 'signal_outage')
    expect(outage?.interrupted_at).not.toBeNull()
    expect(silent.map(({ parent_id }) => parent_id)).toEqual(silent.map(() => outage?.id))
    await judged('08:06:05')
    const heard = await day.server.deps.db
      .selectFrom('interruptions')
      .where('exception_id', 'in', [outage!.id, ...silent.map(({ id }) => id)])
      .select('exception_id')
      .execute()
    expect(heard).toEqual([{ exception_id: outage?.id }])
  })

  // covers: EXC-51
  test('are counted over ten minutes by zone and by person, in words', async () => {
    at('09:00:00')
    await raise()
    expect(await zone()).toMatchObject({ interruptions: 1, load: 'calm' })
    at('09:01:00')
    await duty()
    await raise('soon')
    await raise('soon')
    expect(await zone()).toMatchObject({ interruptions: 3, load: 'busy' })
    expect(await onDuty()).toMatchObject([{ interruptions: 2, load: 'busy' }])
    for (let more = 0; more < 4; more += 1) await raise('soon')
    expect(await zone()).toMatchObject({ interruptions: 7, load: 'heavy' })
    at('09:10:01')
    expect(await zone()).toMatchObject({ interruptions: 6 })
    at('09:11:01')
    expect(await zone()).toMatchObject({ interruptions: 0, load: 'calm' })
  })
})

describe('a flood', () => {
  // covers: EXC-52, EXC-53
  test('begins with more than 10 new ones in 10 minutes, gathers what comes then, and interrupts once', async () => {
    at('09:00:00')
    await duty()
    for (let count = 0; count < 10; count += 1) await raise('soon')
    expect((await standing()).some(({ kind }) => kind === 'mass_event')).toBe(false)
    const [eleventh, twelfth] = [await raise('soon'), await raise('urgent')]
    await watch()
    const mass = (await standing()).find(({ kind }) => kind === 'mass_event')
    expect(mass).toMatchObject({ severity: 'urgent', facts: { exceptions: 2 }, interrupted_at: expect.any(String) })
    for (const id of [eleventh, twelfth])
      expect(await show(id)).toMatchObject({ parent_id: mass?.id, interrupted_at: null, state: 'open' })
    expect((await onDuty())[0]?.interruptions).toBe(11)
    const resolved = day.town.dispatcher.call(api.exceptions.resolve, {
      params: { id: mass?.id ?? 0 },
      body: { outcome: 'fixed' },
    })
    expect((await refusal(resolved)).status).toBe(422)
  })

  // covers: EXC-52, EXC-54
  test('ends when fewer than 5 came in the last 10 minutes, and all that it gathered stands by itself', async () => {
    at('09:00:00')
    const ids: number[] = []
    for (let count = 0; count < 12; count += 1) ids.push(await raise('soon'))
    at('09:09:59')
    await watch()
    expect((await standing()).filter(({ kind }) => kind === 'mass_event')).toHaveLength(1)
    at('09:10:00')
    await watch()
    const left = await standing()
    expect(shown(left)).toEqual(ids.map(() => 'by_hand soon'))
    expect(left.map(({ parent_id }) => parent_id)).toEqual(ids.map(() => null))
  })
})
