import type { ItineraryPassenger, TripItinerary } from '@ambit/contract'
import { EmptyState } from '../ui/EmptyState.tsx'
import { itineraryTime, passengerText } from './itinerary.ts'
import classes from './ItineraryTable.module.css'
import { reportStrings } from './strings.ts'

const words = reportStrings.itinerary

/** Target time, stop, who boards and who alights. */
export const ItineraryTable = ({ itinerary }: { itinerary: TripItinerary }) => {
  const { columns } = words
  if (itinerary.stops.length === 0) return <EmptyState title={words.noStops} />
  return (
    <div className={classes['scroll']} tabIndex={0} role="group" aria-label={columns.stops}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{columns.target_time}</th>
            <th scope="col">{columns.stops}</th>
            <th scope="col">{columns.pickUps}</th>
            <th scope="col">{columns.dropOffs}</th>
          </tr>
        </thead>
        <tbody>
          {itinerary.stops.map((stop) => (
            <tr key={stop.id}>
              <td className="numbers">{itineraryTime(itinerary.time_zone, stop.target_time)}</td>
              <td>
                {stop.name}
                {stop.address !== null && <small>{stop.address}</small>}
              </td>
              <td>
                <People passengers={stop.PassengersBoardingInfo} none={words.noPickUps} />
              </td>
              <td>
                <People passengers={stop.PassengersAlightingInfo} none={words.noDropOffs} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {words.total}
            </th>
            <td>{sumText(itinerary.stops.flatMap((stop) => stop.PassengersBoardingInfo))}</td>
            <td>{sumText(itinerary.stops.flatMap((stop) => stop.PassengersAlightingInfo))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const sumText = (people: readonly ItineraryPassenger[]): string => {
  const sum = (key: 'passengersCount' | 'mobility_support'): number =>
    people.reduce((total, passenger) => total + (passenger[key] ?? 0), 0)
  const wheelchairs = sum('mobility_support')
  return [words.passengers(sum('passengersCount')), ...(wheelchairs > 0 ? [words.wheelchairs(wheelchairs)] : [])].join(
    ', ',
  )
}

const People = ({ passengers, none }: { passengers: readonly ItineraryPassenger[]; none: string }) =>
  passengers.length === 0 ? (
    <span className={classes['empty']}>{none}</span>
  ) : (
    <ul>
      {passengers.map((passenger, at) => (
        // Two of one name may board together.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>{passengerText(passenger, words)}</li>
      ))}
    </ul>
  )
