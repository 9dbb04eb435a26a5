import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../auth/permissions.ts'
import { READ } from '../../records/open-returns/keys.ts'
import { openReturnRecords } from '../../records/open-returns/queries.ts'
import { useFormat } from '../../settings/format.ts'
import classes from './ChangeNote.module.css'
import { wizardStrings } from './strings.ts'

const words = wizardStrings.called

/** Above a booking: which way back it is for, that was kept until its passenger calls. */
export const CalledNote = ({ id }: { id: number }) => {
  const open = useQuery({ ...openReturnRecords.one(id), enabled: useCan()(READ) }).data
  const format = useFormat(open?.time_zone)
  if (open === undefined) return null
  const { origin, destination, not_before } = open
  return (
    <div className={classes['note']}>
      <p>{words.of(origin.name, destination.name, format.day(not_before), format.time(not_before))}</p>
    </div>
  )
}
