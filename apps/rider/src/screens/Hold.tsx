import { useState } from 'react'
import type { RideOffering } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { heldFor } from '../ride/hold.ts'
import { useFlow, useNow, useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import styles from './screens.module.css'

/** How long an offering is held, and in its last minute the button that keeps it once. */
export const Hold = ({ offering }: { offering: RideOffering }) => {
  const { say, flow } = useRide()
  const { kept } = useFlow()
  const now = useNow()
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { left, isEnding } = heldFor(offering, now)
  const keep = async (): Promise<void> => {
    setBusy(true)
    setTrouble(await flow.keep(offering.id))
    setBusy(false)
  }
  return (
    <>
      <p className={styles['muted']}>{say('held_for', { time: left })}</p>
      <p role="status" className="hidden">
        {kept.has(offering.id) && trouble === null && say('keep_done')}
      </p>
      {isEnding && !kept.has(offering.id) && (
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) void keep()
          }}
        >
          {say('keep')}
        </button>
      )}
      <TroubleNote trouble={trouble} />
    </>
  )
}
