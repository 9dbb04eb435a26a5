import { useNavigate } from '../url/link.tsx'
import type { PlainSearch } from '../url/plain-search.ts'

/** The planner on another date; drafts go along. */
export const useGoToDate = (): ((date: string) => void) => {
  const navigate = useNavigate()
  return (date) => void navigate({ to: '.', search: (before: PlainSearch) => ({ ...before, date }) })
}
