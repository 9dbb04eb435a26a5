import {
  api,
  type PrivacyAnswer,
  type PrivacyRequestState,
  privacyRequestStates,
  type PrivacyRequestWithAnswers,
} from '@ambit/contract'
import { Button, Select, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../api/client.ts'
import { failureText } from '../api/failure-text.ts'
import { notify } from '../notifications/notify.tsx'
import { statusOptions } from '../records/status.tsx'
import { useFormat } from '../settings/format.ts'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import classes from './privacy.module.css'
import { requestRecords } from './request-queries.ts'
import { requestStates, requestStrings } from './request-strings.ts'

const words = requestStrings.answers
const longer = requestStrings.extension
const LONGEST = 5000
const stateOptions = statusOptions(requestStates, privacyRequestStates)

/** Every answer that was sent, the first one first. */
export const RequestAnswers = ({ answers }: { answers: readonly PrivacyAnswer[] }) => {
  const { dateTime } = useFormat()
  return (
    <section aria-label={words.title} className={classes['answers']}>
      <h3>{words.title}</h3>
      {answers.length === 0 && <p>{words.none}</p>}
      <ol>
        {answers.map(({ id, sent_at, sent_by_name, text }) => (
          <li key={id}>
            <small>{words.by(dateTime(sent_at), sent_by_name ?? words.unknown)}</small>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

type Of = { request: PrivacyRequestWithAnswers }

/** What was sent, and what the request is with it. */
export const NoteAnswer = ({ request: { id, version } }: Of) => {
  const [text, setText] = useState('')
  const [state, setState] = useState<PrivacyRequestState>('fulfilled')
  const save = useMutation({
    mutationFn: () => client.call(api.privacyRequests.answer, { params: { id }, body: { text, state }, version }),
    onSuccess: ({ data }) => {
      requestRecords.saved(data)
      notify({ type: 'success', title: requestStrings.thanks, message: words.saved })
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form className={classes['form']} aria-label={words.note} onSubmit={submit}>
      <h3>{words.note}</h3>
      <Textarea
        label={words.text}
        withAsterisk
        autosize
        minRows={3}
        maxRows={12}
        maxLength={LONGEST}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Select
        label={words.state}
        allowDeselect={false}
        data={stateOptions}
        value={state}
        onChange={(chosen) => setState(privacyRequestStates.find((one) => one === chosen) ?? state)}
      />
      {save.isError && (
        <ToneAlert tone="danger" title={words.failed}>
          {failureText(save.error)}
        </ToneAlert>
      )}
      <Button type="submit" className={classes['save'] ?? ''} loading={save.isPending} disabled={text.trim() === ''}>
        {words.save}
      </Button>
    </form>
  )
}

/** Once, by one or two months, with the reason that is sent to the person. */
export const ExtendForm = ({ request: { id, version } }: Of) => {
  const { date } = useFormat()
  const [months, setMonths] = useState('1')
  const [reason, setReason] = useState('')
  const save = useMutation({
    mutationFn: () =>
      client.call(api.privacyRequests.extend, { params: { id }, body: { months: Number(months), reason }, version }),
    onSuccess: ({ data }) => {
      requestRecords.saved(data)
      notify({ type: 'success', title: requestStrings.thanks, message: longer.saved(date(data.due_on)) })
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form className={classes['form']} aria-label={longer.title} onSubmit={submit}>
      <h3>{longer.title}</h3>
      <Select
        label={longer.months}
        allowDeselect={false}
        data={longer.choices}
        value={months}
        onChange={(chosen) => setMonths(chosen ?? months)}
      />
      <Textarea
        label={longer.reason}
        withAsterisk
        autosize
        minRows={2}
        maxRows={12}
        maxLength={LONGEST}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {save.isError && (
        <ToneAlert tone="danger" title={longer.failed}>
          {failureText(save.error)}
        </ToneAlert>
      )}
      <Button
        type="submit"
        variant="default"
        className={classes['save'] ?? ''}
        loading={save.isPending}
        disabled={reason.trim() === ''}
      >
        {longer.save}
      </Button>
    </form>
  )
}
