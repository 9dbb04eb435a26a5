import { api, type MergeField, type MergeSide, type TravelerDetails, usualSide } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { client } from '../../api/client.ts'
import { failureText } from '../../api/failure-text.ts'
import { dialogRef } from '../../dialogs/dialog-ref.ts'
import { useDialog, useDialogStack } from '../../dialogs/stack.ts'
import { notify } from '../../notifications/notify.tsx'
import { travelerRecords } from '../../records/travelers.ts'
import { Question } from '../../ui/Question.tsx'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import { CompareFields } from './CompareFields.tsx'
import { mergeStrings as words } from './strings.ts'
import classes from './merge.module.css'

type Props = {
  kept: TravelerDetails
  other: TravelerDetails
  /** nothing is in the way */
  possible: boolean
  onRefused: () => void
  children: ReactNode
}

/** Which value stays of each field that differs; then what will happen is told, and asked for. */
export const MergeForm = ({ kept, other, possible, onRefused, children }: Props) => {
  const { close } = useDialog()
  const { change } = useDialogStack()
  const [fields, setFields] = useState<Partial<Record<MergeField, MergeSide>>>({})
  const [asking, setAsking] = useState(false)
  const merge = useMutation({
    mutationFn: () =>
      client.call(api.travelerMerges.create, {
        params: { id: kept.id },
        body: { traveler_id: other.id, traveler_version: other.version, fields },
        version: kept.version,
      }),
    onSuccess: () => {
      // Other dialogs may show the record that is not found any more.
      change(() => [dialogRef('TravelerDialog', 'view', kept.id, 'Profile')], true)
      travelerRecords.changed(kept.id)
      notify({ type: 'success', title: words.doneTitle, message: words.done(kept.full_name, kept.id) })
    },
    onError: onRefused,
    onSettled: () => setAsking(false),
  })
  const named = ({ full_name, id }: TravelerDetails): string => words.named(full_name, id)
  return (
    <>
      <CompareFields
        both={{ kept, merged: other }}
        sideOf={(field) => fields[field] ?? usualSide(field, kept[field], other[field])}
        onChoose={(field, side) => setFields((before) => ({ ...before, [field]: side }))}
      />
      {children}
      {merge.isError && (
        <ToneAlert tone="danger" title={words.failed}>
          {failureText(merge.error)}
        </ToneAlert>
      )}
      <div className={classes['end']}>
        <Button variant="default" onClick={close}>
          {words.cancel}
        </Button>
        <Button disabled={!possible} onClick={() => setAsking(true)}>
          {words.merge}
        </Button>
      </div>
      <Question
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.sure}
        text={words.will(named(kept), named(other))}
      >
        <Button variant="default" onClick={() => setAsking(false)}>
          {words.back}
        </Button>
        <Button loading={merge.isPending} onClick={() => merge.mutate()}>
          {words.now}
        </Button>
      </Question>
    </>
  )
}
