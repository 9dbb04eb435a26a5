import { vi } from 'vitest'

/** A page keeps the sound that it made first, also for the test after it: all note their tones in one place. */
const heard: number[] = []
const ramp = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined }

class Sound {
  currentTime = 0
  destination = {}
  resume = () => Promise.resolve()
  createGain = () => ({ gain: ramp, connect: () => undefined })
  createOscillator = () => {
    const frequency = { value: 0 }
    return {
      frequency,
      connect: (to: unknown) => to,
      start: () => void heard.push(frequency.value),
      stop: () => undefined,
    }
  }
}

/** A browser's sound, of which the tones are noted by their pitch. */
export const hear = (): number[] => {
  heard.length = 0
  vi.stubGlobal('AudioContext', Sound)
  return heard
}
