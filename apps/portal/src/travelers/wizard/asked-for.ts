import { peopleIn, type ServiceAvailabilitySearch } from '@ambit/contract'
import type { Format } from '../../settings/create-format.ts'
import { wizardStrings } from './strings.ts'

const words = wizardStrings.asked

type Asked = Pick<ServiceAvailabilitySearch, 'traveling_at' | 'departing' | 'passengers' | 'mobility_support'>

/** What a search asked for, to be read back on the phone: `Tue 24 Nov · arrive by 9:00 am · 2 passengers · 1 wheelchair`. */
export const askedFor = (
  { traveling_at, departing, passengers, mobility_support }: Asked,
  format: Format,
  wishedAt: string | null = null,
): string => {
  const party = peopleIn(passengers)
  return [
    format.day(traveling_at),
    (departing ? words.depart : words.arrive)(format.time(traveling_at)),
    ...(wishedAt === null ? [] : [wizardStrings.otherTimes.wish(format.time(wishedAt))]),
    words.passengers(party.passengers),
    ...(party.attendants === 0 ? [] : [words.attendants(party.attendants)]),
    ...(party.companions === 0 ? [] : [words.companions(party.companions)]),
    ...(mobility_support === null || mobility_support === 0 ? [] : [words.wheelchairs(mobility_support)]),
  ].join(' · ')
}
