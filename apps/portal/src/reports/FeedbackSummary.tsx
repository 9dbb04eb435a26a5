import type { FeedbackSummary as Summary } from '@ambit/contract'
import { useFormat } from '../settings/format.ts'
import classes from './FeedbackSummary.module.css'
import { Stars } from './Stars.tsx'
import { reportStrings } from './strings.ts'

const words = reportStrings.feedback

/** The average, and how the ratings are spread from five stars down to one. */
export const FeedbackSummary = ({ summary }: { summary: Summary }) => {
  const format = useFormat()
  if (summary.average === null) return null
  const spread = summary.ratings.map((count, at) => ({ stars: at + 1, count })).toReversed()
  return (
    <section className={`card ${classes['summary']}`} aria-label={words.average}>
      <div className={classes['average']}>
        <strong className="numbers">{format.number(summary.average, 1)}</strong>
        <Stars rating={Math.round(summary.average)} />
        <span>{words.count(format.number(summary.count))}</span>
      </div>
      <ul className={classes['spread']} aria-label={words.share}>
        {spread.map(({ stars, count }) => (
          <li key={stars}>
            <span>{words.stars(stars)}</span>
            <span className={classes['track']} aria-hidden="true">
              <span style={{ width: `${(100 * count) / summary.count}%` }} />
            </span>
            <span className="numbers">
              {format.number(count)} · {format.percentage(count / summary.count)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
