import { type BookingOutcome, bookingOutcomes, type BookingReport } from '@ambit/contract'
import { useFormat } from '../settings/format.ts'
import classes from './OutcomesOverview.module.css'
import { OutcomesByDay } from './OutcomesByDay.tsx'
import { reportStrings } from './strings.ts'

const words = reportStrings.outcomes

/** Figures with their shares, a bar for each day, and the reasons of refusals. */
export const OutcomesOverview = ({ report }: { report: BookingReport }) => (
  <>
    <Totals totals={report.totals} />
    <div className={classes['columns']}>
      <OutcomesByDay days={report.days} />
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
          <li className={classes['sum']}>
            <span>{words.allReasons}</span>
            <strong className="numbers">{format.number(refusals.reduce((sum, { count }) => sum + count, 0))}</strong>
          </li>
        </ul>
      )}
    </section>
  )
}
