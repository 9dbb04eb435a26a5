import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../apps/server/src/database/schema.ts'

export type Size = { passengers: number; vehicles: number; drivers: number; bookings: number }

const firstNames =
  'Maria,Oscar,Ines,Inga,Idris,Wen,Bo,Dana,Sam,Alex,Priya,Noah,Liam,Olivia,Emma,Ava,Mia,Lucas,Ethan,Zoe,Hana,Tomas,Yusuf,Freya,Kofi,Leila,Mateo,Nadia,Pavel,Rosa,Tariq,Uma,Viktor,Wanda,Ximena,Yara,Zain,Aisha,Bruno,Chloe'
const roots =
  'Marchetti,Lindqvist,Bauer,Chen,Nguyen,Patel,Smith,Jones,Garcia,Okafor,Silva,Kim,Larsen,Novak,Rossi,Dubois,Tanaka,Ali,Haddad,Cohen,Murphy,Walsh,Fischer,Weber,Costa,Petrov,Yilmaz,Svensson,Moreau,Ferreira'
const makes = 'Toyota,Ford,Mercedes-Benz,Volkswagen,Renault,Hino,Fuso,Iveco,LDV,BYD'
const models = 'HiAce,Transit,Sprinter,Crafter,Master,Poncho,Rosa,Daily,Deliver 9,K7'

const pick = (list: string, by: string) =>
  sql.raw(`(string_to_array('${list}', ','))[1 + (${by}) % ${list.split(',').length}]`)
/** Spreads i over a range without a pattern that an index could make use of. */
const mixed = (i: string, salt: number) => `abs(hashint4(${i} + ${salt}))`

/** Brings an empty, migrated database to this size: people with names that many share, each a little different. */
export const fill = async (db: Kysely<DB>, size: Size): Promise<void> => {
  const people = (table: 'drivers' | 'travelers', status: string, count: number) => sql`
    insert into ${sql.table(table)} (first_name, last_name, username, email, phone_number, status, created_at, updated_at)
    select f, l, lower(f || '.' || l || i), lower(f || '.' || l || i || '@example.org'),
      '+61 4' || lpad((${sql.raw(mixed('i', 5))} % 100000000)::text, 8, '0'),
      case when i % 10 = 0 then 'blocked' else ${status} end, now(), now()
    from (select i, ${pick(firstNames, mixed('i', 1))} as f,
      ${pick(roots, mixed('i', 2))} || chr(97 + ${sql.raw(mixed('i', 3))} % 26) || chr(97 + ${sql.raw(mixed('i', 4))} % 26) as l
      from generate_series(1, ${sql.lit(count)}) as i) as made`
  await people('drivers', 'approved', size.drivers).execute(db)
  await people('travelers', 'active', size.passengers).execute(db)
  await sql`
    insert into vehicles (license_plate, vehicle_number, make, model, capacity, mobility_capacity, status, created_at, updated_at)
    select chr(65 + i % 26) || chr(65 + i / 26 % 26) || chr(65 + i / 676 % 26) || '-' || lpad((i % 1000)::text, 3, '0') || i / 17576,
      'V' || i, ${pick(makes, mixed('i', 6))}, ${pick(models, mixed('i', 7))}, 8, 1,
      case when i % 10 = 0 then 'inactive' else 'active' end, now(), now()
    from generate_series(1, ${sql.lit(size.vehicles)}) as i`.execute(db)
  await bookings(db, size)
  for (const table of ['drivers', 'travelers', 'vehicles', 'service_requests', 'zones'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

/** Completed and coming bookings of one zone each, without trips: what a search and a count read of them. */
const bookings = async (db: Kysely<DB>, size: Size): Promise<void> => {
  await sql`insert into regions (name, time_zone, created_at, updated_at)
    select 'Region ' || i, 'Australia/Brisbane', now(), now() from generate_series(1, 4) as i`.execute(db)
  await sql`insert into zones (region_id, name, abbreviation, time_zone, created_at, updated_at)
    select 1 + i % 4, 'Zone ' || i, 'Z' || i, 'Australia/Brisbane', now(), now() from generate_series(1, 20) as i`.execute(
    db,
  )
  await sql`insert into locations (name, longitude, latitude)
    select 'Stop ' || i, 153, -27 from generate_series(1, 200) as i`.execute(db)
  const step = 100_000
  for (let from = 1; from <= size.bookings; from += step) {
    const to = Math.min(size.bookings, from + step - 1)
    await sql`
      insert into service_requests (traveler_id, zone_id, status, passengers, passenger_count, origin_name, origin_longitude,
        origin_latitude, destination_name, destination_longitude, destination_latitude, pickup_location_id,
        pickup_lower_bound, pickup_upper_bound, dropoff_location_id, dropoff_lower_bound, dropoff_upper_bound, max_ride_s,
        direct_s, payment_method, scaled_price, total_price, created_at, updated_at)
      select 1 + ${sql.raw(mixed('i', 8))} % ${sql.lit(size.passengers)}, 1 + i % 20,
        (array['cancelled', 'no_show', 'created', 'unassigned'])[1 + i % 4], '[{"fare_type": "adult"}]', 1,
        'Stop ' || (1 + i % 200), 153, -27, 'Stop ' || (1 + i % 199), 153, -27, 1 + i % 200,
        at, at + interval '10 minutes', 1 + i % 199, at + interval '10 minutes', at + interval '40 minutes', 1800, 600,
        'cash', 3.5, 3.5, at - interval '1 day', at
      from (select i, now() - interval '1 year' + i * interval '1 year' / ${sql.lit(size.bookings)} as at
        from generate_series(${sql.lit(from)}, ${sql.lit(to)}) as i) as made`.execute(db)
    process.stderr.write(`\r${to} bookings`)
  }
  process.stderr.write('\n')
}
