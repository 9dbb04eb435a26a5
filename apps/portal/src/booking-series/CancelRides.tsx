import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '../auth/permissions.ts'
import { useFormat } from '../settings/format.ts'
import { Question } from '../ui/Question.tsx'
import type { BookedRide } from './change-series.ts'
import { seriesDialogStrings as words } from './dialog-strings.ts'
import { CANCEL } from './keys.ts'
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
  const may = useCan()(CANCEL)
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set())
  const tick = (id: number, ticked: boolean): void =>
    setKept((before) => new Set(ticked ? [...before].filter((one) => one !== id) : [...before, id]))
  const said = ({ date, pickup, id }: BookedRide): string => {
    const window = pickup === null ? '' : words.window(format.time(pickup.lower_bound), format.time(pickup.upper_bound))
    return words.booked(format.civilDay(date), window, id)
  }
  const isCancelled = ({ id }: BookedRide): boolean => may && !kept.has(id)
  return (
    <Question opened onClose={onClose} title={title} text={text}>
      {rides.length > 0 && (
        <fieldset className={classes['rides']}>
          <legend>{words.cancelled}</legend>
          {!may && <p>{words.mayNotCancel}</p>}
          {rides.map((ride) => (
            <Checkbox
              key={ride.id}
              label={said(ride)}
              checked={isCancelled(ride)}
              disabled={!may}
              onChange={({ currentTarget: { checked } }) => tick(ride.id, checked)}
            />
          ))}
        </fieldset>
      )}
      <Button variant="default" data-autofocus onClick={onClose} disabled={busy}>
        {words.keep}
      </Button>
      <Button color="red.8" loading={busy} onClick={() => onAct(rides.filter(isCancelled).map(({ id }) => id))}>
        {act}
      </Button>
    </Question>
  )
}
