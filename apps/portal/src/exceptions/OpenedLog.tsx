import { type ExceptionChange, RESOLUTION_LENGTH, type ServiceException } from '@ambit/contract'
import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useCan } from '../auth/permissions.ts'
import shared from '../records/exceptions/exceptions.module.css'
import { historyQuery } from '../records/exceptions/queries.ts'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import { useAnswers } from '../records/exceptions/use-answers.ts'
import { useFormat } from '../settings/format.ts'
import classes from './inbox.module.css'
import { NOTE_FIELD } from './keys.ts'
import { inboxStrings as words } from './strings.ts'

/** What became of it, and who did it; with a field for notes. */
export const OpenedLog = ({ exception }: { exception: ServiceException }) => {
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
