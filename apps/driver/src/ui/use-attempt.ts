import { useRef, useState } from 'react'
import { detailOf } from './detail-of.ts'
import { useDrive } from './drive.tsx'

type Attempt = {
  /** Does the work, which answers with why it could not be done; a second tap meanwhile is none. */
  attempt: (work: () => Promise<string | null>) => Promise<void>
  busy: boolean
  /** why the last of it could not be done */
  trouble: string | null
}

/** Something that a tap does, which can be tapped again if it fails. */
export const useAttempt = (): Attempt => {
  const { say } = useDrive()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const attempt = async (work: () => Promise<string | null>): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setTrouble(null)
    setTrouble(await work().catch((error: unknown) => say('failed', { detail: detailOf(error) })))
    running.current = false
    setBusy(false)
  }
  return { attempt, busy, trouble }
}
