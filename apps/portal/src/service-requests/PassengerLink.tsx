import { useCan } from '../auth/permissions.ts'
import { dialogText } from '../dialogs/dialog-ref.ts'
import { Link } from '../url/link.tsx'
import { scopedSearch } from '../url/scope-link.ts'

/** To the passenger on the page of passengers; the row around it opens the booking. */
export const PassengerLink = ({ id, children }: { id: number; children: string }) => {
  const can = useCan()
  if (!can('TravellerManagement:traveller:canRead')) return children
  return (
    <Link
      to="/TravellerManagement"
      search={(before) => ({ ...scopedSearch(before), d: dialogText('TravelerDialog', 'view', id, 'Profile') })}
      className="text-link"
      // The arrow keys reach the row, whose menu opens the passenger too.
      tabIndex={-1}
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </Link>
  )
}
