import { ApiError, type Reason, type ServiceAvailabilitySearch } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconBulb } from '@tabler/icons-react'
import type { BookingData } from '../booking-draft.ts'
import { withChange } from './booking-request.ts'
import { wizardStrings as words } from './strings.ts'
import classes from './wizard.module.css'

/** A search that found nothing, or one that could not be made. */
export type SearchTrouble = { kind: 'search'; search: ServiceAvailabilitySearch } | { kind: 'failure'; error: unknown }

type Props = { trouble: SearchTrouble; data: BookingData; onApply: (change: Reason) => void }

/** Why there is no trip, and the nearest change that makes one possible, a press away. */
export const SearchProblem = ({ trouble, data, onApply }: Props) => {
  const search = trouble.kind === 'search' ? trouble.search : null
  const change = search?.nearest_change ?? null
  return (
    <section role="alert" className={classes['problem']}>
      <p className={classes['problemTitle']}>
        <IconAlertTriangle size={18} aria-hidden />
        {messageOf(trouble)}
      </p>
      {search !== null && search.reasons.length > 0 && (
        <ul className={classes['reasons']} aria-label={words.whyNot}>
          {search.reasons.map((reason) => (
            <li key={`${reason.code} ${reason.text}`}>{reason.text}</li>
          ))}
        </ul>
      )}
      {change !== null && (
        <div className={classes['change']}>
          <IconBulb size={18} aria-hidden />
          <span>{change.text}</span>
          {withChange(data, change) !== null && (
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
