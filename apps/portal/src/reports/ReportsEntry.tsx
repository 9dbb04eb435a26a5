import { Navigate } from '../url/link.tsx'
import type { PlainSearch } from '../url/plain-search.ts'
import { reportPath } from './paths.ts'

const everything = (before: PlainSearch): PlainSearch => before

/** The module's empty path opens the first report and keeps the query. */
const ReportsEntry = () => <Navigate to={reportPath('feedback')} search={everything} replace />
export default ReportsEntry
