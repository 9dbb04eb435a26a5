import type { ServiceException } from '@ambit/contract'
import { useState } from 'react'
import type { Asking } from '../records/exceptions/ExceptionActions.tsx'
import { ExceptionRow } from '../records/exceptions/ExceptionRow.tsx'
import classes from '../records/exceptions/exceptions.module.css'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { attentionStrings as words } from './attention-strings.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import type { Focus } from './focus.ts'
import shared from './monitoring.module.css'
import type { Place } from './place.ts'
import type { Attention } from './use-attention.ts'

type Props = { place: Place; attention: Attention; focus: Focus; onFocus: (focus: Focus) => void }

/** What in the region needs a person, most urgent first. */
export const AttentionPanel = ({ place, attention: { rows, below }, focus, onFocus }: Props) => {
  const [asked, ask] = useState<{ id: number; asking: Asking } | null>(null)
  const sentence = (exception: ServiceException) => (text: string) => {
    const { trip_id } = exception
    if (trip_id === null) return <p className={classes['sentence']}>{text}</p>
    return (
      <button
        type="button"
        className={classes['sentence']}
        title={exceptionStrings.locate(text)}
        aria-current={trip_id === focus.tripId || undefined}
        onClick={() => onFocus({ tripId: trip_id, zoneId: null })}
      >
        {text}
      </button>
    )
  }
  return (
    <>
      <header className={shared['head']}>
        <Breadcrumbs place={place} />
        <h2 className={shared['heading']}>{words.tab}</h2>
      </header>
      {rows.length === 0 ? (
        <EmptyState title={words.nothing} />
      ) : (
        <ul className={classes['rows']} aria-label={words.list}>
          {rows.map((row) => (
            <ExceptionRow
              key={row.id}
              exception={row}
              below={below(row.id)}
              current={row.trip_id !== null && row.trip_id === focus.tripId}
              asking={asked?.id === row.id ? asked.asking : null}
              onAsk={(asking) => ask({ id: row.id, asking })}
            >
              {sentence(row)}
            </ExceptionRow>
          ))}
        </ul>
      )}
    </>
  )
}
