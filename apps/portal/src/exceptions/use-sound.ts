import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useMe } from '../auth/use-me.ts'
import { play, type Sounding } from './tones.ts'

type Setting = { on: boolean; volume: number }
const silent: Setting = { on: false, volume: 50 }

/** Whether this user hears exceptions, and how loud, from 0 to 100. */
export const useSoundSetting = () => {
  const me = useMe()
  return useLocalStorage<Setting>({ key: `exceptions_sound_${me ?? 0}`, defaultValue: silent })
}

/** An urgent one that nobody takes is heard so often; in a flood anything at most so often. ms */
const REPEATS_MS = 30_000
const FLOOD_MS = 60_000

/** Plays for what interrupts, and again while something urgent is nobody's. */
export const useSound = ({ unowned, flood }: { unowned: boolean; flood: boolean }) => {
  const [{ on, volume }] = useSoundSetting()
  const last = useRef(-Infinity)
  const sound = (severity: Sounding): void => {
    const now = performance.now()
    if (!on || (flood && now - last.current < FLOOD_MS)) return
    last.current = now
    play(severity, volume)
  }
  const repeat = useEffectEvent(() => sound('urgent'))
  useEffect(() => {
    if (!unowned) return undefined
    const timer = setInterval(() => repeat(), REPEATS_MS)
    return () => clearInterval(timer)
  }, [unowned])
  return sound
}
