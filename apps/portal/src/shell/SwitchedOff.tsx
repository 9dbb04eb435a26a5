import { IconToggleLeft } from '@tabler/icons-react'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Link } from '../url/link.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { shellStrings } from './strings.ts'

/** At the address of a module that the installation does not use. */
export const SwitchedOff = () => (
  <>
    <h1 className="visually-hidden">{shellStrings.offTitle}</h1>
    <EmptyState
      icon={IconToggleLeft}
      title={shellStrings.offTitle}
      reason={shellStrings.offText}
      action={
        <Link to="/" search={scopedSearch} className="text-link">
          {shellStrings.goHome}
        </Link>
      }
    />
  </>
)
