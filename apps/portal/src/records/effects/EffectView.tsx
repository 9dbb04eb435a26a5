import type { Effect, EffectBooking, EffectOption } from '@ambit/contract'
import { IconArrowRight } from '@tabler/icons-react'
import { BookingNumber } from '../BookingNumber.tsx'
import { PassengerContact } from '../PassengerContact.tsx'
import { PlannedRide } from '../PlannedRide.tsx'
import { useFormat } from '../../settings/format.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import classes from './effect.module.css'
import { EffectMarks } from './EffectMarks.tsx'
import { EffectWays } from './EffectWays.tsx'
import { effectStrings as words } from './strings.ts'

const MINUTE = 60
const tones = { not_served: 'danger', moved: 'warning', changed: 'info', unchanged: 'neutral' } as const

/** Bookings that come out otherwise than they did a moment ago. */
type Changed = ReadonlySet<number> | undefined
type Props = { option: EffectOption; timeZone: string | undefined; changed: Changed }

/** What one option does to everybody. */
export const EffectView = ({ option: { effect, violations }, timeZone, changed }: Props) => (
  <>
    <Totals effect={effect} />
    {violations.length > 0 && (
      <ToneAlert tone="warning" mb={12} title={words.violations}>
        <ul className={classes['plain']}>
          {violations.map(({ kind, text, service_request_id, trip_id }) => (
            <li key={`${kind} ${service_request_id} ${trip_id}`}>{text}</li>
          ))}
        </ul>
      </ToneAlert>
    )}
    <BookingRows bookings={effect.bookings} timeZone={timeZone} changed={changed} />
    <EffectWays effect={effect} timeZone={timeZone} />
    {effect.totals.shifted > 0 && <p className={classes['hint']}>{words.shifted(effect.totals.shifted)}</p>}
    <Sentences title={words.irreversible} sentences={effect.irreversible.map(({ text }) => text)} />
    <Sentences title={words.notes} sentences={[...effect.notes, ...effect.fares.map(({ text }) => text)]} />
    <Sentences title={words.couldServe} sentences={effect.could_serve.map(words.booking)} />
  </>
)

type RowsProps = { bookings: readonly EffectBooking[]; timeZone: string | undefined; changed?: Changed }

/** What becomes of each booking, with vehicle and times before and after. */
export const BookingRows = ({ bookings, timeZone, changed }: RowsProps) =>
  bookings.length === 0 ? (
    <p className={classes['hint']}>{words.nothing}</p>
  ) : (
    <ul className={classes['rows']} aria-label={words.bookings}>
      {bookings.map((booking) => (
        <Row
          key={booking.service_request_id}
          booking={booking}
          among={bookings.map(({ traveler_id }) => traveler_id)}
          timeZone={timeZone}
          changed={changed?.has(booking.service_request_id) === true}
        />
      ))}
    </ul>
  )

const Totals = ({ effect: { totals } }: { effect: Effect }) => {
  const format = useFormat()
  const signed = (value: number, digits = 0): string => (value > 0 ? '+' : '') + format.number(value, digits)
  const shown = [
    { key: 'not_served', text: format.number(totals.not_served), tone: totals.not_served > 0 ? 'danger' : undefined },
    { key: 'broken', text: format.number(totals.broken), tone: totals.broken > 0 ? 'warning' : undefined },
    { key: 'moved', text: format.number(totals.moved), tone: undefined },
    { key: 'passenger_s', text: signed(Math.round(totals.passenger_s / MINUTE)), tone: undefined },
    { key: 'vehicle_s', text: signed(Math.round(totals.vehicle_s / MINUTE)), tone: undefined },
    { key: 'distance_m', text: signed(totals.distance_m / 1000, 1), tone: undefined },
    { key: 'empty_m', text: signed(totals.empty_m / 1000, 1), tone: undefined },
    { key: 'drivers', text: format.number(totals.drivers), tone: undefined },
  ] as const
  return (
    <>
      <dl className={classes['totals']} aria-label={words.totals}>
        {shown.map(({ key, text, tone }) => (
          <div key={key} data-tone={tone}>
            <dt>{words.total[key]}</dt>
            <dd className="numbers">{text}</dd>
          </div>
        ))}
      </dl>
      {totals.broken > 0 && <p className={classes['hint']}>{words.worst(totals.worst_late_s)}</p>}
    </>
  )
}

type RowProps = { booking: EffectBooking; among: readonly number[]; timeZone: string | undefined; changed: boolean }

const Row = ({ booking, among, timeZone, changed }: RowProps) => {
  const { service_request_id: id, traveler_name: name, outcome, before, after, later_s, late_s, too_long_s } = booking
  return (
    <li className={classes['row']} data-changed={changed || undefined}>
      <div className={classes['head']}>
        <strong>
          <PassengerContact id={booking.traveler_id} name={name} among={among} />
        </strong>
        <BookingNumber id={id} name={name} />
        <EffectMarks marks={booking.marks} />
        {changed && <StatusTag tone="live">{words.justChanged}</StatusTag>}
        <StatusTag tone={tones[outcome]}>{words.outcomes[outcome]}</StatusTag>
      </div>
      <div className={classes['rides']}>
        <PlannedRide ride={before} timeZone={timeZone} />
        <IconArrowRight size={14} role="img" aria-label="→" />
        <PlannedRide ride={after} timeZone={timeZone} />
        {Math.abs(later_s) >= MINUTE && <span>{words.later(later_s)}</span>}
        {late_s >= MINUTE && <StatusTag tone="warning">{words.late(late_s)}</StatusTag>}
        {too_long_s >= MINUTE && <StatusTag tone="warning">{words.tooLong(too_long_s)}</StatusTag>}
      </div>
      {outcome === 'not_served' && <Sentences sentences={booking.reasons.map(({ text }) => text)} />}
    </li>
  )
}

/** Sentences that are worth knowing; nothing without any. */
export const Sentences = ({ title, sentences }: { title?: string; sentences: readonly string[] }) =>
  sentences.length === 0 ? null : (
    <>
      {title !== undefined && <h4 className={classes['title']}>{title}</h4>}
      <ul className={classes['sentences']}>
        {[...new Set(sentences)].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  )
