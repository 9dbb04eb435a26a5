import type { ServiceAvailabilitySearch } from '@ambit/contract'
import { isOpenAt } from '@ambit/domain'
import { useQuery } from '@tanstack/react-query'
import { useMasks } from '../../auth/masks.ts'
import type { FoundPlace } from '../../map/places.ts'
import { placeRecords } from '../../records/places.ts'
import { useFormat } from '../../settings/format.ts'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import { wizardStrings as words } from './strings.ts'

type Props = {
  /** where the ride ends */
  place: FoundPlace | null
  offering: ServiceAvailabilitySearch['service_offerings'][number] | undefined
  /** of the offering's zone; undefined: not known yet */
  timeZone: string | undefined
}

/** Says that a place of the place book is closed when the passenger gets there. */
export const ClosedPlace = ({ place, offering, timeZone }: Props) => {
  const format = useFormat(timeZone)
  const masked = useMasks().has('place')
  const id = place?.place_id
  const known = useQuery({ ...placeRecords.one(id ?? 0), enabled: id !== undefined && !masked }).data
  if (known?.hours == null || offering === undefined || timeZone === undefined) return null
  const { hours, name } = known
  const { lower_bound, upper_bound, walk_s } = offering.dropoff
  const closedAt = [lower_bound, upper_bound]
    .map((at) => new Date(Date.parse(at) + walk_s * 1000))
    .find((at) => !isOpenAt(hours, timeZone, at))
  if (closedAt === undefined) return null
  return <ToneAlert tone="warning">{words.closedPlace(name, format.time(closedAt.toISOString()))}</ToneAlert>
}
