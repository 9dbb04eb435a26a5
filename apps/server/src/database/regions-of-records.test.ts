// @module-tag long
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { openEmbedded } from './embedded.ts'
import { migrate, readMigrations } from './migrate.ts'
import type { DB } from './schema.ts'

const now = new Date('2026-11-23T00:00:00Z')

/** Two drivers and vehicles, of whom the first serves both regions; passengers who booked in either, and one in none. */
const fill = async (db: Kysely<DB>): Promise<void> => {
  await sql
    .raw(
      `insert into regions (name, time_zone, created_at, updated_at)
        values ('Coast', 'UTC', now(), now()), ('Hills', 'UTC', now(), now());
      insert into zones (region_id, name, abbreviation, time_zone, created_at, updated_at)
        select id, name, 'Z', 'UTC', now(), now() from regions order by id;
      insert into drivers (first_name, last_name, username, email, created_at, updated_at)
        select name, 'Moreau', name, name, now(), now() from unnest(array['Both', 'One', 'None']) as name;
      insert into vehicles (license_plate, vehicle_number, capacity, created_at, updated_at)
        select name, name, 8, now(), now() from unnest(array['Both', 'One', 'None']) as name;
      insert into travelers (first_name, last_name, username, email, created_at, updated_at)
        select name, 'Moreau', name, name, now(), now() from unnest(array['Both', 'One', 'None']) as name;
      insert into locations (name, longitude, latitude) values ('Pier', 0, 0);
      insert into service_plans (zone_id, driver_id, vehicle_id, start_time, end_time, created_at, updated_at)
        values (1, 1, 1, '2026-11-20', '2026-11-21', now(), now()), (2, 1, 1, '2026-11-21', '2026-11-22', now(), now()),
          (2, 2, 2, '2026-11-20', '2026-11-21', now(), now());
      insert into service_requests (traveler_id, zone_id, status, passengers, passenger_count, origin_name, origin_longitude,
          origin_latitude, destination_name, destination_longitude, destination_latitude, pickup_location_id,
          pickup_lower_bound, pickup_upper_bound, dropoff_location_id, dropoff_lower_bound, dropoff_upper_bound,
          max_ride_s, direct_s, payment_method, scaled_price, total_price, created_at, updated_at)
        select traveler_id, zone_id, 'created', '[]', 1, 'A', 0, 0, 'B', 0, 0, 1,
          now(), now(), 1, now(), now(), 60, 60, 'cash', 3, 3, now(), now()
        from (values (1, 2), (1, 1), (2, 2)) as booked (traveler_id, zone_id)`,
    )
    .execute(db)
}

test(
  'the records of an older installation get their regions from its schedules and bookings',
  { timeout: 120_000 },
  async () => {
    const database = await openEmbedded({ folder: null, template: null }, () => {})
    const { db } = database
    const known = readMigrations()
    await migrate(
      db,
      now,
      known.filter(({ name }) => name < '0034'),
    )
    await fill(db)
    await migrate(db, now, known)
    const regionsOf = async (table: 'drivers' | 'vehicles' | 'travelers') => {
      const rows = await db.selectFrom(table).select(['region_id', 'zone_ids', 'version']).orderBy('id').execute()
      return rows.map(({ region_id, zone_ids, version }) => [region_id, zone_ids, version])
    }
    const crews = [
      [null, [1, 2], 1],
      [2, [2], 1],
      [null, [], 1],
    ]
    expect(await regionsOf('drivers')).toEqual(crews)
    expect(await regionsOf('vehicles')).toEqual(crews)
    expect(await regionsOf('travelers')).toEqual([
      [1, [1, 2], 1],
      [2, [2], 1],
      [null, [], 1],
    ])
    await database.close()
  },
)
