import type { Reason, ServiceAvailabilitySearch, ServiceOffering } from '@ambit/contract'
import { IconAlertTriangle, IconWalk } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { AidMarks } from '../../records/AidMarks.tsx'
import type { Format } from '../../settings/create-format.ts'
import { wizardStrings as words } from './strings.ts'
import classes from './Offering.module.css'

type Props = {
  offering: ServiceOffering
  /** of which one is chosen; left out: there is one group */
  group?: string
  /** searched for a departure, not for an arrival */
  departing: boolean
  /** when the search asked to travel: windows on another day say which */
  askedAt: string
  chosen: boolean
  aids: ServiceAvailabilitySearch['aids']
  /** what it would change of a booking; null for a new one */
  difference: ReactNode
  format: Format
  onChoose: () => void
}

/** One way to travel: what is promised at both ends, how far on foot, and the price. */
export const Offering = ({
  offering,
  group = 'offering',
  departing,
  askedAt,
  chosen,
  aids,
  difference,
  format,
  onChoose,
}: Props) => {
  const { pickup, dropoff, meta } = offering
  const minutes = Math.round((Date.parse(dropoff.lower_bound) - Date.parse(pickup.lower_bound)) / 60_000)
  const walk = Math.round(pickup.walk_m + dropoff.walk_m)
  const price = meta.price_with_code ?? meta.total_price
  const { badge, rides, kept } = meta.reliability
  const cost = costToOthers(offering)
  const id = useId()
  return (
    <label className={classes['offer']} data-chosen={chosen || undefined} htmlFor={id}>
      <input id={id} type="radio" name={group} className={classes['radio']} checked={chosen} onChange={onChoose} />
      <span className={classes['offerHead']}>
        <strong>{nameOf(offering, departing, format)}</strong>
        <ReliabilityBadge {...meta.reliability} />
        <span className={classes['price']}>
          {meta.scaled_price !== price && <s>{format.money(meta.scaled_price)}</s>}
          {format.money(price)}
        </span>
      </span>
      <span className={classes['windows']}>
        <Window label={words.pickUpWindow} stop={pickup} askedAt={askedAt} format={format} />
        <span className={classes['duration']}>{words.minutes(minutes)}</span>
        <Window label={words.dropOffWindow} stop={dropoff} askedAt={askedAt} format={format} />
      </span>
      <span className={classes['offerFoot']}>
        <span>
          <IconWalk size={14} aria-hidden />
          {walk === 0 ? words.noWalk : words.walk(format.distance(walk))}
        </span>
        <AidMarks aids={aids} />
        <span>{words.vehicle(meta.vehicle_number)}</span>
      </span>
      <span className={classes['details']}>
        {cost !== null && <span>{cost}</span>}
        {badge !== null && <span>{words.reliability.kept(Math.floor((100 * kept) / rides), rides)}</span>}
      </span>
      {meta.reasons
        .filter(({ code }) => code === 'too_little_time')
        .map((reason) => (
          <span key={reason.text} className={classes['warning']}>
            <IconAlertTriangle size={14} aria-hidden />
            {tooLittleTime(reason)}
          </span>
        ))}
      {difference}
    </label>
  )
}

/** The reason of an offering for which others change vehicle, or their order: what it costs is that of all vehicles. */
const NEEDS_ROOM = 'needs_room'

/** What it costs others, and how much more is driven; null: an offering of before says nothing of it. */
const costToOthers = ({ meta: { reasons, vehicle_number } }: ServiceOffering): string | null => {
  const { later_people: people, later_s, late_people, detour_s } = reasons[0]?.figures ?? {}
  if (typeof people !== 'number') return null
  const minutes = (seconds: unknown): number => Math.ceil(Math.max(0, Number(seconds)) / 60)
  const { nobody, later, drives, allDrive } = words.others
  return [
    people === 0 ? nobody : later(people, minutes(later_s), Number(late_people)),
    reasons[0]?.code === NEEDS_ROOM ? allDrive(minutes(detour_s)) : drives(vehicle_number, minutes(detour_s)),
  ].join(' · ')
}

const ReliabilityBadge = ({ badge }: ServiceOffering['meta']['reliability']) => (
  <span className={classes['reliability']} data-badge={badge ?? undefined}>
    {badge === null ? words.reliability.tooFew : words.reliability.badges[badge]}
  </span>
)

/** Without time enough to get from one ride of the passenger to the next. */
const tooLittleTime = ({ figures = {} }: Reason): string => {
  const { minutes, service_request_id: id, side } = figures
  const { tooLittle, booking, another } = words.other
  const say = side === 'before' ? tooLittle.before : tooLittle.after
  return say(typeof id === 'number' ? booking(id) : another, Number(minutes))
}

/** In a search by arrival, staff compare offers by the planned arrival, the walk to the address included. */
const nameOf = ({ kind, meta }: ServiceOffering, departing: boolean, format: Format): string => {
  const arrival = meta.reasons[0]?.figures?.['arrives']
  return kind === 'soonest' && !departing && typeof arrival === 'number'
    ? words.arrives(format.time(new Date(arrival * 1000)))
    : words.kinds[kind]
}

type WindowProps = { label: string; stop: ServiceOffering['pickup']; askedAt: string; format: Format }

const Window = ({ label, stop, askedAt, format }: WindowProps) => (
  <span className={classes['window']}>
    <span className={classes['windowLabel']}>{label}</span>
    <span className={classes['windowTime']}>
      {format.day(stop.lower_bound) !== format.day(askedAt) && `${format.day(stop.lower_bound)}, `}
      {`${format.time(stop.lower_bound)} – ${format.time(stop.upper_bound)}`}
    </span>
    <span className={classes['windowPlace']} title={stop.name}>
      {stop.walk_m > 0 && <span className={classes['stopLabel']}>{words.tripStop}</span>}
      {stop.name}
    </span>
  </span>
)
