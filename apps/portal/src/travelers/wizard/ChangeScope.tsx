import type { ServiceRequest } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useCan } from '../../auth/permissions.ts'
import { dialogRef } from '../../dialogs/dialog-ref.ts'
import { useDialogStack } from '../../dialogs/stack.ts'
import { seriesScopeWords } from '../../records/booking-series.ts'
import classes from './ChangeNote.module.css'
import { wizardStrings } from './strings.ts'

const words = wizardStrings.changing

type Props = {
  series: NonNullable<ServiceRequest['series']>
  /** the wizard gives its place to the change of the series */
  onLeave: () => void
}

/** Above the change of a ride of a series: only this one is changed here, more of them in the series' own dialog. */
export const ChangeScope = ({ series: { id, words: pattern, date }, onLeave }: Props) => {
  const can = useCan()
  const { change } = useDialogStack()
  const leave = (scope: 'All' | 'Following'): void => {
    const dialog = dialogRef('SeriesChangeDialog', 'edit', `${id}.${date}`, scope)
    change((stack) => [...stack.filter(({ name }) => name !== 'TripBookingWizardDialog'), dialog], true)
    onLeave()
  }
  if (!can('TravellerManagement:series:canUpdate')) return <p>{words.onlyThis(pattern)}</p>
  return (
    <div className={classes['scope']}>
      <span>{words.ofSeries(pattern)}</span>
      <div role="group" aria-label={words.scope}>
        <Button.Group>
          <Button size="compact-sm" variant="light" aria-pressed>
            {seriesScopeWords.only_this}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => leave('Following')}>
            {seriesScopeWords.following}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => leave('All')}>
            {seriesScopeWords.all}
          </Button>
        </Button.Group>
      </div>
    </div>
  )
}
