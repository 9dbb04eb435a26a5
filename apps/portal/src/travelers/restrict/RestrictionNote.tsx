import { ToneAlert } from '../../ui/ToneAlert.tsx'
import classes from './restrict.module.css'
import { restrictStrings as words } from './strings.ts'

/** Why a passenger cannot be booked, mailed or exported; nothing where the data may be used. */
export const RestrictionNote = ({ reason }: { reason: string | null }) =>
  reason === null ? null : (
    <div className={classes['note']}>
      <ToneAlert tone="warning" title={words.note}>
        {reason}
      </ToneAlert>
    </div>
  )
