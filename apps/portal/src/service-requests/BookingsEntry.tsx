import { Navigate } from '../url/link.tsx'
import type { PlainSearch } from '../url/plain-search.ts'
import { TABLE_PATH } from './paths.ts'

const everything = (before: PlainSearch): PlainSearch => before

/** The module's empty path leads to the table, with dialogs and filters as they were given. */
const BookingsEntry = () => <Navigate to={TABLE_PATH} search={everything} replace />
export default BookingsEntry
