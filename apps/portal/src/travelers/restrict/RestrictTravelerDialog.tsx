import { api, type TravelerDetails } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/client.ts'
import { failureText } from '../../api/failure-text.ts'
import { DialogFrame } from '../../dialogs/DialogFrame.tsx'
import { Loaded } from '../../dialogs/Loaded.tsx'
import { useDialog } from '../../dialogs/stack.ts'
import { notify } from '../../notifications/notify.tsx'
import { travelerRecords } from '../../records/travelers.ts'
import { isReason, ReasonField } from '../../ui/ReasonField.tsx'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import classes from './restrict.module.css'
import { restrictStrings as words } from './strings.ts'

/** Restricts the use of a passenger's data to storing them, or lets them be used again. */
const RestrictTravelerDialog = () => {
  const id = Number(useDialog().id)
  return (
    <Loaded query={useQuery(travelerRecords.one(id))} title={words.title}>
      {(traveler) => (
        <DialogFrame title={words.title} id={traveler.full_name}>
          <RestrictForm traveler={traveler} />
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default RestrictTravelerDialog

const RestrictForm = ({ traveler: { id, full_name, restriction, version } }: { traveler: TravelerDetails }) => {
  const { close } = useDialog()
  const [reason, setReason] = useState(restriction ?? '')
  const save = useMutation({
    mutationFn: (why: string | null) =>
      client.call(api.travelers.restrict, { params: { id }, body: { restriction: why }, version }),
    onSuccess: ({ data }) => {
      travelerRecords.saved(data)
      const message = data.restriction === null ? words.lifted(full_name) : words.restricted(full_name)
      notify({ type: 'success', title: words.thanks, message })
      close()
    },
  })
  const ready = isReason(reason) && reason.trim() !== restriction
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (ready && !save.isPending) save.mutate(reason.trim())
  }
  return (
    <form className={classes['restrict']} aria-label={words.title} onSubmit={submit}>
      <p>{words.what}</p>
      <ReasonField label={words.reason} description={words.reasonHint} value={reason} onChange={setReason} />
      {save.isError && (
        <ToneAlert tone="danger" title={words.failed}>
          {failureText(save.error)}
        </ToneAlert>
      )}
      <div className={classes['buttons']}>
        {restriction !== null && (
          <Button variant="default" disabled={save.isPending} onClick={() => save.mutate(null)}>
            {words.lift}
          </Button>
        )}
        <Button type="submit" loading={save.isPending} disabled={!ready}>
          {restriction === null ? words.run : words.change}
        </Button>
      </div>
    </form>
  )
}
