import { MAX_SPANS, type ServiceSpan } from '@ambit/contract'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { TimeInput } from './TimeInput.tsx'
import { timeSteps } from './time-steps.ts'
import { toClock, toMinutes } from './clock-text.ts'
import classes from './DayHours.module.css'
import { formStrings } from './strings.ts'
import type { ReportReadable } from './use-unreadable.ts'

type Props = {
  /** the weekday's name, or `Hours` */
  day: string
  spans: readonly ServiceSpan[]
  starts: number
  error: string | null
  disabled: boolean
  onChange: (spans: ServiceSpan[]) => void
  onReadable?: ReportReadable
}

const words = formStrings.hours
const begins = timeSteps.filter((time) => time !== '24:00')
const HOUR = 60

/** The times of one day; none: closed. */
export const DayHours = ({ day, spans, starts, error, disabled, onChange, onReadable }: Props) => {
  const set = (index: number, span: Partial<ServiceSpan>): void =>
    onChange(spans.map((one, at) => (at === index ? { ...one, ...span } : one)))
  const add = (): void => {
    const last = spans.at(-1)
    const from = last === undefined ? Math.max(starts, 6 * HOUR) : Math.min(last.until + HOUR, starts + 23 * HOUR)
    onChange([...spans, { from, until: Math.min(from + 8 * HOUR, starts + 24 * HOUR) }])
  }
  return (
    <div className={classes['day']} role="group" aria-label={day}>
      <span className={classes['dayName']}>{day}</span>
      <div className={classes['spans']}>
        {spans.length === 0 && <span className={classes['closed']}>{words.closed}</span>}
        {spans.map((span, index) => (
          <fieldset key={index} className={classes['span']} disabled={disabled}>
            <TimeInput
              label={words.from(day, index)}
              value={toClock(span.from)}
              offered={begins}
              onChange={(time) => set(index, { from: toMinutes(time, starts, false) })}
              onReadable={(readable) => onReadable?.(`${index}.from`, readable)}
            />
            <span aria-hidden>–</span>
            <TimeInput
              label={words.until(day, index)}
              value={toClock(span.until)}
              offered={timeSteps}
              onChange={(time) => set(index, { until: toMinutes(time, starts, true) })}
              onReadable={(readable) => onReadable?.(`${index}.until`, readable)}
            />
            <Tooltip label={words.removeTime(day, index)}>
              <ActionIcon
                aria-label={words.removeTime(day, index)}
                disabled={disabled}
                onClick={() => onChange(spans.filter((_, at) => at !== index))}
              >
                <IconX size={16} />
              </ActionIcon>
            </Tooltip>
          </fieldset>
        ))}
        {spans.length < MAX_SPANS && (
          <Tooltip label={words.addTime(day)}>
            <ActionIcon aria-label={words.addTime(day)} disabled={disabled} onClick={add}>
              <IconPlus size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {error !== null && (
        <p role="alert" className={classes['error']}>
          {error}
        </p>
      )}
    </div>
  )
}
