import { Navigate } from '../url/link.tsx'
import type { PlainSearch } from '../url/plain-search.ts'
import { ZONES_PATH } from './navigation.ts'

const everything = (before: PlainSearch): PlainSearch => before

/** The module's empty path opens the list and keeps dialogs and filters. */
const ZonesEntry = () => <Navigate to={ZONES_PATH} search={everything} replace />
export default ZonesEntry
