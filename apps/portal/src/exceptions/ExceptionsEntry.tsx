import { Navigate } from '../url/link.tsx'
import { scopedSearch } from '../url/scope-link.ts'

/** The inbox is what one comes for. */
const ExceptionsEntry = () => <Navigate to="/Exceptions/inbox" search={scopedSearch} replace />
export default ExceptionsEntry
