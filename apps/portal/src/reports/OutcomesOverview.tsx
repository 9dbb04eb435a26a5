import { type BookingOutcome, bookingOutcomes, type BookingReport } from '@ambit/contract'
import { useFormat } from '../settings/format.ts'
import classes from './OutcomesOverview.module.css'
import { reportStrings } from './strings.ts'

const words = reportStrings.outcomes

/** Figures with their shares, a bar for each day, and the reasons of refusals. */
export const OutcomesOverview = ({ report }: { report: BookingReport }) => (
  <>
    <Totals totals={report.totals} />
    <div className={classes['columns']}>
      <Days days={report.days} />
      <Refusals refusals={report.refusals} />
    </div>
  </>
)

const Swatch = ({ outcome }: { outcome: BookingOutcome }) => (
  <span className={classes['swatch']} data-outcome={outcome} aria-hidden="true" />
)

const Totals = ({ totals }: { totals: BookingReport['totals'] }) => {
  const format = useFormat()
  return (
    <dl className={`card ${classes['totals']}`} aria-label={words.all}>
      <div>
        <dt>{words.all}</dt>
        <dd className="numbers">{format.number(totals.total)}</dd>
      </div>
      {bookingOutcomes.map((outcome) => (
        <div key={outcome}>
          <dt>
            <Swatch outcome={outcome} />
            {words.names[outcome]}
          </dt>
          <dd className="numbers">
            {format.number(totals[outcome])} <small>{format.percentage(totals[outcome] / totals.total, 1)}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The table below says the same in figures: to those who do not see it the chart is one picture. */
const Days = ({ days }: { days: BookingReport['days'] }) => {
  const most = Math.max(...days.map(({ total }) => total), 1)
  const [first, last] = [days[0], days.at(-1)]
  return (
    <section className={`card ${classes['chart']}`} aria-label={words.byDay}>
      <h2>{words.byDay}</h2>
      <div className={classes['bars']} role="img" aria-label={days.map(inWords).join('; ')}>
        {days.map((day) => (
          <div key={day.date} className={classes['bar']} title={inWords(day)}>
            {bookingOutcomes.map((outcome) => (
              <span key={outcome} data-outcome={outcome} style={{ height: `${(100 * day[outcome]) / most}%` }} />
            ))}
          </div>
        ))}
      </div>
      <div className={classes['axis']}>
        <span>{first === undefined ? '' : shortDate(first.date)}</span>
        <span>{last === undefined ? '' : shortDate(last.date)}</span>
      </div>
    </section>
  )
}

const shortDate = (date: string): string => date.split('-').toReversed().join('/')

const inWords = (day: BookingReport['days'][number]): string =>
  [
    words.bar(shortDate(day.date), day.total),
    ...bookingOutcomes.flatMap((outcome) =>
      day[outcome] === 0 ? [] : [`${words.names[outcome].toLowerCase()} ${day[outcome]}`],
    ),
  ].join(', ')

const Refusals = ({ refusals }: { refusals: BookingReport['refusals'] }) => {
  const format = useFormat()
  return (
    <section className={`card ${classes['refusals']}`} aria-label={words.refusals}>
      <h2>{words.refusals}</h2>
      {refusals.length === 0 ? (
        <p>{words.noRefusals}</p>
      ) : (
        <ul>
          {refusals.map(({ code, count, example }) => (
            <li key={code} title={example}>
              <span>{words.reasons[code] ?? example}</span>
              <strong className="numbers">{format.number(count)}</strong>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
