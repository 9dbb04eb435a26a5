import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { sealEvents } from '../audit/seal.ts'
import { verifySeals } from '../audit/verify.ts'
import { makeBackup } from '../backup/make.ts'
import { folderPlace } from '../backup/places.ts'
import { restore } from '../backup/restore.ts'
import { openDatabase } from '../database/open.ts'
import { refusal } from '../testing/refusal.ts'
import { makeSeriesOf } from '../testing/series.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { logErased, readErasedLog } from '../retention/erased-log.ts'

/** Words that only this passenger has. */
const WORDS = ['zebulon', 'quagmire', 'zq-rider', 'zq@nowhere.example', '5550 9911', '55509911', 'gumnut cottage']

let server: TestServer
let town: SmallTown
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ambit-erased-'))
  server = await startTestServer({ streets: straightStreets(), config: { dataFolder: folder } })
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const alex = () => server.client('administrator')
const person = { first_name: 'Zebulon', last_name: 'Quagmire', username: 'zq-rider', email: 'zq@nowhere.example' }
const key = (text: string) => ({ 'idempotency-key': text })

/** Sends as a client that repeats its calls. */
const post = async (path: string, body: object): Promise<void> => {
  const token = await server.token('administrator')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...key(`key of ${path}`) }
  const answer = await fetch(`${server.url}/api/v2/ops${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect([path, answer.status]).toEqual([path, 201])
}

/** A passenger who has left traces wherever there can be some. */
const passenger = async (): Promise<number> => {
  const { db } = server.deps
  await post('/travelers', { ...person, phone_number: '+61 7 5550 9911' })
  const { id } = await db
    .selectFrom('travelers')
    .select('id')
    .where('username', '=', person.username)
    .executeTakeFirstOrThrow()
  await alex().call(api.travelers.update, { params: { id }, body: { low_tech: true }, reason: 'Zebulon called us' })
  await alex().call(api.travelers.list, { query: { search: 'Quagmire' } })
  await alex().call(api.travelers.show, { params: { id }, reason: 'Quagmire asked' })
  await post('/traveler_comments', { traveler_id: id, comment: 'Zebulon has a dog' })
  await server.publicClient().call(api.passwords.forgot, { body: { email: person.email, kind: 'traveller' } })
  const vehicle = await db.selectFrom('vehicles').select('id').executeTakeFirstOrThrow()
  await post('/vehicle_notes', { vehicle_id: vehicle.id, category: 'comment', details: 'ZEBULON QUAGMIRE slipped' })
  const booking = await town.book({ who: id, from: 'Market', to: at(3123.4567), at: '09:00' })
  await alex().call(api.serviceRequests.cancel, { params: { id: booking.id }, body: { reason: 'Zebulon is ill' } })
  await sql`update service_requests set comment = 'Zebulon waits at Gumnut Cottage', destination_name = 'Gumnut Cottage'
    where id = ${booking.id}`.execute(db)
  await sql`update service_availability_searches set destination_name = 'Gumnut Cottage' where traveler_id = ${id}`.execute(
    db,
  )
  await sql`insert into feedbacks (service_request_id, traveler_id, rating, comments, created_at)
    values (${booking.id}, ${id}, 5, 'Quagmire was pleased', now())`.execute(db)
  await sql`insert into vehicle_checks (checklist_name, moment, result, vehicle_id, trip_id, answers, done_at, created_at)
    values ('Start', 'before', 'failed', ${vehicle.id}, (select min(id) from trips), ${'[{"note": "Zebulon Quagmire slipped"}]'},
      now(), now())`.execute(db)
  await sql`insert into driver_actions (trip_id, kind, input, happened_at, done_at, created_at)
    values ((select min(id) from trips), 'check', ${'{"answers": [{"note": "Zebulon Quagmire slipped"}]}'}, now(), now(), now())`.execute(
    db,
  )
  await sql`insert into payment_methods (id, traveler_id, provider, brand, last4, exp_month, exp_year, name, created_at)
    values ('pm_zq', ${id}, 'stripe', 'visa', '4242', 4, 2030, 'Z Quagmire', now())`.execute(db)
  await sql`insert into card_customers (traveler_id, provider, customer_id) values (${id}, 'stripe', 'cus_zq')`.execute(
    db,
  )
  await sql`insert into ride_places (traveler_id, name, kind, address, longitude, latitude, created_at)
    values (${id}, 'Zebulon', 'home', 'Gumnut Cottage', 153, -27, now())`.execute(db)
  await sql`insert into sign_in_challenges (id, consumer_app_id, channel, contact, network, code_hash, created_at, ends_at)
    select gen_random_uuid(), a.id, c.channel, c.contact, '10.0.0.1', 'x', now(), now() from consumer_apps a,
      (values ('email', 'zq@nowhere.example'), ('sms', '+61755509911')) as c(channel, contact) where a.is_default`.execute(
    db,
  )
  const series = await makeSeriesOf(alex(), await town.passenger('Nora Neighbour'), {
    comment: 'Rides with Zebulon Quagmire',
  })
  await sql`update booking_series set notes = ${'[{"pickup_note": "Zebulon Quagmire opens", "dropoff_note": null}]'}
    where id = ${series.id}`.execute(db)
  await server.deps.looks.write()
  return id
}

/** The tables in which a word of the passenger's stands. */
const tablesWith = async (db: TestServer['deps']['db']): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select lower(t::text) as text from ${sql.table(name)} t`.execute(db)
    if (rows.some(({ text }) => WORDS.some((word) => text.includes(word)))) found.push(name)
  }
  return found
}
const backUp = (name: string) =>
  makeBackup({
    kind: server.database.kind,
    version: '0.1.0',
    dataFolder: folder,
    folder: join(folder, name),
    recipients: [],
    now: server.deps.clock.now(),
    moment: server.database.snapshots.moment,
  })

describe('erasing a passenger', () => {
  test('shows first what goes and what stays, and is refused while something is in the way', async () => {
    const who = await town.passenger('Olga Ahead')
    await town.book({ who, from: 'Market', to: 'Station', at: '16:00' })
    const { data } = await alex().call(api.travelers.previewErase, { params: { id: who } })
    expect(data.obstacles).toEqual(['One journey is still ahead'])
    expect(data.removed).toContainEqual({ what: 'Names, doors and texts of journeys', count: 1 })
    expect(data.kept.length).toBeGreaterThan(0)
    const asked = alex().call(api.travelers.erase, { params: { id: who }, body: { reason: 'Asked by mail' } })
    expect((await refusal(asked)).status).toBe(409)
    const dana = server.client('dispatcher')
    const refused = dana.call(api.travelers.erase, { params: { id: who }, body: { reason: 'Asked by mail' } })
    expect((await refusal(refused)).status).toBe(403)
  })

  test('leaves what is about others of the same name', async () => {
    const { db, clock } = server.deps
    const maria = { first_name: 'Maria', last_name: 'Silva', username: 'maria', email: 'maria.silva@example.org' }
    const { id } = (await alex().call(api.travelers.create, { body: maria })).data
    const other = { ...maria, last_name: 'Costa', username: 'mcosta', email: 'maria.costa@example.org' }
    await alex().call(api.travelers.create, { body: other, idempotencyKey: 'the other Maria' })
    await db
      .insertInto('outbox_mails')
      .values({ to: 'maria.costa@example.org', subject: 'Hello Maria', text: 'Maria', created_at: clock.now() })
      .execute()
    await alex().call(api.travelers.erase, { params: { id }, body: { reason: 'Asked by mail' } })
    const mails = await db.selectFrom('outbox_mails').select('subject').where('to', 'like', 'maria.costa%').execute()
    expect(mails.map(({ subject }) => subject)).toContain('Hello Maria')
    const kept = await db
      .selectFrom('idempotency_keys')
      .select(sql<string>`answer::text`.as('answer'))
      .execute()
    expect(kept.some(({ answer }) => answer.includes('maria.costa@example.org'))).toBe(true)
  })

  test('leaves the mails, texts and audit of others whose name or address only contains the erased one', async () => {
    const { db, clock } = server.deps
    const { id } = (
      await alex().call(api.travelers.create, {
        body: { first_name: 'Jan', last_name: 'Ross', username: 'janross1', email: 'eva@web.de' },
      })
    ).data
    const traveler_id = await town.passenger('Jan Rossmann')
    const mail = (to: string, text: string) => ({ to, subject: 'Hello', text, created_at: clock.now() })
    await db
      .insertInto('outbox_mails')
      .values([
        mail('maria-eva@web.de', 'For Jan Rossmann'),
        mail('EVA@web.de', 'For you'),
        mail('staff@example.org', 'For JAN ROSS.'),
      ])
      .execute()
    const write = async (comment: string) =>
      (await alex().call(api.travelerComments.create, { body: { traveler_id, comment }, idempotencyKey: comment })).data
        .id
    const other = await write('Jan Rossmann, maria-eva@web.de')
    const named = await write("JAN ROSS, and Jan Ross's dog: eva@web.de.")
    const saltsOf = (comment: number) =>
      db
        .selectFrom('audit_events')
        .select('salts')
        .where('record_kind', '=', 'traveler_comments')
        .where('record_id', '=', String(comment))
        .execute()
    const before = await saltsOf(other)
    await alex().call(api.travelers.erase, { params: { id }, body: { reason: 'Asked by mail' } })
    const mails = await db.selectFrom('outbox_mails').select('to').where('subject', '=', 'Hello').execute()
    expect(mails.map(({ to }) => to)).toEqual(['maria-eva@web.de'])
    const comments = await db
      .selectFrom('traveler_comments')
      .select('comment')
      .where('traveler_id', '=', traveler_id)
      .orderBy('id')
      .execute()
    expect(comments.map(({ comment }) => comment)).toEqual([
      'Jan Rossmann, maria-eva@web.de',
      `Passenger ${id}, and Passenger ${id}'s dog: Passenger ${id}.`,
    ])
    expect(await saltsOf(other)).toEqual(before)
    expect((await saltsOf(named)).flatMap(({ salts }) => Object.keys(salts))).not.toContain('comment.after')
    expect(before.flatMap(({ salts }) => Object.keys(salts))).toContain('comment.after')
    const kept = await db.selectFrom('idempotency_keys').select('key').where('key', 'like', 'Jan Ross%').execute()
    expect(kept.map(({ key }) => key)).toEqual(['Jan Rossmann, maria-eva@web.de'])
  })

  test('whose username is a number takes nothing from the numbers in what dispatchers did', async () => {
    const { db } = server.deps
    await sql`select setval(pg_get_serial_sequence('service_requests', 'id'), 30000)`.execute(db)
    const neighbour = await town.passenger('Nora Numbers')
    const booking = await town.book({ who: neighbour, from: 'Market', to: 'Station', at: '11:00' })
    const reason = `Client ${booking.id} called for her`
    await alex().call(api.serviceRequests.cancel, { params: { id: booking.id }, body: { reason } })
    const client = { first_name: 'Nils', last_name: 'Number', email: 'nils@example.org' }
    const { id } = (await alex().call(api.travelers.create, { body: { ...client, username: String(booking.id) } })).data
    await alex().call(api.travelers.erase, { params: { id }, body: { reason: 'Asked by mail' } })
    const { action } = await db
      .selectFrom('dispatch_actions')
      .select('action')
      .where(sql<boolean>`action -> 'service_request_ids' @> ${String(booking.id)}::jsonb`)
      .executeTakeFirstOrThrow()
    expect(action).toMatchObject({
      service_request_ids: [booking.id],
      cancellation_reason: `Client Passenger ${id} called for her`,
    })
  })

  // covers: AUD-65, AUD-66, AUD-67, AUD-68, AUD-80
  test(
    'leaves no word in any table, file or new backup, every seal valid, and nobody for an old backup to bring back',
    { timeout: 180_000 },
    async () => {
      const { db, clock } = server.deps
      const id = await passenger()
      await sealEvents(db, clock.wall())
      const traces = await tablesWith(db)
      const everywhere = [
        'travelers',
        'audit_events',
        'access_events',
        'idempotency_keys',
        'outbox_mails',
        'vehicle_notes',
        'vehicle_checks',
        'driver_actions',
      ]
      expect(traces).toEqual(
        expect.arrayContaining([...everywhere, 'service_requests', 'feedbacks', 'payment_methods']),
      )
      const old = await backUp('old')
      await alex().call(api.travelers.erase, { params: { id }, body: { reason: 'Asked by mail' } })

      expect(await tablesWith(db)).toEqual([])
      const { rows: cards } = await sql`select customer_id from card_removals`.execute(db)
      expect(cards).toEqual([{ customer_id: 'cus_zq' }])
      await sealEvents(db, clock.wall())
      expect((await verifySeals(db)).problem).toBeNull()
      const note = await db.selectFrom('vehicle_notes').select('details').executeTakeFirstOrThrow()
      expect(note.details).toBe(`Passenger ${id} slipped`)
      expect((await refusal(alex().call(api.travelers.show, { params: { id } }))).status).toBe(404)
      const fresh = gunzipSync(readFileSync((await backUp('new')).file))
        .toString('utf8')
        .toLowerCase()
      for (const word of WORDS) expect([word, fresh.includes(word)]).toEqual([word, false])
      const names = readdirSync(folder).filter((name) => name.endsWith('.log'))
      expect(names).toContain('erased-passengers.log')
      for (const name of names) {
        const text = readFileSync(join(folder, name), 'utf8').toLowerCase()
        for (const word of WORDS) expect(text).not.toContain(word)
      }

      // What is left of a line whose writing was cut off is written anew.
      const log = join(folder, 'erased-passengers.log')
      const whole = readFileSync(log, 'utf8')
      writeFileSync(log, whole.slice(0, -8))
      expect(readErasedLog(folder)).toHaveLength(whole.split('\n').length - 2)
      await logErased(db, folder)
      expect(readFileSync(log, 'utf8')).toBe(whole)

      // The backup from before still names the passenger, and a restore does not.
      expect(gunzipSync(readFileSync(old.file)).toString('utf8')).toContain('Quagmire')
      const other = join(folder, 'other')
      const terms = { replace: false, erased: readErasedLog(folder), now: clock.now(), report: () => {} }
      await restore({ file: old.file, identities: [] }, await folderPlace(other), terms)
      const restored = await openDatabase({ databaseUrl: null, dataFolder: other }, () => {})
      try {
        expect(await tablesWith(restored.db)).toEqual([])
        expect((await verifySeals(restored.db)).problem).toBeNull()
      } finally {
        await restored.close()
      }
      // The names are free again.
      const again = await alex().call(api.travelers.create, { body: person })
      expect(again.data.username).toBe(person.username)
    },
  )
})
