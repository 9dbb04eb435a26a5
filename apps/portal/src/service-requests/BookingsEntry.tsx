import { Navigate } from '../url/link.tsx'
import type { PlainSearch } from '../url/plain-search.ts'
import { TABLE_PATH } from './paths.ts'

const everything = (before: PlainSearch): PlainSearch => before

/** The module's empty path opens the table and keeps dialogs and filters. */
const BookingsEntry = () => <Navigate to={TABLE_PATH} search={everything} replace />
export default BookingsEntry
