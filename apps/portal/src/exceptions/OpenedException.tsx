import { type ExceptionChange, RESOLUTION_LENGTH, type ServiceException } from '@ambit/contract'
import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useCan } from '../auth/permissions.ts'
import { type Asking, ExceptionActions } from '../records/exceptions/ExceptionActions.tsx'
import { ExceptionHead, ExceptionTimes } from '../records/exceptions/ExceptionFacts.tsx'
import shared from '../records/exceptions/exceptions.module.css'
import { childrenOf, exceptionQuery, historyQuery } from '../records/exceptions/queries.ts'
import { sentenceOf } from '../records/exceptions/sentence.ts'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import { useAnswers } from '../records/exceptions/use-answers.ts'
import { useFormat } from '../settings/format.ts'
import { isGone } from '../ui/cause-of.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Link } from '../url/link.tsx'
import classes from './inbox.module.css'
import { NOTE_FIELD } from './keys.ts'
import { MuteForm } from './Mutes.tsx'
import { inboxStrings as words } from './strings.ts'
import { useOpenedKeys } from './use-opened-keys.ts'

type Props = {
  id: number
  all: readonly ServiceException[]
  /** letters are commands */
  keys: boolean
}

/** One exception beside the list: what follows from it, whom it concerns, and what became of it. */
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
        <Opened exception={exception} below={childrenOf(all, id)} keys={keys} />
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

type OpenedProps = { exception: ServiceException; below: readonly ServiceException[]; keys: boolean }

const Opened = ({ exception, below, keys }: OpenedProps) => {
  const format = useFormat(exception.time_zone ?? undefined)
  const [asking, ask] = useState<Asking>(null)
  const onKeyDown = useOpenedKeys({ exception, keys, ask })
  const { text, kind, bookings, state, outcome, note } = exception
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what is within is focused; its keys bubble here
    <div className={classes['facts']} onKeyDown={onKeyDown} data-opened-exception={exception.id}>
      <ExceptionHead exception={exception} />
      <h2 className={classes['title']}>{sentenceOf(exception, format.time)}</h2>
      {text !== null && kind !== 'by_hand' && <blockquote className={shared['text']}>{text}</blockquote>}
      <ExceptionTimes exception={exception} below={below.length} />
      {state === 'resolved' ? (
        <p>
          {[outcome === null ? exceptionStrings.resolved : exceptionStrings.outcomes[outcome], note]
            .filter((one) => one !== null)
            .join(': ')}
        </p>
      ) : (
        <ExceptionActions exception={exception} asking={asking} onAsk={ask} />
      )}
      {below.length > 0 && (
        <section aria-label={words.below}>
          <h3>{words.below}</h3>
          <ul>
            {below.map((child) => (
              <li key={child.id}>
                <Link to={`/Exceptions/inbox/${child.id}`} search={true} className="text-link">
                  {sentenceOf(child, format.time)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {bookings.length > 0 && (
        <section aria-label={words.bookings}>
          <h3>{words.bookings}</h3>
          <ul>
            {bookings.map(({ service_request_id, traveler_name, minutes, window_from, window_until }) => (
              <li key={service_request_id}>
                {traveler_name} ({format.time(window_from)} to {format.time(window_until)})
                {minutes !== null && `, ${words.late(minutes)}`}
              </li>
            ))}
          </ul>
        </section>
      )}
      <MuteForm exception={exception} />
      <Log exception={exception} />
    </div>
  )
}

const Log = ({ exception }: { exception: ServiceException }) => {
  const { data } = useQuery(historyQuery(exception.id))
  const may = useCan()('ExceptionManagement:exception:canUpdate')
  return (
    <section aria-label={words.history}>
      <h3>{words.history}</h3>
      <ol className={classes['log']}>
        {data?.map((change) => (
          <LogRow key={change.id} change={change} timeZone={exception.time_zone} />
        ))}
      </ol>
      {may && <NoteForm exception={exception} />}
    </section>
  )
}

const LogRow = ({ change, timeZone }: { change: ExceptionChange; timeZone: string | null }) => {
  const format = useFormat(timeZone ?? undefined)
  const { at, by, before, after, note } = change
  const severity = exceptionStrings.severities
  const became =
    before === null || before.severity === after.severity
      ? null
      : `${severity[before.severity]} → ${severity[after.severity]}`
  return (
    <li>
      <b>{exceptionStrings.changes[change.change]}</b> {became} · {format.time(at)} · {by ?? words.service}
      {note !== null && <blockquote className={shared['text']}>{note}</blockquote>}
    </li>
  )
}

const NoteForm = ({ exception }: { exception: ServiceException }) => {
  const { note: write, busy } = useAnswers(exception)
  const [note, setNote] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (note.trim() !== '') void write(note).then((done) => done && setNote(''))
  }
  return (
    <form className={shared['resolution']} onSubmit={submit}>
      <Textarea
        label={words.note}
        id={NOTE_FIELD}
        autosize
        maxLength={RESOLUTION_LENGTH}
        value={note}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
      <Button size="xs" type="submit" variant="default" loading={busy} disabled={note.trim() === ''}>
        {words.addNote}
      </Button>
    </form>
  )
}
