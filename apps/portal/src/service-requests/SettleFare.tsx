import { api, type ServiceRequest, type Settlement, settlements } from '@ambit/contract'
import { Button, Radio, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { notify } from '../notifications/notify.tsx'
import { bookingChanged } from '../records/bookings.ts'
import type { Format } from '../settings/create-format.ts'
import { Question } from '../ui/Question.tsx'
import classes from './SettleFare.module.css'
import { bookingStrings } from './strings.ts'

const words = bookingStrings.payments
const LONGEST_NOTE = 250

type Props = { record: ServiceRequest; format: Format; onClose: () => void }

/** Asks how a fare that no card could be charged was settled, and for a note. */
export const SettleFare = ({ record: { id, total_price, currency }, format, onClose }: Props) => {
  const queries = useQueryClient()
  const [how, setHow] = useState<Settlement | null>(null)
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const noteMissing = how === 'waived' && note.trim() === ''
  const settle = useMutation({
    mutationFn: (chosen: Settlement) =>
      client.call(api.payments.settle, { params: { id }, body: { how: chosen, note: note.trim() } }),
    onSuccess: (_answer, chosen) => {
      const message = chosen === 'waived' ? words.settled.waived : words.settled.paid
      notify({ type: 'success', title: words.settle, message })
      onClose()
    },
    // What was typed stays, to be tried again.
    onError: (error) => announceFailure(error, words.settleFailed),
    onSettled: () => bookingChanged(queries, id),
  })
  return (
    <Question
      opened
      onClose={onClose}
      title={words.settle}
      text={words.settleQuestion(format.money(total_price, currency))}
    >
      <form
        id="settle-fare"
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (how !== null && !noteMissing) settle.mutate(how)
        }}
      >
        <Radio.Group
          label={words.how}
          value={how}
          error={tried && how === null && words.howMissing}
          onChange={(value) => setHow(settlements.find((one) => one === value) ?? null)}
        >
          {settlements.map((one, index) => (
            <Radio key={one} value={one} label={words.ways[one]} mt={8} data-autofocus={index === 0 || undefined} />
          ))}
        </Radio.Group>
        <TextInput
          label={words.note}
          description={words.noteHint}
          required={how === 'waived'}
          maxLength={LONGEST_NOTE}
          value={note}
          error={tried && noteMissing && words.noteMissing}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </form>
      <Button variant="default" onClick={onClose} disabled={settle.isPending}>
        {words.leave}
      </Button>
      <Button type="submit" form="settle-fare" loading={settle.isPending}>
        {words.settle}
      </Button>
    </Question>
  )
}
