import { IconLock } from '@tabler/icons-react'
import { Navigate } from '../url/link.tsx'
import { useCan } from '../auth/permissions.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { permissionStrings } from '../auth/strings.ts'
import { scopedSearch } from '../url/scope-link.ts'
import { pathOf } from '../navigation/menu.ts'
import { shellStrings } from './strings.ts'
import { useIsOff, useMenu } from '../navigation/use-menu.ts'

/** Dispatchers begin where the vehicles are, others with the dashboard or, without it, the first page of their own menu. */
const Home = () => {
  const can = useCan()
  const isOff = useIsOff()
  const first = useMenu()[0]?.items[0]
  // Who runs the day's trips but does not lay out the service.
  const dispatches = can('TripManagement:trip:canUpdate') && !can('ZoneManagement:zone:canUpdate')
  if (dispatches && can('VehicleMonitoring:monitoring:canRead') && !isOff('VehicleMonitoring'))
    return <Navigate to="/VehicleMonitoring/" search={scopedSearch} replace />
  if (can('Dashboard:dashboard:canRead')) return <Navigate to="/Dashboard" search={scopedSearch} replace />
  if (first !== undefined) return <Navigate to={pathOf(first)} search={scopedSearch} replace />
  return (
    <>
      <h1 className="visually-hidden">{permissionStrings.noPermissionTitle}</h1>
      <EmptyState icon={IconLock} title={permissionStrings.noPermissionTitle} reason={shellStrings.nothingAllowed} />
    </>
  )
}
export default Home
