import type { TripItinerary } from '@ambit/contract'
import { itineraryDate, itineraryMoment } from './itinerary.ts'
import classes from './ItineraryFacts.module.css'
import { reportStrings } from './strings.ts'

const words = reportStrings.itinerary

/** What the itinerary is of; `exported` on paper. */
export const ItineraryFacts = ({ itinerary, exported }: { itinerary: TripItinerary; exported: boolean }) => {
  const facts = [
    [words.facts.id, String(itinerary.id)],
    [words.facts.name, itinerary.name],
    [words.facts.date, itineraryDate(itinerary.time_zone, itinerary.start_datetime)],
    [words.facts.zone, itinerary.zone_name],
    [words.facts.vehicle, itinerary.vehicle_number ?? words.missing],
    [words.facts.driver, itinerary.driver_name ?? words.missing],
    ...(exported ? [[words.facts.exported, itineraryMoment(itinerary.time_zone, itinerary.exported_at)] as const] : []),
  ] as const
  return (
    <dl className={classes['facts']} aria-label={words.details}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
