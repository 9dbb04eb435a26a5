import { Navigate, useParams } from '@tanstack/react-router'
import { writeDialog } from '../dialogs/dialog-ref.ts'
import type { PlainSearch } from '../url/plain-search.ts'

/** `/UserManagement/edit/7` is the list with the dialog over it; without an id, that of a new user. */
const EditUserRoute = () => {
  const id = useParams({ strict: false })['userId'] ?? null
  const d = writeDialog({ name: 'UserDialog', mode: id === null ? 'create' : 'edit', id, tab: null })
  return <Navigate to="/UserManagement" search={(before: PlainSearch) => ({ ...before, d })} replace />
}
export default EditUserRoute
