import { IconLock } from '@tabler/icons-react'
import { Link } from '../url/link.tsx'
import { permissionStrings } from '../auth/strings.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { shellStrings } from './strings.ts'

export const NoPermission = () => (
  <>
    <h1 className="visually-hidden">{permissionStrings.noPermissionTitle}</h1>
    <EmptyState
      icon={IconLock}
      title={permissionStrings.noPermissionTitle}
      reason={permissionStrings.noPermission}
      action={
        <Link to="/" search={scopedSearch} className="text-link">
          {shellStrings.goHome}
        </Link>
      }
    />
  </>
)
