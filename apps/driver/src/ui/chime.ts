let audio: AudioContext | null = null

/** Tones one after the other, of so many hertz. Silent where the browser has no sound, or allows none before a tap. */
const play = (...tones: readonly number[]): void => {
  try {
    if (!(audio instanceof AudioContext)) audio = new AudioContext()
    void audio.resume()
    for (const [place, hertz] of tones.entries()) {
      const at = audio.currentTime + place * 0.22
      const sound = audio.createOscillator()
      const volume = audio.createGain()
      sound.frequency.value = hertz
      volume.gain.setValueAtTime(0.4, at)
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.2)
      sound.connect(volume).connect(audio.destination)
      sound.start(at)
      sound.stop(at + 0.2)
    }
  } catch {
    // Every sound has something on screen that says the same.
  }
}

/** Something has come that the driver should read. */
export const chime = (): void => play(660, 880)

/** The stop is reached. */
export const tone = (): void => play(880)
