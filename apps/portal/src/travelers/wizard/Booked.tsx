import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useCan } from '../../auth/permissions.ts'
import { useDialog, useDialogStack } from '../../dialogs/stack.ts'
import { wizardStrings as words } from './strings.ts'
import classes from './Booked.module.css'

/** The booking is made. Its own dialog replaces this one. */
export const Booked = ({ id }: { id: number }) => {
  const { close } = useDialog()
  const { change } = useDialogStack()
  const can = useCan()
  const view = (): void =>
    change((stack) => [
      ...stack.filter(({ name }) => name !== 'TripBookingWizardDialog'),
      { name: 'LiveBookingDialog', mode: 'view', id: String(id), tab: null },
    ])
  return (
    <div className={classes['booked']} role="status">
      <IconCircleCheck size={44} stroke={1.4} aria-hidden />
      <h3>{words.booked}</h3>
      <p>{words.bookedText(id)}</p>
      <div className={classes['bookedButtons']}>
        {can('LiveBooking:booking:canRead') && (
          <Button variant="default" onClick={view}>
            {words.viewBooking}
          </Button>
        )}
        <Button data-autofocus onClick={close}>
          {words.close}
        </Button>
      </div>
    </div>
  )
}
