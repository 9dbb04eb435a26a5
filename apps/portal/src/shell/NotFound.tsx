import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '../url/link.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { shellStrings } from './strings.ts'

const NotFound = () => (
  <>
    <h1 className="visually-hidden">{shellStrings.notFoundTitle}</h1>
    <EmptyState
      icon={IconMapQuestion}
      title={shellStrings.notFoundTitle}
      reason={shellStrings.notFoundText}
      action={
        <Link to="/" search={scopedSearch} className="text-link">
          {shellStrings.goHome}
        </Link>
      }
    />
  </>
)
export default NotFound
