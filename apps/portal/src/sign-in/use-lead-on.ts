import { useEffect, useRef } from 'react'
import { useNavigate } from '../url/link.tsx'

const REDIRECT_MS = 1000

/** Leads to another page a second later, so that a notice can be read first; not if the user has left by then. */
export const useLeadOn = (): ((to: '/Login' | '/Dashboard') => void) => {
  const navigate = useNavigate()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  return (to) => {
    waiting.current = setTimeout(() => void navigate({ to }), REDIRECT_MS)
  }
}
