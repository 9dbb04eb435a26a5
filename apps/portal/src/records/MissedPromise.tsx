import type { TripStop } from '@ambit/contract'
import { allowCancel } from '@ambit/domain'
import type { Format } from '../settings/create-format.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { shownBookingStatuses } from './bookings.ts'

const words = {
  now: (window: string, now: string) => `Promised ${window} · now ${now}`,
  arrived: (window: string, at: string) => `Promised ${window} · arrived ${at}`,
}

type Passenger = TripStop['boardings'][number]
type Props = {
  passenger: Passenger
  boards: boolean
  stop: Pick<TripStop, 'eta' | 'arrived_at'>
  format: Format
  className: string | undefined
}

/** What a passenger was promised at a stop, where the vehicle comes later than that; nothing where it is in time. */
export const MissedPromise = ({ passenger, boards, stop, format, className }: Props) => {
  // A rescue is another pick-up than the one that was promised.
  if (boards && passenger.stranded) {
    const { tone, text } = shownBookingStatuses.stranded
    return allowCancel(passenger.status) ? <StatusTag tone={tone}>{text}</StatusTag> : null
  }
  const known = stop.arrived_at ?? stop.eta
  if (known === null || minuteOf(known) <= minuteOf(passenger.promised_upper_bound)) return null
  const window = `${format.time(passenger.promised_lower_bound)} – ${format.time(passenger.promised_upper_bound)}`
  const text = (stop.arrived_at === null ? words.now : words.arrived)(window, format.time(known))
  return <span className={className}>{text}</span>
}

const minuteOf = (time: string): number => Math.floor(Date.parse(time) / 60_000)
