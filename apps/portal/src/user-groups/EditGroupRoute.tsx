import { Navigate, useParam } from '../url/link.tsx'
import { dialogText } from '../dialogs/dialog-ref.ts'
import type { PlainSearch } from '../url/plain-search.ts'

/** `/UserGroupManagement/edit/7` is the list with the dialog over it; without an id, that of a new group. */
const EditGroupRoute = () => {
  const id = useParam('userGroupId')
  const d =
    id === undefined ? dialogText('UserGroupDialog', 'create') : dialogText('UserGroupDialog', 'edit', Number(id))
  return <Navigate to="/UserGroupManagement" search={(before: PlainSearch) => ({ ...before, d })} replace />
}
export default EditGroupRoute
