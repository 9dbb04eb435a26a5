let audio: AudioContext | null = null

/**
 * Plays tones (hertz) one after the other, a fifth of a second each. Silent where the browser has no sound, or allows
 * none before the first click of a page: what it announces has to stand on screen too.
 */
export const playTones = (tones: readonly number[], { volume }: { volume: number }): void => {
  try {
    audio ??= new AudioContext()
    void audio.resume()
    for (const [place, hertz] of tones.entries()) {
      const at = audio.currentTime + place * 0.2
      const sound = audio.createOscillator()
      const gain = audio.createGain()
      sound.frequency.value = hertz
      gain.gain.setValueAtTime(volume, at)
      gain.gain.exponentialRampToValueAtTime(0.001, at + 0.19)
      sound.connect(gain).connect(audio.destination)
      sound.start(at)
      sound.stop(at + 0.19)
    }
  } catch {
    // The page says the same.
  }
}
