import { useState } from 'react'
import type { Deed } from '@ambit/contract'
import { refusalText } from '../trip/refusal-text.ts'
import { useDrive } from './drive.tsx'

export type Deeds = {
  /** True: it is written down. False: it cannot be done now, and `refused` says why. */
  act: (...deeds: Deed[]) => Promise<boolean>
  refused: string | null
}

/** What the driver does, one thing after the other: a tap while one is being written down does nothing. */
export const useDeeds = (): Deeds => {
  const { device, say, times } = useDrive()
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const act = async (...deeds: Deed[]): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    try {
      const refusal = await device.did(...deeds)
      const { open, clock_offset_ms } = device.state()
      const now = Date.now() + clock_offset_ms
      setRefused(
        refusal === null || open === null
          ? null
          : refusalText(refusal, { manifest: open.manifest, say, times, now }),
      )
      return refusal === null
    } catch (error) {
      setRefused(say('failed', { detail: error instanceof Error ? error.message : String(error) }))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { act, refused }
}
