import type { BookingSeries } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useCan } from '../../auth/permissions.ts'
import { useOpenDialog } from '../../dialogs/stack.ts'
import { useFormat } from '../../settings/format.ts'
import { GroupDone } from './GroupDone.tsx'
import { groupStrings as words } from './strings.ts'
import classes from './group.module.css'

type Props = { name: string; series: readonly BookingSeries[]; onAnother: () => void }

/** What was made, to read it back to who called: the days, and the way to each member's recurring journey. */
export const GroupSeriesMade = ({ name, series, onAnother }: Props) => {
  const open = useOpenDialog()
  const format = useFormat()
  const readable = useCan()('TravellerManagement:series:canRead')
  const [first] = series
  return (
    <GroupDone title={words.repeats.made(name)} onAnother={onAnother}>
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
    </GroupDone>
  )
}
