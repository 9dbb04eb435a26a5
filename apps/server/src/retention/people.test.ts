import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { api, createClient } from '@ambit/contract'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { removeAtNight } from './remove.ts'

const DAY = 24 * 3600_000

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await sql`truncate retention_runs; truncate retention_marks`.execute(server.deps.db)
})

/** Signed in anew: years pass in these tests. */
const sam = async () => {
  const token = await server.token('superadmin')
  return createClient({ origin: server.url, token: () => token })
}
const night = () => runJob(server.deps, removeAtNight)
/** A member of the helper's household, without a contact. */
const answerFor = async (member: number, helper_id: number): Promise<void> => {
  const { db, clock } = server.deps
  await db.updateTable('travelers').set({ email: null, phone_number: null }).where('id', '=', member).execute()
  const stamps = { accepted_at: clock.now(), created_at: clock.now(), updated_at: clock.now() }
  await db
    .insertInto('traveler_helpers')
    .values({ traveler_id: member, helper_id, rights: ['book', 'follow'], household: true, ...stamps })
    .execute()
}

describe('a passenger without a journey for three years', () => {
  // covers: AUD-51
  test('is told by mail a month before, and then has no name any more', async () => {
    const { clock, db } = server.deps
    const who = await town.passenger('Petra Quokka')
    const person = () => db.selectFrom('travelers').selectAll().where('id', '=', who).executeTakeFirstOrThrow()
    await (
      await sam()
    ).call(api.travelerComments.create, { body: { traveler_id: who, comment: 'Petra likes the front' } })
    const comments = async () =>
      (await db.selectFrom('traveler_comments').select('id').where('traveler_id', '=', who).execute()).length
    clock.advance(1067 * DAY)
    await night()
    const told = await db.selectFrom('outbox_mails').selectAll().where('traveler_id', '=', who).execute()
    expect(told).toMatchObject([{ to: 'petra.quokka@example.org', subject: 'Your account ends in a month' }])
    clock.advance(29 * DAY)
    await night()
    expect(await person()).toMatchObject({ first_name: 'Petra', anonymised_at: null })
    expect(await comments()).toBe(1)
    clock.advance(2 * DAY)
    await night()
    expect(await person()).toMatchObject({
      first_name: 'Passenger',
      last_name: String(who),
      phone_number: null,
      anonymised_at: clock.now(),
    })
    const { data } = await (await sam()).call(api.travelers.list, { query: { search: 'passenger' } })
    expect(data).toEqual([])
    expect(await comments()).toBe(0)
  })

  test('is told in their language, at the address of who answers for them where they have no contact', async () => {
    const { clock, db } = server.deps
    const [who, lena] = [await town.passenger('Gerd Quokka'), await town.passenger('Lena Quokka')]
    await db.updateTable('travelers').set({ locale: 'de' }).where('id', '=', who).execute()
    await answerFor(lena, who)
    clock.advance(1067 * DAY)
    await night()
    const told = await db
      .selectFrom('outbox_mails')
      .select(['to', 'subject', 'text'])
      .where('traveler_id', 'in', [who, lena])
      .orderBy('traveler_id')
      .execute()
    expect(told).toMatchObject([
      { to: 'gerd.quokka@example.org', subject: 'Ihr Konto endet in einem Monat' },
      { to: 'gerd.quokka@example.org', subject: 'Your account ends in a month' },
    ])
    expect([told[0]?.text, told[1]?.text]).toEqual([
      expect.stringContaining('Guten Tag Gerd,'),
      expect.stringContaining('Hello Lena,'),
    ])
  })

  test('keeps the account while those for whom they book travel', async () => {
    const { clock, db } = server.deps
    const [who, lena] = [await town.passenger('Greta Quokka'), await town.passenger('Lisa Quokka')]
    await answerFor(lena, who)
    await town.vehicle('Van 1')
    const { id } = await town.book({ who: lena, from: 'Market', to: 'Hospital', at: '09:00' })
    const lately = new Date(clock.now().getTime() + 1060 * DAY)
    await db.updateTable('service_requests').set({ dropoff_upper_bound: lately }).where('id', '=', id).execute()
    clock.advance(1067 * DAY)
    await night()
    const told = db.selectFrom('outbox_mails').select('id').where('traveler_id', 'in', [who, lena])
    expect(await told.execute()).toEqual([])
  })

  test('is told anew where the account did not end after a notice', async () => {
    const { clock, db } = server.deps
    const [who, lotte] = [await town.passenger('Gisa Quokka'), await town.passenger('Lotte Quokka')]
    const mails = async () =>
      (await db.selectFrom('outbox_mails').select('id').where('traveler_id', '=', who).execute()).length
    clock.advance(1067 * DAY)
    await night()
    expect(await mails()).toBe(1)
    clock.advance(DAY)
    await answerFor(lotte, who)
    await sql`update travelers set last_ride_at = ${clock.now()} where id = ${lotte}`.execute(db)
    await night()
    await db.deleteFrom('traveler_helpers').where('helper_id', '=', who).execute()
    clock.advance(60 * DAY)
    await night()
    const person = db.selectFrom('travelers').select('first_name').where('id', '=', who)
    expect(await person.executeTakeFirst()).toEqual({ first_name: 'Gisa' })
    expect(await mails()).toBe(2)
  })

  describe('whose rides have lost their name', () => {
    const enrol = (who: number, on: string) =>
      sql`update travelers set created_at = ${on} where id = ${who}`.execute(server.deps.db)
    /** Enrolled years ago; the ride is over. */
    const whoRode = async (name: string, enrolled: string) => {
      const { db } = server.deps
      const who = await town.passenger(name)
      await enrol(who, enrolled)
      const { id } = await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })
      await db.updateTable('service_requests').set({ status: 'completed' }).where('id', '=', id).execute()
      return { who, ride: id }
    }
    const ofRide = (id: number) =>
      server.deps.db.selectFrom('service_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const person = (id: number) =>
      server.deps.db
        .selectFrom('travelers')
        .select(['first_name', 'last_ride_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    const mails = async (who: number) =>
      (await server.deps.db.selectFrom('outbox_mails').select('id').where('traveler_id', '=', who).execute()).length
    beforeEach(() => town.vehicle('Van 1'))

    // covers: AUD-51
    test('keeps the account for three years from the last of them', async () => {
      const { clock } = server.deps
      const { who, ride } = await whoRode('Ada Quokka', '2020-01-01')
      clock.advance(735 * DAY)
      await night()
      expect(await ofRide(ride)).toMatchObject({ anonymised_at: clock.now() })
      expect((await ofRide(ride)).traveler_id).not.toBe(who)
      expect(await mails(who)).toBe(0)
      clock.advance(330 * DAY)
      await night()
      expect(await mails(who)).toBe(0)
      clock.advance(10 * DAY)
      await night()
      expect(await mails(who)).toBe(1)
      expect(await person(who)).toMatchObject({ first_name: 'Ada' })
      clock.advance(31 * DAY)
      await night()
      expect(await person(who)).toEqual({ first_name: 'Passenger', last_ride_at: null })
    })

    test('is not removed by a notice from before them', async () => {
      const { clock, db } = server.deps
      const { who, ride } = await whoRode('Ben Quokka', '2018-01-01')
      await db.updateTable('travelers').set({ ending_told_at: '2023-01-01' }).where('id', '=', who).execute()
      clock.advance(735 * DAY)
      await night()
      expect(await ofRide(ride)).toMatchObject({ anonymised_at: clock.now() })
      expect(await person(who)).toMatchObject({ first_name: 'Ben' })
    })

    test('counts for who helps them as well', async () => {
      const { clock } = server.deps
      const helper = await town.passenger('Gwen Quokka')
      await enrol(helper, '2018-01-01')
      const { who, ride } = await whoRode('Lara Quokka', '2020-01-01')
      await answerFor(who, helper)
      clock.advance(735 * DAY)
      await night()
      expect(await ofRide(ride)).toMatchObject({ anonymised_at: clock.now() })
      expect(await mails(helper)).toBe(0)
    })

    test('leaves nothing that says which ride it was', async () => {
      const { clock, db } = server.deps
      const { who } = await whoRode('Ida Quokka', '2020-01-01')
      clock.advance(735 * DAY)
      await night()
      // By Greenwich the ride was late on Sunday.
      expect(await person(who)).toMatchObject({ last_ride_at: new Date('2026-11-23T00:00:00Z') })
      const told = db.selectFrom('audit_events').select('changes').where('record_kind', '=', 'travelers')
      const events = await told.where('record_id', '=', String(who)).execute()
      expect(JSON.stringify(events)).not.toContain('last_ride_at')
    })
  })
})
