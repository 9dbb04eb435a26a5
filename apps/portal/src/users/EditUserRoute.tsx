import { Navigate, useParam } from '../url/link.tsx'
import { dialogText } from '../dialogs/dialog-ref.ts'
import type { PlainSearch } from '../url/plain-search.ts'

/** `/UserManagement/edit/7` is the list with the dialog over it; without an id, that of a new user. */
const EditUserRoute = () => {
  const id = useParam('userId')
  const d = id === undefined ? dialogText('UserDialog', 'create') : dialogText('UserDialog', 'edit', Number(id))
  return <Navigate to="/UserManagement" search={(before: PlainSearch) => ({ ...before, d })} replace />
}
export default EditUserRoute
