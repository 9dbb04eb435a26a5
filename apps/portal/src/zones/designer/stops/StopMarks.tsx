import type { StopDraft } from '../design/design.ts'
import { markLabels, markPaths, type StopMark, stopMarks } from './stop-flags.ts'
import classes from './StopMarks.module.css'

/** Which of a stop's marks are set, in their order. */
export const marksOf = (stop: StopDraft): StopMark[] => stopMarks.filter((mark) => stop[mark])

export const StopMarks = ({ stop }: { stop: StopDraft }) => (
  <span className={classes['marks']}>
    {marksOf(stop).map((mark) => (
      // The browser's own tooltip: one of ours for each mark would cost half of the time that a row takes.
      <span key={mark} role="img" aria-label={markLabels[mark]} title={markLabels[mark]} className={classes['mark']}>
        <MarkIcon mark={mark} />
      </span>
    ))}
  </span>
)

export const MarkIcon = ({ mark, size = 15 }: { mark: StopMark; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={markPaths[mark]} />
  </svg>
)
