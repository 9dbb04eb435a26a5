import { Navigate, useParams } from '@tanstack/react-router'
import { writeDialog } from '../dialogs/dialog-ref.ts'
import type { PlainSearch } from '../url/plain-search.ts'

/** `/UserGroupManagement/edit/7` is the list with the dialog over it; without an id, that of a new group. */
const EditGroupRoute = () => {
  const id = useParams({ strict: false })['userGroupId'] ?? null
  const d = writeDialog({ name: 'UserGroupDialog', mode: id === null ? 'create' : 'edit', id, tab: null })
  return <Navigate to="/UserGroupManagement" search={(before: PlainSearch) => ({ ...before, d })} replace />
}
export default EditGroupRoute
