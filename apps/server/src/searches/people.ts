import type { Kysely } from 'kysely'
import { type BoardingTimes, type BookedAid, peopleIn } from '@ambit/contract'
import { type Boarding, boardingTimesOf, needsOf, spacesOf, type UsualTimes } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import { invalid } from '../http/errors.ts'
import type { Scope } from '../http/scope.ts'
import { aidOfKind, knownAids, type KnownAid, requireAids } from '../mobility-aids/queries.ts'
import type { Seconds, ZoneSettings } from '../planning/plan/types.ts'
import type { SearchQuestion } from './question.ts'

/** What bookings take over from a passenger's profile. */
export type Profile = {
  region_id: number | null
  attendant_allowed: boolean
  mobility_aids: number[]
  own_times: BoardingTimes | null
  /** of the booking that is changed, which has them already */
  booked_aids?: number[]
}

/** Who travels, and with what. */
export type Travelling = {
  paying: number
  wheelchairs: number
  aids: BookedAid[]
  needs: ReturnType<typeof needsOf>
  own_times: BoardingTimes | null
  times: BoardingTimes | null
}

/** Who travels and with what: as asked, else as the profile has it. 422 for what may not be. */
export const travellingOf = async (
  db: Kysely<DB>,
  asked: SearchQuestion,
  profile: Profile,
  scope: Scope,
): Promise<Travelling> => {
  const { passengers, attendants, companions } = peopleIn(asked.passengers)
  if (attendants > 0 && !profile.attendant_allowed)
    throw refuse('An attendant is not allowed in this passenger’s profile')
  if (attendants > passengers) throw refuse(`At most ${passengers} ${passengers === 1 ? 'attendant' : 'attendants'}`)
  const known = await (asked.aids === undefined
    ? knownAids(db, null, profile.booked_aids ?? profile.mobility_aids)
    : requireAids(db, scope, asked.aids, '/aids'))
  const own_times = asked.own_times === undefined ? timesIn(profile.own_times) : asked.own_times
  const wheelchairs = asked.mobility_support ?? Math.min(passengers, spacesOf(known))
  const boarding: Boarding = {
    people: asked.passengers.length,
    wheelchairs,
    aids: known,
    own: own_times && { times: own_times, aids: profile.mobility_aids },
  }
  return {
    paying: passengers + companions,
    wheelchairs,
    aids: known.map(({ id, kind, name }) => ({ id, kind, name })),
    needs: needsOf(known.map(({ kind }) => kind)),
    own_times,
    times:
      known.length === 0 && own_times === null ? null : boardingTimesOf(boarding, await usualTimes(db, known, profile)),
  }
}

const refuse = (detail: string) => invalid([{ pointer: '/passengers', detail }])

const timesIn = (own: BoardingTimes | null): BoardingTimes | null =>
  own && { load_s: own.load_s, unload_s: own.unload_s }

const USUAL: UsualTimes = { none: { load_s: 10, unload_s: 10 }, wheelchair: { load_s: 120, unload_s: 120 } }

/** Those of the region that keeps the aids. */
const usualTimes = async (db: Kysely<DB>, aids: readonly KnownAid[], { region_id }: Profile): Promise<UsualTimes> => {
  const region = aids[0]?.region_id ?? region_id
  if (region === null) return USUAL
  return {
    none: (await aidOfKind(db, region, 'none')) ?? USUAL.none,
    wheelchair: (await aidOfKind(db, region, 'wheelchair')) ?? USUAL.wheelchair,
  }
}

/** The zones that let so many companions ride along at that time; 422 where there are zones, and none does. */
export const takingCompanions = <T>(
  zones: readonly T[],
  rulesOf: (zone: T) => ZoneSettings['rules'],
  { passengers, at }: { passengers: SearchQuestion['passengers']; at: Seconds },
): T[] => {
  const { companions } = peopleIn(passengers)
  const most = (zone: T): number => rulesOf(zone).days.at(at * 1000).rules.max_companions
  const taking = zones.filter((zone) => companions <= most(zone))
  if (taking.length > 0 || zones.length === 0) return taking
  const allowed = Math.max(...zones.map(most))
  throw refuse(`At most ${allowed} ${allowed === 1 ? 'companion' : 'companions'}`)
}
