import { Button, Checkbox, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../settings/format.ts'
import type { BookedRide } from './change-series.ts'
import { seriesDialogStrings as words } from './dialog-strings.ts'
import classes from './series.module.css'

type Props = {
  title: string
  text: string
  /** the button that acts */
  act: string
  rides: readonly BookedRide[]
  timeZone: string
  busy: boolean
  onAct: (cancel: number[]) => void
  onClose: () => void
}

/** Asks before rides of a series no longer take place: those that are booked are cancelled where they are ticked. */
export const CancelRides = ({ title, text, act, rides, timeZone, busy, onAct, onClose }: Props) => {
  const format = useFormat(timeZone)
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set())
  const tick = (id: number, ticked: boolean): void =>
    setKept((before) => new Set(ticked ? [...before].filter((one) => one !== id) : [...before, id]))
  const said = ({ date, pickup, id }: BookedRide): string => {
    const window = pickup === null ? '' : words.window(format.time(pickup.lower_bound), format.time(pickup.upper_bound))
    return words.booked(format.civilDay(date), window, id)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
      title={title}
      size={520}
      zIndex={400}
      centered
      attributes={{ header: { role: 'none' } }}
    >
      <p className={classes['question']}>{text}</p>
      {rides.length > 0 && (
        <fieldset className={classes['rides']}>
          <legend>{words.cancelled}</legend>
          {rides.map((ride) => (
            <Checkbox
              key={ride.id}
              label={said(ride)}
              checked={!kept.has(ride.id)}
              onChange={({ currentTarget: { checked } }) => tick(ride.id, checked)}
            />
          ))}
        </fieldset>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose} disabled={busy}>
          {words.keep}
        </Button>
        <Button
          color="red.8"
          loading={busy}
          onClick={() => onAct(rides.flatMap(({ id }) => (kept.has(id) ? [] : [id])))}
        >
          {act}
        </Button>
      </Group>
    </Modal>
  )
}
