import { api, type TravelerDetails } from '@ambit/contract'
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/client.ts'
import { failureText } from '../../api/failure-text.ts'
import { useDialog, useDialogStack } from '../../dialogs/stack.ts'
import { notify } from '../../notifications/notify.tsx'
import { travelerRecords } from '../../records/travelers.ts'
import { isReason, ReasonField } from '../../ui/ReasonField.tsx'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import classes from './EraseTravelerDialog.module.css'
import { eraseStrings as words } from './strings.ts'

type Props = { traveler: TravelerDetails; onRefused: () => void }

/** Erases once the name was typed, so that it is not the wrong passenger, and a reason was given. */
export const EraseForm = ({ traveler: { id, full_name }, onRefused }: Props) => {
  const { close } = useDialog()
  const { change } = useDialogStack()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const erase = useMutation({
    mutationFn: () => client.call(api.travelers.erase, { params: { id }, body: { reason: reason.trim() } }),
    onSuccess: () => {
      // What else is open may be the passenger's, who is not found any more.
      change(() => [], true)
      travelerRecords.changed()
      notify({ type: 'success', title: words.doneTitle, message: words.done(id) })
    },
    onError: onRefused,
  })
  const ready = sameName(typed, full_name) && isReason(reason)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (ready && !erase.isPending) erase.mutate()
  }
  return (
    <form className={classes['erase']} aria-label={words.title} onSubmit={submit}>
      <ToneAlert tone="danger">{words.final}</ToneAlert>
      <ReasonField label={words.reason} description={words.reasonHint} value={reason} onChange={setReason} />
      <TextInput
        label={words.confirm(full_name)}
        autoComplete="off"
        withAsterisk
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {erase.isError && (
        <ToneAlert tone="danger" title={words.failed}>
          {failureText(erase.error)}
        </ToneAlert>
      )}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={close}>
          {words.cancel}
        </Button>
        <Button type="submit" color="red.8" loading={erase.isPending} disabled={!ready}>
          {words.run}
        </Button>
      </div>
    </form>
  )
}

const sameName = (typed: string, name: string): boolean =>
  typed.trim().replaceAll(/\s+/g, ' ').toLowerCase() === name.trim().replaceAll(/\s+/g, ' ').toLowerCase()
