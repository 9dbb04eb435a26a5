import type { CallTask } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMasks } from '../auth/masks.ts'
import { useCan } from '../auth/permissions.ts'
import { dialogText, onTop } from '../dialogs/dialog-ref.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { messageEventWords, messageLanguageWords } from '../records/messages.ts'
import { RecordStatus } from '../records/status.tsx'
import { useFormat } from '../settings/format.ts'
import { FactList } from '../ui/FactList.tsx'
import { Link } from '../url/link.tsx'
import classes from './call-list.module.css'
import { CallSteps } from './CallSteps.tsx'
import { WORK } from './keys.ts'
import { callRecords } from './queries.ts'
import { callStatuses } from './state.ts'
import { callStrings as words } from './strings.ts'

/** One call: whom, what to say, and what came of it. */
const CallTaskDialog = () => {
  const { id } = useDialog()
  const can = useCan()
  return (
    <Loaded query={useQuery(callRecords.one(Number(id)))} title={words.one}>
      {(task) => (
        <DialogFrame
          title={task.traveler_name}
          id={messageEventWords[task.event]}
          status={<RecordStatus of={callStatuses} status={task.state} />}
        >
          <WhatToSay task={task} />
          <Facts task={task} />
          {can(WORK) && <CallSteps task={task} />}
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default CallTaskDialog

const WhatToSay = ({ task: { text, language, phone_number: phone } }: { task: CallTask }) => {
  const masks = useMasks()
  return (
    <>
      {phone !== null && (
        <p className={classes['number']}>
          {masks.has('contact') ? (
            phone
          ) : (
            <a className="text-link" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
              {words.call(phone)}
            </a>
          )}
        </p>
      )}
      <section className={classes['say']} aria-label={words.columns.text}>
        <h3>
          {words.columns.text}
          {language !== null && ` (${messageLanguageWords[language]})`}
        </h3>
        <p lang={text === null ? undefined : (language ?? undefined)}>{text ?? words.hiddenText}</p>
      </section>
    </>
  )
}

const Facts = ({ task }: { task: CallTask }) => {
  const format = useFormat(task.time_zone)
  const can = useCan()
  const { columns } = words
  const details = dialogText('LiveBookingDialog', 'view', task.service_request_id)
  const ride = can('LiveBooking:booking:canRead') ? (
    <Link to="." search={onTop(details)} className="text-link">
      {String(task.service_request_id)}
    </Link>
  ) : (
    task.service_request_id
  )
  const facts: [string, ReactNode][] = [
    [columns.until, format.dateTime(task.until)],
    [columns.ride, ride],
    [columns.region, task.region_name],
    [columns.due, task.attempts === 0 || task.state !== 'open' ? null : format.dateTime(task.due_at)],
    [columns.attempts, task.attempts === 0 ? null : format.number(task.attempts)],
    [columns.taken, task.user_name],
  ]
  return <FactList label={words.facts} facts={facts} />
}
