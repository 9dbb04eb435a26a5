import { bookingOutcomes, type BookingReport } from '@ambit/contract'
import { useFormat } from '../settings/format.ts'
import { axisMarks } from './axis-marks.ts'
import classes from './OutcomesByDay.module.css'
import { reportStrings } from './strings.ts'

const words = reportStrings.outcomes
type Day = BookingReport['days'][number]

const MOST_DATES = 8
/** characters: `23/11` */
const DAY_AND_MONTH = 5

/** A stacked bar for each day. The table below says the same in figures: to screen readers the chart is one picture. */
export const OutcomesByDay = ({ days }: { days: readonly Day[] }) => {
  const format = useFormat()
  const marks = axisMarks(Math.max(...days.map(({ total }) => total), 1))
  const top = marks.at(-1) ?? 1
  const every = Math.ceil(days.length / MOST_DATES)
  return (
    <section className={`card ${classes['chart']}`} aria-label={words.byDay}>
      <h2>{words.byDay}</h2>
      <p className={classes['axis']} aria-hidden="true">
        {words.axes.number}
      </p>
      <div className={classes['plot']} role="img" aria-label={days.map(inWords).join('; ')}>
        {marks.map((mark) => (
          <span key={mark} className={classes['mark']} style={{ bottom: `${(100 * mark) / top}%` }}>
            <span className="numbers">{format.number(mark)}</span>
          </span>
        ))}
        <div className={classes['bars']}>
          {days.map((day, index) => (
            <div key={day.date} className={classes['bar']} title={inWords(day)}>
              {bookingOutcomes.map((outcome) => (
                <span key={outcome} data-outcome={outcome} style={{ height: `${(100 * day[outcome]) / top}%` }} />
              ))}
              {index % every === 0 && (
                <span className={classes['date']}>{shortDate(day.date).slice(0, DAY_AND_MONTH)}</span>
              )}
            </div>
          ))}
        </div>
      </div>
      <p className={classes['axis']} data-axis="day" aria-hidden="true">
        {words.axes.day}
      </p>
    </section>
  )
}

const shortDate = (date: string): string => date.split('-').toReversed().join('/')

const inWords = (day: Day): string =>
  [
    words.bar(shortDate(day.date), day.total),
    ...bookingOutcomes.flatMap((outcome) =>
      day[outcome] === 0 ? [] : [`${words.names[outcome].toLowerCase()} ${day[outcome]}`],
    ),
  ].join(', ')
