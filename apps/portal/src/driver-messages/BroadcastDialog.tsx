import type { Broadcast } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { RecordStatus } from '../records/status.tsx'
import { useFormat } from '../settings/format.ts'
import { FactList } from '../ui/FactList.tsx'
import { BroadcastComposer } from './BroadcastComposer.tsx'
import { placeOf } from './broadcast-columns.tsx'
import { broadcastRecords } from './broadcast-queries.ts'
import { broadcastStrings as words } from './broadcast-strings.ts'
import classes from './driver-messages.module.css'
import { messageStandings, standingOf } from './state.ts'

/** A message to all drivers of a zone or region: writing it, and who has read it. */
const BroadcastDialog = () => {
  const { mode, id } = useDialog()
  const [sent, setSent] = useState<number | null>(null)
  if (mode !== 'create') return <Sent id={Number(id)} />
  if (sent !== null) return <Sent id={sent} />
  return (
    <DialogFrame title={words.create}>
      <BroadcastComposer onSent={setSent} />
    </DialogFrame>
  )
}
export default BroadcastDialog

const Sent = ({ id }: { id: number }) => (
  <Loaded query={useQuery(broadcastRecords.one(id))} title={words.one}>
    {(broadcast) => (
      <DialogFrame title={words.one} id={placeOf(broadcast)}>
        <p className={classes['text']}>{broadcast.text}</p>
        <Facts broadcast={broadcast} />
        <Readers broadcast={broadcast} />
      </DialogFrame>
    )}
  </Loaded>
)

const Facts = ({ broadcast: { created_at, dispatcher_name } }: { broadcast: Broadcast }) => {
  const format = useFormat()
  const facts: [string, ReactNode][] = [
    [words.columns.created_at, format.dateTime(created_at)],
    [words.columns.by, dispatcher_name],
  ]
  return <FactList label={words.one} facts={facts} />
}

const Readers = ({ broadcast: { drivers } }: { broadcast: Broadcast }) => {
  const format = useFormat()
  return (
    <table className={classes['readers']}>
      <caption>{words.readers}</caption>
      <thead>
        <tr>
          <th scope="col">{words.driver}</th>
          <th scope="col">{words.vehicle}</th>
          <th scope="col">{words.state}</th>
        </tr>
      </thead>
      <tbody>
        {drivers.map((driver) => (
          <tr key={driver.trip_id}>
            <th scope="row">{driver.driver_name ?? words.gone}</th>
            <td>{driver.vehicle_number}</td>
            <td>
              <RecordStatus of={messageStandings} status={standingOf({ from: 'dispatch', ...driver })} />{' '}
              {driver.read_at !== null && <span className="numbers">{format.dateTime(driver.read_at)}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
