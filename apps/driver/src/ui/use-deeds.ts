import { useRef, useState } from 'react'
import type { Deed } from '@ambit/contract'
import { refusalText } from '../trip/refusal-text.ts'
import { detailOf } from './detail-of.ts'
import { useDrive } from './drive.tsx'

export type Deeds = {
  /** Writes down what was done, after what was tapped before. */
  act: (...deeds: Deed[]) => Promise<void>
  /** why the last of it could not be done */
  refused: string | null
}

/** What the driver does, one thing after the other. A second tap on the same, while it is being written down, is none. */
export const useDeeds = (): Deeds => {
  const { device, say, label, times } = useDrive()
  const [refused, setRefused] = useState<string | null>(null)
  const waiting = useRef(new Map<string, Promise<void>>())
  const write = async (deeds: Deed[]): Promise<void> => {
    try {
      const refusal = await device.did(...deeds)
      const { open } = device.state()
      const now = device.now()
      setRefused(
        refusal === null || open === null
          ? null
          : refusalText(refusal, { manifest: open.manifest, say, label, times, now }),
      )
    } catch (error) {
      setRefused(say('failed', { detail: detailOf(error) }))
    }
  }
  const act = async (...deeds: Deed[]): Promise<void> => {
    const tap = JSON.stringify(deeds)
    if (waiting.current.has(tap)) return
    const before = [...waiting.current.values()].at(-1)
    const writing = (async () => {
      await before
      await write(deeds)
    })()
    waiting.current.set(tap, writing)
    await writing
    waiting.current.delete(tap)
  }
  return { act, refused }
}
