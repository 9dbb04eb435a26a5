import { useState } from 'react'
import { api, type RideDevice } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useAsked } from '../ui/use-asked.ts'
import styles from './screens.module.css'

/** Where the passenger is signed in; the other devices can be signed out here. */
export const Devices = () => {
  const { say, calls } = useRide()
  const { answer, trouble, again } = useAsked(api.ride.devices)
  const [ending, setEnding] = useState<Trouble | null>(null)
  const [isDone, setDone] = useState(false)
  const devices = answer?.data ?? []
  const end = async (id: string): Promise<void> => {
    const answered = await calls.call(api.ride.endDevice, { params: { id } })
    setEnding(answered.ok ? null : answered.trouble)
    again()
  }
  const endOthers = async (): Promise<void> => {
    const answered = await calls.call(api.ride.endOtherDevices)
    setEnding(answered.ok ? null : answered.trouble)
    setDone(answered.ok)
    again()
  }
  return (
    <section className={styles['form']} aria-label={say('devices')}>
      <h2>{say('devices')}</h2>
      <TroubleNote trouble={trouble ?? ending} />
      <ul className={styles['list']}>
        {devices.map((device) => (
          <li key={device.id} className={styles['card']}>
            <Row device={device} onEnd={() => void end(device.id)} />
          </li>
        ))}
      </ul>
      <p role="status" className={isDone ? styles['good'] : 'hidden'}>
        {isDone && say('other_devices_out')}
      </p>
      {devices.some(({ current }) => !current) && (
        <button type="button" onClick={() => void endOthers()}>
          {say('sign_out_others')}
        </button>
      )}
    </section>
  )
}

const Row = ({ device: { name, current, used_at }, onEnd }: { device: RideDevice; onEnd: () => void }) => {
  const { say, timesOf, now } = useRide()
  return (
    <>
      <p>
        <strong>{name}</strong>
        {current && ` (${say('this_device')})`}
      </p>
      <p className={styles['muted']}>{say('used_at', { time: timesOf(null).clockAndDay(used_at, now()) })}</p>
      {!current && (
        <button type="button" aria-label={say('sign_out_device', { name })} onClick={onEnd}>
          {say('sign_out')}
        </button>
      )}
    </>
  )
}
