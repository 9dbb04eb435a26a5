import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { api, type ServiceException } from '@ambit/contract'
import { permissionsOf, roleNames } from '../../access/roles.ts'
import { refusal } from '../../testing/refusal.ts'
import { startWatching } from '../../testing/watching.ts'

const world = startWatching()
const { judged, book } = world

describe('what is wrong with the installation', () => {
  // covers: EXC-31
  test('a job that failed three times in a row is a fault of everybody, which nobody resolves while it lasts', async () => {
    const { db } = world.server.deps
    await db
      .insertInto('jobs')
      .values({ name: 'mail.test', due_at: world.server.deps.clock.now(), failures: 2 } as never)
      .execute()
    expect(await judged('08:00:05')).toEqual([])
    await db.updateTable('jobs').set({ failures: 3 }).where('name', '=', 'mail.test').execute()
    const [fault] = await judged('08:00:10')
    expect(fault).toMatchObject({
      kind: 'fault',
      severity: 'soon',
      zone_id: null,
      facts: { fault: 'job', job: 'mail.test' },
    })
    const call = { params: { id: fault!.id }, body: { outcome: 'wrong_alarm' as const } }
    await expect(world.town.dispatcher.call(api.exceptions.resolve, call)).rejects.toThrow('mail.test')
    await db.deleteFrom('jobs').where('name', '=', 'mail.test').execute()
    await judged('08:00:15')
    await world.town.dispatcher.call(api.exceptions.resolve, call)
  })

  // covers: EXC-31
  test('no street data is an urgent fault, since nothing can be searched', async () => {
    const gone = vi.spyOn(world.server.deps.streets, 'current').mockReturnValue(null)
    const found = await judged('08:00:05')
    gone.mockRestore()
    expect(found).toMatchObject([{ kind: 'fault', severity: 'urgent', facts: { fault: 'streets' } }])
    // Every zone has it: dispatchers of one region see it too, and so does everybody who may read the settings.
    const [fault] = found
    const dispatcher = world.server.client({
      permissions: ['ExceptionManagement:exception:canRead'],
      region_ids: [world.town.region_id],
    })
    for (const client of [dispatcher, world.server.client('administrator')])
      expect((await client.call(api.exceptions.list, { query: {} })).data.map(({ id }) => id)).toContain(fault!.id)
    for (const role of roleNames) {
      const permissions = permissionsOf(role)
      const [settings, reads] = ['Settings:settings:canRead', 'ExceptionManagement:exception:canRead'] as const
      if (permissions[settings]) expect([role, permissions[reads]]).toEqual([role, true])
    }
    const stranger = world.server.client('fleet_manager')
    expect((await refusal(stranger.call(api.exceptions.list, { query: {} }))).status).toBe(403)
    await judged('08:00:10')
    expect(await judged('08:01:10')).toEqual([])
  })

  // covers: MSG-64
  test('a channel by which more than 20 messages failed within five minutes is a fault until it works again', async () => {
    const { db } = world.server.deps
    await world.town.vehicle('Van 1')
    const ride = await book('Ann Berg', 'Market', 'School', '12:00')
    const { traveler_id } = await db
      .selectFrom('service_requests')
      .where('id', '=', ride.id)
      .select('traveler_id')
      .executeTakeFirstOrThrow()
    const fail = (from: number, count: number, time: string, more: object) => {
      const state_at = new Date(`2026-11-23T${time}+10:00`)
      const rows = Array.from({ length: count }, (_, index) => ({
        event: 'arriving' as const,
        service_request_id: ride.id,
        traveler_id,
        region_id: world.town.region_id,
        facts: '{}',
        once: String(from + index),
        state_at,
        due_at: state_at,
        sense_until: new Date('2026-11-24T00:00:00Z'),
        created_at: state_at,
        ...more,
      }))
      return db.insertInto('messages').values(rows).execute()
    }
    const found = async (time: string) =>
      (await judged(time)).flatMap(({ kind, severity, facts }) => (kind === 'fault' ? [{ severity, ...facts }] : []))
    // One way of failing is to be tried again.
    await fail(0, 12, '08:00:00', { channel: 'sms', state: 'failed' })
    await fail(12, 8, '08:00:00', { channel: 'sms', state: 'queued', attempts: 1 })
    await fail(20, 20, '08:00:00', { channel: 'push', state: 'failed' })
    await fail(40, 5, '07:54:00', { channel: 'sms', state: 'failed' })
    await fail(45, 5, '08:00:00', { channel: 'sms', state: 'queued', attempts: 0 })
    expect(await found('08:00:05')).toEqual([])
    await fail(50, 1, '08:00:06', { channel: 'sms', state: 'failed' })
    expect(await found('08:00:10')).toEqual([{ severity: 'soon', fault: 'channel', channel: 'sms' }])
    await judged('08:05:10')
    expect(await found('08:06:15')).toEqual([])
    await db.deleteFrom('messages').where('service_request_id', '=', ride.id).execute()
  })

  // covers: OPS-62, OPS-101, AUD-17
  test('what superadmins are warned of and an audit that is not intact are faults until they are over', async () => {
    const { db, clock } = world.server.deps
    const since = clock.wall()
    const kinds = ['backup_old', 'drill_failed', 'backup_room', 'disk'] as const
    await db
      .insertInto('operating_warnings')
      .values(kinds.map((kind) => ({ kind, since })))
      .execute()
    await db.insertInto('audit_checks').values({ checked_at: since, events: 1, problem: 'Event 7 differs' }).execute()
    const told = (rows: readonly ServiceException[]) =>
      rows.map(({ kind, severity, facts }) => `${kind} ${facts.fault} ${severity}`).toSorted()
    expect(told(await judged('08:00:05'))).toEqual([
      'fault audit_broken soon',
      'fault backup_old watch',
      'fault backup_room watch',
      'fault disk soon',
      'fault drill_failed watch',
    ])
    await db.deleteFrom('operating_warnings').execute()
    await db.insertInto('audit_checks').values({ checked_at: since, events: 1, problem: null }).execute()
    await judged('08:00:10')
    expect(await judged('08:01:10')).toEqual([])
  })

  // covers: EXC-31
  test('mail that the server has not taken for ten minutes is a fault until one mail is taken', async () => {
    const { db, clock } = world.server.deps
    const at = (minutes: number): Date => new Date(clock.wall().getTime() + minutes * 60_000)
    const mail = { to: 'ann@example.com', subject: 'Hello', text: 'Hello', attempts: 3 } as const
    const waiting = { ...mail, next_attempt_at: at(8), created_at: at(-9) }
    const { id } = await db.insertInto('outbox_mails').values(waiting).returning('id').executeTakeFirstOrThrow()
    const found = async (time: string) => (await judged(time)).map(({ facts }) => facts.fault)
    expect(await found('08:00:05')).toEqual([])
    await db
      .updateTable('outbox_mails')
      .set({ created_at: at(-11) })
      .where('id', '=', id)
      .execute()
    expect(await found('08:00:10')).toEqual(['mail'])
    await db
      .insertInto('outbox_mails')
      .values({ ...mail, created_at: at(-5), sent_at: at(-1) })
      .execute()
    await judged('08:00:15')
    expect(await found('08:01:15')).toEqual([])
    await db.deleteFrom('outbox_mails').execute()
  })
})

test('what cannot be judged keeps nobody from being asked about what stands', async () => {
  const { server, town } = world
  const { db } = server.deps
  await judged('07:51:00')
  const body = { text: 'Something is wrong', severity: 'soon' as const, zone_id: town.zone_id }
  const { id } = (await town.dispatcher.call(api.exceptions.create, { body })).data
  await town.vehicle('Van 1')
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(db)
  await sql`create trigger fail before insert on exceptions for each row execute function fail()`.execute(db)
  try {
    // Nobody has signed on to the vehicle, which cannot be stored.
    world.at('08:01:30')
    await expect(world.watch()).rejects.toThrow('Not everything that needs a person could be dealt with: no')
    expect(await world.history(id)).toContain('escalated soon')
  } finally {
    await sql`drop trigger fail on exceptions; drop function fail()`.execute(db)
  }
})
