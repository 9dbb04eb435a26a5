import { api, type SuspendedRide } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { useCan } from '../../auth/permissions.ts'
import { useOpenDialog } from '../../dialogs/stack.ts'
import { bookingWords } from '../../records/booking-words.ts'
import { useFormat } from '../../settings/format.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import shared from '../travelers.module.css'
import { CARRY_OUT, stepRidesQuery, useStepChange } from './queries.ts'
import { stepStrings as words } from './strings.ts'

/** Rides that were booked in the days of a suspension before: a person decides on each. */
export const StepRides = ({ id }: { id: number }) => {
  const rides = useQuery(stepRidesQuery(id))
  if (rides.data === undefined || rides.data.length === 0) return null
  return (
    <section aria-label={words.rides}>
      <h4>{words.rides}</h4>
      <p className={shared['hint']}>{words.ridesHint}</p>
      <ul className={shared['entries']}>
        {rides.data.map((ride) => (
          <Ride key={ride.service_request_id} step={id} ride={ride} />
        ))}
      </ul>
    </section>
  )
}

const Ride = ({ step, ride }: { step: number; ride: SuspendedRide }) => {
  const { service_request_id: id, pickup_from, pickup_to, kept } = ride
  const format = useFormat(ride.time_zone)
  const can = useCan()
  const open = useOpenDialog()
  const queries = useQueryClient()
  const { busy, run } = useStepChange()
  const keep = async (): Promise<void> => {
    const call = { params: { id: step }, body: { service_request_id: id } }
    await run(() => client.call(api.suspensions.keepRide, call))
    await queries.invalidateQueries({ queryKey: stepRidesQuery(step).queryKey })
  }
  const window = bookingWords.window(format.time(pickup_from), format.time(pickup_to))
  return (
    <li className={shared['entry']}>
      <div className={shared['entryHead']}>
        <span>{words.ride(format.day(pickup_from), window, ride.from, ride.to)}</span>
        {kept && <StatusTag tone="info">{words.kept}</StatusTag>}
        <span className={shared['entryButtons']}>
          {!kept && can(CARRY_OUT) && (
            <Button
              size="compact-xs"
              variant="default"
              loading={busy}
              aria-label={words.keepOf(id)}
              onClick={() => void keep()}
            >
              {words.keep}
            </Button>
          )}
          {can('LiveBooking:booking:canUpdate') && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={words.cancelOf(id)}
              onClick={() => open('LiveBookingDialog', 'view', id)}
            >
              {words.cancel}
            </Button>
          )}
        </span>
      </div>
    </li>
  )
}
