import { Navigate } from '../url/link.tsx'
import type { PlainSearch } from '../url/plain-search.ts'

const everything = (before: PlainSearch): PlainSearch => before

/** The bare path opens the planner. */
const ServicePlansEntry = () => <Navigate to="/ServicePlans/live" search={everything} replace />
export default ServicePlansEntry
