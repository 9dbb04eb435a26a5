import { pointInPolygon } from '@ambit/geo'
import type { z } from 'zod'
import { type api, messageLanguages, type MessageLanguage, NOTICE_LENGTH, type NoticeDraft } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { closedBy } from '../disruptions/standing.ts'
import type { Actor } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { regionScope, withinScope } from '../http/scope.ts'
import { localeOf } from '../messages/languages.ts'
import { shownSettings } from '../settings/shown.ts'
import { closedRoad, lostTrip } from './texts.ts'

type Asked = z.output<typeof api.notices.prepared.query>
type Wire = Omit<z.input<typeof NoticeDraft>, 'valid_from' | 'valid_until'> & { valid_from: Date; valid_until: Date }

/** A road without a time at which it opens is spoken of for so long; what follows is written then. */
const OPEN_END_MS = 24 * 3_600_000
/** What is over already is told for so long at least. */
const SHORTEST_MS = 3_600_000

/** What those who ride there then could be told. 404 for what the caller may not see. */
export const preparedFor = (deps: Deps, { trip_id, road_closure_id }: Asked, actor: Actor): Promise<Wire> => {
  if (trip_id !== undefined) return ofTrip(deps, trip_id, actor)
  if (road_closure_id !== undefined) return ofRoad(deps, road_closure_id, actor)
  throw invalid([{ pointer: '/query/trip_id', detail: 'Please name a trip or a closed road' }])
}

const ofTrip = async ({ db, clock, config }: Deps, id: number, actor: Actor): Promise<Wire> => {
  const trip = await db
    .selectFrom('trips as t')
    .innerJoin('zones as z', 'z.id', 't.zone_id')
    .where('t.id', '=', id)
    .where(withinScope(regionScope(actor), 'z.region_id'))
    .select(['z.region_id', 'z.id as zone_id', 'z.name', 'z.time_zone', 't.start_datetime', 't.end_datetime'])
    .executeTakeFirst()
  if (trip === undefined) throw notFound()
  const span = spanFrom(clock.now(), trip.start_datetime, trip.end_datetime)
  const { locale } = await shownSettings(db, config)
  const texts = inAll(locale, trip.time_zone, (language, time) =>
    lostTrip[language]({ zone: trip.name, from: time(span.valid_from), until: time(span.valid_until) }),
  )
  return { region_id: trip.region_id, zone_ids: [trip.zone_id], texts, ...span }
}

const ofRoad = async (deps: Deps, id: number, actor: Actor): Promise<Wire> => {
  const { db, clock, config, streets } = deps
  const road = await db
    .selectFrom('road_closures as c')
    .innerJoin('regions as g', 'g.id', 'c.region_id')
    .where('c.id', '=', id)
    .where(withinScope(regionScope(actor), 'c.region_id'))
    .select(['c.region_id', 'c.longitude', 'c.latitude', 'c.reach_m', 'c.until', 'c.created_at', 'g.time_zone'])
    .executeTakeFirst()
  if (road === undefined) throw notFound()
  const open = streets.current()
  const street = (open && closedBy(open, road))?.streets.join(', ') ?? ''
  const end = road.until ?? new Date(clock.now().getTime() + OPEN_END_MS)
  const { locale } = await shownSettings(db, config)
  const texts = inAll(locale, road.time_zone, (language, time) =>
    closedRoad[language]({ street, until: road.until === null ? null : time(road.until) }),
  )
  const zone_ids = await zonesAt(deps, road)
  return { region_id: road.region_id, zone_ids, texts, ...spanFrom(clock.now(), road.created_at, end) }
}

const spanFrom = (now: Date, from: Date, until: Date) => {
  const valid_from = from > now ? from : now
  const least = new Date(valid_from.getTime() + SHORTEST_MS)
  return { valid_from, valid_until: until > least ? until : least }
}

const inAll = (
  locale: string,
  timeZone: string,
  say: (language: MessageLanguage, time: (moment: Date) => string) => string,
): Record<MessageLanguage, string> => {
  const inOne = (language: MessageLanguage): string => {
    const format = new Intl.DateTimeFormat(localeOf(language, locale), {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
    })
    const plain = (moment: Date): string => format.format(moment).replaceAll(/[\u00a0\u202f]/g, ' ')
    return Array.from(say(language, plain)).slice(0, NOTICE_LENGTH).join('')
  }
  const texts = messageLanguages.map((language) => [language, inOne(language)])
  return Object.fromEntries(texts) as Record<MessageLanguage, string> // every language has been said
}

/** The zones that the road lies in; of a road between them, all of the region. */
const zonesAt = async (
  { db }: Deps,
  { region_id, longitude, latitude }: { region_id: number; longitude: number; latitude: number },
): Promise<number[]> => {
  const areas = await db
    .selectFrom('zones as z')
    .leftJoin('service_areas as a', 'a.zone_id', 'z.id')
    .where('z.region_id', '=', region_id)
    .where('z.status', '=', 'active')
    .select(['z.id', 'a.coordinates'])
    .orderBy('z.id')
    .execute()
  const here = areas.filter(({ coordinates }) => coordinates && pointInPolygon([longitude, latitude], coordinates))
  return [...new Set((here.length > 0 ? here : areas).map(({ id }) => id))]
}
