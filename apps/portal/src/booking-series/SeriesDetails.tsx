import { type BookingSeries, peopleIn } from '@ambit/contract'
import type { ReactNode } from 'react'
import { useMasks } from '../auth/masks.ts'
import { useCan } from '../auth/permissions.ts'
import { dialogText, onTop } from '../dialogs/dialog-ref.ts'
import { AidMarks } from '../records/AidMarks.tsx'
import { bookingWords } from '../records/booking-words.ts'
import type { Format } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import { FactList } from '../ui/FactList.tsx'
import { Link } from '../url/link.tsx'
import { keptOf, nextOf, timeOf } from './columns.tsx'
import { seriesDialogStrings as words } from './dialog-strings.ts'
import { SeriesPauses } from './SeriesPauses.tsx'
import classes from './series.module.css'

type Props = { series: BookingSeries }

/** What was agreed, and the pauses. */
export const SeriesDetails = ({ series }: Props) => (
  <div className={classes['details']}>
    <Facts series={series} />
    <SeriesPauses series={series} />
  </div>
)

const OpenedAbove = ({ dialog, children }: { dialog: string; children: string }) => (
  <Link to="." search={onTop(dialog)} className="text-link">
    {children}
  </Link>
)

const Facts = ({ series }: Props) => {
  const can = useCan()
  const format = useFormat(series.time_zone)
  const careMasked = useMasks().has('care')
  const { fact } = words
  const [first] = series.legs
  const linked = (id: number | null): ReactNode =>
    id === null ? null : <OpenedAbove dialog={dialogText('SeriesDialog', 'view', id)}>{words.link(id)}</OpenedAbove>
  const passenger = can('TravellerManagement:traveller:canRead') ? (
    <OpenedAbove dialog={dialogText('TravelerDialog', 'view', series.traveler_id)}>{series.traveler_name}</OpenedAbove>
  ) : (
    series.traveler_name
  )
  const facts: [string, ReactNode][] = [
    [fact.passenger, passenger],
    [fact.group, series.group?.name ?? null],
    [fact.pattern, series.words],
    [fact.dates, spanOf(series, format)],
    ...series.legs.map((leg): [string, ReactNode] => [
      series.legs.length === 1 ? fact.journey : leg.leg === 1 ? fact.there : fact.back,
      words.way(leg.origin.name, leg.destination.name, timeOf(leg, format)),
    ]),
    ...(first === undefined ? [] : peopleFacts(first)),
    [fact.payment, bookingWords.paymentMethods[series.payment_method]],
    ...series.legs.flatMap((leg): [string, ReactNode][] => [
      [fact.note(leg.leg, 'pick-up', series.legs.length), careMasked ? null : leg.pickup_note],
      [fact.note(leg.leg, 'drop-off', series.legs.length), careMasked ? null : leg.dropoff_note],
    ]),
    [fact.comment, careMasked || series.comment === '' ? null : series.comment],
    [fact.zone, series.zone_name],
    [fact.next, series.next_on === null ? null : nextOf(series, format)],
    [fact.kept, series.rides_done === 0 ? null : keptOf(series, format)],
    [fact.follows, linked(series.follows_id)],
    [fact.followedBy, linked(series.followed_by_id)],
    [fact.ended, series.ended_at === null ? null : format.dateTime(series.ended_at)],
    [
      fact.created,
      series.created_by === null
        ? format.dateTime(series.created_at)
        : words.by(format.dateTime(series.created_at), series.created_by),
    ],
  ]
  return <FactList label={words.facts} facts={facts} />
}

const spanOf = ({ starts_on, last_on, ends_on, ride_count }: BookingSeries, format: Format): string => {
  const [first, last] = [format.civilDate(starts_on), format.civilDate(last_on)]
  if (ride_count !== null) return words.rides(words.span(first, last), ride_count)
  return (ends_on === null ? words.openSpan : words.span)(first, last)
}

const peopleFacts = ({ passengers, mobility_support, aids }: BookingSeries['legs'][number]): [string, ReactNode][] => {
  const party = peopleIn(passengers)
  const marks = aids === null || aids.length === 0 ? null : <AidMarks aids={aids} />
  return [
    [
      words.fact.people,
      [
        words.passengers(party.passengers),
        ...(party.attendants === 0 ? [] : [words.attendants(party.attendants)]),
        ...(party.companions === 0 ? [] : [words.companions(party.companions)]),
      ].join(', '),
    ],
    [words.fact.wheelchairs, mobility_support === null || mobility_support === 0 ? null : String(mobility_support)],
    [words.fact.aids, marks],
  ]
}
