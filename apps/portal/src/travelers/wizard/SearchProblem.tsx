import type { Reason } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconBulb } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Format } from '../../settings/create-format.ts'
import type { BookingData } from '../booking-draft.ts'
import { changeLabel, withChange } from './booking-request.ts'
import type { SearchTrouble } from './search-trouble.ts'
import { wizardStrings as words } from './strings.ts'
import shared from './wizard.module.css'
import classes from './SearchProblem.module.css'

type Props = {
  trouble: SearchTrouble
  data: BookingData
  format: Format
  onApply: (change: Reason) => void
  children: ReactNode
}

/** Why there is no trip, and the nearest change that makes one possible, a press away. */
export const SearchProblem = ({ trouble, data, format, onApply, children }: Props) => {
  const section = useRef<HTMLElement>(null)
  // The form above may be longer than the dialog.
  useEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [])
  const search = trouble.kind === 'search' ? trouble.search : null
  const message = trouble.kind === 'search' ? (trouble.search.message ?? words.noService) : trouble.message
  // The message has the reasons and the change already: only what it leaves out is listed.
  const reasons = [...new Set(search?.reasons.map(({ text }) => text))].filter((text) => !message.includes(text))
  const change = search?.nearest_change ?? null
  const works = change !== null && withChange(data, change) !== null
  return (
    <section ref={section} role="alert" className={shared['problem']}>
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
      {search !== null && change !== null && (works || !message.includes(change.text)) && (
        <div className={shared['change']}>
          <IconBulb size={18} aria-hidden />
          {!message.includes(change.text) && <span>{change.text}</span>}
          {works && (
            <Button size="compact-sm" variant="default" onClick={() => onApply(change)}>
              {changeLabel(change, search, format)}
            </Button>
          )}
        </div>
      )}
      {children}
    </section>
  )
}
