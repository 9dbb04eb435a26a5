import { ApiError, type Reason, type ServiceAvailabilitySearch } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconBulb } from '@tabler/icons-react'
import type { BookingData } from '../booking-draft.ts'
import { withChange } from './booking-request.ts'
import { wizardStrings as words } from './strings.ts'
import shared from './wizard.module.css'
import classes from './SearchProblem.module.css'

/** A search that found nothing, or one that could not be made. */
export type SearchTrouble = { kind: 'search'; search: ServiceAvailabilitySearch } | { kind: 'failure'; error: unknown }

type Props = { trouble: SearchTrouble; data: BookingData; onApply: (change: Reason) => void }

/** Why there is no trip, and the nearest change that makes one possible, a press away. */
export const SearchProblem = ({ trouble, data, onApply }: Props) => {
  const search = trouble.kind === 'search' ? trouble.search : null
  const message = messageOf(trouble)
  // The message has the reasons and the change already: only what it leaves out is listed.
  const reasons = [...new Set(search?.reasons.map(({ text }) => text))].filter((text) => !message.includes(text))
  const change = search?.nearest_change ?? null
  const works = change !== null && withChange(data, change) !== null
  return (
    <section role="alert" className={shared['problem']}>
      <p className={shared['problemTitle']}>
        <IconAlertTriangle size={18} aria-hidden />
        {message}
      </p>
      {reasons.length > 0 && (
        <ul className={classes['reasons']} aria-label={words.whyNot}>
          {reasons.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {change !== null && (works || !message.includes(change.text)) && (
        <div className={shared['change']}>
          <IconBulb size={18} aria-hidden />
          <span>{change.text}</span>
          {works && (
            <Button size="compact-sm" variant="default" onClick={() => onApply(change)}>
              {words.tryThis}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

const messageOf = (trouble: SearchTrouble): string => {
  if (trouble.kind === 'search') return trouble.search.message ?? words.noService
  const { error } = trouble
  return error instanceof ApiError ? (error.errors[0]?.detail ?? words.noService) : words.noService
}
