import type { BookingSeries } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useCan } from '../../auth/permissions.ts'
import { useDialog, useOpenDialog } from '../../dialogs/stack.ts'
import { useFormat } from '../../settings/format.ts'
import { groupStrings as words } from './strings.ts'
import classes from './group.module.css'

type Props = { name: string; series: readonly BookingSeries[]; onAnother: () => void }

/** What was made, to read it back to who called: the days, and the way to each member's recurring journey. */
export const GroupSeriesMade = ({ name, series, onAnother }: Props) => {
  const { close } = useDialog()
  const open = useOpenDialog()
  const format = useFormat()
  const readable = useCan()('TravellerManagement:series:canRead')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [first] = series
  return (
    <div className={classes['form']}>
      <h3 ref={heading} tabIndex={-1}>
        {words.repeats.made(name)}
      </h3>
      {first !== undefined && (
        <p>
          {words.repeats.readBack(first.words, format.civilDate(first.starts_on), format.civilDate(first.last_on))}
          {first.legs.map(({ leg, time, departing }) => {
            const said = leg === 2 ? 'wayBack' : departing ? 'leaves' : 'arrives'
            return `, ${words.repeats[said](format.clockTime(time))}`
          })}
        </p>
      )}
      <p className={classes['muted']}>
        {series.some(({ state }) => state === 'waiting') ? words.repeats.waits : words.repeats.beingBooked}
      </p>
      <ul className={classes['booked']} aria-label={words.members}>
        {series.map(({ id, traveler_name }) => (
          <li key={id}>
            {readable ? (
              <Button variant="subtle" size="compact-sm" onClick={() => open('SeriesDialog', 'view', id)}>
                {words.repeats.madeRow(traveler_name, id)}
              </Button>
            ) : (
              words.repeats.madeRow(traveler_name, id)
            )}
          </li>
        ))}
      </ul>
      <div className={classes['end']}>
        <Button variant="default" onClick={onAnother}>
          {words.another}
        </Button>
        <Button onClick={close}>{words.close}</Button>
      </div>
    </div>
  )
}
