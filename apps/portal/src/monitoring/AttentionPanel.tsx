import type { ServiceException } from '@ambit/contract'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import type { Focus } from './focus.ts'
import shared from './monitoring.module.css'
import type { Place } from './place.ts'
import classes from './attention.module.css'
import { ExceptionRow } from './ExceptionRow.tsx'
import { attentionStrings as words } from './attention-strings.ts'

type Props = { place: Place; rows: readonly ServiceException[]; focus: Focus; onFocus: (focus: Focus) => void }

/** What in the region needs a person, most urgent first. */
export const AttentionPanel = ({ place, rows, focus, onFocus }: Props) => (
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
            regionId={place.regionId}
            current={row.trip_id !== null && row.trip_id === focus.tripId}
            onLocate={(tripId) => onFocus({ tripId, zoneId: null })}
          />
        ))}
      </ul>
    )}
  </>
)
