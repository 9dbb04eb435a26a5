import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { usable } from '../restrictions/restricted.ts'
import { narrowed } from './narrowing.ts'

export const listSurveys = (
  db: Kysely<DB>,
  query: z.output<typeof api.surveyReports.list.query>,
  regions: number[] | null,
  hidden: Hidden,
) => {
  const { reason, ...filter } = query.filter ?? {}
  let found = db
    .selectFrom('surveys as v')
    .innerJoin('survey_options as o', 'o.key', 'v.cancellation_reason_key')
    .innerJoin('service_requests as r', 'r.id', 'v.service_request_id')
    .innerJoin('travelers as p', 'p.id', 'r.traveler_id')
    .innerJoin('zones', 'zones.id', 'r.zone_id')
    .select([
      'v.id',
      'v.service_request_id',
      'r.traveler_id',
      'v.cancellation_reason_key',
      'v.additional_information',
      'v.created_at',
    ])
    .select([
      'o.reason',
      'r.promised_pickup_lower_bound as pickup_lower_bound',
      'zones.id as zone_id',
      'zones.name as zone_name',
      'zones.time_zone',
    ])
    .select(sql<string>`p.first_name || ' ' || p.last_name`.as('traveler_name'))
    .where(narrowed(filter, regions, 'v.created_at'))
    .where(usable('p'))
    .where(
      matches(query.search, [
        'o.reason',
        'v.additional_information',
        ...(hidden.has('name') ? [] : ['p.first_name', 'p.last_name']),
      ]),
    )
  if (reason !== undefined) found = found.where(sql<boolean>`o.key = any(${reason}::text[])`)
  const sortable = {
    ...byText('o.reason'),
    ...byValue('v.id', 'v.created_at'),
    traveler_name: sql`lower(p.first_name || ' ' || p.last_name)`,
    zone_name: sql`lower(zones.name)`,
  }
  return listed(found, { ...query, sort: query.sort ?? '-created_at' }, sortable, sql.ref('v.id'))
}
