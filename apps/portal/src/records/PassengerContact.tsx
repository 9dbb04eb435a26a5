import { useQuery } from '@tanstack/react-query'
import { useMasks } from '../auth/masks.ts'
import { useCan } from '../auth/permissions.ts'
import { dialogText, onTop } from '../dialogs/dialog-ref.ts'
import { Link } from '../url/link.tsx'
import { byIds } from './define-records.ts'
import classes from './PassengerContact.module.css'
import { travelerRecords } from './travelers.ts'

type Props = {
  id: number
  name: string
  /** the passengers of the whole list: one request asks for all */
  among: readonly number[]
  /** for lists that lie above all dialogs, where a dialog could not be seen */
  newTab?: boolean
}

/** A passenger in a list of bookings: the name leads to the passenger, the number dials. Who may not read passengers sees the name. */
export const PassengerContact = ({ id, name, among, newTab = false }: Props) => {
  const can = useCan()
  const masks = useMasks()
  const readable = can('TravellerManagement:traveller:canRead')
  const ids = [...new Set(among)].toSorted((a, b) => a - b)
  const passengers = useQuery({ ...travelerRecords.options(byIds(ids)), enabled: readable })
  if (!readable) return name
  const phone = passengers.data?.find((passenger) => passenger.id === id)?.phone_number ?? ''
  return (
    <span className={classes['contact']}>
      <Name id={id} newTab={newTab}>
        {name}
      </Name>
      {masks.has('contact') ? (
        <span className={`numbers ${classes['phone']}`}>{phone}</span>
      ) : (
        phone !== '' && (
          <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={`text-link numbers ${classes['phone']}`}>
            {phone}
          </a>
        )
      )}
    </span>
  )
}

const Name = ({ id, newTab, children }: { id: number; newTab: boolean; children: string }) => {
  const dialog = dialogText('TravelerDialog', 'view', id, 'Profile')
  if (newTab)
    return (
      <Link to="/TravellerManagement" search={{ d: dialog }} target="_blank" className="text-link">
        {children}
        <span className="visually-hidden">, opens in a new tab</span>
      </Link>
    )
  return (
    <Link to="." search={onTop(dialog)} className="text-link">
      {children}
    </Link>
  )
}
