import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type ProcessingKind, retentionKinds } from '@ambit/contract'
import { processingRows } from '@ambit/domain'
import { statedGrowth } from '../database/growth.ts'
import { insertProvider } from '../testing/insert-provider.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { definitions } from './definitions.ts'
import { pdfOf } from '../pdf/sheet.ts'
import { processingRecords } from './records.ts'

const SECRETS = [
  'hunter2-mail',
  'sk_test_hunter2',
  'whsec_hunter2',
  'hunter2-client',
  'hunter2-trace',
  'hunter2-pack pack',
]

/** with everything that an installation may send to, and a secret of each */
let server: TestServer
/** without any of it */
let plain: TestServer
beforeAll(async () => {
  server = await startTestServer({
    config: {
      publicUrl: 'https://ops.example.org',
      smtpUrl: 'smtps://robot:hunter2-mail@mail.example.org:465',
      cards: {
        kind: 'stripe',
        secretKey: 'sk_test_hunter2',
        publishableKey: null,
        webhookSecret: 'whsec_hunter2',
        scriptUrl: 'https://js.stripe.com/v3/',
      },
      tracing: { endpoint: 'https://robot:hunter2-trace@traces.example.org:4318', share: 1, service: 'ambit' },
      backupFolder: '/mnt/backups',
      continuityFolders: ['/mnt/packs'],
      continuityPassphrase: 'hunter2-pack pack',
    },
  })
  plain = await startTestServer()
  const id = await insertProvider(server, 'https://login.example.org/realm')
  await server.deps.db
    .updateTable('sso_providers')
    .set({ name: 'Town hall', secret: 'hunter2-client' })
    .where('id', '=', id)
    .execute()
})
afterAll(() => Promise.all([server.close(), plain.close()]))

const records = async (of: TestServer) => (await of.client('administrator').call(api.processingRecords.show)).data
const rowOf = async (of: TestServer, kind: ProcessingKind, label: string): Promise<string[]> => {
  const found = (await records(of)).processings.find((one) => one.kind === kind)
  return found === undefined ? [] : (processingRows(found).find((row) => row.label === label)?.lines ?? [])
}

/** Tables that hold nobody's data. */
const ofNobody =
  `audit_checks audit_unsealed backup_wishes booking_rules clock_marks consumer_apps continuity_wishes design_drafts discounts exception_rules jobs logos
  message_templates mobility_aids places promise_outcomes
  sms_days driver_pushes notices notice_zones
  operating_warnings outages regions retention_marks retention_rules retention_runs road_closures room_days schema_migrations schemas
  service_areas service_route_stops service_routes service_strategies special_days settings sso_group_maps sso_providers
  status_days status_incidents status_parts survey_options table_days travel_factors traveler_sets trip_stop_versions
  user_group_roles user_groups user_roles vehicle_checklists vehicles zone_plans zone_stops zones`.split(/\s+/)

// covers: AUD-71
test('every table with personal data and every rule of retention belongs to a processing', () => {
  const all = Object.values(definitions)
  const tables = new Set<string>([...all.flatMap((one) => one.tables), ...ofNobody])
  expect([...tables].toSorted()).toEqual(Object.keys(statedGrowth).toSorted())
  expect(new Set(all.flatMap(({ rules }) => rules))).toEqual(new Set(retentionKinds))
})

// covers: AUD-71
test('a changed period is told at once, and a shorter one with the day from which it holds', async () => {
  expect(await rowOf(plain, 'bookings', 'How long')).toEqual([
    '24 months after the journey, then anonymised. As long as journeys and fares can be disputed.',
  ])
  const change = async (period: string | null, reason: string): Promise<void> => {
    const rules = await plain.client('administrator').call(api.retentionRules.list)
    const version = rules.data.find(({ kind }) => kind === 'bookings')?.version ?? 0
    await plain
      .client('administrator')
      .call(api.retentionRules.update, { params: { kind: 'bookings' }, body: { period, reason }, version })
  }
  await change('P3Y', 'A court takes three years.')
  expect(await rowOf(plain, 'bookings', 'How long')).toEqual([
    '3 years after the journey, then anonymised. A court takes three years.',
  ])
  await change('P1M', 'Nobody asks')
  expect(await rowOf(plain, 'bookings', 'How long')).toEqual([
    '3 years after the journey, then anonymised. From 29 November 2026 on 1 month. A court takes three years.',
  ])
})

// covers: AUD-71
test('who may see it are the roles that are on and hold the key now, own ones by their names', async () => {
  const { db, clock } = plain.deps
  expect(await rowOf(plain, 'comments', 'Who may see it')).toEqual([
    'Superadmin, Administrator, Operations manager, Dispatcher, Customer service',
  ])
  expect(await rowOf(plain, 'concessions', 'Who may see it')).toEqual([
    expect.stringContaining('Analyst (without passengers’ names)'),
    'Drivers, of the journeys that they drive',
  ])
  const keys = [
    'TravellerManagement:Module',
    'TravellerManagement:traveller:canRead',
    'TravellerManagement:care:canRead',
  ]
  const now = clock.now()
  const { id } = await db
    .insertInto('user_roles')
    .values({
      name: 'night_Nurse',
      status: 'enabled',
      created_at: now,
      updated_at: now,
      permissions: JSON.stringify(Object.fromEntries(keys.map((key) => [key, true]))),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await rowOf(plain, 'comments', 'Who may see it')).toEqual([expect.stringMatching(/service, night_Nurse$/)])
  await db.updateTable('user_roles').set({ status: 'disabled' }).where('id', '=', id).execute()
  expect((await rowOf(plain, 'comments', 'Who may see it')).join()).not.toContain('night_Nurse')
})

// covers: AUD-71
test('where data are sent follows what is set up: providers, mail, collector and folders, or none of them', async () => {
  expect(await rowOf(server, 'cards', 'Where it is sent')).toEqual(['Card provider Stripe: api.stripe.com'])
  expect(await rowOf(server, 'passenger_mails', 'Where it is sent')).toEqual(['Mail server: mail.example.org:465'])
  expect(await rowOf(server, 'sign_ins', 'Where it is sent')).toEqual(['Single sign-on Town hall: login.example.org'])
  expect(await rowOf(server, 'logs', 'Where it is sent')).toEqual(['Collector of traces: traces.example.org:4318'])
  expect(await rowOf(server, 'backups', 'Where it is sent')).toEqual(['Folder: /mnt/backups'])
  expect(await rowOf(server, 'continuity_packs', 'Where it is sent')).toEqual(['Folder, encrypted: /mnt/packs'])
  expect((await records(server)).not_sent_to).toEqual(['SMS services', 'partners', 'webhooks', 'outside maps'])

  for (const kind of ['cards', 'passenger_mails', 'sign_ins', 'logs'] as const)
    expect(await rowOf(plain, kind, 'Where it is sent')).toEqual(['Nowhere'])
  const { processings, not_sent_to } = await records(plain)
  expect(processings.map(({ kind }) => kind)).not.toEqual(expect.arrayContaining(['backups']))
  expect(not_sent_to).toEqual(expect.arrayContaining(['card providers', 'mail servers', 'webhooks']))
  const outsideMapUrl = 'https://map.example.org/?at={lat},{lng}'
  await plain.client('administrator').call(api.settings.update, { body: { app: { outsideMapUrl } } })
  expect(await rowOf(plain, 'bookings', 'Where it is sent')).toEqual([
    'Map that staff open a place in: map.example.org',
  ])
})

// covers: AUD-71
test('no password, key or passphrase is in the records, whatever is set up', async () => {
  const text = JSON.stringify(await records(server))
  expect(text).toContain('mail.example.org')
  for (const secret of SECRETS) expect(text).not.toContain(secret)
})

// covers: AUD-71
test('the records are a PDF of several pages, named after the day', async () => {
  const answer = await server.client('administrator').fetch(api.processingRecords.pdf, {})
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="records-of-processing-2026-11-22.pdf"')
  const file = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  expect(file).toMatch(/^%PDF-/)
  expect(pagesOf(file)).toBeGreaterThan(2)
})

const pagesOf = (file: string): number => file.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0

test('a text that is longer than a page of the PDF goes on overleaf', async () => {
  const row = (words: number) => ({ label: 'Who may see it', lines: [Array(words).fill('Dispatcher').join(', ')] })
  const pages = async (words: number): Promise<number> => {
    const sheet = {
      title: 'Records',
      pages: 'page {n} of {count}',
      lead: 'Sunline',
      intro: 'All',
      paper: 'A4' as const,
      made: new Date(0),
      facts: [],
    }
    const groups = [{ title: 'Passengers', parts: [{ name: 'Bookings', rows: [row(words), row(1)] }] }]
    return pagesOf(Buffer.from(await pdfOf({ ...sheet, groups })).toString('latin1'))
  }
  expect([await pages(20), await pages(1500)]).toEqual([1, 3])
})

// covers: AUD-71
test('who may not read the rules, or is limited to regions, gets neither the records nor the file', async () => {
  const limited = { permissions: ['PrivacyManagement:Module', 'PrivacyManagement:retention:canRead'], region_ids: [] }
  for (const as of ['operations_manager' as const, limited]) {
    expect((await refusal(server.client(as).call(api.processingRecords.show))).status).toBe(403)
    expect((await refusal(server.client(as).fetch(api.processingRecords.pdf, {}))).status).toBe(403)
  }
})

test('what is told of who runs it are brand, product, address and the offices of its regions', async () => {
  const now = server.deps.clock.now()
  await server.deps.db
    .insertInto('regions')
    .values({
      name: 'North Coast',
      time_zone: 'Australia/Brisbane',
      contact_email: 'office@example.org',
      contact_phone: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  expect(await processingRecords({ ...server.deps })).toMatchObject({
    made_on: '2026-11-23',
    run_by: {
      name: 'Sunline',
      product: 'Ambit',
      address: 'https://ops.example.org',
      regions: [{ name: 'North Coast', email: 'office@example.org', phone: null }],
    },
  })
})
