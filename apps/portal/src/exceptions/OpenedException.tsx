import type { ExceptionDetails, ServiceException } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../auth/permissions.ts'
import { type Asking, ExceptionActions } from '../records/exceptions/ExceptionActions.tsx'
import { ExceptionFixText, ExceptionHead, ExceptionTimes } from '../records/exceptions/ExceptionFacts.tsx'
import shared from '../records/exceptions/exceptions.module.css'
import { childrenOf, exceptionQuery } from '../records/exceptions/queries.ts'
import { sentenceOf } from '../records/exceptions/sentence.ts'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import { fixTargets } from '../records/exceptions/use-fixes.ts'
import { useFormat } from '../settings/format.ts'
import { isGone } from '../ui/cause-of.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Link } from '../url/link.tsx'
import classes from './inbox.module.css'
import { MuteForm } from './Mutes.tsx'
import { OpenedLog } from './OpenedLog.tsx'
import { OpenedRule } from './OpenedRule.tsx'
import { PassengersConcerned } from './PassengersConcerned.tsx'
import { LazyTripMap } from './trip-map.ts'
import { inboxStrings as words } from './strings.ts'
import { useOpenedKeys } from './use-opened-keys.ts'

type Props = {
  id: number
  all: readonly ServiceException[]
  /** letters are commands */
  keys: boolean
}

/** One exception beside the list: its cause and rule, what follows from it, whom it concerns, and what became of it. */
export const OpenedException = ({ id, all, keys }: Props) => {
  const query = useQuery(exceptionQuery(id))
  // The list is newer while it has it.
  const exception = all.find((one) => one.id === id) ?? query.data
  return (
    <aside className={classes['opened']} aria-label={words.title}>
      <Link to="/Exceptions/inbox" search={true} className="text-link">
        {words.close}
      </Link>
      {exception !== undefined ? (
        <Opened
          exception={exception}
          cause={all.find((one) => one.id === exception.parent_id) ?? null}
          rule={query.data?.rule ?? null}
          below={childrenOf(all, id)}
          keys={keys}
        />
      ) : (
        query.isError &&
        (isGone(query.error) ? (
          <EmptyState title={words.missing} />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ))
      )}
    </aside>
  )
}

type OpenedProps = {
  exception: ServiceException
  /** what it follows from */
  cause: ServiceException | null
  rule: ExceptionDetails['rule']
  below: readonly ServiceException[]
  keys: boolean
}

const Opened = ({ exception, cause, rule, below, keys }: OpenedProps) => {
  const format = useFormat(exception.time_zone ?? undefined)
  const can = useCan()
  const [asking, ask] = useState<Asking>(null)
  const onKeyDown = useOpenedKeys({ exception, keys, ask })
  const { text, kind, bookings, state, outcome, note, trip_id } = exception
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what is within is focused; its keys bubble here
    <div className={classes['facts']} onKeyDown={onKeyDown} data-opened-exception={exception.id}>
      <ExceptionHead exception={exception} />
      <h2 className={classes['title']}>{sentenceOf(exception, format)}</h2>
      {text !== null && kind !== 'by_hand' && <blockquote className={shared['text']}>{text}</blockquote>}
      <ExceptionTimes exception={exception} below={below.length} />
      {state === 'resolved' ? (
        <p>
          {[outcome === null ? exceptionStrings.resolved : exceptionStrings.outcomes[outcome], note]
            .filter((one) => one !== null)
            .join(': ')}
        </p>
      ) : (
        <>
          <ExceptionFixText exception={exception} />
          <ExceptionActions exception={exception} asking={asking} onAsk={ask} />
        </>
      )}
      {cause !== null && (
        <section aria-label={words.cause}>
          <h3>{words.cause}</h3>
          <Link to={`/Exceptions/inbox/${cause.id}`} search={true} className="text-link">
            {sentenceOf(cause, format)}
          </Link>
        </section>
      )}
      <OpenedRule exception={exception} rule={rule} />
      {below.length > 0 && (
        <section aria-label={words.below} id={fixTargets.BELOW} tabIndex={-1}>
          <h3>{words.below}</h3>
          <ul>
            {below.map((child) => (
              <li key={child.id}>
                <Link to={`/Exceptions/inbox/${child.id}`} search={true} className="text-link">
                  {sentenceOf(child, format)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {bookings.length > 0 && <PassengersConcerned exception={exception} />}
      {trip_id !== null && can('TripManagement:trip:canRead') && (
        <section aria-label={words.map}>
          <h3>{words.map}</h3>
          <div className={classes['map']}>
            <LazyTripMap tripId={trip_id} />
          </div>
        </section>
      )}
      <MuteForm exception={exception} />
      <OpenedLog exception={exception} />
    </div>
  )
}
