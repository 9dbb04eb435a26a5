import type { ExceptionSeverity } from '@ambit/contract'

export type Sounding = Exclude<ExceptionSeverity, 'watch'>

/** Hz, and when each begins, in s: urgent rises three times, soon is one low tone. */
const tones: Readonly<Record<Sounding, readonly (readonly [hertz: number, at: number])[]>> = {
  urgent: [
    [880, 0],
    [1175, 0.16],
    [880, 0.4],
    [1175, 0.56],
    [880, 0.8],
    [1175, 0.96],
  ],
  soon: [[440, 0]],
}
const LASTS = { urgent: 0.14, soon: 0.35 }

let context: AudioContext | null = null

/** Plays it; `volume` from 0 to 100. A browser without sound, or that has not been touched yet, stays silent. */
export const play = (severity: Sounding, volume: number): void => {
  if (!('AudioContext' in globalThis)) return
  context ??= new AudioContext()
  void context.resume()
  const start = context.currentTime
  for (const [hertz, at] of tones[severity]) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()]
    oscillator.frequency.value = hertz
    // Tones that begin and end at once click.
    gain.gain.setValueAtTime(0, start + at)
    gain.gain.linearRampToValueAtTime(volume / 100, start + at + 0.02)
    gain.gain.linearRampToValueAtTime(0, start + at + LASTS[severity])
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start + at)
    oscillator.stop(start + at + LASTS[severity])
  }
}
