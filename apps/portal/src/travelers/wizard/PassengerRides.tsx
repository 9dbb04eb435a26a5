import type { ServiceRequest } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconArrowNarrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMasks } from '../../auth/masks.ts'
import { useCan } from '../../auth/permissions.ts'
import { bookingWords } from '../../records/booking-words.ts'
import { shownBookingStatus, shownBookingStatuses, travelerRidesQuery } from '../../records/bookings.ts'
import { OpenReturns } from '../../records/open-returns/OpenReturns.tsx'
import { openReturnsOfTravelerQuery } from '../../records/open-returns/queries.ts'
import { openReturnStrings } from '../../records/open-returns/strings.ts'
import { RecordStatus } from '../../records/status.tsx'
import { useFormat } from '../../settings/format.ts'
import type { copyOf } from './booking-to-change.ts'
import { wizardStrings } from './strings.ts'
import classes from './PassengerRides.module.css'

const words = wizardStrings.rides

type Way = Parameters<typeof copyOf>[1]
type Props = { travelerId: number; onCopy: (booking: ServiceRequest, way: Way) => void }

/** What the passenger may call for, and the next five rides and the last five, each to be booked again, or back. */
export const PassengerRides = (props: Props) => {
  const readable = useCan()('TravellerManagement:tripBookingHistoricTrips:canRead')
  // A door without its number is no place to book from.
  const placesMasked = useMasks().has('place')
  if (!readable || placesMasked) return null
  return (
    <>
      <OpenReturns title={openReturnStrings.ofPassenger} query={openReturnsOfTravelerQuery(props.travelerId)} unnamed />
      <Rides part="ahead" {...props} />
      <Rides part="past" {...props} />
    </>
  )
}

const Rides = ({ part, travelerId, onCopy }: Props & { part: 'ahead' | 'past' }) => {
  const rides = useQuery(travelerRidesQuery(travelerId, part)).data ?? []
  if (rides.length === 0) return null
  return (
    <section aria-label={words[part]}>
      <h3 className={classes['heading']}>{words[part]}</h3>
      <ul className={classes['rides']}>
        {rides.map((ride) => (
          <Ride key={ride.id} ride={ride} onCopy={onCopy} />
        ))}
      </ul>
    </section>
  )
}

const Ride = ({ ride, onCopy }: { ride: ServiceRequest } & Pick<Props, 'onCopy'>) => {
  const format = useFormat(ride.time_zone)
  const from = ride.pickup.promised_lower_bound
  return (
    <li>
      <div className={classes['ride']}>
        <span className={classes['when']}>{words.when(format.day(from), format.time(from))}</span>
        <RecordStatus of={shownBookingStatuses} status={shownBookingStatus(ride)} />
      </div>
      <div className={classes['places']}>
        <span>{ride.origin.name}</span>
        <IconArrowNarrowRight size={14} aria-hidden />
        <span>{ride.destination.name}</span>
      </div>
      <div className={classes['ride']}>
        <Copy
          label={bookingWords.again}
          name={bookingWords.againNamed(ride.id)}
          onClick={() => onCopy(ride, 'again')}
        />
        <Copy label={words.back} name={words.backNamed(ride.id)} onClick={() => onCopy(ride, 'return')} />
      </div>
    </li>
  )
}

const Copy = ({ label, name, onClick }: { label: string; name: string; onClick: () => void }) => (
  <Button size="compact-xs" variant="default" aria-label={name} onClick={onClick}>
    {label}
  </Button>
)
