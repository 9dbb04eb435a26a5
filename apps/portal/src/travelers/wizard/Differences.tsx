import type { Difference } from './differences.ts'
import classes from './Differences.module.css'
import { wizardStrings } from './strings.ts'

const words = wizardStrings.changing

type Props = {
  differences: readonly Difference[]
  /** the change has been made: what was, and what is; otherwise what will be */
  done?: boolean
}

/** What a change makes of a booking. It is read as one text, so that it may be part of a choice's name. */
export const Differences = ({ differences, done = false }: Props) => (
  <span className={classes['differences']}>
    {differences.map(({ label, was, is }) => (
      <span key={label} className={classes['difference']}>
        <span className={classes['label']}>{label}</span>{' '}
        <span className={classes['words']}>
          {was !== null && <span className={classes['was']}>{words.was(was)}</span>}{' '}
          <span className={classes['is']}>{was === null ? is : (done ? words.nowIs : words.willBe)(is)}</span>
        </span>
      </span>
    ))}
  </span>
)
