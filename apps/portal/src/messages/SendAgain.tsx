import { api, type Message } from '@ambit/contract'
import { useMutation } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { failureText } from '../api/failure-text.ts'
import { useDialogStack } from '../dialogs/stack.ts'
import { dialogRef } from '../dialogs/dialog-ref.ts'
import { messageRecords } from '../records/messages.ts'
import { RefusableButton } from '../ui/RefusableButton.tsx'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import classes from './messages.module.css'
import { messageStrings as words } from './strings.ts'

/** Tells the passenger once more, as things are now, and shows the new message in the place of this one. */
export const SendAgain = ({ message: { id, state } }: { message: Message }) => {
  const { change } = useDialogStack()
  const send = useMutation({
    mutationFn: () => client.call(api.messages.sendAgain, { params: { id } }),
    onSuccess: ({ data }) => {
      messageRecords.saved(data)
      change((stack) => [...stack.slice(0, -1), dialogRef('MessageDialog', 'view', data.id)], true)
    },
  })
  const waiting = state === 'queued' || state === 'sending'
  return (
    <div className={classes['again']}>
      <p>{words.againHint}</p>
      <RefusableButton
        label={words.again}
        refused={waiting || send.isPending ? words.onItsWay : null}
        onClick={() => send.mutate()}
      />
      {send.isError && (
        <ToneAlert tone="danger" title={words.againFailed}>
          {failureText(send.error)}
        </ToneAlert>
      )}
    </div>
  )
}
