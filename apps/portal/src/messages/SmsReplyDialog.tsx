import { api, type SmsReply } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { client } from '../api/client.ts'
import { failureText } from '../api/failure-text.ts'
import { useCan } from '../auth/permissions.ts'
import { dialogText, onTop } from '../dialogs/dialog-ref.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { useFormat } from '../settings/format.ts'
import { FactList } from '../ui/FactList.tsx'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import { Link } from '../url/link.tsx'
import { SEND } from './keys.ts'
import classes from './messages.module.css'
import { answerOf, readerOf } from './reply-columns.tsx'
import { replyRecords } from './reply-queries.ts'
import { replyStrings as words } from './reply-strings.ts'

/** What somebody answered by SMS. */
const SmsReplyDialog = () => {
  const { id } = useDialog()
  const can = useCan()
  return (
    <Loaded query={useQuery(replyRecords.one(Number(id)))} title={words.one}>
      {(reply) => (
        <DialogFrame title={reply.traveler_name ?? words.nobody} id={words.kinds[reply.kind]}>
          <section className={classes['text']} aria-label={words.text}>
            <p>{reply.text ?? words.hiddenText}</p>
          </section>
          <Facts reply={reply} />
          {can(SEND) && reply.kind === 'other' && reply.read_at === null && <MarkRead reply={reply} />}
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default SmsReplyDialog

const Facts = ({ reply }: { reply: SmsReply }) => {
  const format = useFormat()
  const can = useCan()
  const { columns } = words
  const { traveler_id: id, traveler_name: name } = reply
  const passenger =
    id !== null && can('TravellerManagement:traveller:canRead') ? (
      <Link to="." search={onTop(dialogText('TravelerDialog', 'view', id))} className="text-link">
        {name}
      </Link>
    ) : (
      name
    )
  const facts: [string, ReactNode][] = [
    [columns.passenger, passenger],
    [columns.recipient, reply.recipient],
    [columns.received_at, format.dateTime(reply.received_at)],
    [columns.region, reply.region_name],
    [columns.answer, answerOf(reply)],
    [columns.read, readerOf(reply)],
  ]
  return <FactList label={words.facts} facts={facts} />
}

const MarkRead = ({ reply: { id } }: { reply: SmsReply }) => {
  const read = useMutation({
    mutationFn: () => client.call(api.smsReplies.read, { params: { id } }),
    onSuccess: ({ data }) => replyRecords.saved(data),
  })
  return (
    <div>
      {read.isError && (
        <ToneAlert tone="danger" title={words.failed}>
          {failureText(read.error)}
        </ToneAlert>
      )}
      <Button disabled={read.isPending} onClick={() => read.mutate()}>
        {words.done}
      </Button>
    </div>
  )
}
