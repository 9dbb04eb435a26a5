import { Button } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useCan } from '../../auth/permissions.ts'
import { useOpenDialog } from '../../dialogs/stack.ts'
import { TRAVELER_UPDATE } from '../../records/travelers.ts'
import { wizardStrings as words } from './strings.ts'
import classes from './CardMissing.module.css'

/** Payment by card needs a saved card: the way to add one, on top of the wizard. */
export const CardMissing = ({ travelerId }: { travelerId: number }) => {
  const can = useCan()
  const open = useOpenDialog()
  return (
    <div className={classes['missing']}>
      <p>{words.noCard}</p>
      {can(TRAVELER_UPDATE) && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCreditCard size={15} aria-hidden />}
          onClick={() => open('TravelerDialog', 'edit', travelerId, 'PaymentDetails')}
        >
          {words.addCard}
        </Button>
      )}
    </div>
  )
}
