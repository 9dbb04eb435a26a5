import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { dialogStrings } from '../dialogs/strings.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { shellStrings } from './strings.ts'

export const NoPermission = () => (
  <>
    <h1 className="visually-hidden">{shellStrings.noPermissionTitle}</h1>
    <EmptyState
      icon={IconLock}
      title={shellStrings.noPermissionTitle}
      reason={dialogStrings.noPermission}
      action={
        <Link to="/" search={scopedSearch} className="text-link">
          {shellStrings.goHome}
        </Link>
      }
    />
  </>
)
